"""When a tournament begins: the time that its host types, and changing it, or its title, later."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from bot.features.tournaments.errors import NoSuchTerms, NotAhead, NotAMoment, NotNow
from bot.features.tournaments.moments import read_moment, suggest_moments
from bot.features.tournaments.rights import check_host
from bot.features.tournaments.service import Arrangements, Tournament
from bot.features.tournaments.texts import write_start
from bot.model.hours import DAY, MINUTE
from bot.model.names import plain_name
from bot.storage.tournament_events import TournamentEvents
from bot.tables.times import Times
from bot.ui import replies
from bot.ui.durations import stamp
from bot.ui.escaping import escape_name
from bot.ui.people import person
from bot.ui.services import Interaction
from games.core.words import N_, Words
from games.tournament.events import HAS_BEGUN, RENAMED, SCHEDULED, Event
from games.tournament.state import OPEN

SOONEST, LATEST = 5 * MINUTE, 90 * DAY
BY_HAND = ("-", "none", "never", "off")
"""What stands for no time."""
NO_TIME = N_("An event needs a time: choose *when* too.")
CREATE_EVENTS = N_("Create Events")
NO_EVENT = N_(
    "I can't make an event here: I need the permission **{name}**. The tournament goes on without one."
)


class Starting:
    """Reads times, and changes when a tournament begins and what it is called."""

    def __init__(
        self,
        arrangements: Arrangements,
        events: TournamentEvents,
        times: Times,
        wake: Callable[[int], None],
        settle: Callable[[int], Awaitable[None]],
        now: Callable[[], int],
    ) -> None:
        """Have ``wake`` look after a tournament in which something happened, and ``settle`` wait a while."""
        self._arrangements, self._events, self._times = arrangements, events, times
        self._wake, self._settle, self._now = wake, settle, now

    async def read(self, interaction: Interaction, text: str) -> int:
        """Return the moment that somebody typed; 0 where they typed none.

        :raises NotAMoment: it can't be read.
        :raises NotAhead: it isn't a moment for that.
        """
        if not text or text.strip().lower() in BY_HAND:
            return 0
        now = self._now()
        moment = read_moment(text, now, (await self._times.get_times(interaction.user.id)).zone)
        if moment is None:
            raise NotAMoment(text)
        if not now + SOONEST <= moment <= now + LATEST:
            raise NotAhead(stamp(moment, "F"))
        return moment

    async def suggest(self, interaction: Interaction, typed: str) -> Sequence[tuple[str, str]]:
        """Return moments that somebody may mean, each in words and as it is typed."""
        zone = (await self._times.get_times(interaction.user.id)).zone
        return suggest_moments(typed, self._now(), zone, replies.reader(interaction))

    async def change(
        self,
        interaction: Interaction,
        found: Tournament,
        title: str | None,
        start: str | None,
        event: bool | None,
    ) -> None:
        """Give a tournament that hasn't begun another title, another time, or an event; say how it stands.

        :raises NotNow: it has begun.
        :raises NoSuchTerms: an event has no time.
        """
        check_host(interaction, found)
        w, by = replies.reader(interaction), person(interaction)
        at = found.course.starts_at if start is None else await self.read(interaction, start)
        if event and not at:
            raise NoSuchTerms(NO_TIME)
        unable = ""
        if event is not None:
            unable = await self._change_event(interaction, found, event, w)
        shown = bool(event) and not unable
        if title is not None and plain_name(title) != found.row.title:
            renamed = Event(RENAMED, title=plain_name(title))
            found = await self._arrangements.note(found.id, lambda _: renamed, by)
        if at != found.course.starts_at:
            found = await self._arrangements.note(found.id, lambda _: Event(SCHEDULED, at=at), by)
        self._wake(found.id)
        lines = [f"**{escape_name(found.row.title)}**", write_start(found, w), unable]
        if shown:
            await self._settle(found.id)
            lines.append(await self.tell_event(found, w))
        await replies.show(interaction, "\n".join(line for line in lines if line))

    async def tell_event(self, found: Tournament, w: Words) -> str:
        """Say that Discord shows an event of a tournament, and where, as soon as it is made."""
        row = await self._events.find(found.id)
        if row is not None and row.refused:
            return tell_unable(w)
        if row is None or row.event_id is None:
            return w("It will stand among the server's events in a moment.")
        where = f"https://discord.com/events/{found.row.guild_id}/{row.event_id}"
        return w("It stands among the server's events: {link}", link=where)

    async def _change_event(self, interaction: Interaction, found: Tournament, event: bool, w: Words) -> str:
        if found.course.status != OPEN:
            raise NotNow(HAS_BEGUN)
        if not event:
            await self._events.give_up(found.id)
            return ""
        if not may_make_events(interaction):
            return tell_unable(w)
        await self._events.request(found.id)
        return ""


def may_make_events(interaction: Interaction) -> bool:
    """Tell whether Discord lets the bot make events in a server."""
    guild = interaction.guild
    return guild is not None and guild.me.guild_permissions.create_events


def tell_unable(w: Words) -> str:
    """Say what is missing."""
    return w(NO_EVENT, name=w(CREATE_EVENTS))

"""Changes the start time, title and event of a tournament that hasn't begun."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from bot.features.tournaments.errors import (
    IncompatibleTerms,
    TimeOutOfRange,
    TournamentActionRefused,
    UnreadableTime,
)
from bot.features.tournaments.moments import parse_time, suggest_times
from bot.features.tournaments.rights import require_tournament_host
from bot.features.tournaments.service import Tournament, TournamentService
from bot.features.tournaments.texts import write_start_line
from bot.model.hours import DAY, MINUTE
from bot.model.names import make_plain_name
from bot.storage.tournament_events import TournamentEvents
from bot.tables.times import PersonalTimes
from bot.ui import replies
from bot.ui.durations import write_timestamp
from bot.ui.escaping import escape_name
from bot.ui.people import get_person
from bot.ui.services import Interaction
from games.core.words import N_, Words
from games.tournament.events import RENAMED_EVENT, SCHEDULED_EVENT, TOURNAMENT_HAS_BEGUN, TournamentEvent
from games.tournament.state import OPEN_STATUS

MIN_START_LEAD_SECONDS, MAX_START_LEAD_SECONDS = 5 * MINUTE, 90 * DAY
"""Limits of the time from now to the start."""
NO_START_WORDS = ("-", "none", "never", "off")
"""Words that a host can type instead of a start time, to begin the tournament manually later."""
EVENT_NEEDS_TIME_TEXT = N_("An event needs a time: choose *when* too.")
CREATE_EVENTS_PERMISSION_TEXT = N_("Create Events")
CANT_CREATE_EVENT_TEXT = N_(
    "I can't make an event here: I need the permission **{name}**. The tournament goes on without one."
)


class TournamentSettings:
    """Parses start times, and changes the start time, title and event of tournaments."""

    def __init__(
        self,
        service: TournamentService,
        events: TournamentEvents,
        times: PersonalTimes,
        wake: Callable[[int], None],
        wait_until_updated: Callable[[int], Awaitable[None]],
        now: Callable[[], int],
    ) -> None:
        """Create the handler of tournament settings.

        :param wake: starts a check of a changed tournament, given its ID.
        :param wait_until_updated: waits briefly until the tournament's posts show a change, given its ID.
        """
        self._service, self._events, self._times = service, events, times
        self._wake, self._wait_until_updated, self._now = wake, wait_until_updated, now

    async def parse_start_time(self, interaction: Interaction, text: str) -> int:
        """Return the time that the user typed, in epoch seconds; 0 if they want no start time.

        :raises UnreadableTime: the text can't be read.
        :raises TimeOutOfRange: the time is too early or too late.
        """
        if not text or text.strip().lower() in NO_START_WORDS:
            return 0
        now = self._now()
        moment = parse_time(text, now, (await self._times.get_time_settings(interaction.user.id)).zone)
        if moment is None:
            raise UnreadableTime(text)
        if not now + MIN_START_LEAD_SECONDS <= moment <= now + MAX_START_LEAD_SECONDS:
            raise TimeOutOfRange(write_timestamp(moment, "F"))
        return moment

    async def suggest_times(self, interaction: Interaction, typed: str) -> Sequence[tuple[str, str]]:
        """Return times to suggest for a typed text, each in words and as a Discord timestamp."""
        zone = (await self._times.get_time_settings(interaction.user.id)).zone
        return suggest_times(typed, self._now(), zone, replies.get_words(interaction))

    async def change_settings(
        self,
        interaction: Interaction,
        tournament: Tournament,
        title: str | None,
        start: str | None,
        wants_event: bool | None,
    ) -> None:
        """Change the title, time or event of a tournament that hasn't begun, and reply with the new settings.

        A value of ``None`` means no change.

        :param start: as typed.
        :param wants_event: whether to show an event in Discord.
        :raises NotTournamentHost: the user may not manage the tournament.
        :raises TournamentActionRefused: the tournament has begun.
        :raises IncompatibleTerms: an event was requested without a time.
        :raises TableError: the typed time can't be read, or is too early or too late.
        """
        require_tournament_host(interaction, tournament)
        w, by = replies.get_words(interaction), get_person(interaction)
        at = tournament.state.starts_at if start is None else await self.parse_start_time(interaction, start)
        if wants_event and not at:
            raise IncompatibleTerms(EVENT_NEEDS_TIME_TEXT)
        unable = ""
        if wants_event is not None:
            unable = await self._change_event(interaction, tournament, wants_event, w)
        shown = bool(wants_event) and not unable
        if title is not None and make_plain_name(title) != tournament.row.title:
            renamed = TournamentEvent(RENAMED_EVENT, title=make_plain_name(title))
            tournament = await self._service.record_event(tournament.id, lambda _: renamed, by)
        if at != tournament.state.starts_at:
            tournament = await self._service.record_event(
                tournament.id, lambda _: TournamentEvent(SCHEDULED_EVENT, starts_at=at), by
            )
        self._wake(tournament.id)
        lines = [f"**{escape_name(tournament.row.title)}**", write_start_line(tournament, w), unable]
        if shown:
            await self._wait_until_updated(tournament.id)
            lines.append(await self.write_event_line(tournament, w))
        await replies.show(interaction, "\n".join(line for line in lines if line))

    async def write_event_line(self, tournament: Tournament, w: Words) -> str:
        """Return the line about the tournament's event in Discord, with a link once the event exists."""
        row = await self._events.find_event(tournament.id)
        if row is not None and row.is_refused:
            return write_missing_event_permission(w)
        if row is None or row.event_id is None:
            return w("It will appear among the server's events in a moment.")
        where = f"https://discord.com/events/{tournament.row.guild_id}/{row.event_id}"
        return w("It's among the server's events: {link}", link=where)

    async def _change_event(
        self, interaction: Interaction, tournament: Tournament, wants_event: bool, w: Words
    ) -> str:
        """Request or cancel the tournament's event; return a notice if the bot may not create events.

        :raises TournamentActionRefused: the tournament has begun.
        """
        if tournament.state.status != OPEN_STATUS:
            raise TournamentActionRefused(TOURNAMENT_HAS_BEGUN)
        if not wants_event:
            await self._events.withdraw_request(tournament.id)
            return ""
        if not can_create_events(interaction):
            return write_missing_event_permission(w)
        await self._events.request_event(tournament.id)
        return ""


def can_create_events(interaction: Interaction) -> bool:
    """Return whether Discord lets the bot create events in the server."""
    guild = interaction.guild
    return guild is not None and guild.me.guild_permissions.create_events


def write_missing_event_permission(w: Words) -> str:
    """Return the notice that the bot may not create events."""
    return w(CANT_CREATE_EVENT_TEXT, name=w(CREATE_EVENTS_PERMISSION_TEXT))

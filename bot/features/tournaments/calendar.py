"""The event that Discord shows of a tournament, where its host wants one: made, kept true, and ended with it.

It is noted before it is made, and after a stop it is known by the address of the tournament's panel in its
text. Whatever goes wrong here, the tournament goes on.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import partial

import discord

from bot.announcing.failing import log_failure
from bot.features.tournaments.errors import NoTournament
from bot.features.tournaments.service import Arrangements, Tournament
from bot.features.tournaments.texts import name_format
from bot.features.tournaments.venue import PANEL
from bot.kit.table_tasks import TableTasks
from bot.model.hours import DAY
from bot.model.table import Clock
from bot.platform.limits import clip
from bot.storage.tournament_events import EventRow, TournamentEvents
from bot.storage.tournaments import Tournaments
from bot.tables.feed import Change
from bot.tables.service import Tables
from bot.ui.links import address_at
from games.core.protocol import Game
from games.core.words import Words
from games.tournament.pairing import count_rounds
from games.tournament.state import OPEN, OVER, PAUSED

NAME, TEXT, LOCATION = 100, 1000, 100
SHORTEST, LONGEST = DAY, 30 * DAY
"""An event has to have an end, and how long a tournament goes on depends on its clocks alone."""
Status = discord.EventStatus


@dataclass(frozen=True, slots=True)
class Shown:
    """What an event is to say."""

    name: str
    text: str
    starts: int
    ends: int
    location: str
    runs: bool


class Calendar:
    """Keeps the events of tournaments."""

    def __init__(
        self,
        client: discord.Client,
        arrangements: Arrangements,
        events: TournamentEvents,
        posts: Tournaments,
        tables: Tables,
        games: Mapping[str, Game],
        hosts: Callable[[], bool],
        words: Callable[[Tournament], Awaitable[Words]],
    ) -> None:
        """Write each event in the language that ``words`` tells of a tournament."""
        self._client, self._arrangements, self._events, self._posts = client, arrangements, events, posts
        self._tables, self._games, self._hosts, self._words = tables, games, hosts, words
        self._tasks = TableTasks("event", self._keep, partial(log_failure, "event"))

    def wake(self, tournament_id: int) -> None:
        """Look whether the event of a tournament is as it should be."""
        self._tasks.wake(tournament_id)

    def hear(self, change: Change) -> None:
        """Ignore tables: the keeper wakes the calendar when a tournament has changed."""

    async def resume(self) -> None:
        """Look at all that are noted: the tournament of one may have ended as the host stopped."""
        for tournament_id in await self._events.list_all():
            self.wake(tournament_id)

    async def settle_one(self, tournament_id: int, seconds: float) -> None:
        """Wait until nothing is under way for the event of one, but not for longer than this."""
        await self._tasks.wait_for(tournament_id, seconds)

    async def settle(self) -> None:
        """Wait until nothing is under way."""
        await self._tasks.settle()

    def stop(self) -> None:
        """Begin nothing new."""
        self._tasks.stop()

    async def _keep(self, tournament_id: int) -> None:
        row = await self._events.find(tournament_id)
        if row is None:
            return
        try:
            found = await self._arrangements.get(tournament_id)
        except NoTournament:
            return
        guild = self._client.get_guild(found.row.guild_id)
        if guild is None or not self._hosts() or not self._tables.core.share.owns(found.row.guild_id):
            return
        try:
            await self._look(found, row, guild)
        except discord.Forbidden:
            if found.course.status == OVER:
                await self._events.drop(tournament_id)
            else:
                await self._events.refuse(tournament_id)

    async def _look(self, found: Tournament, row: EventRow, guild: discord.Guild) -> None:
        course = found.course
        wanted = row.wanted and course.status != OVER
        if row.refused and wanted:
            # Its host has been told, and may ask for it again.
            return
        soon = course.status == OPEN and course.starts_at > self._tables.now()
        if row.mark is None and not (wanted and soon):
            # It is made for those who may still come.
            if not wanted:
                await self._events.drop(found.id)
            return
        if not wanted or not course.starts_at:
            await self._end(found, row, guild)
            return
        posted = (await self._posts.list_posts(found.id)).get(PANEL)
        if posted is None or posted.message_id is None:
            # An event is known by its address; as soon as it is there, this is asked again.
            return
        mark = address_at(found.row.guild_id, found.row.channel_id, posted.message_id)
        shown = await self._write(found, mark, guild)
        written = json.dumps(asdict(shown))
        if row.mark is not None and row.shown == written:
            return
        event = None if row.mark is None else await self._find(row, guild)
        if event is None and row.event_id is not None:
            # Somebody has deleted it, or it has ended: it was theirs to decide.
            await self._events.drop(found.id)
            return
        if event is None and not soon:
            # A stop came before it was made: Discord takes none that has begun.
            await self._events.clear(found.id)
            return
        if event is None:
            event = await self._make(found, shown, mark, guild)
        elif event.status in (Status.scheduled, Status.active):
            await self._edit(event, shown)
        await self._events.confirm(found.id, event.id)
        await self._events.show(found.id, written)

    async def _make(
        self, found: Tournament, shown: Shown, mark: str, guild: discord.Guild
    ) -> discord.ScheduledEvent:
        await self._events.intend(found.id, mark)
        return await guild.create_scheduled_event(
            name=shown.name,
            description=shown.text,
            start_time=_moment(shown.starts),
            end_time=_moment(shown.ends),
            entity_type=discord.EntityType.external,
            privacy_level=discord.PrivacyLevel.guild_only,
            location=shown.location,
        )

    async def _edit(self, event: discord.ScheduledEvent, shown: Shown) -> None:
        """Have it say what it is to say. One that has begun, or should have, keeps its beginning."""
        if event.status is Status.scheduled and shown.starts > self._tables.now():
            starts, ends = _moment(shown.starts), _moment(shown.ends)
            await event.edit(
                name=shown.name,
                description=shown.text,
                location=shown.location,
                start_time=starts,
                end_time=ends,
            )
        else:
            await event.edit(name=shown.name, description=shown.text, location=shown.location)
        if event.status is Status.scheduled and shown.runs:
            await event.edit(status=Status.active)

    async def _end(self, found: Tournament, row: EventRow, guild: discord.Guild) -> None:
        """End an event with its tournament; one for which nothing has begun goes."""
        event = await self._find(row, guild)
        if event is not None and event.status in (Status.scheduled, Status.active):
            if found.course.rounds and event.status is Status.active:
                await event.edit(status=Status.completed)
            else:
                await event.delete()
        if row.wanted and found.course.status != OVER:
            await self._events.clear(found.id)
        else:
            await self._events.drop(found.id)

    async def _find(self, row: EventRow, guild: discord.Guild) -> discord.ScheduledEvent | None:
        """Return the event as Discord knows it: by its id, or by its mark where a stop came first."""
        if row.event_id is not None:
            try:
                return await guild.fetch_scheduled_event(row.event_id, with_counts=False)
            except discord.NotFound:
                return None
        if row.mark is None:
            return None
        for event in await guild.fetch_scheduled_events(with_counts=False):
            if event.creator_id == guild.me.id and row.mark in (event.description or ""):
                return event
        return None

    async def _write(self, found: Tournament, mark: str, guild: discord.Guild) -> Shown:
        w, row, course = await self._words(found), found.row, found.course
        channel = guild.get_channel(row.channel_id)
        lines = [
            w(
                "{game} · {format} · {seats} at a table",
                game=self._games[row.game].title,
                format=name_format(found, w),
                seats=row.terms.seats,
            ),
            w("Join here: {link}", link=mark),
        ]
        if course.status == PAUSED:
            lines.insert(0, w("Paused."))
        elif course.status != OPEN:
            lines.insert(0, w("It has begun."))
        lasts = min(max(count_rounds(course) * Clock.parse(row.clock).bank, SHORTEST), LONGEST)
        return Shown(
            clip(row.title, NAME),
            clip("\n".join(lines), TEXT),
            course.starts_at,
            course.starts_at + lasts,
            clip("Discord" if channel is None else f"#{channel.name}", LOCATION),
            course.status != OPEN,
        )


def _moment(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)

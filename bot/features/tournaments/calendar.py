"""The server event that Discord shows for a tournament, if the host wants one.

An event is stored before it is created. After a restart it is found by the address of the tournament's panel
in its text. Failures here don't affect the tournament.
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
from bot.features.tournaments.service import Tournament, TournamentService
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
from bot.ui.links import make_message_url
from games.core.protocol import Game
from games.core.words import Words
from games.tournament.pairing import count_rounds
from games.tournament.state import OPEN, OVER, PAUSED

NAME_LENGTH, TEXT_LENGTH, LOCATION_LENGTH = 100, 1000, 100
MIN_DURATION, MAX_DURATION = DAY, 30 * DAY
"""Minimum and maximum duration of an event. Discord requires an end, but a tournament's depends on its
clocks.
"""
Status = discord.EventStatus


@dataclass(frozen=True, slots=True)
class EventContents:
    """The contents of an event."""

    name: str
    text: str
    starts: int
    ends: int
    location: str
    runs: bool


class Calendar:
    """Creates, updates and ends the events of tournaments."""

    def __init__(
        self,
        client: discord.Client,
        service: TournamentService,
        events: TournamentEvents,
        posts: Tournaments,
        tables: Tables,
        games: Mapping[str, Game],
        hosts: Callable[[], bool],
        words: Callable[[Tournament], Awaitable[Words]],
    ) -> None:
        """Create it; ``words`` returns the language of a tournament's event."""
        self._client, self._service, self._events, self._posts = client, service, events, posts
        self._tables, self._games, self._hosts, self._words = tables, games, hosts, words
        self._tasks = TableTasks("event", self._update, partial(log_failure, "event"))

    def wake(self, tournament_id: int) -> None:
        """Check the event of a tournament."""
        self._tasks.wake(tournament_id)

    def hear(self, change: Change) -> None:
        """Ignore changes of tables, because the keeper wakes the calendar when a tournament has changed."""

    async def resume(self) -> None:
        """Check all stored events, because a tournament may have ended while the bot was offline."""
        for tournament_id in await self._events.list_all():
            self.wake(tournament_id)

    async def settle_one(self, tournament_id: int, seconds: float) -> None:
        """Wait until the event of one tournament is up to date, at most for the given time."""
        await self._tasks.wait_for(tournament_id, seconds)

    async def settle(self) -> None:
        """Wait until no task is running."""
        await self._tasks.settle()

    def stop(self) -> None:
        """Start no new tasks."""
        self._tasks.stop()

    async def _update(self, tournament_id: int) -> None:
        row = await self._events.find(tournament_id)
        if row is None:
            return
        try:
            found = await self._service.get(tournament_id)
        except NoTournament:
            return
        guild = self._client.get_guild(found.row.guild_id)
        if guild is None or not self._hosts() or not self._tables.core.share.owns(found.row.guild_id):
            return
        try:
            await self._update_event(found, row, guild)
        except discord.Forbidden:
            if found.course.status == OVER:
                await self._events.drop(tournament_id)
            else:
                await self._events.refuse(tournament_id)

    async def _update_event(self, found: Tournament, row: EventRow, guild: discord.Guild) -> None:
        course = found.course
        wanted = row.wanted and course.status != OVER
        if row.refused and wanted:
            # The host was told and can ask for the event again.
            return
        soon = course.status == OPEN and course.starts_at > self._tables.now()
        if row.mark is None and not (wanted and soon):
            # An event is created only while people can still join.
            if not wanted:
                await self._events.drop(found.id)
            return
        if not wanted or not course.starts_at:
            await self._end(found, row, guild)
            return
        posted = (await self._posts.list_posts(found.id)).get(PANEL)
        if posted is None or posted.message_id is None:
            # The panel's address identifies the event; once the panel is posted, this is called again.
            return
        mark = make_message_url(found.row.guild_id, found.row.channel_id, posted.message_id)
        shown = await self._describe(found, mark, guild)
        written = json.dumps(asdict(shown))
        if row.mark is not None and row.shown == written:
            return
        event = None if row.mark is None else await self._find(row, guild)
        if event is None and row.event_id is not None:
            # Somebody deleted the event on purpose, or it has ended.
            await self._events.drop(found.id)
            return
        if event is None and not soon:
            # The bot was stopped before creating the event, and Discord accepts no event in the past.
            await self._events.clear(found.id)
            return
        if event is None:
            event = await self._create(found, shown, mark, guild)
        elif event.status in (Status.scheduled, Status.active):
            await self._edit(event, shown)
        await self._events.confirm(found.id, event.id)
        await self._events.show(found.id, written)

    async def _create(
        self, found: Tournament, shown: EventContents, mark: str, guild: discord.Guild
    ) -> discord.ScheduledEvent:
        await self._events.intend(found.id, mark)
        return await guild.create_scheduled_event(
            name=shown.name,
            description=shown.text,
            start_time=_to_datetime(shown.starts),
            end_time=_to_datetime(shown.ends),
            entity_type=discord.EntityType.external,
            privacy_level=discord.PrivacyLevel.guild_only,
            location=shown.location,
        )

    async def _edit(self, event: discord.ScheduledEvent, shown: EventContents) -> None:
        """Update an event. If it has begun or should have, its times stay."""
        if event.status is Status.scheduled and shown.starts > self._tables.now():
            starts, ends = _to_datetime(shown.starts), _to_datetime(shown.ends)
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
        """End an event with its tournament, or delete it if no round was played."""
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
        """Return the event from Discord, by its id or, if that was not stored yet, by the address in its
        text.
        """
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

    async def _describe(self, found: Tournament, mark: str, guild: discord.Guild) -> EventContents:
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
        lasts = min(max(count_rounds(course) * Clock.parse(row.clock).bank, MIN_DURATION), MAX_DURATION)
        return EventContents(
            clip(row.title, NAME_LENGTH),
            clip("\n".join(lines), TEXT_LENGTH),
            course.starts_at,
            course.starts_at + lasts,
            clip("Discord" if channel is None else f"#{channel.name}", LOCATION_LENGTH),
            course.status != OPEN,
        )


def _to_datetime(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)

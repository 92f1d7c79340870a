"""Manages the scheduled event that Discord shows for a tournament, if the host wants one.

A request is stored before the event is created. After a crash, the event is found by its text, which contains
the URL of the tournament's panel. A tournament continues even if its event fails.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from enum import Enum, auto
from functools import partial

import discord

from bot.announcing.failing import log_post_failure
from bot.features.tournaments.errors import NoSuchTournament
from bot.features.tournaments.service import Tournament, TournamentService
from bot.features.tournaments.texts import name_format
from bot.features.tournaments.venue import PANEL_POST
from bot.kit.keyed_tasks import KeyedTasks, TaskWorker
from bot.model.hours import DAY
from bot.model.table import Clock
from bot.platform.limits import clip
from bot.storage.tournament_events import EventRow, TournamentEvents
from bot.storage.tournaments import Tournaments
from bot.tables.feed import Change
from bot.tables.service import Tables
from bot.ui.links import make_message_url
from games.core.protocol import Game
from games.core.values import value_class
from games.core.words import Words
from games.tournament.pairing import count_expected_rounds
from games.tournament.state import OPEN_STATUS, OVER_STATUS, PAUSED_STATUS, TournamentState

MAX_NAME_LENGTH, MAX_TEXT_LENGTH, MAX_LOCATION_LENGTH = 100, 1000, 100
MIN_DURATION_SECONDS, MAX_DURATION_SECONDS = DAY, 30 * DAY
"""Minimum and maximum seconds from the start to the estimated end of an event. Discord requires an end."""
EventStatus = discord.EventStatus


@value_class
class EventContents:
    """What Discord shows about a tournament's event."""

    name: str
    text: str
    starts_at: int
    """Epoch second."""
    ends_at: int
    """Epoch second of the expected end."""
    location: str
    has_begun: bool


class EventStep(Enum):
    """What to do about a tournament's event."""

    WAIT = auto()
    SHOW = auto()
    """Create the event, or edit it."""
    END = auto()
    FORGET = auto()
    """Delete the request for an event that was never created."""


class EventCalendar(TaskWorker):
    """Creates, updates and ends the events of tournaments."""

    def __init__(
        self,
        client: discord.Client,
        service: TournamentService,
        events: TournamentEvents,
        posts: Tournaments,
        tables: Tables,
        games: Mapping[str, Game],
        is_hosting: Callable[[], bool],
        find_words: Callable[[Tournament], Awaitable[Words]],
    ) -> None:
        """Create the calendar. ``find_words`` returns the texts in the language of a tournament's channel."""
        self._client, self._service, self._events, self._posts = client, service, events, posts
        self._tables, self._games, self._is_hosting, self._find_words = tables, games, is_hosting, find_words
        super().__init__(KeyedTasks("event", self._update_owned_event, partial(log_post_failure, "event")))

    def wake(self, tournament_id: int) -> None:
        """Start a task that updates the event of a tournament."""
        self._tasks.wake(tournament_id)

    def handle_change(self, change: Change) -> None:
        """Ignore changes of tables, because the keeper wakes the calendar when a tournament changes."""

    async def resume(self) -> None:
        """Update all stored events, because their tournaments may have changed while the bot was stopped."""
        for tournament_id in await self._events.list_tournament_ids_with_event():
            self.wake(tournament_id)

    async def wait_until_updated(self, tournament_id: int, seconds: float) -> None:
        """Wait until a tournament's event is up to date, but at most ``seconds``."""
        await self._tasks.wait_for(tournament_id, seconds)

    async def _update_owned_event(self, tournament_id: int) -> None:
        """Update the event of a tournament if this process owns the tournament's server.

        If the bot may not change events, record that, or delete the stored event if the tournament is over.
        """
        row = await self._events.find_event(tournament_id)
        if row is None:
            return
        try:
            tournament = await self._service.get_tournament(tournament_id)
        except NoSuchTournament:
            return
        guild = self._client.get_guild(tournament.row.guild_id)
        if (
            guild is None
            or not self._is_hosting()
            or not self._tables.core.share.owns_server(tournament.row.guild_id)
        ):
            return
        try:
            await self._update_event(tournament, row, guild)
        except discord.Forbidden:
            if tournament.state.status == OVER_STATUS:
                await self._events.delete_event(tournament_id)
            else:
                await self._events.mark_refused(tournament_id)

    async def _update_event(self, tournament: Tournament, row: EventRow, guild: discord.Guild) -> None:
        match choose_step(row, tournament.state, self._tables.now()):
            case EventStep.FORGET:
                await self._events.delete_event(tournament.id)
            case EventStep.END:
                await self._end_event(tournament, row, guild)
            case EventStep.SHOW:
                await self._show_event(tournament, row, guild)
            case EventStep.WAIT:
                pass

    async def _show_event(self, tournament: Tournament, row: EventRow, guild: discord.Guild) -> None:
        """Create the event of a tournament, or edit it if its contents have changed."""
        posted = (await self._posts.list_posts(tournament.id)).get(PANEL_POST)
        if posted is None or posted.message_id is None:
            # The event needs the panel's URL. Once the panel is posted, the event is updated again.
            return
        marker = make_message_url(tournament.row.guild_id, tournament.row.channel_id, posted.message_id)
        contents = await self._make_event_contents(tournament, marker, guild)
        written = json.dumps(asdict(contents))
        if row.marker is not None and row.shown_content == written:
            return
        event = None if row.marker is None else await self._find_event(row, guild)
        if event is not None:
            if event.status in (EventStatus.scheduled, EventStatus.active):
                await self._edit_event(event, contents)
        elif row.event_id is not None:
            # Somebody deleted the event on purpose, or it has ended.
            await self._events.delete_event(tournament.id)
            return
        elif not _can_create_event(tournament.state, self._tables.now()):
            # The bot was stopped before it created the event.
            await self._events.clear_event(tournament.id)
            return
        else:
            event = await self._create_event(tournament, contents, marker, guild)
        await self._events.confirm_event(tournament.id, event.id)
        await self._events.record_shown_content(tournament.id, written)

    async def _create_event(
        self, tournament: Tournament, contents: EventContents, marker: str, guild: discord.Guild
    ) -> discord.ScheduledEvent:
        await self._events.reserve_event(tournament.id, marker)
        return await guild.create_scheduled_event(
            name=contents.name,
            description=contents.text,
            start_time=_convert_to_datetime(contents.starts_at),
            end_time=_convert_to_datetime(contents.ends_at),
            entity_type=discord.EntityType.external,
            privacy_level=discord.PrivacyLevel.guild_only,
            location=contents.location,
        )

    async def _edit_event(self, event: discord.ScheduledEvent, contents: EventContents) -> None:
        """Update an event, but not its times once it should have begun, because Discord refuses that."""
        if event.status is EventStatus.scheduled and contents.starts_at > self._tables.now():
            starts, ends = _convert_to_datetime(contents.starts_at), _convert_to_datetime(contents.ends_at)
            await event.edit(
                name=contents.name,
                description=contents.text,
                location=contents.location,
                start_time=starts,
                end_time=ends,
            )
        else:
            await event.edit(name=contents.name, description=contents.text, location=contents.location)
        if event.status is EventStatus.scheduled and contents.has_begun:
            await event.edit(status=EventStatus.active)

    async def _end_event(self, tournament: Tournament, row: EventRow, guild: discord.Guild) -> None:
        """Complete the event of a tournament if it is active and a round was paired, otherwise delete it."""
        event = await self._find_event(row, guild)
        if event is not None and event.status in (EventStatus.scheduled, EventStatus.active):
            if tournament.state.rounds and event.status is EventStatus.active:
                await event.edit(status=EventStatus.completed)
            else:
                await event.delete()
        if row.is_wanted and tournament.state.status != OVER_STATUS:
            await self._events.clear_event(tournament.id)
        else:
            await self._events.delete_event(tournament.id)

    async def _find_event(self, row: EventRow, guild: discord.Guild) -> discord.ScheduledEvent | None:
        """Find the event by its ID, or by the panel's URL in its text; ``None`` if it doesn't exist."""
        if row.event_id is not None:
            try:
                return await guild.fetch_scheduled_event(row.event_id, with_counts=False)
            except discord.NotFound:
                return None
        if row.marker is None:
            return None
        for event in await guild.fetch_scheduled_events(with_counts=False):
            if event.creator_id == guild.me.id and row.marker in (event.description or ""):
                return event
        return None

    async def _make_event_contents(
        self, tournament: Tournament, marker: str, guild: discord.Guild
    ) -> EventContents:
        w, row, course = await self._find_words(tournament), tournament.row, tournament.state
        channel = guild.get_channel(row.channel_id)
        lines = [
            w(
                "{game} · {format} · {seats} at a table",
                game=self._games[row.game].title,
                format=name_format(tournament, w),
                seats=row.terms.seats,
            ),
            w("Join here: {link}", link=marker),
        ]
        if course.status == PAUSED_STATUS:
            lines.insert(0, w("Paused."))
        elif course.status != OPEN_STATUS:
            lines.insert(0, w("It has begun."))
        lasts = min(
            max(count_expected_rounds(course) * Clock.parse(row.clock).bank_seconds, MIN_DURATION_SECONDS),
            MAX_DURATION_SECONDS,
        )
        return EventContents(
            clip(row.title, MAX_NAME_LENGTH),
            clip("\n".join(lines), MAX_TEXT_LENGTH),
            course.starts_at,
            course.starts_at + lasts,
            clip("Discord" if channel is None else f"#{channel.name}", MAX_LOCATION_LENGTH),
            course.status != OPEN_STATUS,
        )


def choose_step(row: EventRow, course: TournamentState, now: int) -> EventStep:
    """Return what to do about the event of a tournament, given its record."""
    is_wanted = row.is_wanted and course.status != OVER_STATUS
    if is_wanted and row.is_refused:
        # The bot may not create events. The host was notified and can request the event again.
        return EventStep.WAIT
    if row.marker is not None:
        return EventStep.SHOW if is_wanted and course.starts_at else EventStep.END
    if not is_wanted:
        return EventStep.FORGET
    return EventStep.SHOW if _can_create_event(course, now) else EventStep.WAIT


def _can_create_event(course: TournamentState, now: int) -> bool:
    """Return whether a tournament is open and starts in the future, because Discord rejects past events."""
    return course.status == OPEN_STATUS and course.starts_at > now


def _convert_to_datetime(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)

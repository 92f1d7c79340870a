"""Defines the services that a feature can use, and what it can contribute to the bot.

A feature is a folder, ``bot/features/NAME/``, and one line in ``bot/features/registry.py``. The
``create_feature`` function in its ``feature.py`` takes the :class:`FeatureServices`, builds the feature's
parts and returns one :class:`Feature`. Nothing else in the bot imports the feature, not even other features.
Features are notified of changes only after the changes are stored.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from discord.ext import commands

from bot.announcing.one_time_posts import OneTimePosts
from bot.announcing.posting import MessagePoster
from bot.announcing.recent import RecentMessages
from bot.announcing.sender import Sender
from bot.computers.advice import Adviser
from bot.computers.reviewer import Reviewer
from bot.computers.worker import ReviewSlice
from bot.config import Config
from bot.platform.emoji import UploadedDrawings
from bot.platform.mentions import CommandMentions
from bot.storage import Store
from bot.tables.feed import Change
from bot.tables.service import Tables
from bot.ui.offers import Offers
from bot.ui.pictures import Pictures
from bot.ui.presses import PressHandler
from bot.ui.services import Attendance, NoteWriter, ServiceClient, TableAnnouncer, UrlReader
from games.core.protocol import Game
from games.core.values import value_class
from games.core.words import Words
from games.review.slices import ReviewFinding


# These services are neither compared nor printed, and generating the methods for that would slow down the
# start.
@dataclass(frozen=True, eq=False, repr=False)
class FeatureServices:
    """The services of the bot that a feature can use.

    ``create_feature`` passes on to each class of the feature only what that class needs.
    """

    client: ServiceClient
    store: Store
    tables: Tables
    games: Mapping[str, Game]
    pictures: Pictures
    adviser: Adviser
    announcer: TableAnnouncer
    attendance: Attendance
    mentions: CommandMentions
    drawings: UploadedDrawings
    may_think_when_idle: bool
    """Whether features may compute in the background while the bot is idle. ``False`` in the playground."""
    read_file: UrlReader | None
    """Loads uploaded files in the playground; ``None`` to download them over HTTP."""
    is_hosting: Callable[[], bool]
    """Returns whether this process hosts. A standby must not change or post anything."""

    @cached_property
    def poster(self) -> MessagePoster:
        """Posts, edits and deletes the messages of tables, and records each in the database."""
        store = self.store
        return MessagePoster(
            self.client, store.messages, store.channels, self.mentions, self.tables.now, self.drawings
        )

    @cached_property
    def recent_messages(self) -> RecentMessages:
        """Finds the bot's own recent messages in a channel."""
        return RecentMessages(self.client, self.poster, self.tables.now)

    @cached_property
    def sender(self) -> Sender:
        """Posts, edits and deletes messages that belong to no table."""
        return Sender(self.poster, self.recent_messages, self.mentions, self.drawings)

    @cached_property
    def one_time_posts(self) -> OneTimePosts:
        """Posts messages that must appear only once in a table's channel."""
        return OneTimePosts(self.poster, self.recent_messages, self.tables)

    @cached_property
    def reviewer(self) -> Reviewer:
        """Reviews ended matches. All features share one reviewer, so each review is computed once."""
        return Reviewer(self.store.reviews, self._evaluate_slice, len(self.adviser.thinker.pool.workers))

    async def _evaluate_slice(self, review_slice: ReviewSlice, remaining_work: int) -> ReviewFinding | None:
        """Evaluate a slice of a match in a worker process. Return ``None`` on failure.

        :param remaining_work: work left in the whole review. Reviews with the least go first.
        """
        return await self.adviser.thinker.pool.evaluate_slice(review_slice, remaining_work)


class Worker(Protocol):
    """A part of a feature that works in the background and reacts to stored changes."""

    def handle_change(self, change: Change) -> None:
        """Handle a stored change. This is called for every change, so longer work must run in a task."""

    async def resume(self) -> None:
        """Continue unfinished work found in the store.

        Called at startup and when this process takes over from another, possibly repeatedly.
        """

    async def wait_until_idle(self) -> None:
        """Wait until none of the worker's tasks is running."""

    def stop(self) -> None:
        """Start no new tasks. Running tasks may finish."""


async def _do_nothing(table_id: int) -> None:
    """Do nothing. This is the default of ``before_announcing``."""


@value_class
class BoardNotes:
    """Writes the lines that a feature adds below a board."""

    write_lines: NoteWriter
    before_announcing: Callable[[int], Awaitable[None]] = _do_nothing
    """Called with a table's ID before a change is announced, together with the feature's own moves."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Feature(Offers):
    """Everything a feature contributes. :class:`Offers` defines the entries that it adds to pages."""

    name: str
    """Name of the feature's folder, used in logs."""
    cogs: Sequence[commands.Cog] = ()
    """Slash commands and context menus."""
    press_handlers: Sequence[PressHandler] = ()
    workers: Sequence[Worker] = ()
    """An error in one worker doesn't affect the others."""
    board_notes: Sequence[BoardNotes] = ()
    """Writers of the lines to show below the boards of tables."""
    daily_cleanups: Sequence[Callable[[], Awaitable[None]]] = ()
    """Called once a day, in one process, to delete outdated data."""
    message_loss_handlers: Sequence[Callable[[], Awaitable[None]]] = ()
    """Called when all messages are lost, before ``resume`` reposts them.

    Features that detect missing messages themselves don't need a handler.
    """


FeatureFactory = Callable[[FeatureServices], Feature]
OfflineCommand = Callable[[Config, Words], int]
"""Runs ``python -m bot NAME`` without Discord and returns the exit status."""

"""The contract of a feature: all it gets from the house, and all it may contribute.

A feature is a folder, ``bot/features/NAME/``, and one line in ``bot/features/registry.py``. The ``dock``
function in its ``feature.py`` gets a :class:`House`, builds the feature's parts and returns one
:class:`Feature`. Nothing else in the bot knows the feature. Features don't know each other either; they read
what happened from the store.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from discord.ext import commands

from bot.announcing.once import Once
from bot.announcing.posting import Poster
from bot.announcing.recent import RecentMessages
from bot.computers.advice import Adviser
from bot.computers.reviewer import Reviewer
from bot.computers.worker import Piece
from bot.config import Config
from bot.platform.emoji import Drawings
from bot.platform.mentions import Mentions
from bot.storage import Store
from bot.tables.feed import Change
from bot.tables.service import Tables
from bot.ui.offers import Offers
from bot.ui.pictures import Pictures
from bot.ui.presses import Press
from bot.ui.services import Announcing, Attending, Host, NoteWriter, Reading
from games.core.protocol import Game
from games.core.words import Words
from games.review.slices import Finding


@dataclass(frozen=True)
class House:
    """All a feature can build on. Only ``dock`` sees all of it; each part gets the few things it uses."""

    client: Host
    store: Store
    tables: Tables
    games: Mapping[str, Game]
    pictures: Pictures
    adviser: Adviser
    announcer: Announcing
    attendance: Attending
    mentions: Mentions
    drawings: Drawings
    thinks_idly: bool
    """Whether to think about things that nobody waits for; the playground doesn't."""
    read_file: Reading | None
    """Reads an uploaded file that can't be fetched over HTTP."""
    hosts: Callable[[], bool]
    """Returns whether this process acts on its own now. A standby stays silent."""

    @cached_property
    def poster(self) -> Poster:
        """Posts, edits and deletes messages, and records each in the database."""
        store = self.store
        return Poster(
            self.client, store.messages, store.channels, self.mentions, self.tables.now, self.drawings
        )

    @cached_property
    def recent(self) -> RecentMessages:
        """Finds the bot's own recent messages in a channel."""
        return RecentMessages(self.client, self.poster, self.tables.now)

    @cached_property
    def once(self) -> Once:
        """Posts what is said only once in a table's channel."""
        return Once(self.poster, self.recent, self.tables)

    @cached_property
    def reviewer(self) -> Reviewer:
        """Computes each review of an ended match once, for every feature that asks."""
        return Reviewer(self.store.reviews, self._review, len(self.adviser.thinker.pool.workers))

    async def _review(self, piece: Piece, left: int) -> Finding | None:
        return await self.adviser.thinker.pool.evaluate_slice(piece, left)


class Worker(Protocol):
    """A part of a feature that acts on its own."""

    def hear(self, change: Change) -> None:
        """Note a stored change. Called for every change; returns quickly and starts a task for any work."""

    async def resume(self) -> None:
        """Find in the store what is left to do. Called at a start and when this process takes over from
        another; may be called again.
        """

    async def settle(self) -> None:
        """Wait until no task is running."""

    def stop(self) -> None:
        """Start nothing new. What is running may finish."""


async def _do_nothing(table_id: int) -> None:
    """Do nothing before a table is announced."""


@dataclass(frozen=True, slots=True)
class BoardNotes:
    """The lines of a feature below a board."""

    write: NoteWriter
    """Returns lines below the board."""
    act_first: Callable[[int], Awaitable[None]] = _do_nothing
    """Gets the table's id; called before a change there is announced, so that the feature's answer to it is
    announced with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature(Offers):
    """Everything a feature contributes: besides these fields, the entries for pages in :class:`Offers`."""

    name: str
    """The name of its folder, for logs."""
    cogs: Sequence[commands.Cog] = ()
    """Its slash commands and context menus."""
    presses: Sequence[Press] = ()
    """The handlers of its buttons, lists and forms."""
    workers: Sequence[Worker] = ()
    """Its parts that act on their own. An error in one doesn't keep the others from being called."""
    board_notes: Sequence[BoardNotes] = ()
    """Its lines below the boards of tables."""
    tidy: Sequence[Callable[[], Awaitable[None]]] = ()
    """Daily work; one process is chosen to do it."""
    lose_posts: Sequence[Callable[[], Awaitable[None]]] = ()
    """Called when all messages are lost, just before ``resume`` posts them again. A feature that notices by
    itself that a message is missing needs none."""


Dock = Callable[[House], Feature]
Offline = Callable[[Config, Words], int]
"""A command of a feature, ``python -m bot NAME``, that needs no Discord; returns the exit status."""

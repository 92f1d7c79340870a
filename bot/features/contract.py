"""What a feature brings, and what it may dock on to: how the house and its features know each other.

A feature is a room of its own, ``bot/features/NAME/``. Its ``dock`` gets the whole house, hands each of its
parts the few things that this part uses, and says what it brings; the line in ``bot/features/registry.py`` is
all that is written elsewhere. It reads what happened from the store, and nothing that stands knows of it.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from discord.ext import commands

from bot.announcing.once import Once
from bot.announcing.posting import Poster
from bot.announcing.recent import RecentMessages
from bot.computers.advice import Adviser
from bot.computers.reviewer import Reviewer
from bot.computers.worker import Piece
from bot.config import Config
from bot.errors.storage import StorageError
from bot.platform.emoji import Drawings
from bot.platform.mentions import Mentions
from bot.storage import Store
from bot.tables.feed import Feed, Subscriber
from bot.tables.service import Tables
from bot.ui.pictures import Pictures
from bot.ui.presses import Press
from bot.ui.services import Announcing, Attending, Host, Reading
from games.core.protocol import Game
from games.core.words import Words
from games.review.slices import Finding

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class House:
    """What there is to dock on to. Only the ``dock`` of a feature sees all of it."""

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
    """Whether to think about anything nobody waits for; the playground doesn't."""
    read_file: Reading | None
    """Reads an uploaded file that can't be fetched over HTTP."""
    hosts: Callable[[], bool]
    """Whether this process acts by itself now; one that stands by is silent."""

    @cached_property
    def poster(self) -> Poster:
        """Posts, edits and deletes messages, and records each in the database."""
        return Poster(
            self.client,
            self.store.messages,
            self.store.channels,
            self.mentions,
            self.tables.now,
            self.drawings,
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
        return await self.adviser.thinker.pool.review(piece, left)


async def do_nothing() -> None:
    """Stand where a feature has nothing to do."""


@dataclass(frozen=True, slots=True)
class Feature:
    """What one brings."""

    name: str
    cogs: Sequence[commands.Cog] = ()
    presses: Sequence[Press] = ()
    """Handlers of its buttons, lists and forms."""
    hear: Subscriber | None = None
    """Is told of every change that is stored, by name on the feed."""
    resume: Callable[[], Awaitable[None]] = do_nothing
    """Finds from the store what a stop has left to do, at a start and where another process is taken over
    from. It may be called again, and does no harm then."""
    lose_posts: Callable[[], Awaitable[None]] = do_nothing
    """Forgets the posts that it keeps true where all messages are lost; ``resume`` comes next, and posts them
    again. Who finds by itself that a message is gone has nothing to do."""
    tidy: Callable[[], Awaitable[None]] = do_nothing
    """Once a day, by one process."""
    settle: Callable[[], Awaitable[None]] = do_nothing
    """Waits until nothing is under way."""
    stop: Callable[[], None] = lambda: None
    """Begins nothing new; what is under way may end."""


Dock = Callable[[House], Feature]
Offline = Callable[[Config, Words], int]
"""What a feature does from the command line, without a host; it returns the exit status."""


class Docked:
    """All features together. What goes wrong with one keeps nobody else from going on."""

    def __init__(self, features: Iterable[Feature]) -> None:
        """Take what has docked on."""
        self.features = tuple(features)

    @property
    def presses(self) -> list[Press]:
        """The presses of all features."""
        return [press for feature in self.features for press in feature.presses]

    async def add(self, client: Host, feed: Feed) -> None:
        """Bring in their commands, and have them told of what is stored."""
        for feature in self.features:
            if feature.hear is not None:
                feed.subscribe(feature.name, feature.hear)
            for cog in feature.cogs:
                await client.add_cog(cog)

    async def resume(self) -> None:
        """Have them find what a stop has left to do."""
        await self._each("resumed", lambda feature: feature.resume())

    async def lose_posts(self) -> None:
        """Have them forget what they have posted, in a world that has lost its messages."""
        await self._each("reposted", lambda feature: feature.lose_posts())

    async def tidy(self) -> None:
        """Have them do the day's work."""
        await self._each("tidied", lambda feature: feature.tidy())

    async def settle(self) -> None:
        """Wait until nothing of theirs is under way."""
        await self._each("settled", lambda feature: feature.settle())

    def stop(self) -> None:
        """Have them begin nothing new."""
        for feature in self.features:
            feature.stop()

    async def _each(self, what: str, work: Callable[[Feature], Awaitable[None]]) -> None:
        for feature in self.features:
            try:
                await work(feature)
            except StorageError:
                # The house tries again once the database is back.
                raise
            except Exception:
                log.exception("not %s feature=%s", what, feature.name)

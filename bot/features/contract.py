"""What a feature brings, and what it may dock on to: how the house and its features know each other.

A feature is a room of its own, ``bot/features/NAME/``. Its ``dock`` gets the whole house, hands each of its
parts the few things that this part uses, and says what it brings; the line in ``bot/features/registry.py`` is
all that is written elsewhere. It reads what happened from the store, and nothing that stands knows of it.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field

from discord.ext import commands

from bot.computers.reviewer import Reviewer
from bot.computers.thinker import Thinker
from bot.computers.worker import Piece
from bot.config import Config
from bot.errors.storage import StorageError
from bot.storage import Store
from bot.tables.feed import Feed, Subscriber
from bot.tables.service import Tables
from bot.ui.services import Host, Services
from games.core.words import Words
from games.review.slices import Finding

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class House:
    """What there is to dock on to. Only the ``dock`` of a feature sees all of it."""

    client: Host
    store: Store
    tables: Tables
    thinker: Thinker
    services: Services
    hosts: Callable[[], bool]
    """Whether this process acts by itself now; one that stands by is silent."""
    claim: Callable[[str], Awaitable[bool]]
    """Asks whether the day's work of a name is this process's to do: of several, one is told so."""
    reviewer: Reviewer = field(init=False)
    """Knows the reviews of ended matches, one for all who ask: each is computed once."""

    def __post_init__(self) -> None:
        abreast = len(self.thinker.pool.workers)
        object.__setattr__(self, "reviewer", Reviewer(self.store.reviews, self._look, abreast))

    async def _look(self, piece: Piece, left: int) -> Finding | None:
        return await self.services.adviser.thinker.pool.evaluate_slice(piece, left)


async def do_nothing() -> None:
    """Stand where a feature has nothing to do."""


@dataclass(frozen=True, slots=True)
class Feature:
    """What one brings."""

    name: str
    cogs: Sequence[commands.Cog] = ()
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

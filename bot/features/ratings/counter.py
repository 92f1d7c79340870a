"""Stores the result of each finished match, and folds results into ratings in the order matches ended.

Uncounted matches are found in the store, so a crash, a change of process or a late match all lead to the same
ratings.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence

from bot.errors.storage import StorageError
from bot.features.ratings.rating import FIXED_DOUBT, LEVELS, MEAN, START, rate
from bot.features.ratings.reader import ResultReader
from bot.storage.ratings import Ratings, Strength
from bot.tables.feed import Change, Kind
from games.core.protocol import Game

log = logging.getLogger(__name__)

BATCH_SIZE = 50
"""Number of results stored or folded in one transaction, so that moves don't wait long."""
WATCHED = (Kind.ENDED, Kind.NAMES)
"""An end adds a result; an erasure makes some results outdated."""


def find_strength(games: Mapping[str, Game]) -> Callable[[str, str], Strength]:
    """Return a function that looks up the fixed strength of a computer player."""

    def strength(game: str, level: str) -> Strength:
        ratings = games[game].players.ratings if game in games else {}
        return Strength(ratings.get(level, LEVELS.get(level, MEAN)), FIXED_DOUBT)

    return strength


async def fold_all(ratings: Ratings, games: Mapping[str, Game], most: int = BATCH_SIZE) -> None:
    """Fold all results that are not in the ratings yet."""
    strength = find_strength(games)
    for game in await ratings.list_unfolded():
        while await ratings.fold(game, rate, START, strength, most):
            pass


async def count_all(
    ratings: Ratings,
    reader: ResultReader,
    games: Mapping[str, Game],
    *,
    only: Sequence[int] | None = None,
    owned_here: Callable[[Sequence[int]], Awaitable[list[int]]] | None = None,
    may_continue: Callable[[], bool] = lambda: True,
    report: Callable[[int, int], None] = lambda done, of: None,
) -> int:
    """Store every missing result, fold them all, and return how many there were.

    :param only: the tables to look at, if it is known which have ended.
    :param owned_here: selects the tables that this process owns.
    :param may_continue: called before each table; if it returns False, the rest is left to the next start.
    :param report: called with the number done and the total.
    """
    missing = list(only) if only is not None else await reader.list_missing()
    if owned_here is not None:
        missing = await owned_here(missing)
    for first in range(0, len(missing), BATCH_SIZE):
        found = []
        for table_id in missing[first : first + BATCH_SIZE]:
            if not may_continue():
                return first
            result = await reader.read(table_id)
            if result is not None:
                found.append(result)
        await ratings.add(found)
        report(min(first + BATCH_SIZE, len(missing)), len(missing))
    if may_continue():
        await fold_all(ratings, games)
    return len(missing)


class ResultCounter:
    """Counts finished matches in one background task."""

    def __init__(
        self,
        ratings: Ratings,
        reader: ResultReader,
        games: Mapping[str, Game],
        owned_here: Callable[[Sequence[int]], Awaitable[list[int]]],
        hosts: Callable[[], bool],
    ) -> None:
        self._ratings, self._reader, self._games = ratings, reader, games
        self._owned_here, self._hosts = owned_here, hosts
        self._task: asyncio.Task[None] | None = None
        self._ended: set[int] = set()
        self._recount = False
        self._stopped = False

    def hear(self, change: Change) -> None:
        """Count a match that has ended, or one whose names changed."""
        if change.kind in WATCHED:
            self._ended.add(change.table_id)
            self._begin()

    def wake(self) -> None:
        """Start counting everything that is missing."""
        self._recount = True
        self._begin()

    def _begin(self) -> None:
        if self._may_continue() and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._work(), name="standing")

    async def resume(self) -> None:
        """Count what the last stop left."""
        self.wake()

    async def settle(self) -> None:
        """Wait until the task is done."""
        while self._task is not None and not self._task.done():
            await asyncio.wait({self._task})

    def stop(self) -> None:
        """Stop before the next match."""
        self._stopped = True

    def _may_continue(self) -> bool:
        return not self._stopped and self._hosts()

    async def _work(self) -> None:
        while self._may_continue() and (self._ended or self._recount):
            only = None if self._recount else sorted(self._ended)
            self._recount, self._ended = False, set()
            try:
                await count_all(
                    self._ratings,
                    self._reader,
                    self._games,
                    only=only,
                    owned_here=self._owned_here,
                    may_continue=self._may_continue,
                )
            except StorageError as error:
                # The next match or the daily work retries.
                self._recount = True
                log.warning("not counted", extra={"fields": {"reason": str(error)}})
                return
            except Exception:
                log.exception("not counted")
                self._recount = True
                return

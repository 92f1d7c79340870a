"""Counts finished matches: notes each one's result, and folds results into ratings in the order of ends.

What is counted is found in the store, so it doesn't matter what was heard: a kill, another process and a
match that turns up late all come to the same numbers.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence

from bot.errors.storage import StorageError
from bot.features.ratings.rating import FIXED_DOUBT, LEVELS, MEAN, START, rate
from bot.features.ratings.reader import Reader
from bot.storage.ratings import Ratings, Strength
from bot.tables.feed import Change, Kind
from games.core.protocol import Game

log = logging.getLogger(__name__)

TOGETHER = 50
"""So many results are noted, or folded, in one transaction: nobody who plays waits long for it."""
HEARD = (Kind.ENDED, Kind.NAMES)
"""After an end there is a result more; after an erasure some are to be worked out again."""


def find_strength(games: Mapping[str, Game]) -> Callable[[str, str], Strength]:
    """Return what knows the fixed strength of computer players."""

    def strength(game: str, level: str) -> Strength:
        ratings = games[game].players.ratings if game in games else {}
        return Strength(ratings.get(level, LEVELS.get(level, MEAN)), FIXED_DOUBT)

    return strength


async def fold_all(standing: Ratings, games: Mapping[str, Game], most: int = TOGETHER) -> None:
    """Fold whatever has not been folded."""
    strength = find_strength(games)
    for game in await standing.list_unfolded():
        while await standing.fold(game, rate, START, strength, most):
            pass


async def count_all(
    standing: Ratings,
    reader: Reader,
    games: Mapping[str, Game],
    *,
    only: Sequence[int] | None = None,
    mine: Callable[[Sequence[int]], Awaitable[list[int]]] | None = None,
    go_on: Callable[[], bool] = lambda: True,
    tell: Callable[[int, int], None] = lambda done, of: None,
) -> int:
    """Note every result that is missing, then fold; return how many there were.

    :param only: the tables to look at, where it is known which have ended.
    :param mine: picks those that this process is to look at.
    :param go_on: is asked before each; a stop leaves the rest to the next start.
    :param tell: hears how far it has come.
    """
    missing = list(only) if only is not None else await reader.missing()
    if mine is not None:
        missing = await mine(missing)
    for first in range(0, len(missing), TOGETHER):
        found = []
        for table_id in missing[first : first + TOGETHER]:
            if not go_on():
                return first
            result = await reader.read(table_id)
            if result is not None:
                found.append(result)
        await standing.add(found)
        tell(min(first + TOGETHER, len(missing)), len(missing))
    if go_on():
        await fold_all(standing, games)
    return len(missing)


class Counter:
    """Counts in one task that wakes when a match has ended."""

    def __init__(
        self,
        standing: Ratings,
        reader: Reader,
        games: Mapping[str, Game],
        mine: Callable[[Sequence[int]], Awaitable[list[int]]],
        hosts: Callable[[], bool],
    ) -> None:
        """Count what is this process's while it hosts."""
        self._standing, self._reader, self._games = standing, reader, games
        self._mine, self._hosts = mine, hosts
        self._task: asyncio.Task[None] | None = None
        self._heard: set[int] = set()
        self._all = False
        self._stopped = False

    def hear(self, change: Change) -> None:
        """Count once a match has ended, or its people are called otherwise."""
        if change.kind in HEARD:
            self._heard.add(change.table_id)
            self._begin()

    def wake(self) -> None:
        """Count soon, whatever is there to be counted."""
        self._all = True
        self._begin()

    def _begin(self) -> None:
        if self._goes_on() and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._work(), name="standing")

    async def resume(self) -> None:
        """Count what a stop has left."""
        self.wake()

    async def settle(self) -> None:
        """Wait until nothing is being counted."""
        while self._task is not None and not self._task.done():
            await asyncio.wait({self._task})

    def stop(self) -> None:
        """Begin nothing new."""
        self._stopped = True

    def _goes_on(self) -> bool:
        return not self._stopped and self._hosts()

    async def _work(self) -> None:
        while self._goes_on() and (self._heard or self._all):
            only = None if self._all else sorted(self._heard)
            self._all, self._heard = False, set()
            try:
                await count_all(
                    self._standing, self._reader, self._games, only=only, mine=self._mine, go_on=self._goes_on
                )
            except StorageError as error:
                # The next end, or the next day, finds what is left.
                self._all = True
                log.warning("not counted", extra={"fields": {"reason": str(error)}})
                return
            except Exception:
                log.exception("not counted")
                self._all = True
                return

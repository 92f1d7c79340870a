"""Stores the result of each finished match, and applies the results to the ratings in the order the matches
ended.

Matches without a stored result are found in the database, so none is missed after a crash. Ratings don't
depend on when a result is stored.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence

from bot.errors.storage import StorageError
from bot.features.ratings.rating import (
    COMPUTER_SIGMA,
    INITIAL_MU,
    INITIAL_STRENGTH,
    MU_BY_LEVEL,
    update_strengths,
)
from bot.features.ratings.reader import ResultReader
from bot.kit.keyed_tasks import KeyedTasks, TaskWorker
from bot.storage.ratings import Ratings, Strength
from bot.tables.feed import Change, ChangeKind
from games.core.protocol import Game

log = logging.getLogger(__name__)

BATCH_SIZE = 50
"""Number of results per transaction, small so that moves don't wait long."""
TASK_KEY = 0
"""The worker runs only one task."""
RELEVANT_CHANGE_KINDS = (ChangeKind.ENDED, ChangeKind.NAMES_CHANGED)
"""Changes of a table after which results must be computed: its end, and the erasure of a person's data."""


def make_strength_lookup(games: Mapping[str, Game]) -> Callable[[str, str], Strength]:
    """Return a function that looks up the fixed strength of a computer player by game and level."""

    def look_up_strength(game: str, level: str) -> Strength:
        ratings = games[game].computer_settings.ratings if game in games else {}
        return Strength(ratings.get(level, MU_BY_LEVEL.get(level, INITIAL_MU)), COMPUTER_SIGMA)

    return look_up_strength


async def apply_results(ratings: Ratings, games: Mapping[str, Game], batch_size: int = BATCH_SIZE) -> None:
    """Apply all stored results that aren't part of the ratings yet, ``batch_size`` in each transaction."""
    strength = make_strength_lookup(games)
    for game in await ratings.list_games_to_update():
        while await ratings.update_ratings(game, update_strengths, INITIAL_STRENGTH, strength, batch_size):
            pass


async def store_and_apply_results(
    ratings: Ratings,
    reader: ResultReader,
    games: Mapping[str, Game],
    *,
    table_ids: Sequence[int] | None = None,
    pick_owned_table_ids: Callable[[Sequence[int]], Awaitable[list[int]]] | None = None,
    may_continue: Callable[[], bool] = lambda: True,
    report: Callable[[int, int], None] = lambda done, of: None,
) -> int:
    """Store all missing results and apply them to the ratings. Return the number of matches checked.

    :param table_ids: the IDs of the tables to check, if the caller knows them.
    :param may_continue: called before each table. If it returns ``False``, the next start does the rest.
    :param report: called with the number of matches checked so far and the total.
    """
    missing = list(table_ids) if table_ids is not None else await reader.list_match_ids_without_result()
    if pick_owned_table_ids is not None:
        missing = await pick_owned_table_ids(missing)
    for first in range(0, len(missing), BATCH_SIZE):
        results = []
        for table_id in missing[first : first + BATCH_SIZE]:
            if not may_continue():
                return first
            result = await reader.read_result(table_id)
            if result is not None:
                results.append(result)
        await ratings.add_missing_results(results)
        report(min(first + BATCH_SIZE, len(missing)), len(missing))
    if may_continue():
        await apply_results(ratings, games)
    return len(missing)


class ResultCounter(TaskWorker):
    """Stores and applies the results of finished matches in a background task."""

    def __init__(
        self,
        ratings: Ratings,
        reader: ResultReader,
        games: Mapping[str, Game],
        pick_owned_table_ids: Callable[[Sequence[int]], Awaitable[list[int]]],
        is_hosting: Callable[[], bool],
    ) -> None:
        self._ratings, self._reader, self._games = ratings, reader, games
        self._pick_owned, self._is_hosting = pick_owned_table_ids, is_hosting
        self._ended: set[int] = set()
        self._recount = False
        super().__init__(KeyedTasks("standing", self._store_missing_results, self._log_failure))

    def handle_change(self, change: Change) -> None:
        """Store the result of a match when it ends, and when the data of one of its players is erased."""
        if change.kind in RELEVANT_CHANGE_KINDS:
            self._ended.add(change.table_id)
            self._wake_if_host()

    def wake(self) -> None:
        """Start a task that stores all missing results of finished matches."""
        self._recount = True
        self._wake_if_host()

    def _wake_if_host(self) -> None:
        if self._may_continue():
            self._tasks.wake(TASK_KEY)

    async def resume(self) -> None:
        """Store all missing results of finished matches, at startup and once a day."""
        self.wake()

    def _may_continue(self) -> bool:
        return not self._tasks.stopped and self._is_hosting()

    async def _store_missing_results(self, key: int) -> None:
        """Store the results of recently ended matches or, after :meth:`wake`, all missing results."""
        if not self._may_continue() or not (self._ended or self._recount):
            return
        table_ids = None if self._recount else sorted(self._ended)
        self._recount, self._ended = False, set()
        await store_and_apply_results(
            self._ratings,
            self._reader,
            self._games,
            table_ids=table_ids,
            pick_owned_table_ids=self._pick_owned,
            may_continue=self._may_continue,
        )

    def _log_failure(self, key: int, error: Exception) -> bool:
        """Log an error, and make the next run store all missing results."""
        self._recount = True
        if isinstance(error, StorageError):
            log.warning("not counted", extra={"fields": {"reason": str(error)}})
        else:
            log.exception("not counted")
        return False

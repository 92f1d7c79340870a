"""Remembers which tables have no followers, notes, premoves and the like, to save queries."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from bot.kit.cache import Cache
from bot.storage.engine.database import Database

FOLLOWS = "follows"
PREDICTION_LOCKS = "tip_locks"
PREMOVES = "prepared"
DROPPED_PREMOVES = "prepared_dropped"
PLAYED_PREMOVES = "prepared_played"
NOTES = "notes"
DIRECT_REMINDERS = "direct_reminders"
KINDS = (
    FOLLOWS,
    PREDICTION_LOCKS,
    PREMOVES,
    DROPPED_PREMOVES,
    PLAYED_PREMOVES,
    NOTES,
    DIRECT_REMINDERS,
)
"""SQL tables for which :class:`Absences` remembers whether there are rows for a game table."""

_FIND = "SELECT " + ", ".join(f"EXISTS (SELECT 1 FROM {kind} WHERE match_id = ?1)" for kind in KINDS)
CACHE_SIZE = 16_384
"""Maximum number of game tables to remember."""


class Absences:
    """Remembers which of the SQL tables in :data:`KINDS` may have rows for a game table.

    Every insertion of such a row must run inside :meth:`adding`. Deletions needn't be tracked, because the
    worst result is a query that finds nothing.
    """

    def __init__(self, database: Database) -> None:
        self._db = database
        self._cache: Cache[int, tuple[str, ...]] = Cache(CACHE_SIZE)
        self._known: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._changes = 0
        self.is_owned_elsewhere: Callable[[int], bool] = lambda table_id: False
        """Returns whether another process may add rows to a table."""

    async def may_have(self, table_id: int, kind: str) -> bool:
        """Return whether there may be rows of a kind for a table; ``False`` only if there certainly are none.

        :param kind: one of :data:`KINDS`.
        """
        if self.is_owned_elsewhere(table_id):
            return True
        found = self._cache.get(table_id)
        if found is None:
            before = self._changes
            flags = await self._db.row(_FIND, (table_id,)) or ()
            found = tuple(kind for kind, there in zip(KINDS, flags, strict=True) if there)
            # Many tables have the same kinds of rows, so they share a tuple.
            found = self._known.setdefault(found, found)
            if before == self._changes:
                self._cache.put(table_id, found)
        return kind in found

    @contextmanager
    def adding(self, table_id: int) -> Iterator[None]:
        """Run a block that inserts rows for a table. Before and after it, forget which rows the table has."""
        self.forget(table_id)
        try:
            yield
        finally:
            self.forget(table_id)

    def forget(self, table_id: int) -> None:
        """Forget which rows a table has."""
        self._changes += 1
        self._cache.drop(table_id)

    def clear(self) -> None:
        """Forget everything, because another process may have written."""
        self._changes += 1
        self._cache.clear()

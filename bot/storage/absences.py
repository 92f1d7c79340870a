"""Remembers which tables have no followers, notes, premoves and so on. This saves queries."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from bot.kit.cache import Cache
from bot.storage.engine.database import Database

FOLLOWS_TABLE = "follows"
PREDICTION_LOCKS_TABLE = "tip_locks"
PREMOVES_TABLE = "prepared"
DROPPED_PREMOVES_TABLE = "prepared_dropped"
PLAYED_PREMOVES_TABLE = "prepared_played"
NOTES_TABLE = "notes"
DIRECT_REMINDERS_TABLE = "direct_reminders"
TRACKED_TABLES = (
    FOLLOWS_TABLE,
    PREDICTION_LOCKS_TABLE,
    PREMOVES_TABLE,
    DROPPED_PREMOVES_TABLE,
    PLAYED_PREMOVES_TABLE,
    NOTES_TABLE,
    DIRECT_REMINDERS_TABLE,
)
"""Names of the SQL tables that :class:`Absences` keeps track of."""

_FIND_ROWS = "SELECT " + ", ".join(
    f"EXISTS (SELECT 1 FROM {kind} WHERE match_id = ?1)" for kind in TRACKED_TABLES
)
CACHE_SIZE = 16_384
"""Maximum number of game tables to remember."""


class Absences:
    """Remembers which :data:`TRACKED_TABLES` have no rows for a game table, so they needn't be queried.

    Every insertion into these SQL tables must run inside :meth:`adding`. Deletions needn't be tracked,
    because the worst result is a query that finds nothing.
    """

    def __init__(self, database: Database) -> None:
        self._db = database
        self._cache: Cache[int, tuple[str, ...]] = Cache(CACHE_SIZE)
        self._known: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._changes = 0
        self.is_owned_elsewhere: Callable[[int], bool] = lambda table_id: False
        """Function that returns whether another process may add rows for a game table."""

    async def may_have(self, table_id: int, kind: str) -> bool:
        """Return ``False`` only if an SQL table certainly has no rows for a game table.

        :param kind: one of :data:`TRACKED_TABLES`.
        """
        if self.is_owned_elsewhere(table_id):
            return True
        found = self._cache.get(table_id)
        if found is None:
            before = self._changes
            flags = await self._db.fetch_row(_FIND_ROWS, (table_id,)) or ()
            found = tuple(kind for kind, there in zip(TRACKED_TABLES, flags, strict=True) if there)
            # Store equal tuples only once, because many tables have equal kinds of rows.
            found = self._known.setdefault(found, found)
            if before == self._changes:
                self._cache.put(table_id, found)
        return kind in found

    @contextmanager
    def adding(self, table_id: int) -> Iterator[None]:
        """Run a block that inserts rows for a table. Forget the table before and after the block."""
        self.forget(table_id)
        try:
            yield
        finally:
            self.forget(table_id)

    def forget(self, table_id: int) -> None:
        """Forget which SQL tables have rows for a game table."""
        self._changes += 1
        self._cache.drop(table_id)

    def clear(self) -> None:
        """Forget all game tables, because another process may have added rows."""
        self._changes += 1
        self._cache.clear()

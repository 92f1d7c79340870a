"""Remembers which game tables have no followers, notes, premoves and so on, to save queries."""

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
"""Names of the SQL tables that :class:`MissingRows` keeps track of."""

_CHECK_FOR_ROWS_SQL = "SELECT " + ", ".join(
    f"EXISTS (SELECT 1 FROM {sql_table} WHERE match_id = ?1)" for sql_table in TRACKED_TABLES
)
MAX_REMEMBERED_TABLES = 16_384
"""Maximum number of game tables to remember."""


class MissingRows:
    """Remembers which :data:`TRACKED_TABLES` have no rows for a game table, so they needn't be queried.

    Every insertion into these SQL tables must run inside :meth:`track_insert`. Deletions needn't be tracked,
    because the worst result is a query that finds nothing.
    """

    def __init__(self, database: Database) -> None:
        self._db = database
        self._cache: Cache[int, tuple[str, ...]] = Cache(MAX_REMEMBERED_TABLES)
        self._shared_tuples: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._change_count = 0
        self.is_owned_elsewhere: Callable[[int], bool] = lambda table_id: False
        """Function that returns whether another process may add rows for a game table."""

    async def may_have_rows(self, table_id: int, sql_table: str) -> bool:
        """Return ``False`` only if an SQL table certainly has no rows for a game table.

        :param sql_table: one of :data:`TRACKED_TABLES`.
        """
        if self.is_owned_elsewhere(table_id):
            return True
        table_names = self._cache.get(table_id)
        if table_names is None:
            before = self._change_count
            flags = await self._db.fetch_row(_CHECK_FOR_ROWS_SQL, (table_id,)) or ()
            table_names = tuple(name for name, exists in zip(TRACKED_TABLES, flags, strict=True) if exists)
            # Share equal tuples to save memory, because many game tables have rows in the same SQL tables.
            table_names = self._shared_tuples.setdefault(table_names, table_names)
            if before == self._change_count:
                self._cache.put(table_id, table_names)
        return sql_table in table_names

    @contextmanager
    def track_insert(self, table_id: int) -> Iterator[None]:
        """Forget a game table before and after a block that inserts rows for it."""
        self.forget_table(table_id)
        try:
            yield
        finally:
            self.forget_table(table_id)

    def forget_table(self, table_id: int) -> None:
        """Forget which SQL tables have rows for a game table."""
        self._change_count += 1
        self._cache.drop(table_id)

    def forget_all_tables(self) -> None:
        """Forget all game tables, because another process may have added rows."""
        self._change_count += 1
        self._cache.clear()

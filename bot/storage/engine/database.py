"""The interface between the repositories and both database engines.

Both engines use the same SQL. The placeholders are ``?``, or ``?1`` and so on if a value is used repeatedly.
:mod:`bot.storage.engine.dialect` translates the few differences.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Protocol, TypeVar

from bot.errors.storage import DatabaseFailed

T = TypeVar("T")
Values = Sequence[int | float | str | bytes | None]
"""The values for the placeholders of a statement."""
Row = tuple[Any, ...]
"""A row that a query returns."""
READ_TIMING, WRITE_TIMING = "read", "write"
"""Kinds of operations whose durations are measured."""
Statement = tuple[str, Values]
"""A statement that changes rows, with its values. Its placeholders must not be numbered."""


class NotUnique(DatabaseFailed):
    """A row violates a unique constraint, whose name differs between the engines."""

    def __init__(self, reason: object, constraint: str) -> None:
        super().__init__(reason)
        self.constraint = constraint


class Transaction(Protocol):
    """A transaction, whose statements take effect together or not at all."""

    async def run(self, sql: str, values: Values = ()) -> int:
        """Run a statement; return the number of changed rows.

        :raises NotUnique: the row exists already.
        """

    async def run_each(self, sql: str, value_sets: Sequence[Values]) -> None:
        """Run a statement once for each set of values.

        :raises NotUnique: a row exists already.
        """

    async def run_all(self, *statements: Statement) -> None:
        """Run several statements. None may read or change a row that another one changes.

        :raises NotUnique: a row exists already.
        """

    async def insert(self, sql: str, values: Values = ()) -> int:
        """Insert one row into a table with an ``id``; return the new ID.

        :raises NotUnique: the row exists already.
        """

    async def fetch_rows(self, sql: str, values: Values = ()) -> list[Row]:
        """Return all rows of a query."""

    async def fetch_row(self, sql: str, values: Values = ()) -> Row | None:
        """Return the first row of a query, if any."""

    async def fetch_dicts(self, sql: str, values: Values = ()) -> list[dict[str, Any]]:
        """Return all rows of a query as dictionaries by column name."""


Work = Callable[[Transaction], Coroutine[Any, Any, T]]
"""Function that runs the statements of a transaction.

It may await only the transaction, and must have no other effects, because the engine calls it again after a
conflict.
"""


FurtherChanges = Callable[[Transaction], Coroutine[Any, Any, Sequence[Statement]]]
"""Function that reads rows in a transaction and returns further statements for the transaction."""


class Database(Protocol):
    """An open database on either engine."""

    @property
    def name(self) -> str:
        """Name of the database as shown to people, without secrets."""

    async def fetch_rows(self, sql: str, values: Values = ()) -> list[Row]:
        """Return all rows of a query over committed data.

        :raises DatabaseFailed: the query failed.
        :raises DatabaseClosed: the database has been closed.
        """

    async def fetch_rows_separately(self, *queries: str) -> list[list[Row]]:
        """Run several long queries without delaying other queries; return the rows of each.

        :raises DatabaseFailed: a query failed.
        """

    async def fetch_row(self, sql: str, values: Values = ()) -> Row | None:
        """Return the first row of a query, if any."""

    async def run(self, sql: str, values: Values = ()) -> int:
        """Run one statement in a separate transaction; return the number of changed rows."""

    async def run_each(self, sql: str, value_sets: Sequence[Values]) -> None:
        """Run a statement once for each set of values, all in one transaction."""

    async def write(self, work: Work[T], *, subject_id: int | None = None, is_exclusive: bool = False) -> T:
        """Run a transaction; return the result of ``work`` once it is committed to disk.

        Rows that ``work`` has read may be changed by other writes before the commit, unless ``subject_id`` or
        ``is_exclusive`` prevents this.

        :param subject_id: the ID of a table or person. Writes about one ID run one at a time.
        :param is_exclusive: whether no other write may run at the same time.
        :raises DatabaseFailed: the write failed or violates a constraint.
        :raises DatabaseClosed: the database has been closed.
        """

    def require_tenure(self, tenure: int, shard_count: int) -> None:
        """Make further writes fail unless a tenure (:mod:`bot.storage.leases`) still lasts.

        SQLite ignores this.

        :param tenure: the number of the tenure; 0 makes all writes fail.
        :param shard_count: the number of shards leased in this tenure.
        """

    async def read_schema_version(self) -> int:
        """Return the version of the schema: the highest number of a migration that has run."""

    async def close(self) -> None:
        """Finish pending writes, then close."""

"""The narrow interface between the repositories and both database engines.

The SQL is understood by SQLite and PostgreSQL alike, with ``?`` for values, or ``?1`` for one that is used
repeatedly. The few differences are translated in :mod:`bot.storage.engine.dialect`.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Protocol, TypeVar

from bot.errors.storage import DatabaseFailed

T = TypeVar("T")
Values = Sequence[int | float | str | bytes | None]
Row = tuple[Any, ...]
READ, WRITE = "read", "write"
"""The operations whose durations a database reports."""
Statement = tuple[str, Values]
"""A statement that changes rows, with its values; its placeholders are unnumbered ``?``."""


class NotUnique(DatabaseFailed):
    """A row violates a unique constraint; ``what`` is the engine's name for it."""

    def __init__(self, reason: object, what: str) -> None:
        super().__init__(reason)
        self.what = what


class Transaction(Protocol):
    """Statements that take effect together or not at all."""

    async def run(self, sql: str, values: Values = ()) -> int:
        """Run a statement; return how many rows it changed.

        :raises NotUnique: the row exists already.
        """

    async def run_each(self, sql: str, many: Sequence[Values]) -> None:
        """Run a statement once for each set of values.

        :raises NotUnique: a row exists already.
        """

    async def run_all(self, *changes: Statement) -> None:
        """Run several changes, none of which reads or changes a row that another one changes.

        :raises NotUnique: a row exists already.
        """

    async def insert(self, sql: str, values: Values = ()) -> int:
        """Insert one row into a table with an ``id``; return the new ID.

        :raises NotUnique: the row exists already.
        """

    async def rows(self, sql: str, values: Values = ()) -> list[Row]:
        """Return all rows of a query."""

    async def row(self, sql: str, values: Values = ()) -> Row | None:
        """Return the first row of a query, or ``None``."""

    async def list_dicts(self, sql: str, values: Values = ()) -> list[dict[str, Any]]:
        """Return all rows of a query as dictionaries by column name."""


Work = Callable[[Transaction], Coroutine[Any, Any, T]]
"""Runs the statements of one transaction. It awaits only the transaction, has no other effects, and may be
run again from the start if the engine finds a conflict.
"""


FurtherChanges = Callable[[Transaction], Coroutine[Any, Any, Sequence[Statement]]]
"""Returns further changes for a transaction, based on what is stored. It changes nothing itself."""


class Database(Protocol):
    """An open database."""

    @property
    def name(self) -> str:
        """The name shown to people, without secrets."""

    async def rows(self, sql: str, values: Values = ()) -> list[Row]:
        """Return all rows of a query over committed data.

        :raises DatabaseFailed: the query failed.
        :raises Closed: the database has been closed.
        """

    async def rows_separately(self, *queries: str) -> list[list[Row]]:
        """Return the rows of each of several long-running queries, without delaying other queries.

        :raises DatabaseFailed: a query failed.
        """

    async def row(self, sql: str, values: Values = ()) -> Row | None:
        """Return the first row of a query, or ``None``."""

    async def run(self, sql: str, values: Values = ()) -> int:
        """Run one statement in a transaction of its own; return how many rows it changed."""

    async def run_each(self, sql: str, many: Sequence[Values]) -> None:
        """Run one statement for each set of values. If one run fails, nothing is stored."""

    async def write(self, work: Work[T], *, about: int | None = None, alone: bool = False) -> T:
        """Run a transaction; return the result of ``work`` once it is committed to disk.

        What ``work`` has read may be changed by another write before its own change is stored, unless one of
        these prevents that:

        :param about: the ID of the table or person concerned; writes about the same ID run one at a time.
        :param alone: no other write of any kind runs at the same time.
        :raises DatabaseFailed: the write failed or violates a constraint.
        :raises Closed: the database has been closed.
        """

    def fence(self, tenure: int, held: int) -> None:
        """From now on, allow writes only during a tenure (:mod:`bot.storage.leases`), except in SQLite.

        :param tenure: the number of the tenure; 0 if there is none, so that no write is allowed.
        :param held: the number of shards in the tenure.
        """

    async def version(self) -> int:
        """Return the version of the schema."""

    async def close(self) -> None:
        """Finish pending writes, then close."""

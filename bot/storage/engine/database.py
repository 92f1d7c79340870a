"""What a repository asks of whatever keeps the tables: the one narrow interface of both engines.

The SQL is what SQLite and PostgreSQL both understand, with ``?`` for values, or ``?1`` where one is used
again; the few words that they have of their own are turned in :mod:`bot.storage.engine.dialect`.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Protocol, TypeVar

from bot.errors.storage import DatabaseFailed

T = TypeVar("T")
Values = Sequence[int | float | str | bytes | None]
Row = tuple[Any, ...]
READ, WRITE = "read", "write"
"""What a database reports durations of."""
Change = tuple[str, Values]
"""A statement that changes rows, with its values; they are ``?`` without numbers."""


class NotUnique(DatabaseFailed):
    """There is a row of that kind already. ``what`` is what the engine calls the constraint."""

    def __init__(self, reason: object, what: str) -> None:
        super().__init__(reason)
        self.what = what


class Transaction(Protocol):
    """What is asked and changed in it is done wholly or not at all."""

    async def run(self, sql: str, values: Values = ()) -> int:
        """Do a statement; return how many rows it changed.

        :raises NotUnique: there is such a row.
        """

    async def run_each(self, sql: str, many: Sequence[Values]) -> None:
        """Do a statement with each of several values."""

    async def run_all(self, *changes: Change) -> None:
        """Do several changes at once, none of which needs or touches a row that another one changes.

        :raises NotUnique: there is such a row.
        """

    async def insert(self, sql: str, values: Values = ()) -> int:
        """Do an INSERT of one row into a table with an ``id``; return that."""

    async def rows(self, sql: str, values: Values = ()) -> list[Row]:
        """Return all rows of a query."""

    async def row(self, sql: str, values: Values = ()) -> Row | None:
        """Return the first row of a query."""

    async def named(self, sql: str, values: Values = ()) -> list[dict[str, Any]]:
        """Return all rows of a query, each value under its column's name."""


Work = Callable[[Transaction], Coroutine[Any, Any, T]]
"""Statements of one transaction. It waits for nothing but the transaction, touches nothing else, and may be
done again from its beginning where the engine could not do it beside others."""


Also = Callable[[Transaction], Coroutine[Any, Any, Sequence[Change]]]
"""What is to be changed together with a work, found out by looking at what is stored. It changes nothing."""


class Database(Protocol):
    """An open database."""

    @property
    def name(self) -> str:
        """What people call it; no secret is in it."""

    async def rows(self, sql: str, values: Values = ()) -> list[Row]:
        """Return all rows of a query, of what is committed.

        :raises DatabaseFailed: it went wrong.
        :raises Closed: the database has been closed.
        """

    async def rows_beside(self, *queries: str) -> list[list[Row]]:
        """Return the rows of queries that may take long, so that nobody who plays waits for them.

        :raises DatabaseFailed: it went wrong.
        """

    async def row(self, sql: str, values: Values = ()) -> Row | None:
        """Return the first row of a query."""

    async def run(self, sql: str, values: Values = ()) -> int:
        """Do one statement in a transaction of its own; return how many rows it changed."""

    async def run_each(self, sql: str, many: Sequence[Values]) -> None:
        """Do one statement with each of several values, all or none."""

    async def write(self, work: Work[T], *, about: int | None = None, alone: bool = False) -> T:
        """Do several statements or none of them; return what ``work`` returns when they are on the disk.

        What ``work`` reads may be changed by another write before its own change is stored, unless one of
        these says that it may not:

        :param about: the id of the table or person that it is about: of writes about one, one at a time.
        :param alone: no other write is under way meanwhile, about whatever.
        :raises DatabaseFailed: it went wrong, or a constraint does not hold.
        :raises Closed: the database has been closed.
        """

    def fence(self, tenure: int, held: int) -> None:
        """Write from now on only during a tenure of ``held`` shards, where several processes may write."""

    async def version(self) -> int:
        """Return the version of its schema."""

    async def close(self) -> None:
        """Finish what is being written, then close."""

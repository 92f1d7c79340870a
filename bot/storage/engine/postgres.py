"""PostgreSQL: a few connections, each write a transaction on one of them, conflicts tried again."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, TypeVar

from bot.errors.storage import Closed
from bot.kit.server_url import ServerUrl
from bot.kit.timing import timed
from bot.storage.engine.database import READ, WRITE, Row, Values, Work
from bot.storage.engine.postgres_reader import PostgresReader
from bot.storage.engine.postgres_server import ACQUIRE_SECONDS, FAILURES, connect_pool
from bot.storage.engine.postgres_writer import PostgresWriter
from bot.storage.schema import VERSION, Migration

T = TypeVar("T")


class PostgresDatabase:
    """Connections that are made when they are needed, and anew when the server was away."""

    def __init__(self, url: ServerUrl, pool: Any) -> None:
        self._url = url
        self._pool = pool
        self._closed = False
        self._writer = PostgresWriter(pool)
        self._reader = PostgresReader(pool)

    @classmethod
    async def open(cls, url: ServerUrl, migrations: Sequence[Migration] | None = None) -> PostgresDatabase:
        """Connect, and bring the schema up to date.

        :raises StorageError: it cannot be reached, refuses, is newer, or a right is missing.
        """
        return cls(url, await connect_pool(url, migrations))

    @property
    def name(self) -> str:
        """The address, without a password."""
        return str(self._url)

    def fence(self, tenure: int, held: int) -> None:
        """Write from now on only during a tenure (:mod:`bot.storage.leases`), while that lasts."""
        self._writer.fence(tenure, held)

    async def close(self) -> None:
        """Finish what is being written, then close."""
        if self._closed:
            return
        self._closed = True
        await self._writer.close()
        try:
            await asyncio.wait_for(self._pool.close(), ACQUIRE_SECONDS)
        except (TimeoutError, *FAILURES):
            self._pool.terminate()

    async def rows(self, sql: str, values: Values = ()) -> list[Row]:
        """Return all rows of a query, of what is committed.

        :raises DatabaseFailed: it went wrong there.
        :raises Closed: it has been closed.
        """
        self._check_open()
        with timed(READ):
            return await self._reader.rows(sql, values)

    async def rows_beside(self, *queries: str) -> list[list[Row]]:
        """Return the rows of queries; they have a connection of their own as every other."""
        return [await self.rows(sql) for sql in queries]

    async def row(self, sql: str, values: Values = ()) -> Row | None:
        """Return the first row of a query."""
        found = await self.rows(sql, values)
        return found[0] if found else None

    async def run(self, sql: str, values: Values = ()) -> int:
        """Do one statement in a transaction of its own; return how many rows it changed."""
        return await self.write(lambda transaction: transaction.run(sql, values))

    async def run_each(self, sql: str, many: Sequence[Values]) -> None:
        """Do one statement with each of several values, all or none."""
        await self.write(lambda transaction: transaction.run_each(sql, many))

    async def write(self, work: Work[T], *, about: int | None = None, alone: bool = False) -> T:
        """Do several statements or none of them; return what ``work`` returns when they are on the disk.

        :param work: is done again from its beginning where others were in the way.
        :param about: of writes about the same number one goes on at a time.
        :param alone: nothing else is written meanwhile.
        :raises DatabaseFailed: it went wrong there, or a constraint does not hold; nothing of it is kept.
        :raises Doubtful: it is not known whether it is kept.
        :raises Closed: it has been closed.
        """
        self._check_open()
        with timed(WRITE):
            return await self._writer.do(work, about=about, alone=alone)

    async def version(self) -> int:
        """Return the version of its schema."""
        row = await self.row(VERSION)
        return 0 if row is None else int(row[0])

    def _check_open(self) -> None:
        if self._closed:
            raise Closed

"""The database on a PostgreSQL server: a pool of connections, and writes that are retried after conflicts."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, TypeVar

from bot.errors.storage import DatabaseClosed
from bot.kit.server_url import ServerUrl
from bot.kit.timing import measure_time
from bot.storage.engine.database import READ_TIMING, WRITE_TIMING, Row, Values, Work
from bot.storage.engine.postgres_reader import PostgresReader
from bot.storage.engine.postgres_server import ACQUIRE_TIMEOUT_SECONDS, DRIVER_ERRORS, connect_pool
from bot.storage.engine.postgres_writer import PostgresWriter
from bot.storage.schema import FIND_VERSION_SQL, Migration

T = TypeVar("T")


class PostgresDatabase:
    """A database on a PostgreSQL server. Connections are opened as needed, and again after an outage."""

    def __init__(self, url: ServerUrl, pool: Any) -> None:
        self._url = url
        self._pool = pool
        self._closed = False
        self._writer = PostgresWriter(pool)
        self._reader = PostgresReader(pool)

    @classmethod
    async def open(cls, url: ServerUrl, migrations: Sequence[Migration] | None = None) -> PostgresDatabase:
        """Connect and bring the schema up to date.

        :raises StorageError: the server can't be reached or refuses the bot, the schema is too new, or a
            privilege is missing.
        """
        return cls(url, await connect_pool(url, migrations))

    @property
    def name(self) -> str:
        """The URL without its password."""
        return str(self._url)

    def require_tenure(self, tenure: int, shard_count: int) -> None:
        """Make further writes fail unless a tenure still lasts; see :meth:`Database.require_tenure`."""
        self._writer.require_tenure(tenure, shard_count)

    async def close(self) -> None:
        """Finish pending writes, then close."""
        if self._closed:
            return
        self._closed = True
        await self._writer.close()
        try:
            await asyncio.wait_for(self._pool.close(), ACQUIRE_TIMEOUT_SECONDS)
        except (TimeoutError, *DRIVER_ERRORS):
            self._pool.terminate()

    async def fetch_rows(self, sql: str, values: Values = ()) -> list[Row]:
        """Return all rows of a query; see :meth:`Database.fetch_rows`."""
        self._check_is_open()
        with measure_time(READ_TIMING):
            return await self._reader.fetch_rows(sql, values)

    async def fetch_rows_separately(self, *queries: str) -> list[list[Row]]:
        """Return the rows of each query, without delaying other queries."""
        return [await self.fetch_rows(sql) for sql in queries]

    async def fetch_row(self, sql: str, values: Values = ()) -> Row | None:
        """Return the first row of a query, if any."""
        rows = await self.fetch_rows(sql, values)
        return rows[0] if rows else None

    async def run(self, sql: str, values: Values = ()) -> int:
        """Run one statement in a separate transaction; return the number of changed rows."""
        return await self.write(lambda transaction: transaction.run(sql, values))

    async def run_each(self, sql: str, value_sets: Sequence[Values]) -> None:
        """Run a statement once for each set of values, all in one transaction."""
        await self.write(lambda transaction: transaction.run_each(sql, value_sets))

    async def write(self, work: Work[T], *, subject_id: int | None = None, is_exclusive: bool = False) -> T:
        """Run a transaction; see :meth:`Database.write`.

        :raises CommitUncertain: it is unknown whether the transaction was committed.
        """
        self._check_is_open()
        with measure_time(WRITE_TIMING):
            return await self._writer.run(work, subject_id=subject_id, is_exclusive=is_exclusive)

    async def read_schema_version(self) -> int:
        """Return the highest number of a migration that has run."""
        row = await self.fetch_row(FIND_VERSION_SQL)
        return 0 if row is None else int(row[0])

    def _check_is_open(self) -> None:
        if self._closed:
            raise DatabaseClosed

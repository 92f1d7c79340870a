"""A PostgreSQL database that can fail, for use instead of the in-memory one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg

from bot.storage import Store
from bot.storage.engine.dialect import translate_statement
from bot.storage.engine.postgres import PostgresDatabase
from bot.storage.engine.postgres_writer import PostgresWriter
from tests.support import postgres

WRITING_KEYWORDS = ("BEGIN", "WITH", "COMMIT", "INSERT", "UPDATE", "DELETE")
_ALL_ROWS_SQL = """
SELECT tablename || table_to_xml(tablename::regclass, true, false, '')::text FROM pg_tables
WHERE schemaname = 'public' ORDER BY tablename
"""


class ServerDatabase:
    """A PostgreSQL database, and the store that the bot opens on it."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._server = postgres.get_server()
        self._url = self._run(self._server.lend_database())
        self._connection: Any = self._run(asyncpg.connect(self._url.text))
        self._opened: list[PostgresDatabase] = []
        self.fails_in: int | None = None
        """Number of writes that still succeed before all others fail, or ``None`` for no failures."""

    def open_store(self) -> Store:
        """Close the earlier stores and open the same database again, as a restart of the bot does."""
        self._close_stores()
        database: PostgresDatabase = self._run(PostgresDatabase.open(self._url))
        database._writer = PostgresWriter(FailingPool(self, database._pool))
        self._opened.append(database)
        return Store(database)

    def dump(self) -> bytes:
        """Return everything stored, as sorted lines."""
        lines = [
            line for row in self._run(self._connection.fetch(_ALL_ROWS_SQL)) for line in row[0].splitlines()
        ]
        return "\n".join(_sort_rows(lines)).encode()

    def run_sql(self, sql: str, *values: Any) -> list[Any]:
        """Run SQL directly; return its rows."""
        rows = self._run(self._connection.fetch(translate_statement(sql), *values))
        return [tuple(row) for row in rows]

    def close(self) -> None:
        self._close_stores()
        self._run(self._connection.close())
        self._server.take_back_databases()

    def _close_stores(self) -> None:
        while self._opened:
            self._run(self._opened.pop().close())

    def _run(self, call: Any) -> Any:
        return self._loop.run_until_complete(call)


def _sort_rows(lines: list[str]) -> list[str]:
    """Join the lines of each ``<row>`` element, and sort the rows."""
    return sorted("".join(lines).replace("</row>", "</row>\n").splitlines())


class FailingPool:
    """A connection pool whose connections can be made to fail when writing."""

    def __init__(self, memory: ServerDatabase, pool: Any) -> None:
        self._memory, self._pool = memory, pool

    def __getattr__(self, name: str) -> Any:
        return getattr(self._pool, name)

    @asynccontextmanager
    async def acquire(self, *, timeout: float) -> AsyncIterator[Any]:  # noqa: ASYNC109
        async with self._pool.acquire(timeout=timeout) as connection:
            yield FailingConnection(self._memory, connection)


class FailingConnection:
    """A connection whose writing statements can be made to fail."""

    def __init__(self, memory: ServerDatabase, connection: Any) -> None:
        self._memory, self._connection = memory, connection

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._connection, name)
        if name not in ("execute", "executemany", "fetch", "fetchmany", "fetchrow", "fetchval"):
            return found

        async def run_or_fail(sql: str, *values: Any) -> Any:
            memory = self._memory
            if memory.fails_in is not None and sql.lstrip().startswith(WRITING_KEYWORDS):
                memory.fails_in -= 1
                if memory.fails_in < 0:
                    raise asyncpg.DiskFullError("no space left on device")
            return await found(sql, *values)

        return run_or_fail

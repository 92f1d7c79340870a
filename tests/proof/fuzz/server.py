"""A database on a server behind the real storage, in place of the one in memory; it can fail as well."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg

from bot.storage import Store
from bot.storage.engine.dialect import translate
from bot.storage.engine.postgres import PostgresDatabase
from bot.storage.engine.postgres_writer import PostgresWriter
from tests.support import postgres

WRITES = ("BEGIN", "WITH", "COMMIT", "INSERT", "UPDATE", "DELETE")
_ALL = """
SELECT tablename || table_to_xml(tablename::regclass, true, false, '')::text FROM pg_tables
WHERE schemaname = 'public' ORDER BY tablename
"""


class OnServer:
    """What a bot finds on a server. ``fails_in``: so many writing statements more, then each fails."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._server = postgres.server()
        self._url = self._run(self._server.fresh())
        self._connection: Any = self._run(asyncpg.connect(self._url.text))
        self._opened: list[PostgresDatabase] = []
        self.fails_in: int | None = None

    def store(self) -> Store:
        """What a new process finds."""
        self._close()
        database: PostgresDatabase = self._run(PostgresDatabase.open(self._url))
        database._writer = PostgresWriter(FailingPool(self, database._pool))
        self._opened.append(database)
        return Store(database)

    def dump(self) -> bytes:
        """Everything that is stored; rows may lie in any order."""
        lines = [line for row in self._run(self._connection.fetch(_ALL)) for line in row[0].splitlines()]
        return "\n".join(_rows(lines)).encode()

    def ask(self, sql: str, *values: Any) -> list[Any]:
        """Look into the database, or meddle with it, past the host."""
        rows = self._run(self._connection.fetch(translate(sql), *values))
        return [tuple(row) for row in rows]

    def close(self) -> None:
        self._close()
        self._run(self._connection.close())
        self._server.leave()

    def _close(self) -> None:
        while self._opened:
            self._run(self._opened.pop().close())

    def _run(self, call: Any) -> Any:
        return self._loop.run_until_complete(call)


def _rows(lines: list[str]) -> list[str]:
    """Put what stands between ``<row>`` and its end into one line each, in order of their texts."""
    return sorted("".join(lines).replace("</row>", "</row>\n").splitlines())


class FailingPool:
    """Lends connections whose writing statements may fail."""

    def __init__(self, memory: OnServer, pool: Any) -> None:
        self._memory, self._pool = memory, pool

    def __getattr__(self, name: str) -> Any:
        return getattr(self._pool, name)

    @asynccontextmanager
    async def acquire(self, *, timeout: float) -> AsyncIterator[Any]:  # noqa: ASYNC109
        async with self._pool.acquire(timeout=timeout) as connection:
            yield Failing(self._memory, connection)


class Failing:
    """What the host uses of a connection that writes."""

    def __init__(self, memory: OnServer, connection: Any) -> None:
        self._memory, self._connection = memory, connection

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._connection, name)
        if name not in ("execute", "executemany", "fetch", "fetchmany", "fetchrow", "fetchval"):
            return found

        async def turn(sql: str, *values: Any) -> Any:
            memory = self._memory
            if memory.fails_in is not None and sql.lstrip().startswith(WRITES):
                memory.fails_in -= 1
                if memory.fails_in < 0:
                    raise asyncpg.DiskFullError("no space left on device")
            return await found(sql, *values)

        return turn

"""An in-memory database behind the real storage.

It is fast, can be compared byte by byte and can simulate failed writes.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor, Future
from functools import cache, partial
from pathlib import Path
from typing import Any, cast

import aiosqlite

from bot.storage import Store
from bot.storage.engine.filelock import FileLock
from bot.storage.engine.sqlite import SqliteDatabase
from bot.storage.engine.writer import SqliteWriter
from bot.storage.schema import list_migrations

WRITING_KEYWORDS = ("BEGIN", "SAVEPOINT", "COMMIT", "INSERT", "UPDATE", "DELETE")

CACHED_STATEMENT_COUNT = 512
"""Number of prepared statements that a connection caches. It exceeds the number that the bot uses."""


@cache
def serialize_empty_database() -> bytes:
    """Return the bytes of an empty database with all migrations applied."""
    connection = sqlite3.connect(":memory:")
    for script in list_migrations():
        connection.executescript(script.text)
    return connection.serialize()


class MemoryDatabase:
    """An in-memory database, and the store that the bot opens on it."""

    def __init__(self) -> None:
        self._connection = self._connect()
        self.fails_in: int | None = None
        """Number of writes that still succeed before the disk counts as full, or ``None`` for no failures."""

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            ":memory:", isolation_level=None, cached_statements=CACHED_STATEMENT_COUNT
        )
        connection.deserialize(serialize_empty_database())
        connection.execute("PRAGMA foreign_keys = ON")
        return connection

    def open_store(self) -> Store:
        """Return a new store of the same database, as after a restart of the bot."""
        writer = SqliteWriter(
            cast(sqlite3.Connection, FailingConnection(self, self._connection)), LoopExecutor()
        )
        reader, lock = cast(aiosqlite.Connection, Reader(self)), cast(FileLock, self)
        return Store(SqliteDatabase(Path(":memory:"), writer, reader, lock))

    def dump(self) -> bytes:
        return self._connection.serialize()

    def run_sql(self, sql: str, *values: Any) -> list[Any]:
        """Run SQL directly; return its rows."""
        return self._connection.execute(sql, values).fetchall()

    def close(self) -> None:
        self._connection.close()


class LoopExecutor(Executor):
    """Runs jobs later in the event loop instead of in a thread, so that other tasks can run first."""

    def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        asyncio.get_running_loop().call_soon(partial(work, *args, **kwargs))
        return Future()


class FailingConnection:
    """The methods of a writing connection that the bot uses. They can be made to fail."""

    def __init__(self, memory: MemoryDatabase, connection: sqlite3.Connection) -> None:
        self._memory, self._connection = memory, connection

    @property
    def in_transaction(self) -> bool:
        return self._connection.in_transaction

    def execute(self, sql: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        self._count_write(sql)
        return self._connection.execute(sql, values)

    def executemany(self, sql: str, values: Iterable[Sequence[Any]]) -> sqlite3.Cursor:
        self._count_write(sql)
        return self._connection.executemany(sql, values)

    def rollback(self) -> None:
        self._connection.rollback()

    def _count_write(self, sql: str) -> None:
        """Count a writing statement, and raise an error if it should fail."""
        memory = self._memory
        if memory.fails_in is not None and sql.startswith(WRITING_KEYWORDS):
            memory.fails_in -= 1
            if memory.fails_in < 0:
                raise sqlite3.OperationalError("database or disk is full")


class Reader:
    """The methods of a reading connection that the bot uses."""

    def __init__(self, memory: MemoryDatabase) -> None:
        self._memory = memory

    async def execute_fetchall(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        await asyncio.sleep(0)
        return self._memory.run_sql(sql, *values)

    async def close(self) -> None:
        """Do nothing, because the writer closes the in-memory database."""

"""A database in memory behind the real storage: fast, comparable to the byte, and able to fail."""

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

WRITES = ("BEGIN", "SAVEPOINT", "COMMIT", "INSERT", "UPDATE", "DELETE")


@cache
def empty() -> bytes:
    """Return a fresh file's bytes, with all migrations run."""
    connection = sqlite3.connect(":memory:")
    for script in list_migrations():
        connection.executescript(script.text)
    return connection.serialize()


class Memory:
    """A file in memory, with what the host opens of it.

    Other tasks run before each transaction, as they do while a thread is awaited. ``fails_in``: the number of
    writing statements until each fails as on a full disk; ``None``: no failures.
    """

    def __init__(self) -> None:
        self._connection = sqlite3.connect(":memory:", isolation_level=None)
        self._connection.deserialize(empty())
        self._connection.execute("PRAGMA foreign_keys = ON")
        self.fails_in: int | None = None

    def store(self) -> Store:
        """Return the store that a new process would open."""
        writer = SqliteWriter(cast(sqlite3.Connection, Failing(self, self._connection)), Soon())
        reader, lock = cast(aiosqlite.Connection, Reader(self)), cast(FileLock, self)
        return Store(SqliteDatabase(Path(":memory:"), writer, reader, lock))

    def dump(self) -> bytes:
        """Return everything that is stored, to the byte."""
        return self._connection.serialize()

    def ask(self, sql: str, *values: Any) -> list[Any]:
        """Query or change the file directly, bypassing the host."""
        return self._connection.execute(sql, values).fetchall()

    def close(self) -> None:
        self._connection.close()


class Soon(Executor):
    """Runs in the event loop what the host runs in a thread."""

    def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        asyncio.get_running_loop().call_soon(partial(work, *args, **kwargs))
        return Future()


class Failing:
    """The parts of a writing connection that the host uses."""

    def __init__(self, memory: Memory, connection: sqlite3.Connection) -> None:
        self._memory, self._connection = memory, connection

    @property
    def in_transaction(self) -> bool:
        return self._connection.in_transaction

    def execute(self, sql: str, values: Sequence[Any] = ()) -> sqlite3.Cursor:
        self._turn(sql)
        return self._connection.execute(sql, values)

    def executemany(self, sql: str, values: Iterable[Sequence[Any]]) -> sqlite3.Cursor:
        self._turn(sql)
        return self._connection.executemany(sql, values)

    def rollback(self) -> None:
        self._connection.rollback()

    def _turn(self, sql: str) -> None:
        memory = self._memory
        if memory.fails_in is not None and sql.startswith(WRITES):
            memory.fails_in -= 1
            if memory.fails_in < 0:
                raise sqlite3.OperationalError("database or disk is full")


class Reader:
    """The parts of a second connection that the host uses."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    async def execute_fetchall(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        await asyncio.sleep(0)
        return self._memory.ask(sql, *values)

    async def close(self) -> None:
        """Do nothing, because the writer closes the in-memory database."""

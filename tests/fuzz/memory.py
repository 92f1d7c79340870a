"""A database in memory behind the real storage: quick, comparable to the byte, and it can be made to fail."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, cast

import aiosqlite

from bot.storage import Store
from bot.storage.database import Database, scripts
from bot.storage.filelock import FileLock

WRITES = ("BEGIN", "SAVEPOINT", "COMMIT", "INSERT", "UPDATE", "DELETE")


@cache
def empty() -> bytes:
    """A fresh file's bytes, all migrations run."""
    connection = sqlite3.connect(":memory:")
    for script in scripts():
        connection.executescript(script)
    return connection.serialize()


class Cursor:
    def __init__(self, cursor: sqlite3.Cursor) -> None:
        self._cursor = cursor
        self.lastrowid, self.rowcount = cursor.lastrowid, cursor.rowcount
        self.description = cursor.description

    async def fetchall(self) -> list[Any]:
        return self._cursor.fetchall()

    async def fetchone(self) -> Any:
        return self._cursor.fetchone()


class Memory:
    """What the host uses of an aiosqlite connection, without its thread.

    Others come in at every statement, as they do where a thread is waited for. ``fails_in``: so many
    writing statements more, then each fails as on a full disk, until it is ``None`` again.
    """

    def __init__(self) -> None:
        self._connection = sqlite3.connect(":memory:", isolation_level=None)
        self._connection.deserialize(empty())
        self._connection.execute("PRAGMA foreign_keys = ON")
        self.fails_in: int | None = None

    def store(self) -> Store:
        """What a new process finds."""
        connection, lock = cast(aiosqlite.Connection, self), cast(FileLock, self)
        return Store(Database(Path(":memory:"), connection, cast(aiosqlite.Connection, Reader(self)), lock))

    def dump(self) -> bytes:
        """Everything that is stored, to the byte."""
        return self._connection.serialize()

    def ask(self, sql: str, *values: Any) -> list[Any]:
        """Look into the file, or meddle with it, past the host."""
        return self._connection.execute(sql, values).fetchall()

    async def execute(self, sql: str, values: Sequence[Any] = ()) -> Cursor:
        await self._turn(sql)
        return Cursor(self._connection.execute(sql, values))

    async def executemany(self, sql: str, values: Iterable[Sequence[Any]]) -> Cursor:
        await self._turn(sql)
        return Cursor(self._connection.executemany(sql, values))

    async def execute_fetchall(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        await self._turn(sql)
        return self._connection.execute(sql, values).fetchall()

    async def rollback(self) -> None:
        self._connection.rollback()

    async def close(self) -> None:
        self._connection.close()

    async def committed(self) -> None:
        """Wait until nothing is written that could still be taken back."""
        while self._connection.in_transaction:  # noqa: ASYNC110 - SQLite tells nobody
            await asyncio.sleep(0)

    async def _turn(self, sql: str) -> None:
        await asyncio.sleep(0)
        if self.fails_in is not None and sql.startswith(WRITES):
            self.fails_in -= 1
            if self.fails_in < 0:
                raise sqlite3.OperationalError("database or disk is full")


class Reader:
    """What the host uses of a second connection: it sees only what is committed."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    async def execute_fetchall(self, sql: str, values: Sequence[Any] = ()) -> list[Any]:
        await asyncio.sleep(0)
        await self._memory.committed()
        return self._memory.ask(sql, *values)

    async def close(self) -> None:
        """The memory is the writer's to close."""

"""One SQLite file: opened, migrated, and written in transactions."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiosqlite

from bot.errors import Closed, DatabaseFailed, NewerSchema, NotADatabase, Unwritable
from bot.storage.filelock import FileLock

MIGRATIONS = Path(__file__).parent / "migrations"
BUSY_MS = 5000

Values = Sequence[int | float | str | bytes | None]


def scripts(folder: Path = MIGRATIONS) -> tuple[str, ...]:
    """Return the migrations in order; the schema version is how many have run."""
    return tuple(path.read_text("utf-8") for path in sorted(folder.glob("*.sql")))


@dataclass(frozen=True, slots=True)
class Health:
    """What :func:`check` found. ``version`` is ``None`` where there is no file yet."""

    version: int | None
    known: int
    problems: tuple[str, ...]


def reader(path: Path) -> sqlite3.Connection:
    """Open a file beside whoever works on it, for reading alone.

    :raises sqlite3.OperationalError: it is not there or may not be read.
    """
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)


def check(path: Path) -> Health:
    """Look at a database without changing it; safe while the bot is running.

    :raises NotADatabase: the file cannot be read as one.
    """
    known = len(scripts())
    if not path.exists():
        return Health(None, known, ())
    try:
        with closing(reader(path)) as connection:
            version = int(connection.execute("PRAGMA user_version").fetchone()[0])
            found = [str(row[0]) for row in connection.execute("PRAGMA integrity_check")]
            dangling = [f"{row[0]} -> {row[2]}" for row in connection.execute("PRAGMA foreign_key_check")]
    except sqlite3.Error as error:
        raise NotADatabase(path, error) from error
    return Health(version, known, (*(text for text in found if text != "ok"), *dangling))


class Database:
    """A connection that one coroutine uses at a time, so that nobody sees half a transaction."""

    def __init__(self, path: Path, connection: aiosqlite.Connection, lock: FileLock) -> None:
        self.path = path
        self._connection = connection
        self._lock = lock
        self._turn = asyncio.Lock()
        self._closed = False

    @classmethod
    async def open(cls, path: Path, migrations: Sequence[str] | None = None) -> Database:
        """Open the file, making it and its folder where missing, and bring its schema up to date.

        :raises StorageError: it cannot be written, is no database, is newer, or is in use.
        """
        _make(path.parent)
        lock = FileLock(path)
        try:
            return cls(path, await _connect(path, scripts() if migrations is None else migrations), lock)
        except BaseException:
            lock.release()
            raise

    async def close(self) -> None:
        """Finish what is being written, then close."""
        async with self._turn:
            if not self._closed:
                self._closed = True
                await self._connection.close()
                self._lock.release()

    async def rows(self, sql: str, values: Values = ()) -> list[Any]:
        """Return all rows of a query.

        :raises DatabaseFailed: it went wrong in SQLite.
        :raises Closed: the file has been closed.
        """
        async with self._turn:
            self._check_open()
            try:
                return list(await self._connection.execute_fetchall(sql, values))
            except sqlite3.Error as error:
                raise DatabaseFailed(error) from error

    async def row(self, sql: str, values: Values = ()) -> Any | None:
        """Return the first row of a query."""
        found = await self.rows(sql, values)
        return found[0] if found else None

    async def run(self, sql: str, values: Values = ()) -> int:
        """Do one statement in a transaction of its own; return how many rows it changed."""
        async with self.transaction() as connection:
            return (await connection.execute(sql, values)).rowcount

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[aiosqlite.Connection]:
        """Do several statements or none of them. Leaving the block commits to disk.

        :raises sqlite3.IntegrityError: a constraint does not hold.
        :raises DatabaseFailed: anything else went wrong in SQLite.
        :raises Closed: the file has been closed.
        """
        async with self._turn:
            self._check_open()
            try:
                await self._connection.execute("BEGIN IMMEDIATE")
                yield self._connection
                await self._connection.execute("COMMIT")
            except BaseException as error:
                # A no-op when a cancelled COMMIT went through all the same.
                await self._connection.rollback()
                if isinstance(error, sqlite3.Error) and not isinstance(error, sqlite3.IntegrityError):
                    raise DatabaseFailed(error) from error
                raise

    def _check_open(self) -> None:
        if self._closed:
            raise Closed


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Unwritable(folder, error.strerror) from error


def _touch(path: Path) -> None:
    """Make the file, readable by its owner alone, or see that it can be written."""
    try:
        path.touch(mode=0o600)
        with path.open("r+b"):
            pass
    except OSError as error:
        raise Unwritable(path, error.strerror) from error


async def _connect(path: Path, migrations: Sequence[str]) -> aiosqlite.Connection:
    _touch(path)
    connection = await aiosqlite.connect(path, isolation_level=None)
    try:
        await connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
        await _migrate(connection, path, migrations)
        await connection.execute("PRAGMA journal_mode = WAL")
        await connection.execute("PRAGMA synchronous = FULL")
        await connection.execute("PRAGMA foreign_keys = ON")
    except BaseException as error:
        await connection.close()
        if isinstance(error, sqlite3.OperationalError):
            raise Unwritable(path, error) from error
        if isinstance(error, sqlite3.DatabaseError):
            raise NotADatabase(path, error) from error
        raise
    return connection


async def _migrate(connection: aiosqlite.Connection, path: Path, migrations: Sequence[str]) -> None:
    row = await (await connection.execute("PRAGMA user_version")).fetchone()
    found = int(row[0]) if row else 0
    if found > len(migrations):
        raise NewerSchema(path, found, len(migrations))
    for number, script in enumerate(migrations[found:], found + 1):
        await connection.executescript(
            f"BEGIN IMMEDIATE;\n{script}\nPRAGMA user_version = {number};\nCOMMIT;"
        )

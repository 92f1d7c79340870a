"""One SQLite file: opened, migrated, and written in transactions."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite

from bot.errors import Closed, DatabaseFailed, NewerSchema, NotADatabase, Unwritable
from bot.storage.filelock import FileLock

MIGRATIONS = Path(__file__).parent / "migrations"
BUSY_MS = 5000
_PATIENT = f"PRAGMA busy_timeout = {BUSY_MS}"
_OWN = "own"
"""The savepoint of each that joins a group. Of several of that name SQLite means the newest."""

T = TypeVar("T")
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
    """Two connections: one coroutine at a time writes on the first, and the second reads what is committed.

    Transactions that wait while another is being committed share the next COMMIT, and with it one wait for
    the disk. None of them is done, and nobody reads what they wrote, before that has gone through.
    """

    def __init__(
        self, path: Path, connection: aiosqlite.Connection, reader: aiosqlite.Connection, lock: FileLock
    ) -> None:
        self.path = path
        self._connection = connection
        self._reader = reader
        self._lock = lock
        self._turn = asyncio.Lock()
        self._group: asyncio.Future[BaseException | None] | None = None
        self._ending: asyncio.Task[None] | None = None
        self._closed = False

    @classmethod
    async def open(cls, path: Path, migrations: Sequence[str] | None = None) -> Database:
        """Open the file, making it and its folder where missing, and bring its schema up to date.

        :raises StorageError: it cannot be written, is no database, is newer, or is in use.
        """
        _make(path.parent)
        lock = FileLock(path)
        try:
            connection = await _connect(path, scripts() if migrations is None else migrations)
            try:
                return cls(path, connection, await _reading(path), lock)
            except BaseException:
                await connection.close()
                raise
        except BaseException:
            lock.release()
            raise

    async def close(self) -> None:
        """Finish what is being written, then close."""
        async with self._turn:
            if not self._closed:
                await _uninterrupted(asyncio.create_task(self._end()))
                self._closed = True
                await self._reader.close()
                await self._connection.close()
                self._lock.release()

    async def rows(self, sql: str, values: Values = ()) -> list[Any]:
        """Return all rows of a query: what was asked to be written before is there, if it was committed.

        :raises DatabaseFailed: it went wrong in SQLite.
        :raises Closed: the file has been closed.
        """
        async with self._turn:
            group = self._group
        if group is not None:
            await asyncio.wait([group])
        self._check_open()
        try:
            return list(await self._reader.execute_fetchall(sql, values))
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
                group = await self._join()
                yield self._connection
            except BaseException as error:
                await _uninterrupted(asyncio.create_task(self._take_back(error)))
                if isinstance(error, sqlite3.Error) and not isinstance(error, sqlite3.IntegrityError):
                    raise DatabaseFailed(error) from error
                raise
        failed = await _uninterrupted(group)
        if failed is not None:
            raise DatabaseFailed(failed) from failed

    async def _join(self) -> asyncio.Future[BaseException | None]:
        """Begin a transaction within the open group, or a group that all who wait by now can join."""
        if self._group is None:
            await self._connection.execute("BEGIN IMMEDIATE")
            self._group = asyncio.get_running_loop().create_future()
            self._ending = asyncio.create_task(self._end_in_turn(self._group))
            self._ending.add_done_callback(self._look_after)
            return self._group
        try:
            await self._connection.execute(f"SAVEPOINT {_OWN}")
        except sqlite3.Error as error:
            # Without a savepoint of its own, going back would go back to another's.
            await self._end(error)
            raise
        return self._group

    async def _take_back(self, error: BaseException) -> None:
        """Undo one transaction and keep the others of its group."""
        if self._group is None:
            await self._connection.rollback()
            return
        try:
            await self._connection.execute(f"ROLLBACK TO {_OWN}")
        except sqlite3.Error:
            # The first is alone in its group, and after some errors SQLite has taken back everything.
            await self._end(error)

    async def _end_in_turn(self, group: asyncio.Future[BaseException | None]) -> None:
        async with self._turn:
            if group is self._group:
                await self._end()

    def _look_after(self, ending: asyncio.Task[None]) -> None:
        """Take an open group back when a loop that ends has cancelled the task that would commit it."""
        if ending.cancelled() and self._group is not None:
            self._ending = asyncio.create_task(self._end(asyncio.CancelledError()))

    async def _end(self, lost: BaseException | None = None) -> None:
        """Commit the open group, if there is one, or take all of it back because it is ``lost``."""
        group, self._group = self._group, None
        if group is None:
            return
        try:
            if lost is None:
                await self._connection.execute("COMMIT")
        except BaseException as error:
            lost = error
            if not isinstance(error, sqlite3.Error):
                raise
        finally:
            group.set_result(lost)
            if lost is not None:
                # Queued before anybody hears of it; a no-op when a cancelled COMMIT went through.
                await self._connection.rollback()

    def _check_open(self) -> None:
        if self._closed:
            raise Closed


async def _uninterrupted(future: asyncio.Future[T]) -> T:
    """Wait for something to the end, even when cancelled: whoever looks next sees what became of it."""
    cancelled: asyncio.CancelledError | None = None
    while not future.done():
        try:
            await asyncio.wait([future])
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        raise cancelled
    return future.result()


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
        await connection.execute(_PATIENT)
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


async def _reading(path: Path) -> aiosqlite.Connection:
    connection = await aiosqlite.connect(path, isolation_level=None)
    try:
        await connection.execute(_PATIENT)
        await connection.execute("PRAGMA query_only = ON")
    except BaseException as error:
        await connection.close()
        if isinstance(error, sqlite3.Error):
            raise Unwritable(path, error) from error
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

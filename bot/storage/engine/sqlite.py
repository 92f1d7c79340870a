"""Opens, migrates, reads and writes an SQLite file."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import TypeVar

import aiosqlite

from bot.errors.reasons import find_reason
from bot.errors.storage import DatabaseClosed, DatabaseFailed, DatabaseUnwritable, NotADatabase
from bot.kit.timing import measure_time
from bot.storage.engine.copying import SIDE_FILE_SUFFIXES, open_read_only
from bot.storage.engine.database import READ_TIMING, WRITE_TIMING, Row, Values, Work
from bot.storage.engine.filelock import FileLock
from bot.storage.engine.sqlite_schema import migrate_schema, read_applied_migrations, refuse_foreign_tables
from bot.storage.engine.writer import SqliteWriter, bind_values
from bot.storage.schema import FIND_VERSION_SQL, Migration, find_newest_version, list_migrations
from games.core.values import value_class

BUSY_TIMEOUT_SECONDS = 5.0
"""Seconds to wait for a database file that another program has locked."""

T = TypeVar("T")


@value_class
class FileReport:
    """The state of a database file, as found by :func:`check_file`."""

    schema_version: int | None
    """Version of the schema; ``None`` if there is no file yet."""
    known_version: int
    """Newest schema version that this version of the bot knows."""
    problems: tuple[str, ...]
    """Errors that SQLite finds in the file."""
    newer_version: int | None = None
    """Version of the schema if a newer version of the bot wrote it."""
    changed_migrations: tuple[str, ...] = ()
    """Names of the migrations that have changed since they ran."""


def check_file(path: Path) -> FileReport:
    """Check a database without changing it, even while the bot is running.

    :raises NotADatabase: the file is not a readable database.
    """
    known = list_migrations()
    if not path.exists():
        return FileReport(None, find_newest_version(known), ())
    try:
        with closing(open_read_only(path)) as connection:
            refuse_foreign_tables(connection, path)
            applied = read_applied_migrations(connection)
            reports = [str(row[0]) for row in connection.execute("PRAGMA integrity_check")]
            dangling = [f"{row[0]} -> {row[2]}" for row in connection.execute("PRAGMA foreign_key_check")]
    except sqlite3.Error as error:
        raise NotADatabase(path, find_reason(error)) from error
    problems = (*(text for text in reports if text != "ok"), *dangling)
    return FileReport(
        applied.version,
        find_newest_version(known),
        problems,
        applied.find_unknown_version(known),
        applied.list_changed_names(known),
    )


class SqliteDatabase:
    """An SQLite file with two connections: one runs write transactions, the other reads committed data."""

    def __init__(
        self, path: Path, writer: SqliteWriter, reader: aiosqlite.Connection, lock: FileLock
    ) -> None:
        self.path = path
        self._writer = writer
        self._reader = reader
        self._lock = lock
        self._closed = False

    @classmethod
    async def open(cls, path: Path, migrations: Sequence[Migration] | None = None) -> SqliteDatabase:
        """Open the file, creating it and its folder if missing, and bring its schema up to date.

        :raises StorageError: the file cannot be written, isn't a database, is too new, or is in use.
        """
        create_folder(path.parent)
        lock = FileLock(path)
        try:
            known = list_migrations() if migrations is None else migrations
            writer = await SqliteWriter.open(lambda: _open_writer(path, known))
            try:
                return cls(path, writer, await _open_reader(path), lock)
            except BaseException:
                await writer.close()
                raise
        except BaseException:
            lock.release()
            raise

    async def close(self) -> None:
        """Finish pending writes, then close."""
        if not self._closed:
            self._closed = True
            try:
                await self._writer.close()
            finally:
                await self._reader.close()
                self._lock.release()

    @property
    def name(self) -> str:
        """The file's path."""
        return str(self.path)

    async def fetch_rows(self, sql: str, values: Values = ()) -> list[Row]:
        """Return all rows of a query; see :meth:`Database.fetch_rows`."""
        self._check_is_open()
        try:
            with measure_time(READ_TIMING):
                return list(await self._reader.execute_fetchall(sql, bind_values(sql, values)))  # type: ignore[arg-type]
        except sqlite3.Error as error:
            raise DatabaseFailed(find_reason(error)) from error

    async def fetch_rows_separately(self, *queries: str) -> list[list[Row]]:
        """Return the rows of each query, run in a thread with a separate connection."""
        return await asyncio.to_thread(_run_queries, self.path, queries)

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
        """Run a transaction in a thread; see :meth:`Database.write`.

        All writes run one at a time, so ``subject_id`` and ``is_exclusive`` are ignored.
        """
        self._check_is_open()
        try:
            with measure_time(WRITE_TIMING):
                return await self._writer.run(work)
        except sqlite3.Error as error:
            raise DatabaseFailed(find_reason(error)) from error

    def require_tenure(self, tenure: int, shard_count: int) -> None:
        """Do nothing, because no other process can open the file."""

    async def read_schema_version(self) -> int:
        """Return the highest number of a migration that has run."""
        row = await self.fetch_row(FIND_VERSION_SQL)
        return 0 if row is None else int(row[0])

    def _check_is_open(self) -> None:
        if self._closed:
            raise DatabaseClosed


def _run_queries(path: Path, queries: Sequence[str]) -> list[list[Row]]:
    try:
        with closing(open_read_only(path)) as connection:
            return [connection.execute(sql).fetchall() for sql in queries]
    except sqlite3.Error as error:
        raise DatabaseFailed(find_reason(error)) from error


def create_folder(folder: Path) -> None:
    """Create a folder if it is missing.

    :raises DatabaseUnwritable: the folder cannot be created.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseUnwritable(folder, find_reason(error)) from error


def _touch_file(path: Path) -> bool:
    """Create a file that only its owner can read. If it exists, check that it is writable.

    Return whether the file is new.
    """
    is_new = not path.exists()
    try:
        path.touch(mode=0o600)
        with path.open("r+b"):
            pass
    except OSError as error:
        raise DatabaseUnwritable(path, find_reason(error)) from error
    return is_new


def _delete_database(path: Path) -> None:
    for end in ("", *SIDE_FILE_SUFFIXES):
        with suppress(OSError):
            Path(f"{path.resolve()}{end}").unlink()


def _open_writer(path: Path, migrations: Sequence[Migration]) -> sqlite3.Connection:
    is_new = _touch_file(path)
    connection = sqlite3.connect(path, isolation_level=None, timeout=BUSY_TIMEOUT_SECONDS)
    try:
        migrate_schema(connection, path, migrations)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
    except BaseException as error:
        connection.close()
        if is_new:
            _delete_database(path)
        if isinstance(error, sqlite3.OperationalError):
            raise DatabaseUnwritable(path, find_reason(error)) from error
        if isinstance(error, sqlite3.DatabaseError):
            raise NotADatabase(path, find_reason(error)) from error
        raise
    return connection


async def _open_reader(path: Path) -> aiosqlite.Connection:
    connection = await aiosqlite.connect(path, isolation_level=None, timeout=BUSY_TIMEOUT_SECONDS)
    try:
        await connection.execute_fetchall("PRAGMA query_only = ON")
    except BaseException as error:
        await connection.close()
        if isinstance(error, sqlite3.Error):
            raise DatabaseUnwritable(path, find_reason(error)) from error
        raise
    return connection

"""Opens an SQLite database whose statements run in the event loop instead of the bot's threads.

In tests, switching to a thread and back takes longer than a query, and opening a file takes longer than all
queries of many tests. So new databases are in memory, and later tests use them again after emptying them.
SQLite then reads the schema and compiles each query only once per process.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor, Future
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any, cast

import aiosqlite

from bot.storage import Store
from bot.storage.engine import sqlite, sqlite_schema, writer
from bot.storage.engine.filelock import FileLock
from bot.storage.engine.writer import SqliteWriter
from bot.storage.schema import MIGRATIONS_TABLE, list_migrations

SYNC_OFF = "PRAGMA synchronous = OFF"
"""SQL that turns syncing off. Killing the process still loses nothing. Only a power cut could."""
MIGRATIONS = list_migrations()
"""The migrations, read only once per process."""
MAX_CACHED_STATEMENTS = 2000
"""Maximum number of compiled statements of a database in memory. The bot has a few hundred."""
SEQUENCES_TABLE = "sqlite_sequence"
"""SQLite's table of the highest ID of each table that never uses an ID again."""


class LoopExecutor(Executor):
    """Runs each job in the event loop, after the tasks that are ready."""

    def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()

        def run_job() -> None:
            try:
                future.set_result(work(*args, **kwargs))
            except BaseException as error:
                future.set_exception(error)

        asyncio.get_running_loop().call_soon(run_job)
        return future


class LoopWriter(SqliteWriter):
    """Runs jobs in the event loop, after the tasks that are ready."""

    def _start_next_group(self) -> None:
        if self._waiting and self._group is None:
            jobs, self._waiting = self._waiting, []
            loop = asyncio.get_running_loop()
            self._group = loop.create_future()
            loop.call_soon(self._run_group, jobs)

    def _run_group(self, jobs: Sequence[writer._WriteJob]) -> None:
        outcomes = writer._run_group(self._connection, [job.work for job in jobs])
        self._deliver_outcomes(jobs, outcomes)


class MemoryDatabase(sqlite3.Connection):
    """A database in memory with the bot's schema. It stays open when the bot closes it."""

    @classmethod
    def create(cls) -> MemoryDatabase:
        made = sqlite3.connect(
            ":memory:", isolation_level=None, factory=cls, cached_statements=MAX_CACHED_STATEMENTS
        )
        sqlite_schema.migrate_schema(made, Path(":memory:"), MIGRATIONS)
        made.execute("PRAGMA foreign_keys = ON")
        made.remember_state()
        return made

    def remember_state(self) -> None:
        """Remember the current schema and sequences for :meth:`reset`."""
        self._schema = self._list_schema()
        self._sequences = self.execute(f"SELECT name, seq FROM {SEQUENCES_TABLE}").fetchall()
        self._tables = self._list_tables()
        parts = (f"EXISTS (SELECT 1 FROM {table})" for table in self._tables)
        self._find_filled_tables = f"SELECT {', '.join(parts)}"

    def close(self) -> None:
        """Do nothing but undo an open transaction, so that the bot can be started again."""
        self.rollback()

    def reset(self) -> bool:
        """Empty all tables. Return whether the database is as new; it isn't if a test changed the schema."""
        self.rollback()
        if self._list_schema() != self._schema:
            return False
        filled = self.execute(self._find_filled_tables).fetchone()
        self.execute("BEGIN")
        for table, has_rows in zip(self._tables, filled, strict=True):
            if has_rows:
                self.execute(f"DELETE FROM {table}")
        self.execute(f"DELETE FROM {SEQUENCES_TABLE}")
        self.executemany(f"INSERT INTO {SEQUENCES_TABLE} (name, seq) VALUES (?, ?)", self._sequences)
        self.execute("COMMIT")
        return True

    def _list_schema(self) -> list[tuple[str, str]]:
        return self.execute("SELECT name, sql FROM sqlite_master").fetchall()

    def _list_tables(self) -> list[str]:
        """Return the tables whose rows :meth:`reset` deletes, those that refer to others first."""
        kept = MIGRATIONS_TABLE, SEQUENCES_TABLE
        names = [name for (name,) in self.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        targets = {
            name: {row[2] for row in self.execute(f"PRAGMA foreign_key_list({name})")} - {name}
            for name in names
            if name not in kept
        }
        return list(TopologicalSorter(targets).static_order())[::-1]


_free_databases: list[MemoryDatabase] = []
_used_databases: dict[Path, MemoryDatabase] = {}
"""Databases in memory by the path of the file that they replace."""


def find_memory_database(path: Path) -> MemoryDatabase | None:
    """Return the database that replaces a file, if any."""
    return _used_databases.get(path)


def free_memory_database(path: Path) -> None:
    """Let another test use the database that replaces a file, if any. Its data is lost."""
    database = _used_databases.pop(path, None)
    if database is not None:
        _free_databases.append(database)


def _take_memory_database(path: Path) -> MemoryDatabase:
    if path not in _used_databases:
        database = _free_databases.pop() if _free_databases else MemoryDatabase.create()
        _used_databases[path] = database if database.reset() else MemoryDatabase.create()
    return _used_databases[path]


class Reader:
    """The part of an aiosqlite connection that the bot uses for reading."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection: sqlite3.Connection | None = connection

    @classmethod
    def open(cls, path: Path) -> Reader:
        connection = sqlite3.connect(path, isolation_level=None, timeout=sqlite.BUSY_TIMEOUT_SECONDS)
        connection.execute("PRAGMA query_only = ON")
        connection.execute(SYNC_OFF)
        return cls(connection)

    async def execute_fetchall(self, sql: str, values: Any = ()) -> Iterable[Any]:
        """Return the rows of a query, after letting other tasks run."""
        await asyncio.sleep(0)
        assert sql.lstrip().startswith(("SELECT", "WITH")), f"not a query: {sql}"
        if self._connection is None:
            raise sqlite3.ProgrammingError("Cannot operate on a closed database.")
        return self._connection.execute(sql, values).fetchall()

    async def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def open_inline(path: Path) -> Store:
    """Lock a path, and open a store on its file or, if there is none, in memory. The caller closes it."""
    lock = FileLock(path)
    connection: sqlite3.Connection
    if path.exists():
        connection, reader = sqlite._open_writer(path, MIGRATIONS), Reader.open(path)
        connection.execute(SYNC_OFF)
    else:
        connection = _take_memory_database(path)
        reader = Reader(connection)
    loop_writer = LoopWriter(connection, LoopExecutor())
    return Store(sqlite.SqliteDatabase(path, loop_writer, cast(aiosqlite.Connection, reader), lock))

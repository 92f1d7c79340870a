"""Opens an SQLite file whose statements run in the event loop instead of the bot's threads.

In tests, switching to a thread and back takes longer than a query.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any, cast

import aiosqlite

from bot.storage import Store
from bot.storage.engine import sqlite, writer
from bot.storage.engine.filelock import FileLock
from bot.storage.engine.writer import SqliteWriter
from bot.storage.schema import list_migrations

SYNC_OFF = "PRAGMA synchronous = OFF"
"""SQL that turns syncing off. Killing the process still loses nothing. Only a power cut could."""
MIGRATIONS = list_migrations()
"""The migrations, read only once per process."""


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


class Reader:
    """The part of an aiosqlite connection that the bot uses for reading."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(path, isolation_level=None)
        self._connection.execute(sqlite._SET_BUSY_TIMEOUT)
        self._connection.execute("PRAGMA query_only = ON")
        self._connection.execute(SYNC_OFF)

    async def execute_fetchall(self, sql: str, values: Any = ()) -> Iterable[Any]:
        """Return the rows of a query, after letting other tasks run."""
        await asyncio.sleep(0)
        return self._connection.execute(sql, values).fetchall()

    async def close(self) -> None:
        self._connection.close()


def open_inline(path: Path) -> Store:
    """Lock a database file, creating it if necessary, and open a store on it. The caller closes it."""
    lock = FileLock(path)
    connection = sqlite._open_writer(path, MIGRATIONS)
    connection.execute(SYNC_OFF)
    loop_writer = LoopWriter(connection, LoopExecutor())
    return Store(sqlite.SqliteDatabase(path, loop_writer, cast(aiosqlite.Connection, Reader(path)), lock))

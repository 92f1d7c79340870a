"""Writes to SQLite in a thread. Jobs that wait together share a transaction."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Callable, Coroutine, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

from bot.errors.reasons import find_reason
from bot.kit.ending import wait_for_result, wait_until_done, withdraw_job
from bot.storage.engine.database import NotUnique, Row, Statement, Values, Work
from games.core.values import value_class

T = TypeVar("T")
_NUMBERED_PLACEHOLDER_PATTERN = re.compile(r"'[^']*'|(?P<numbered>\?\d)")


@lru_cache(maxsize=512)
def _has_numbered_placeholders(sql: str) -> bool:
    return any(placeholder["numbered"] for placeholder in _NUMBERED_PLACEHOLDER_PATTERN.finditer(sql))


def bind_values(sql: str, values: Values) -> Values | Mapping[str, Any]:
    """Return the values in the form that ``sqlite3`` accepts: a mapping if the placeholders are numbered.

    Since Python 3.14, ``sqlite3`` doesn't accept a sequence for numbered placeholders.
    """
    return (
        {str(number): value for number, value in enumerate(values, 1)}
        if _has_numbered_placeholders(sql)
        else values
    )


class SqliteTransaction:
    """Runs the statements of a transaction on SQLite. Its methods never suspend."""

    __slots__ = ("_connection",)

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    async def run(self, sql: str, values: Values = ()) -> int:
        """Run a statement; return the number of changed rows."""
        return self._execute(sql, values).rowcount

    async def run_each(self, sql: str, value_sets: Sequence[Values]) -> None:
        """Run a statement once for each set of values."""
        try:
            self._connection.executemany(sql, [bind_values(sql, values) for values in value_sets])
        except sqlite3.IntegrityError as error:
            raise _convert_error(error) from error

    async def run_all(self, *statements: Statement) -> None:
        """Run several statements in order."""
        for sql, values in statements:
            self._execute(sql, values)

    async def insert(self, sql: str, values: Values = ()) -> int:
        """Insert one row; return its ID."""
        return int(self._execute(sql, values).lastrowid or 0)

    async def fetch_rows(self, sql: str, values: Values = ()) -> list[Row]:
        """Return all rows of a query."""
        return self._execute(sql, values).fetchall()

    async def fetch_row(self, sql: str, values: Values = ()) -> Row | None:
        """Return the first row of a query, if any."""
        row: Row | None = self._execute(sql, values).fetchone()
        return row

    async def fetch_dicts(self, sql: str, values: Values = ()) -> list[dict[str, Any]]:
        """Return all rows of a query as dictionaries by column name."""
        cursor = self._execute(sql, values)
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]

    def _execute(self, sql: str, values: Values) -> sqlite3.Cursor:
        try:
            return self._connection.execute(sql, bind_values(sql, values))
        except sqlite3.IntegrityError as error:
            raise _convert_error(error) from error


_NOT_UNIQUE_PREFIX = "UNIQUE constraint failed: "


def _convert_error(error: sqlite3.IntegrityError) -> Exception:
    text = str(error)
    return (
        NotUnique(find_reason(error), text.removeprefix(_NOT_UNIQUE_PREFIX))
        if text.startswith(_NOT_UNIQUE_PREFIX)
        else error
    )


@dataclass(frozen=True, slots=True, eq=False)
class _WriteJob:
    work: Work[Any]
    result: asyncio.Future[Any]


@value_class
class _JobOutcome:
    """The result of a job, or the error that undid it."""

    value: Any = None
    error: Exception | None = None


class SqliteWriter:
    """Runs jobs one after another. A failed job changes nothing.

    Jobs that arrive while others are being committed share the next COMMIT. Callers get their results once it
    has succeeded.
    """

    def __init__(self, connection: sqlite3.Connection, thread: Executor) -> None:
        self._connection = connection
        self._thread = thread
        self._waiting: list[_WriteJob] = []
        self._group: asyncio.Future[None] | None = None

    @classmethod
    async def open(cls, connect: Callable[[], sqlite3.Connection]) -> SqliteWriter:
        """Start a thread, and call ``connect`` in it to open a connection in autocommit mode."""
        thread = ThreadPoolExecutor(1, "writer")
        try:
            return cls(await asyncio.get_running_loop().run_in_executor(thread, connect), thread)
        except BaseException:
            thread.shutdown(wait=False)
            raise

    async def run(self, work: Work[T]) -> T:
        """Return the result of ``work`` once it is committed to disk.

        If the caller is cancelled before the job has started, the job is dropped. Otherwise the caller waits
        for the outcome. If the job was committed, the caller gets the result, and the cancellation is raised
        at its next await.

        :raises sqlite3.Error: SQLite refused the job, or the COMMIT that it shared with others.
        :raises Exception: any other error of ``work``.
        """
        job = _WriteJob(work, asyncio.get_running_loop().create_future())
        self._waiting.append(job)
        self._start_next_group()
        result: T = await wait_for_result(job.result, lambda: withdraw_job(job, self._waiting))
        return result

    async def close(self) -> None:
        """Finish pending jobs, then close."""
        while self._group is not None:
            await wait_until_done(self._group)
        try:
            await wait_until_done(
                asyncio.get_running_loop().run_in_executor(self._thread, self._connection.close)
            )
        finally:
            self._thread.shutdown(wait=False)

    def _start_next_group(self) -> None:
        if self._waiting and self._group is None:
            jobs, self._waiting = self._waiting, []
            loop = asyncio.get_running_loop()
            self._group = loop.create_future()
            self._thread.submit(self._run_in_thread, jobs, loop)

    def _run_in_thread(self, jobs: Sequence[_WriteJob], loop: asyncio.AbstractEventLoop) -> None:
        outcomes = _run_group(self._connection, [job.work for job in jobs])
        loop.call_soon_threadsafe(self._deliver_outcomes, jobs, outcomes)

    def _deliver_outcomes(self, jobs: Sequence[_WriteJob], outcomes: Sequence[_JobOutcome]) -> None:
        group, self._group = self._group, None
        if group is not None:
            group.set_result(None)
        for job, outcome in zip(jobs, outcomes, strict=True):
            if outcome.error is None:
                job.result.set_result(outcome.value)
            else:
                job.result.set_exception(outcome.error)
        self._start_next_group()


def _run_group(connection: sqlite3.Connection, work_functions: Sequence[Work[Any]]) -> list[_JobOutcome]:
    """Run jobs and commit them together. A failed job changes nothing. A failed COMMIT undoes all jobs."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        outcomes = [_run_job(connection, work) for work in work_functions]
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        connection.rollback()
        return [_JobOutcome(error=error)] * len(work_functions)
    return outcomes


def _run_job(connection: sqlite3.Connection, work: Work[Any]) -> _JobOutcome:
    connection.execute("SAVEPOINT own")
    try:
        outcome = _JobOutcome(_run_coroutine(work(SqliteTransaction(connection))))
    except Exception as error:
        if not connection.in_transaction:
            # After some errors, such as a full disk, SQLite rolls back the whole transaction.
            if isinstance(error, sqlite3.Error):
                raise
            raise sqlite3.OperationalError(*error.args) from error
        connection.execute("ROLLBACK TO own")
        outcome = _JobOutcome(error=error)
    connection.execute("RELEASE own")
    return outcome


def _run_coroutine(steps: Coroutine[Any, Any, T]) -> T:
    try:
        steps.send(None)
    except StopIteration as ended:
        result: T = ended.value
        return result
    steps.close()
    raise RuntimeError("a job may only await its transaction")

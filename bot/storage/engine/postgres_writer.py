"""Writes to PostgreSQL in several lanes, each of which runs one transaction at a time.

Jobs that wait while all lanes are busy share the next transaction. If one fails, the transaction is rolled
back, and each job runs again in a transaction of its own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any, TypeVar

from bot.errors.storage import CommitUncertain, DatabaseFailed
from bot.kit.ending import wait_for_result, withdraw_job
from bot.storage.engine.database import Work
from bot.storage.engine.dialect import SERVER_START_SQL
from bot.storage.engine.postgres_server import (
    ACQUIRE_TIMEOUT_SECONDS,
    DRIVER_ERRORS,
    convert_error,
    is_connection_lost,
)
from bot.storage.engine.postgres_together import run_jobs_together
from bot.storage.engine.postgres_transaction import PostgresTransaction
from games.core.words import N_, Msg

T = TypeVar("T")

MAX_LANES = 4
"""More lanes would be slower, because fewer jobs would share the round trips of a transaction.

The other connections are for reading.
"""
MAX_SHARED_JOBS = 16
"""Maximum number of jobs in a transaction."""
MAX_ATTEMPTS = 8
"""Maximum number of attempts to run a job that conflicts with others."""
FIRST_RETRY_DELAY_SECONDS = 0.01
"""The delay doubles with each further attempt."""
MAX_OUTCOME_WAIT_SECONDS = 15.0
"""Seconds for which the bot tries to find the outcome of a COMMIT whose connection was lost."""
OUTCOME_CHECK_INTERVAL_SECONDS = 0.2
CONFLICT_STATES = ("40001", "40P01", "0A000")
"""SQLSTATEs of a serialization failure, a deadlock, and a query plan from before a migration."""

# Every write takes this lock in shared mode. A write that must run alone takes it exclusively.
_BEGIN_TOGETHER_SQL = "BEGIN; SELECT pg_advisory_xact_lock_shared(0, 0)"
_BEGIN_ALONE_SQL = "BEGIN; SELECT pg_advisory_xact_lock(0, 0)"
_LOCK_ID_SQL = "; SELECT pg_advisory_xact_lock(%d)"
_CHECK_TENURE_SQL = "; SELECT check_lease(%d, %d)"
_FIND_ASSIGNED_NUMBER_SQL = f"SELECT pg_current_xact_id_if_assigned()::text || '@' || {SERVER_START_SQL}"
_FIND_OUTCOME_SQL = f"SELECT pg_xact_status($1::text::xid8), {SERVER_START_SQL}"


@dataclass(slots=True, eq=False)
class _WriteJob:
    """A call of :meth:`PostgresWriter.run` that waits for its result."""

    work: Work[Any]
    subject_id: int | None
    """ID of the table or person concerned; see :meth:`Database.write`."""
    is_exclusive: bool
    """Whether no other write may run at the same time."""
    tenure_check: str
    """SQL that checks the tenure; empty if writes need no tenure."""
    result: asyncio.Future[Any]


class PostgresWriter:
    """Runs jobs and returns their results once they are committed. A failed job changes nothing."""

    def __init__(self, pool: Any) -> None:
        self._pool = pool
        self._waiting: list[_WriteJob] = []
        self._is_start_scheduled = False
        self._lanes: set[asyncio.Task[None]] = set()
        self._tenure_check = ""

    def require_tenure(self, tenure: int, shard_count: int) -> None:
        """Make further jobs fail unless a tenure still lasts; see :meth:`Database.require_tenure`."""
        self._tenure_check = _CHECK_TENURE_SQL % (tenure, shard_count)

    async def run(self, work: Work[T], *, subject_id: int | None, is_exclusive: bool) -> T:
        """Return the result of ``work`` once it is committed.

        If the caller is cancelled before the job has started, the job is dropped. Otherwise the caller waits
        for the outcome. If the job was committed, the caller gets the result, and the cancellation is raised
        at its next await.

        :raises CommitUncertain: it is unknown whether the job was committed.
        :raises StorageError: the server refused the job.
        :raises Exception: any other error of ``work``.
        """
        job = _WriteJob(
            work, subject_id, is_exclusive, self._tenure_check, asyncio.get_running_loop().create_future()
        )
        self._waiting.append(job)
        if not self._is_start_scheduled:
            # Start the lanes in the next loop iteration, so that simultaneous jobs share them evenly.
            self._is_start_scheduled = True
            asyncio.get_running_loop().call_soon(self._start_lanes)
        result: T = await wait_for_result(job.result, lambda: withdraw_job(job, self._waiting))
        return result

    async def close(self) -> None:
        """Finish pending jobs."""
        while self._waiting or self._lanes:
            await (asyncio.wait(set(self._lanes)) if self._lanes else asyncio.sleep(0))

    def _start_lanes(self) -> None:
        self._is_start_scheduled = False
        max_jobs = ceil(len(self._waiting) / MAX_LANES)
        while self._waiting and len(self._lanes) < MAX_LANES:
            task = asyncio.create_task(self._run_lane(self._pick_jobs(max_jobs)))
            self._lanes.add(task)
            task.add_done_callback(self._on_lane_done)

    def _on_lane_done(self, task: asyncio.Task[None]) -> None:
        self._lanes.discard(task)
        self._start_lanes()

    def _pick_jobs(self, max_jobs: int) -> list[_WriteJob]:
        """Remove from the queue one job that must run alone, or several that can share a transaction.

        :param max_jobs: this lane's equal share of the queue.
        """
        if self._waiting[0].is_exclusive:
            return [self._waiting.pop(0)]
        picked: list[_WriteJob] = []
        later: list[_WriteJob] = []
        while (
            self._waiting
            and not self._waiting[0].is_exclusive
            and len(picked) < min(max_jobs, MAX_SHARED_JOBS)
        ):
            job = self._waiting.pop(0)
            # Jobs in a transaction are interleaved, so a second job about this ID must wait.
            if job.subject_id is not None and any(job.subject_id == other.subject_id for other in picked):
                later.append(job)
            else:
                picked.append(job)
        self._waiting[:0] = later
        return picked

    async def _run_lane(self, jobs: Sequence[_WriteJob]) -> None:
        if len(jobs) > 1:
            try:
                values = await self._run_jobs_once(jobs)
            except Exception:
                # Run the jobs one by one, so that a failing job doesn't fail the others.
                pass
            else:
                for job, value in zip(jobs, values, strict=True):
                    job.result.set_result(value)
                return
        for job in jobs:
            try:
                job.result.set_result((await self._run_with_retries(job))[0])
            except BaseException as error:
                job.result.set_exception(error)
                if not isinstance(error, Exception):
                    raise

    async def _run_with_retries(self, job: _WriteJob) -> list[Any]:
        pause, broke = FIRST_RETRY_DELAY_SECONDS, False
        for number in range(1, MAX_ATTEMPTS + 1):
            try:
                return await self._run_jobs_once([job])
            except DRIVER_ERRORS as error:
                conflict = getattr(error, "sqlstate", None) in CONFLICT_STATES
                if number == MAX_ATTEMPTS or not (conflict or (is_connection_lost(error) and not broke)):
                    raise convert_error(error) from None
                if conflict:
                    await asyncio.sleep(pause)
                    pause *= 2
                else:
                    # Replace all idle connections, because they have probably died as well.
                    broke = True
                    await self._pool.expire_connections()
        raise AssertionError

    async def _run_jobs_once(self, jobs: Sequence[_WriteJob]) -> list[Any]:
        async with self._pool.acquire(timeout=ACQUIRE_TIMEOUT_SECONDS) as connection:
            try:
                await connection.execute(_make_begin_sql(jobs))
                transaction = PostgresTransaction(connection)
                values = (
                    [await jobs[0].work(transaction)]
                    if len(jobs) == 1
                    else await run_jobs_together(connection, transaction, [job.work for job in jobs])
                )
                if transaction.number is None:
                    transaction.number = await connection.fetchval(_FIND_ASSIGNED_NUMBER_SQL)
            except BaseException:
                await _roll_back(connection)
                raise
            try:
                status = await connection.execute("COMMIT")
            except DRIVER_ERRORS as error:
                if getattr(error, "sqlstate", None) is not None and not is_connection_lost(error):
                    # The server refused the COMMIT, for example because of a deferred constraint.
                    await _roll_back(connection)
                    raise
                lost = error
            else:
                if status != "COMMIT":
                    raise DatabaseFailed(Msg(N_("something unexpected ({told})"), {"told": str(status)}))
                return values
        if transaction.number is None or await self._was_committed(transaction.number):
            return values
        raise lost

    async def _was_committed(self, transaction_number: str) -> bool:
        """Return whether a transaction was committed although the connection was lost during the COMMIT.

        :raises CommitUncertain: the server doesn't answer in time, or it was restarted and may have reused
            the number.
        """
        own, _, begun = transaction_number.partition("@")
        try:
            async with asyncio.timeout(MAX_OUTCOME_WAIT_SECONDS):
                while True:
                    outcome = await self._find_outcome(own)
                    if outcome is not None:
                        break
                    await asyncio.sleep(OUTCOME_CHECK_INTERVAL_SECONDS)
        except TimeoutError:
            raise CommitUncertain from None
        status, since = outcome
        if status == "committed" and since != begun:
            raise CommitUncertain
        return status == "committed"

    async def _find_outcome(self, transaction_id: str) -> tuple[str, str] | None:
        """Return a transaction's status and when the server started; ``None`` while that isn't known."""
        try:
            async with self._pool.acquire(timeout=ACQUIRE_TIMEOUT_SECONDS) as connection:
                status, since = await connection.fetchrow(_FIND_OUTCOME_SQL, transaction_id)
        except DRIVER_ERRORS:
            return None
        return None if status == "in progress" else (status, since)


def _make_begin_sql(jobs: Sequence[_WriteJob]) -> str:
    """Return the statements that begin a transaction and take its locks, sorted to avoid deadlocks."""
    tenure_checks = sorted({job.tenure_check for job in jobs})
    if jobs[0].is_exclusive:
        return "".join((_BEGIN_ALONE_SQL, *tenure_checks))
    numbers = sorted({job.subject_id for job in jobs if job.subject_id is not None})
    return "".join((_BEGIN_TOGETHER_SQL, *(_LOCK_ID_SQL % number for number in numbers), *tenure_checks))


async def _roll_back(connection: Any) -> None:
    try:
        await connection.execute("ROLLBACK")
    except DRIVER_ERRORS:
        # Drop the connection, so that the server rolls back.
        connection.terminate()

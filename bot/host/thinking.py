"""``python -m bot think``: think on this machine for whichever process hosts the bot.

It takes jobs from the queue in PostgreSQL and sends the results with NOTIFY. It stores nothing. If a thinker
is killed, the host thinks about that one move itself.
"""

from __future__ import annotations

import asyncio
import logging
import signal
from contextlib import suppress
from datetime import timedelta
from typing import Any

import asyncpg
from pgqueuer.models import Job as QueuedJob
from pgqueuer.qm import QueueManager
from pgqueuer.queries import Queries

from bot.computers.pool import Pool
from bot.computers.process import Worker
from bot.computers.remote_format import BadMessage, read_job, write_ranking
from bot.computers.thinker_queue import CHANNEL, ENTRYPOINT, FAILURES, prepare_queue
from bot.errors.storage import NoQueue, RightMissing, ServerDown
from bot.kit.server_url import ServerUrl
from bot.storage.engine.postgres_server import connect

log = logging.getLogger(__name__)

RETRY_SECONDS = 2.0
"""Seconds between attempts to reach the server."""
HEARTBEAT_SECONDS = 4.0
"""Seconds without a heartbeat after which a job is given to another thinker."""
RIGHTS = {
    "pgqueuer": ("SELECT", "UPDATE", "DELETE"),
    "pgqueuer_log": ("SELECT", "INSERT", "UPDATE", "DELETE"),
    "pgqueuer_statistics": ("SELECT", "INSERT", "UPDATE"),
    "pgqueuer_schedules": ("SELECT",),
    "pgqueuer_log_id_seq": ("USAGE",),
    "pgqueuer_statistics_id_seq": ("USAGE",),
}
"""Everything a thinker needs. ``deploy/thinker.sql`` grants exactly these privileges."""
_GIVEN = """
SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relname = $1 AND
    CASE relkind WHEN 'S' THEN has_sequence_privilege(oid, $2) ELSE has_table_privilege(oid, $2) END
"""


async def think(url: ServerUrl, workers: int, *, ready: asyncio.Event | None = None) -> None:
    """Think until SIGTERM or Ctrl-C.

    :param url: of the database.
    :param workers: number of worker processes.
    :param ready: set while jobs are being taken.
    :raises StorageError: the server rejects this user, or the user is missing a privilege.
    """
    pool, stopped = Pool([Worker() for _ in range(workers)]), asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        with suppress(NotImplementedError):
            loop.add_signal_handler(number, stopped.set)
    logged = ""
    try:
        while not stopped.is_set():
            try:
                await _serve(url, workers, pool, stopped, ready)
                logged = ""
            except (ServerDown, NoQueue, *FAILURES) as error:
                # The loop retries until the server is back, and logs each reason once.
                known = isinstance(error, ServerDown | NoQueue)
                previous, logged = logged, str(error) if known else type(error).__name__
                if logged != previous:
                    log.warning("thinking suspended", extra={"fields": {"reason": logged}})
            if ready is not None:
                ready.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(stopped.wait(), RETRY_SECONDS)
    finally:
        pool.close()


async def _serve(
    url: ServerUrl, workers: int, pool: Pool, stopped: asyncio.Event, ready: asyncio.Event | None
) -> None:
    connection = await connect(url)
    try:
        queue = QueueManager(await _find_queue(url, connection))

        @queue.entrypoint(ENTRYPOINT)
        async def answer(job: QueuedJob) -> None:
            found = await _think_about(pool, job)
            if found is not None:
                await queue.queries.driver.notify(*found)

        watching = asyncio.create_task(_stop_with(queue, connection, stopped), name="think-stop")
        log.info("thinking workers=%d", workers)
        if ready is not None:
            ready.set()
        try:
            await queue.run(
                dequeue_timeout=timedelta(seconds=5),
                batch_size=1,
                max_concurrent_tasks=max(2, workers),
                shutdown_on_listener_failure=True,
                heartbeat_timeout=timedelta(seconds=HEARTBEAT_SECONDS),
                log_aggregation_interval=timedelta(hours=1),
            )
        finally:
            watching.cancel()
    finally:
        with suppress(*FAILURES):
            await connection.close(timeout=2.0)


async def _find_queue(url: ServerUrl, connection: Any) -> Queries:
    """Return the queue; create it if this user may.

    :raises NoQueue: there is no queue and this user may not create one.
    :raises RightMissing: this user may not use the queue.
    """
    try:
        queries = await prepare_queue(connection)
    except asyncpg.InsufficientPrivilegeError:
        raise NoQueue(url) from None
    missing = [
        name
        for name, rights in RIGHTS.items()
        if not all([await connection.fetchval(_GIVEN, name, right) for right in rights])
    ]
    if missing:
        raise RightMissing(url, ", ".join(missing))
    return queries


async def _stop_with(queue: QueueManager, connection: Any, stopped: asyncio.Event) -> None:
    """Stop taking jobs when this process should end or the server has gone."""
    while not stopped.is_set() and not connection.is_closed():
        with suppress(TimeoutError):
            await asyncio.wait_for(stopped.wait(), 1.0)
    queue.shutdown.set()


async def _think_about(pool: Pool, job: QueuedJob) -> tuple[str, str] | None:
    """Return the channel that waits for the result, and the result; ``None`` if there is none."""
    channel = (job.headers or {}).get(CHANNEL)
    try:
        asked = read_job(job.payload or b"")
    except BadMessage as error:
        log.warning("unreadable question reason=%s", error)
        return None
    found = await pool.rank_move(asked)
    return (channel, f"{job.id} {write_ranking(found)}") if found and isinstance(channel, str) else None

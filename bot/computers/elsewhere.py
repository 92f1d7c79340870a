"""Thinkers on other machines: questions that wait in PostgreSQL, and answers that are called out there.

Nobody waits long for them. A question that is not answered within its time is taken back, and the host thinks
by itself. Where the server is away, or no thinker has answered of late, it does so at once.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from dataclasses import replace
from typing import Any

import asyncpg
from pgqueuer.db import AsyncpgDriver
from pgqueuer.queries import Queries

from bot import metrics
from bot.computers.letters import BadLetter, read_ranking, write_job
from bot.computers.worker import Job, Ranking

log = logging.getLogger(__name__)

ENTRYPOINT = "think"
CHANNEL = "channel"
"""The header that says where the answer is waited for."""
MARGIN_SECONDS = 0.25
"""What the way there and back may take of a thought's time."""
LEAST_SECONDS = 0.1
PREPARE_SECONDS = 5.0
QUIET_SECONDS = 5.0
"""After a question that nobody answered the host thinks by itself for so long."""
FAILURES = (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError)


class Elsewhere:
    """Has others think. It answers ``None`` where the host is to think by itself."""

    def __init__(self, url: str) -> None:
        """Connect to nothing yet.

        :param url: of the PostgreSQL database that thinkers look at too; it may hold a password.
        """
        self._url = url
        self._channel = f"reefs_{secrets.token_hex(8)}"
        self._connection: Any = None
        self._queries: Queries | None = None
        self._opening = asyncio.Lock()
        self._waiting: dict[int, asyncio.Future[str]] = {}
        self._early: dict[int, str] = {}
        self._quiet_until = 0.0
        self._closed = False

    async def prepare(self) -> None:
        """Make the queue where there is none yet, so that thinkers find it and can be given rights to it."""
        try:
            async with asyncio.timeout(PREPARE_SECONDS):
                await self._ready()
        except FAILURES as error:
            # It is tried again with the first question.
            log.warning("no queue for thinkers reason=%s", type(error).__name__)

    async def ask(self, job: Job, *, hint: bool = False) -> Ranking | None:
        """Return what a thinker answers within the time of a job, or ``None``.

        :param hint: a person waits for it: it goes before computer players' moves.
        """
        if self._closed or time.monotonic() < self._quiet_until:
            return None
        seconds = max(job.seconds - MARGIN_SECONDS, LEAST_SECONDS)
        number: int | None = None
        result = metrics.UNANSWERED
        try:
            async with asyncio.timeout(job.seconds + MARGIN_SECONDS):
                queries = await self._ready()
                letter = write_job(replace(job, seconds=seconds))
                (number,) = await queries.enqueue(
                    ENTRYPOINT, letter, priority=int(hint), headers={CHANNEL: self._channel}
                )
                answer = self._waiting[number] = asyncio.get_running_loop().create_future()
                metrics.asked_elsewhere(len(self._waiting))
                if number in self._early:
                    answer.set_result(self._early.pop(number))
                found, result = read_ranking(await answer), metrics.ANSWERED
                return found
        except BadLetter as error:
            result = metrics.UNREADABLE
            log.warning("a thinker answered what cannot be read reason=%s", error)
        except FAILURES as error:
            self._quiet_until = time.monotonic() + QUIET_SECONDS
            log.info("no thinker answered reason=%s", type(error).__name__)
            await self._take_back(number)
        finally:
            if number is not None:
                self._waiting.pop(number, None)
            metrics.asked_elsewhere(len(self._waiting), result)
        return None

    def close(self) -> None:
        """Ask no more; who waits gets no answer."""
        self._closed = True
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_result("")
        if self._connection is not None:
            self._connection.terminate()

    async def _ready(self) -> Queries:
        async with self._opening:
            if self._queries is None or self._connection.is_closed():
                connection = await asyncpg.connect(self._url, timeout=5.0, command_timeout=5.0)
                try:
                    self._queries = await prepare_queue(connection)
                    await connection.add_listener(self._channel, self._hear)
                except BaseException:
                    connection.terminate()
                    raise
                self._connection = connection
        return self._queries

    def _hear(self, connection: object, pid: int, channel: str, payload: object) -> None:
        number, _, text = str(payload).partition(" ")
        if not number.isdecimal():
            return
        answer = self._waiting.get(int(number))
        if answer is None:
            # Sooner than the number of its question came back to us.
            self._early = {int(number): text}
        elif not answer.done():
            answer.set_result(text)

    async def _take_back(self, number: int | None) -> None:
        """Have nobody think any more about a question that the host answers by itself."""
        if number is None or self._queries is None:
            return
        try:
            async with asyncio.timeout(1.0):
                await self._queries.mark_job_as_cancelled([number])  # type: ignore[list-item]
        except FAILURES:
            log.info("a question could not be taken back")


async def prepare_queue(connection: Any) -> Queries:
    """Return the queue of a database, made there where it is not."""
    queries = Queries(AsyncpgDriver(connection))
    # Two processes may come at the same time: one makes it, and the other finds it.
    await connection.execute("SELECT pg_advisory_lock(0, 2)")
    try:
        if not await queries.schema_is_installed():
            await queries.install()
    finally:
        await connection.execute("SELECT pg_advisory_unlock(0, 2)")
    return queries

"""A database server with leases, for simulated runs of several processes.

The leases follow ``bot/storage/leases.py`` and the SQL function ``check_lease``. A transaction's lease check
and commit are one step here. PostgreSQL makes them atomic with a lock on the lease. The server's clock is
right even if the processes' clocks are wrong.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

from bot.errors.storage import DatabaseFailed
from bot.storage.engine.database import Transaction, Work
from bot.storage.engine.postgres_server import convert_error
from bot.storage.engine.sqlite import SqliteDatabase
from bot.storage.leases import SERVER_TIMEOUT_SECONDS, TERM_SECONDS
from bot.storage.tenure import LEASES_RELEASED, LeasesHeld, LeasesTaken
from tests.proof.sim.loop import SimLoop, call_outside_bot, make_context

T = TypeVar("T")

MAX_SLOW_DELAY_SECONDS = 6.0
"""Maximum delay, in seconds, of a request to a slow server and of its answer."""


class LeaseLost(Exception):
    """The error that the SQL function ``check_lease`` raises."""

    sqlstate = "RF001"


class SimServer:
    """A database server with one lease, notifications and a variable speed.

    A *tenure* is the period for which one process has the lease. Tenures are numbered from 1.
    """

    enforces_leases = True
    """Whether writes without a valid lease are refused."""

    def __init__(self, loop: SimLoop, chance: Random) -> None:
        self.loop, self.chance = loop, chance
        self.tenure = 0
        self.until = self.awaited = -1.0
        self.presses: tuple[int, ...] = ()
        self.chores: dict[str, int] = {}
        self.slow_until = -1.0
        self.refused = 0
        self.takeovers = 0
        self.problems: list[str] = []
        self.listeners: list[tuple[int, Callable[[str], None]]] = []
        """The processes that receive notifications, and their callbacks."""

    def draw_delay(self) -> float:
        """Return the delay of a request or answer, in seconds."""
        drawn = self.chance.random()
        return drawn * (MAX_SLOW_DELAY_SECONDS if self.loop.time() < self.slow_until else 0.05)

    def check_lease(self, tenure: int | None, process_id: int) -> None:
        """Check a transaction's lease like ``check_lease``, and record writes that must never happen.

        :raises LeaseLost: the tenure has ended or expired, and leases are enforced.
        """
        if tenure is None:
            self.problems.append(f"process {process_id} wrote before it asked for a lease")
        elif tenure != self.tenure or self.loop.time() >= self.until:
            self.refused += 1
            if self.enforces_leases:
                raise LeaseLost
            if tenure != self.tenure:
                self.problems.append(
                    f"process {process_id} wrote in tenure {tenure} during tenure {self.tenure}"
                )

    def take(self) -> LeasesTaken | LeasesHeld:
        """Start a tenure. If another process has the lease, return the remaining time instead."""
        now = self.loop.time()
        if now < self.until:
            self.awaited = now + TERM_SECONDS
            return LeasesHeld(self.until - now)
        self.takeovers += self.tenure > 0
        presses, self.presses = self.presses, ()
        self.tenure, self.until, self.awaited = self.tenure + 1, now + TERM_SECONDS, -1.0
        return LeasesTaken(self.tenure, frozenset(presses))

    def renew(self, tenure: int) -> bool | None:
        """Extend a tenure; return whether another process is waiting, or ``None`` if the tenure has ended."""
        if tenure != self.tenure:
            return None
        self.until = self.loop.time() + TERM_SECONDS
        return self.awaited > self.loop.time()

    def release(self, tenure: int, press_ids: Sequence[int]) -> None:
        """End a tenure, passing the presses answered in it to the next tenure."""
        if tenure == self.tenure:
            self.until, self.presses = self.loop.time(), tuple(press_ids)
            self.notify(LEASES_RELEASED)

    def notify(self, text: str) -> None:
        """Send a text to all processes."""
        for process_id, hear in self.listeners:
            self.loop.call_later(self.draw_delay(), hear, text, context=make_context(process_id))

    def claim_job(self, job: str, day: int) -> bool:
        """Claim a daily job; return False if it was already claimed for the day."""
        claimed = self.chores.get(job, -1) < day
        self.chores[job] = max(day, self.chores.get(job, -1))
        return claimed


class SimLeases:
    """Stands in for a process's ``bot.storage.leases.Leases``, on the simulated server."""

    term_seconds = TERM_SECONDS

    def __init__(self, server: SimServer, process_id: int) -> None:
        self.application_id = 0
        self._server, self._process_id = server, process_id
        self._turn = asyncio.Lock()
        self._last_arrival = 0.0
        """Virtual time at which the newest request reaches the server, after all earlier ones."""

    def listen(self, on_notification: Callable[[str], None], on_connect: Callable[[], None]) -> None:
        """Call ``on_notification`` with every notification. The connection is never lost."""
        self._server.listeners.append((self._process_id, on_notification))

    async def find_shard_count(self) -> int | None:
        """Return the number of shards (always 1), or None if no process hosts."""
        server = self._server
        return await self._run_on_server(lambda: 1 if server.loop.time() < server.until else None)

    async def take(self, shard_ids: Sequence[int], shard_count: int, owner: str) -> LeasesTaken | LeasesHeld:
        return await self._run_on_server(self._server.take)

    async def renew(self, tenure: int, shard_count: int) -> bool | None:
        return await self._run_on_server(lambda: self._server.renew(tenure))

    async def release(self, tenure: int, press_ids: Sequence[int]) -> None:
        await self._run_on_server(lambda: self._server.release(tenure, press_ids))

    async def notify(self, text: str) -> None:
        await self._run_on_server(lambda: self._server.notify(text))

    async def reserve_login(self, bucket: int, seconds: float) -> float:
        """Return 0, because a shard may log in immediately."""
        return 0.0

    async def claim_job(self, job: str, day: int) -> bool:
        return await self._run_on_server(lambda: self._server.claim_job(job, day))

    async def close(self) -> None:
        """Stop receiving notifications."""
        self._server.listeners = [one for one in self._server.listeners if one[0] != self._process_id]

    async def _run_on_server(self, function: Callable[[], T]) -> T:
        """Run a function on the server. It runs even if the answer comes too late.

        :raises DatabaseFailed: the answer comes too late.
        """
        async with self._turn:
            done: asyncio.Future[T] = self._server.loop.create_future()
            now = self._server.loop.time()
            # Requests arrive in order, even after a cancelled one, because they share a connection.
            self._last_arrival = max(now + self._server.draw_delay(), self._last_arrival + 0.001)
            delay = self._last_arrival - now
            call_outside_bot(self._server.loop, delay, self._carry_out, function, done)
            try:
                async with asyncio.timeout(SERVER_TIMEOUT_SECONDS):
                    return await done
            except TimeoutError:
                raise DatabaseFailed("no answer") from None

    def _carry_out(self, function: Callable[[], T], future: asyncio.Future[T]) -> None:
        """Run a function on the server, and send its result."""
        server = self._server
        if self._process_id in server.loop.dead_process_ids:
            return
        found = function()
        server.loop.call_later(
            server.draw_delay(), _set_result, future, found, context=make_context(self._process_id)
        )


def _set_result(future: asyncio.Future[T], result: T) -> None:
    if not future.done():
        future.set_result(result)


class TenureCheckingDatabase(SqliteDatabase):
    """A database whose transactions check the lease first, as on PostgreSQL."""

    server: SimServer
    process_id: int
    tenure: int | None = None

    def require_tenure(self, tenure: int, shard_count: int) -> None:
        """Refuse all transactions once this tenure has ended."""
        self.tenure = tenure

    async def write(self, work: Work[T], *, subject_id: int | None = None, is_exclusive: bool = False) -> T:
        """Run a transaction that checks the lease first."""
        tenure = self.tenure

        async def check_first(transaction: Transaction) -> T:
            self.server.check_lease(tenure, self.process_id)
            return await work(transaction)

        try:
            return await super().write(check_first, subject_id=subject_id, is_exclusive=is_exclusive)
        except LeaseLost as error:
            raise convert_error(error) from None

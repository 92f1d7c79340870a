"""The lease of this process. A process hosts while it holds a valid lease, and is a standby otherwise.

A process knows without a query whether its lease is valid: the lease expires by the process's own monotonic
clock before any other process can take over. That clock keeps running while the process is suspended.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Protocol

from bot.errors.shards import HostedByOtherBot, ShardCountMismatch
from bot.errors.storage import StorageError
from bot.storage.tenure import LeasesHeld, LeasesTaken

log = logging.getLogger(__name__)

LEASE_POLL_SECONDS = 1.0
"""Maximum seconds between a standby's attempts to take leases. Released leases cause an immediate attempt."""
RENEWALS_PER_TERM = 4
LEASE_RETRY_SECONDS = 0.5
"""Seconds until the next attempt if the database didn't answer."""


class ProcessRole(StrEnum):
    """The role of a process among several."""

    STANDBY = "standby"
    OWNER = "owner"
    DOUBTFUL = "doubtful"
    """The lease has expired. Another process may have taken over, but the database doesn't answer."""
    RELEASED = "left"


class LeaseStore(Protocol):
    """The leases of all processes, as stored in the database (:class:`bot.storage.leases.Leases`).

    Each time that a process takes leases, a tenure begins. Its number is checked on every write.
    """

    @property
    def term_seconds(self) -> float:
        """Seconds for which a lease is valid without renewal."""

    async def take(self, shard_ids: Sequence[int], shard_count: int, owner: str) -> LeasesTaken | LeasesHeld:
        """Take the leases of the shards ``shard_ids``, unless another process holds any.

        :param shard_count: the number of the bot's shards.
        """

    async def renew(self, tenure: int, shard_count: int) -> bool | None:
        """Renew a tenure's leases, and return whether a standby is waiting; ``None`` if they were lost.

        :param shard_count: the number of the tenure's leases.
        """

    async def release(self, tenure: int, press_ids: Sequence[int]) -> None:
        """Release the leases of a tenure, and store the IDs of presses for the next hosting process."""


class ShardLease:
    """Takes and renews the leases of all shards of this process."""

    def __init__(
        self,
        leases: LeaseStore,
        owner: str,
        require_tenure: Callable[[int, int], None],
        on_began: Callable[[frozenset[int]], None],
        on_lost: Callable[[], None],
    ) -> None:
        """Create the lease without taking it.

        :param owner: name under which this process holds leases.
        :param require_tenure: called with the number of the current tenure (0 if there is none) and the
            number of its shards.
        :param on_began: called when this process starts to host, with the IDs of presses that the previous
            hosting process has handled.
        :param on_lost: called when another process has taken over.
        """
        self._leases = leases
        self._owner = owner
        self._require_tenure = require_tenure
        self._on_began = on_began
        self._on_lost = on_lost
        self._shard_ids: tuple[int, ...] = ()
        self._shard_count = 1
        self._tenure: int | None = None
        self._valid_until = 0.0
        self._has_left = False
        self._is_awaited = False
        self._woken = asyncio.Event()
        self._running: asyncio.Task[None] | None = None

    @property
    def role(self) -> ProcessRole:
        """The current role of this process."""
        if self._has_left:
            return ProcessRole.RELEASED
        if self._tenure is None:
            return ProcessRole.STANDBY
        return ProcessRole.OWNER if time.monotonic() < self._valid_until else ProcessRole.DOUBTFUL

    @property
    def age_seconds(self) -> float:
        """Seconds since the lease was renewed, more than the lease's term if it has expired."""
        return max(time.monotonic() - self._valid_until + self._leases.term_seconds, 0.0)

    async def begin(self, shard_ids: Sequence[int], shard_count: int) -> None:
        """Try to take the leases. Keep taking or renewing them in the background.

        :param shard_count: the number of the bot's shards.
        :raises HostedByOtherBot: the hosting processes run another bot.
        :raises ShardCountMismatch: the hosting processes use a different number of shards.
        :raises StorageError: the database doesn't answer.
        """
        self._shard_ids, self._shard_count = tuple(shard_ids), shard_count
        self._require_tenure(0, len(self._shard_ids))
        await self._take_or_renew_leases()
        log.info("%s shards=%d ids=%s", self.role, shard_count, ",".join(map(str, self._shard_ids)))
        self._running = asyncio.create_task(self._keep_lease(), name="lease")

    def wake(self) -> None:
        """Try to take the leases immediately, because another process has released its leases."""
        self._woken.set()

    async def is_standby_waiting(self) -> bool:
        """Ask the database whether a standby is waiting for the leases.

        Return ``False`` if this process doesn't host or the database doesn't answer.
        """
        try:
            if self._tenure is not None:
                await self._renew_leases(self._tenure)
        except StorageError:
            return False
        return self.role is ProcessRole.OWNER and self._is_awaited

    async def release(self, press_ids: Sequence[int]) -> None:
        """Release the leases. Afterwards this process can't write to the database.

        :param press_ids: the IDs of recently handled presses.
        """
        await self.stop()
        tenure, self._tenure, self._has_left = self._tenure, None, True
        if tenure is None:
            return
        try:
            await self._leases.release(tenure, press_ids)
            log.info("leases given back")
        except StorageError as error:
            # The next hosting process has to wait until the leases expire.
            log.warning("leases not given back", extra={"fields": {"reason": str(error)}})
        finally:
            self._require_tenure(0, len(self._shard_ids))

    async def stop(self) -> None:
        """Stop taking or renewing the leases."""
        running, self._running = self._running, None
        if running is not None:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)

    async def _keep_lease(self) -> None:
        away = False
        pause = 0.0
        while True:
            self._woken.clear()
            try:
                pause = await self._take_or_renew_leases()
                away = False
            except (HostedByOtherBot, ShardCountMismatch) as error:
                log.error("conflict with hosting processes", extra={"fields": {"reason": str(error)}})
                pause = self._leases.term_seconds
            except StorageError as error:
                if not away:
                    log.warning("couldn't ask for leases", extra={"fields": {"reason": str(error)}})
                away, pause = True, LEASE_RETRY_SECONDS
            try:
                async with asyncio.timeout(pause):
                    await self._woken.wait()
            except TimeoutError:
                pass

    async def _take_or_renew_leases(self) -> float:
        """Take or renew the leases. Return the seconds until the next attempt or renewal."""
        if self._tenure is not None:
            return await self._renew_leases(self._tenure)
        requested_at = time.monotonic()
        result = await self._leases.take(self._shard_ids, self._shard_count, self._owner)
        if isinstance(result, LeasesHeld):
            return min(result.retry_seconds + 0.01, LEASE_POLL_SECONDS)
        self._tenure = result.tenure
        self._valid_until = requested_at + self._leases.term_seconds
        self._is_awaited = False
        self._require_tenure(result.tenure, len(self._shard_ids))
        log.info("hosts tenure=%d", result.tenure)
        self._on_began(result.press_ids)
        return self._leases.term_seconds / RENEWALS_PER_TERM

    async def _renew_leases(self, tenure: int) -> float:
        """Renew the leases. Return the seconds until the next renewal, or 0 if the leases were lost."""
        requested_at = time.monotonic()
        awaited = await self._leases.renew(tenure, len(self._shard_ids))
        if awaited is None:
            self._tenure = None
            self._require_tenure(0, len(self._shard_ids))
            log.warning("another process hosts now tenure=%d", tenure)
            self._on_lost()
            return 0.0
        self._valid_until, self._is_awaited = requested_at + self._leases.term_seconds, awaited
        return self._leases.term_seconds / RENEWALS_PER_TERM

"""A process as one of several that are one bot: what it asks of the others, what it may do."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
import time
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any, Protocol

import aiohttp

from bot.errors.storage import StorageError
from bot.kit.sharing import Sharing
from bot.shards.gate import Gate
from bot.shards.lease import Lease, Leasing, Role
from bot.shards.relay import Relay
from bot.storage import Store
from bot.storage.tenure import FREED
from bot.tables.service import Tables

log = logging.getLogger(__name__)

LOGIN_SECONDS = 5.1
"""Discord takes one login in five seconds for each group of shards."""
LOOK_SECONDS = 60.0
"""So often whoever hosts looks for what was not told."""
DAY_SECONDS = 86_400
SAID_BY_HOSTS = ("POST", "PATCH", "PUT", "DELETE")
ANSWERS = ("/webhooks/", "/interactions/")
"""What a press is answered by: whoever took one answers it."""


class Asking(Leasing, Protocol):
    """The leases, and what else processes ask of each other by way of the database."""

    application: int
    """Which bot this process is."""

    def listen(self, hear: Callable[[str], None], lost: Callable[[], None]) -> None:
        """Have ``hear`` called with whatever is called out, and ``lost`` where something may be missed."""

    async def find_sharing(self) -> int | None:
        """Return by how many shards those who host at present share the servers out."""

    async def notify(self, text: str) -> None:
        """Call something out to all processes."""

    async def await_login(self, bucket: int, seconds: float) -> float:
        """Book the next turn to log in; return in how many seconds it begins."""

    async def claim(self, chore: str, day: int) -> bool:
        """Take on what is to be done once a day."""

    async def close(self) -> None:
        """Let the connection go."""


class Silent(aiohttp.ClientError):
    """Another process hosts: this one says nothing."""


class Several:
    """Takes leases, and tells when this process hosts and when it does not."""

    def __init__(
        self,
        leases: Asking,
        store: Store,
        tables: Tables,
        sharing: Sharing,
        *,
        hosts: Callable[[], Awaitable[None]],
        look: Callable[[], Awaitable[None]],
    ) -> None:
        """Ask nothing yet.

        :param hosts: is called each time that this process begins to host.
        :param look: is called every minute while it hosts.
        """
        self._leases = leases
        self._tables = tables
        self._sharing = sharing
        self._hosts = hosts
        self._look = look
        self._groups = 1
        self._tasks: set[asyncio.Task[None]] = set()
        owner = f"{socket.gethostname()}:{os.getpid()}"
        self._lease = Lease(leases, owner, store.fence, self._begin, self._end)
        self.gate = Gate(lambda: self._lease.role)
        self._relay = Relay(tables.core, leases.notify, tables.feed.publish_here)
        tables.feed.divert = self._relay.divert
        # What is ready may be older than what others have stored while nothing was heard.
        leases.listen(self._hear, tables.core.clear_cache)

    @property
    def role(self) -> Role:
        """What this process is at this moment."""
        return self._lease.role

    @property
    def age(self) -> float:
        """How many seconds ago the lease was renewed."""
        return self._lease.age

    async def begin(self, application: int, advised: int, groups: int) -> tuple[int, tuple[int, ...]]:
        """Ask for the leases of this process's shards; return how many there are, and which are its own.

        :param application: which bot this is.
        :param advised: how many shards Discord advises.
        :param groups: how many of them may log in at once.
        :raises OtherBot: those who host are another bot.
        :raises OtherSharing: others share the servers out otherwise.
        :raises StorageError: the database does not answer.
        """
        self._groups, self._leases.application = max(groups, 1), application
        shards = self._sharing.shards
        if shards is None:
            # Whoever hosts already has asked before.
            shards = await self._leases.find_sharing() or advised
        ids = tuple(range(shards)) if self._sharing.ids is None else self._sharing.ids
        self._tables.core.share.restrict(shards, ids)
        await self._lease.begin(ids, shards)
        self._start(self._keep_looking())
        return shards, ids

    async def await_login(self, shard_id: int) -> None:
        """Wait until it is this process's turn to log a shard in."""
        try:
            pause = await self._leases.await_login(shard_id % self._groups, LOGIN_SECONDS)
        except StorageError as error:
            log.warning("logs in unasked", extra={"fields": {"reason": str(error)}})
            pause = LOGIN_SECONDS
        await asyncio.sleep(max(pause, 0.0))

    async def claim(self, chore: str) -> bool:
        """Take on what one process is to do once a day.

        :raises StorageError: the database does not answer.
        """
        return await self._leases.claim(chore, int(time.time()) // DAY_SECONDS)

    async def leave(self) -> bool:
        """Take no more presses if somebody stands by who does; ``False`` where nobody does."""
        awaited = await self._lease.is_awaited()
        if awaited or self.role is Role.STANDBY:
            self.gate.close()
            return True
        self.gate.keep_telling()
        return False

    async def release(self) -> None:
        """Host no more, and let whoever stands by do so."""
        await self._lease.release(self.gate.list_taken())

    async def close(self) -> None:
        """Let go of everything."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._relay.settle(), LOGIN_SECONDS)
        for task in self._tasks:
            task.cancel()
        await self._lease.stop()
        await self._leases.close()

    def silence(self, trace: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
        """Have a client say nothing while another process hosts, but for answers to what it took itself."""

        async def begins(
            session: aiohttp.ClientSession, context: SimpleNamespace, params: aiohttp.TraceRequestStartParams
        ) -> None:
            answers = any(part in params.url.path for part in ANSWERS)
            if params.method in SAID_BY_HOSTS and not answers and self.role is not Role.OWNER:
                raise Silent(f"{params.method} while {self.role}")

        trace.on_request_start.append(begins)
        return trace

    def _begin(self, presses: frozenset[int]) -> None:
        self._tables.core.clear_cache()
        self.gate.open(presses)
        self._start(self._take_over())

    async def _take_over(self) -> None:
        try:
            await self._hosts()
        except StorageError as error:
            # What is behind is looked for every minute.
            log.warning("not all is taken over", extra={"fields": {"reason": str(error)}})
        except Exception:
            log.exception("not all is taken over")

    def _end(self) -> None:
        self._tables.core.clear_cache()

    def _hear(self, text: str) -> None:
        if text == FREED:
            self._lease.wake()
        else:
            self._relay.hear(text)

    async def _keep_looking(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            if self.role is Role.OWNER:
                try:
                    await self._look()
                except StorageError as error:
                    log.warning("not looked", extra={"fields": {"reason": str(error)}})
                except Exception:
                    log.exception("not looked")

    def _start(self, work: Awaitable[Any]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

"""Coordinates this process with others that run the same bot."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
import time
from collections.abc import Awaitable, Callable, Sequence
from types import SimpleNamespace
from typing import Any, Protocol

import aiohttp

from bot.errors.storage import StorageError
from bot.kit.shard_assignment import ShardAssignment
from bot.shards.gate import PressGate
from bot.shards.lease import LeaseStore, ProcessRole, ShardLease
from bot.shards.relay import ChangeRelay
from bot.storage import Store
from bot.storage.tenure import LEASES_RELEASED
from bot.tables.feed import Change, ChangeKind
from bot.tables.service import Tables

log = logging.getLogger(__name__)

LOGIN_SLOT_SECONDS = 5.1
"""Seconds between logins of two shards that may not log in simultaneously. Discord requires five.

A closing process also waits at most this long until its last messages have been relayed.
"""
MISSED_CHANGES_CHECK_SECONDS = 60.0
"""Seconds between a host's searches for missed changes."""
REPORT_REPEAT_TERMS = 2.0
"""Terms of a lease after which a process repeats its reports of interrupted tables."""
DAY_SECONDS = 86_400
WRITING_HTTP_METHODS = ("POST", "PATCH", "PUT", "DELETE")
PRESS_ANSWER_PATHS = ("/webhooks/", "/interactions/")
"""Parts of the URL paths with which presses are answered. A process that doesn't host may use them."""


class CoordinationStore(LeaseStore, Protocol):
    """The leases, notifications, login slots and daily jobs that coordinate processes in the database."""

    application_id: int

    def listen(self, on_notification: Callable[[str], None], on_connect: Callable[[], None]) -> None:
        """Call ``on_notification`` with every message from a process.

        :param on_connect: called after each connect, because messages may have been missed before it.
        """

    async def find_shard_count(self) -> int | None:
        """Return the number of shards that the hosting processes use; ``None`` if no process hosts."""

    async def notify(self, text: str) -> None:
        """Send a message to all processes, including this one."""

    async def reserve_login(self, bucket: int, seconds: float) -> float:
        """Reserve the next login slot, which lasts ``seconds``; return the number of seconds until it begins.

        :param bucket: number of a group of shards of which only one may log in at a time.
        """

    async def claim_job(self, job: str, day: int) -> bool:
        """Claim a daily job. Return ``False`` if any process has already claimed the job for ``day``.

        :param day: number of the day since 1 January 1970.
        """

    async def close(self) -> None:
        """Close the connection to the database."""


class NotHosting(aiohttp.ClientError):
    """A request wasn't sent to Discord, because it would change something and this process doesn't host."""


class ProcessGroup:
    """Starts and stops hosting, depending on whether this process holds its leases."""

    def __init__(
        self,
        leases: CoordinationStore,
        store: Store,
        tables: Tables,
        shard_assignment: ShardAssignment,
        *,
        on_hosting_began: Callable[[], Awaitable[None]],
        on_check: Callable[[], Awaitable[None]],
        pop_interrupted_table_ids: Callable[[], Awaitable[Sequence[int]]],
    ) -> None:
        """Create the group without accessing the database.

        :param on_hosting_began: called each time this process starts to host.
        :param on_check: called every minute while this process hosts.
        :param pop_interrupted_table_ids: called when another process has taken over from this one. Returns
            the IDs of tables whose announcement is running or has failed.
        """
        self._leases = leases
        self._tables = tables
        self._shard_assignment = shard_assignment
        self._on_hosting_began = on_hosting_began
        self._on_check = on_check
        self._pop_interrupted_table_ids = pop_interrupted_table_ids
        self._has_asked_for_leases = False
        self._reported: set[int] = set()
        """IDs of the tables reported as interrupted since this process last hosted."""
        self._max_concurrency = 1
        self._tasks: set[asyncio.Task[None]] = set()
        owner = f"{socket.gethostname()}:{os.getpid()}"
        self._lease = ShardLease(leases, owner, store.require_tenure, self._start_hosting, self._stop_hosting)
        self.gate = PressGate(lambda: self._lease.role)
        self._relay = ChangeRelay(tables.core, leases.notify, tables.feed.publish_locally)
        tables.feed.divert_change = self._relay.divert_change
        # While the connection was down, messages about changes to the cached tables may have been missed.
        leases.listen(self._receive_message, tables.core.clear_cache)

    @property
    def role(self) -> ProcessRole:
        """The current role of this process."""
        return self._lease.role

    @property
    def lease_age_seconds(self) -> float:
        """Seconds since this process renewed its lease."""
        return self._lease.age_seconds

    async def begin(
        self, application_id: int, recommended_shard_count: int, max_concurrency: int
    ) -> tuple[int, tuple[int, ...]]:
        """Try to take this process's leases. Return the bot's number of shards and this process's shard IDs.

        :param recommended_shard_count: number of shards that Discord recommends.
        :param max_concurrency: number of shards that may log in simultaneously.
        :raises HostedByOtherBot: the hosting processes run another bot.
        :raises ShardCountMismatch: the hosting processes use a different number of shards.
        :raises StorageError: the database doesn't answer.
        """
        self._max_concurrency, self._leases.application_id = max(max_concurrency, 1), application_id
        shards = self._shard_assignment.shard_count
        if shards is None:
            # All processes must use the same number of shards.
            shards = await self._leases.find_shard_count() or recommended_shard_count
        own_ids = self._shard_assignment.shard_ids
        ids = tuple(range(shards)) if own_ids is None else own_ids
        self._tables.core.share.restrict_to_shards(shards, ids)
        await self._lease.begin(ids, shards)
        self._has_asked_for_leases = True
        self._start_task(self._search_for_missed_changes_regularly())
        return shards, ids

    async def wait_for_login_slot(self, shard_id: int) -> None:
        """Wait until a shard may log in to Discord."""
        try:
            pause = await self._leases.reserve_login(shard_id % self._max_concurrency, LOGIN_SLOT_SECONDS)
        except StorageError as error:
            log.warning("logging in without a reserved turn", extra={"fields": {"reason": str(error)}})
            pause = LOGIN_SLOT_SECONDS
        await asyncio.sleep(max(pause, 0.0))

    async def claim_daily_job(self, job: str) -> bool:
        """Claim a daily job; return ``False`` if it was already claimed today.

        :raises StorageError: the database doesn't answer.
        """
        return await self._leases.claim_job(job, int(time.time()) // DAY_SECONDS)

    async def prepare_to_leave(self) -> bool:
        """Prepare to release the leases. Return whether another process will take over.

        If so, accept no more presses. Otherwise accept all presses, so that the stopping bot can refuse them.
        """
        awaited = await self._lease.is_standby_waiting()
        if awaited or self.role is ProcessRole.STANDBY:
            self.gate.close()
            return True
        self.gate.pass_on_all_interactions()
        return False

    async def release_leases(self) -> None:
        """Release the leases, so that a standby can take over."""
        await self._lease.release(self.gate.list_passed_on_ids())

    async def close(self) -> None:
        """Stop all background tasks, and close the connection to the database."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._relay.wait_until_idle(), LOGIN_SLOT_SECONDS)
        for task in self._tasks:
            task.cancel()
        await self._lease.stop()
        await self._leases.close()

    def forbid_writes(self, trace: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
        """Make a client raise :class:`NotHosting` for writing requests while this process doesn't host.

        Answers to presses are allowed, because the process that has handled a press must answer it.
        """

        async def reject(
            session: aiohttp.ClientSession, context: SimpleNamespace, params: aiohttp.TraceRequestStartParams
        ) -> None:
            answers = any(part in params.url.path for part in PRESS_ANSWER_PATHS)
            if params.method in WRITING_HTTP_METHODS and not answers and self.role is not ProcessRole.OWNER:
                raise NotHosting(f"{params.method} while {self.role}")

        trace.on_request_start.append(reject)
        return trace

    def _start_hosting(self, press_ids: frozenset[int]) -> None:
        """Start hosting. Presses that the previous hosting process handled aren't handled again."""
        self._tables.core.clear_cache()
        self.gate.open(press_ids)
        # Report these tables again, because the hosting process that received the reports may have ended
        # before storing them.
        self._send_reports()
        self._reported.clear()
        self._start_task(self._update_messages_after_takeover())

    async def _update_messages_after_takeover(self) -> None:
        try:
            await self._on_hosting_began()
        except StorageError as error:
            # ``_search_for_missed_changes_regularly`` finds the messages that are still outdated.
            log.warning("takeover incomplete", extra={"fields": {"reason": str(error)}})
        except Exception:
            log.exception("takeover incomplete")

    def _stop_hosting(self) -> None:
        """Clear the cached tables, and report where messages of this process may still arrive."""
        self._tables.core.clear_cache()
        self._start_task(self._report_interrupted_tables())

    async def _report_interrupted_tables(self) -> None:
        """Tell the new hosting process which tables may still get messages from this process.

        For example, a board that this process was sending when it was suspended may arrive after the
        board that the new hosting process sends.
        """
        self._reported.update(await self._pop_interrupted_table_ids())
        self._send_reports()
        # The host that received the reports may be killed before it stores them. By now another process has
        # taken over from it.
        await asyncio.sleep(REPORT_REPEAT_TERMS * self._leases.term_seconds)
        self._send_reports()

    def _send_reports(self) -> None:
        for table_id in self._reported:
            self._relay.send_change(Change(table_id, 0, ChangeKind.INTERRUPTED))

    def _receive_message(self, text: str) -> None:
        """Handle a message from a process, perhaps this one: leases were released, or a table has changed."""
        if text == LEASES_RELEASED:
            self._lease.wake()
        elif self._has_asked_for_leases:
            # Until leases are requested, changes are ignored, because all tables count as this process's own.
            self._relay.receive_message(text)

    async def _search_for_missed_changes_regularly(self) -> None:
        while True:
            await asyncio.sleep(MISSED_CHANGES_CHECK_SECONDS)
            if self.role is ProcessRole.OWNER:
                try:
                    await self._on_check()
                except StorageError as error:
                    log.warning("search for missed changes failed", extra={"fields": {"reason": str(error)}})
                except Exception:
                    log.exception("search for missed changes failed")

    def _start_task(self, work: Awaitable[Any]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

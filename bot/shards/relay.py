"""Forwards changes to the processes that own the changed tables.

A lost notification does no harm, because every host regularly checks its tables for outdated messages.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import Awaitable, Callable

from bot.errors.storage import StorageError
from bot.tables.feed import Change, ChangeKind
from bot.tables.store import TableStore

log = logging.getLogger(__name__)

MAX_SEND_TRIES = 5
FIRST_RETRY_SECONDS = 0.5
"""The pause is doubled for each further attempt."""


class ChangeRelay:
    """Sends changes of tables to the processes that own them, and receives changes from other processes."""

    def __init__(
        self, tables: TableStore, send: Callable[[str], Awaitable[None]], publish: Callable[[Change], None]
    ) -> None:
        """Create the relay.

        :param send: sends a text to all processes, including this one.
        :param publish: announces a change within this process.
        """
        self._tables = tables
        self._send_text = send
        self._publish = publish
        self._name = secrets.token_hex(8)
        self._tasks: set[asyncio.Task[None]] = set()

    def divert_change(self, change: Change) -> bool:
        """Send a change to the other processes if it may concern one of them.

        Return whether another process announces the change instead of this one.
        """
        share = self._tables.share
        if share.owns_all_tables:
            return False
        # A moved table may belong to another process now. After names have changed, any process may still
        # have the old ones cached.
        others = share.is_owned_elsewhere(change.table_id) or change.kind is ChangeKind.MOVED
        if others or change.kind is ChangeKind.NAMES_CHANGED:
            self.send_change(change)
        return others

    def send_change(self, change: Change) -> None:
        """Send a change to all processes in the background."""
        self._start_task(self._send_with_retries(change))

    def receive_message(self, text: str) -> None:
        """Handle a message from another process or this one."""
        try:
            message = json.loads(text)
            change = Change(int(message["table"]), int(message["seq"]), ChangeKind(message["kind"]))
            own = message["by"] == self._name
        except (ValueError, KeyError, TypeError):
            log.warning("message from another process not understood")
            return
        # Handle these kinds even if this process sent the message, because it may still own the table or own
        # it again.
        if not own or change.kind in (ChangeKind.MOVED, ChangeKind.INTERRUPTED):
            self._start_task(self._receive_change(change))

    async def wait_until_idle(self) -> None:
        """Wait until all messages have been sent and handled."""
        while self._tasks:
            await asyncio.wait(set(self._tasks))

    def _start_task(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _send_with_retries(self, change: Change) -> None:
        message = {"table": change.table_id, "seq": change.seq, "kind": change.kind, "by": self._name}
        for number in range(MAX_SEND_TRIES):
            try:
                await self._send_text(json.dumps(message))
                return
            except StorageError as error:
                failure = error
                await asyncio.sleep(FIRST_RETRY_SECONDS * 2**number)
        log.warning("change not sent table=%d", change.table_id, extra={"fields": {"reason": str(failure)}})

    async def _receive_change(self, change: Change) -> None:
        try:
            # Even if another process owns the table, an outdated copy must not stay in the cache.
            await self._tables.invalidate_table(change.table_id)
            if change.kind is ChangeKind.NAMES_CHANGED or await self._tables.share.pick_owned_table_ids(
                [change.table_id]
            ):
                self._publish(change)
        except StorageError as error:
            log.warning(
                "change not handled table=%d", change.table_id, extra={"fields": {"reason": str(error)}}
            )

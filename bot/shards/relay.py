"""What is stored at the table of another process is told there, and not here.

Nothing is lost with a message that does not arrive: whoever hosts a table looks after what is behind.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import Awaitable, Callable

from bot.errors.storage import StorageError
from bot.tables.feed import Change, Kind
from bot.tables.store import TableStore

log = logging.getLogger(__name__)

TRIES = 5
PAUSE_SECONDS = 0.5


class Relay:
    """Tells other processes of changes at their tables, and hears of those at its own."""

    def __init__(
        self, tables: TableStore, tell: Callable[[str], Awaitable[None]], publish: Callable[[Change], None]
    ) -> None:
        """Tell by calling ``tell``, which this process hears itself.

        :param publish: tells those of this process of a change.
        """
        self._tables = tables
        self._tell = tell
        self._publish = publish
        self._name = secrets.token_hex(8)
        self._tasks: set[asyncio.Task[None]] = set()

    def divert(self, change: Change) -> bool:
        """Tell whoever else is to hear of a change; ``False`` where those of this process are to as well."""
        share = self._tables.share
        if share.is_whole:
            return False
        # A table may have gone to another process, and names are kept by whoever has shown them.
        others = share.is_owned_elsewhere(change.table_id) or change.kind is Kind.MOVED
        if others or change.kind is Kind.NAMES:
            self._start(self._call_out(change))
        return others

    def hear(self, text: str) -> None:
        """Take up what another process has called out, or this one."""
        try:
            told = json.loads(text)
            change = Change(int(told["table"]), int(told["seq"]), Kind(told["kind"]))
            own = told["by"] == self._name
        except (ValueError, KeyError, TypeError):
            log.warning("not understood")
            return
        if not own or change.kind is Kind.MOVED:
            self._start(self._take_up(change))

    async def settle(self) -> None:
        """Wait until everything has been told."""
        while self._tasks:
            await asyncio.wait(set(self._tasks))

    def _start(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _call_out(self, change: Change) -> None:
        told = {"table": change.table_id, "seq": change.seq, "kind": change.kind, "by": self._name}
        for number in range(TRIES):
            try:
                await self._tell(json.dumps(told))
                return
            except StorageError as error:
                failure = error
                await asyncio.sleep(PAUSE_SECONDS * 2**number)
        log.warning("not told table=%d", change.table_id, extra={"fields": {"reason": str(failure)}})

    async def _take_up(self, change: Change) -> None:
        try:
            # Also where it has just gone to another process.
            await self._tables.renew(change.table_id)
            if change.kind is Kind.NAMES or await self._tables.share.owned_here([change.table_id]):
                self._publish(change)
        except StorageError as error:
            log.warning("not heard table=%d", change.table_id, extra={"fields": {"reason": str(error)}})

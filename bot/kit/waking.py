"""Looks at a table again when its time has come, if this process still lives then."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bot.model.hours import HOUR

LONGEST = HOUR
"""After so many seconds it looks anyhow: what it waits for may have changed."""


class Waking:
    """One sleep a table."""

    def __init__(self, wake: Callable[[int], None]) -> None:
        self._wake = wake
        self._sleeps: dict[int, asyncio.Task[None]] = {}

    def sleep(self, table_id: int, seconds: int) -> None:
        """Wake a table after so long, and not before, whatever was said earlier."""
        self.forget(table_id)
        after = max(min(seconds, LONGEST), 1)
        self._sleeps[table_id] = asyncio.create_task(self._rest(table_id, after), name=f"waking-{table_id}")

    def forget(self, table_id: int) -> None:
        """Wake a table no more."""
        task = self._sleeps.pop(table_id, None)
        if task is not None:
            task.cancel()

    def stop(self) -> None:
        """Wake none; the next start finds what there is to do."""
        for table_id in list(self._sleeps):
            self.forget(table_id)

    async def _rest(self, table_id: int, seconds: int) -> None:
        await asyncio.sleep(seconds)
        # It has ended by itself: whoever looks now may sleep again.
        self._sleeps.pop(table_id, None)
        self._wake(table_id)

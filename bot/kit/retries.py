"""A few retries for each table, with growing delays."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

RETRY_SECONDS = (60, 240, 900)
"""Seconds before each retry."""


class Retries:
    """Schedules retries, separately for each table."""

    def __init__(self, again: Callable[[int], None]) -> None:
        """Call ``again`` with the table id to retry."""
        self._again = again
        self._tries: dict[int, int] = {}
        self._waits: set[asyncio.Task[None]] = set()
        self._stopped = False

    def schedule(self, table_id: int) -> bool:
        """Schedule a retry and return ``True``, or return ``False`` if there were too many."""
        tries = self._tries.get(table_id, 0)
        if self._stopped or tries == len(RETRY_SECONDS):
            return False
        self._tries[table_id] = tries + 1
        wait = asyncio.create_task(self._wait(table_id, RETRY_SECONDS[tries]), name=f"retry-{table_id}")
        self._waits.add(wait)
        wait.add_done_callback(self._waits.discard)
        return True

    def reset(self, table_id: int) -> None:
        """Reset the number of tries of a table."""
        self._tries.pop(table_id, None)

    def stop(self) -> None:
        """Cancel all retries; the next start makes up for them."""
        self._stopped = True
        for wait in self._waits:
            wait.cancel()

    async def _wait(self, table_id: int, seconds: int) -> None:
        await asyncio.sleep(seconds)
        self._again(table_id)

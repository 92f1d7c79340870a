"""Trying again what went wrong at a table: a few times, each after a longer while."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

SECONDS = (60, 240, 900)


class Retries:
    """What is to be tried again, each table on its own."""

    def __init__(self, again: Callable[[int], None]) -> None:
        """Try again by ``again``, which gets the id of a table."""
        self._again = again
        self._tries: dict[int, int] = {}
        self._waits: set[asyncio.Task[None]] = set()
        self._stopped = False

    def failed(self, table_id: int) -> bool:
        """Try again after a while; ``False`` where that has been done too often."""
        tries = self._tries.get(table_id, 0)
        if self._stopped or tries == len(SECONDS):
            return False
        self._tries[table_id] = tries + 1
        wait = asyncio.create_task(self._wait(table_id, SECONDS[tries]), name=f"retry-{table_id}")
        self._waits.add(wait)
        wait.add_done_callback(self._waits.discard)
        return True

    def succeeded(self, table_id: int) -> None:
        """Begin to count anew."""
        self._tries.pop(table_id, None)

    def stop(self) -> None:
        """Try nothing again; the next start mends what is behind."""
        self._stopped = True
        for wait in self._waits:
            wait.cancel()

    async def _wait(self, table_id: int, seconds: int) -> None:
        await asyncio.sleep(seconds)
        self._again(table_id)

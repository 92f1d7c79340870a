"""Timers that make the bot check a table again at a given time. They are lost when the process ends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bot.model.hours import HOUR

MAX_SECONDS = HOUR
"""Maximum seconds to sleep, because the state that a table waits for may change in the meantime."""


class Waking:
    """Keeps one timer for each table."""

    def __init__(self, wake: Callable[[int], None]) -> None:
        self._wake = wake
        self._sleeps: dict[int, asyncio.Task[None]] = {}

    def sleep(self, table_id: int, seconds: int) -> None:
        """Wake a table after ``seconds``, replacing its earlier timer."""
        self.cancel(table_id)
        after = max(min(seconds, MAX_SECONDS), 1)
        self._sleeps[table_id] = asyncio.create_task(
            self._sleep_and_wake(table_id, after), name=f"waking-{table_id}"
        )

    def cancel(self, table_id: int) -> None:
        """Cancel the timer of a table."""
        task = self._sleeps.pop(table_id, None)
        if task is not None:
            task.cancel()

    def stop(self) -> None:
        """Cancel all timers; the next start finds what is due."""
        for table_id in list(self._sleeps):
            self.cancel(table_id)

    async def _sleep_and_wake(self, table_id: int, seconds: int) -> None:
        await asyncio.sleep(seconds)
        # Removed before waking, because whoever checks the table now may sleep again.
        self._sleeps.pop(table_id, None)
        self._wake(table_id)

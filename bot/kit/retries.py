"""Schedules a few retries of failed work, with growing delays."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

RETRY_DELAYS_SECONDS = (60, 240, 900)
Key = TypeVar("Key", bound=Hashable)


class RetrySchedule(Generic[Key]):
    """Schedules retries, separately for each key."""

    def __init__(self, retry: Callable[[Key], None]) -> None:
        """Create an empty schedule, which calls ``retry`` with the key of work to do again."""
        self._retry = retry
        self._tries: dict[Key, int] = {}
        self._waits: set[asyncio.Task[None]] = set()
        self._stopped = False

    def schedule_retry(self, key: Key) -> bool:
        """Schedule a retry; return ``False`` if the key has no retries left or retries were stopped."""
        tries = self._tries.get(key, 0)
        if self._stopped or tries == len(RETRY_DELAYS_SECONDS):
            return False
        self._tries[key] = tries + 1
        wait = asyncio.create_task(
            self._wait_and_retry(key, RETRY_DELAYS_SECONDS[tries]), name=f"retry-{key}"
        )
        self._waits.add(wait)
        wait.add_done_callback(self._waits.discard)
        return True

    def reset(self, key: Key) -> None:
        """Forget the earlier retries of a key, because its work succeeded."""
        self._tries.pop(key, None)

    def stop(self) -> None:
        """Cancel all retries and refuse new ones."""
        self._stopped = True
        for wait in self._waits:
            wait.cancel()

    async def _wait_and_retry(self, key: Key, seconds: int) -> None:
        await asyncio.sleep(seconds)
        self._retry(key)

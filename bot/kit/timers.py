"""Timers by key, such as the ID of a table. They don't survive a restart."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class KeyedTimers:
    """Keeps one timer for each key."""

    def __init__(self, on_expiry: Callable[[int], None], now: Callable[[], int]) -> None:
        """Create the collection without any timer.

        :param on_expiry: called with the key of a timer that expires.
        :param now: returns epoch seconds.
        """
        self._on_expiry = on_expiry
        self._now = now
        self._timers: dict[int, tuple[float, asyncio.Task[None]]] = {}
        self._stopped = False

    def set_timer(self, key: int, seconds: float) -> None:
        """Set the timer of a key to ``seconds`` from now, unless it is set to an earlier time."""
        if self._stopped:
            return
        at = self._now() + seconds
        known = self._timers.get(key)
        if known is not None:
            if known[0] <= at:
                return
            known[1].cancel()
        self._timers[key] = (
            at,
            asyncio.create_task(self._wait_for_expiry(key, seconds), name=f"timer-{key}"),
        )

    def restart_timer(self, key: int, seconds: float) -> None:
        """Set the timer of a key to ``seconds`` from now, even if it is set to an earlier time."""
        _, task = self._timers.pop(key, (0.0, None))
        if task is not None:
            task.cancel()
        self.set_timer(key, seconds)

    def stop(self) -> None:
        """Cancel all timers and accept no new ones."""
        self._stopped = True
        for _, task in self._timers.values():
            task.cancel()
        self._timers.clear()

    async def _wait_for_expiry(self, key: int, seconds: float) -> None:
        await asyncio.sleep(seconds)
        # Remove the timer first, because ``on_expiry`` may set it again.
        del self._timers[key]
        self._on_expiry(key)

"""Delayed actions by key. If one is requested twice, the earlier time wins."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Later:
    """Runs an action for each key once its delay is over."""

    def __init__(self, act: Callable[[int], None], now: Callable[[], int]) -> None:
        """Call ``act`` with the key when its time has come; ``now`` returns epoch seconds."""
        self._act = act
        self._now = now
        self._waits: dict[int, tuple[float, asyncio.Task[None]]] = {}
        self._stopped = False

    def set(self, key: int, seconds: float) -> None:
        """Act on ``key`` after ``seconds``, or sooner if that was requested before."""
        if self._stopped:
            return
        at = self._now() + seconds
        known = self._waits.get(key)
        if known is not None:
            if known[0] <= at:
                return
            known[1].cancel()
        task = asyncio.create_task(self._wait(key, seconds), name=f"later-{key}")
        self._waits[key] = (at, task)

    def stop(self) -> None:
        """Cancel all pending actions and accept no new ones."""
        self._stopped = True
        for _, task in self._waits.values():
            task.cancel()
        self._waits.clear()

    async def _wait(self, key: int, seconds: float) -> None:
        await asyncio.sleep(seconds)
        del self._waits[key]
        self._act(key)

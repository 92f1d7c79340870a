"""What is to be done after a while, each thing on its own: the soonest time that was asked for counts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Later:
    """Wakes for things by their number."""

    def __init__(self, act: Callable[[int], None], now: Callable[[], int]) -> None:
        """Call ``act`` with the number of a thing when its time has come; ``now`` tells epoch seconds."""
        self._act = act
        self._now = now
        self._waits: dict[int, tuple[float, asyncio.Task[None]]] = {}
        self._stopped = False

    def set(self, key: int, seconds: float) -> None:
        """Act after so many seconds, or sooner where that was asked for before."""
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
        """Act no more."""
        self._stopped = True
        for _, task in self._waits.values():
            task.cancel()
        self._waits.clear()

    async def _wait(self, key: int, seconds: float) -> None:
        await asyncio.sleep(seconds)
        del self._waits[key]
        self._act(key)

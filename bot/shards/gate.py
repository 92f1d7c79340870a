"""What is pressed and typed, of which Discord tells each process that is on a shard: who hosts answers it.

What a process hears that stands by waits for as long as it could still be answered in time: it may host by
then, and the one before has handed over what it has taken itself. The rest is dropped without a word.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from bot.shards.lease import Role

WAIT_SECONDS = 2.3
"""Discord takes a first answer for three seconds."""
RECENT_SECONDS = 10.0
"""What was taken longer ago waits nowhere any more."""

Deliver = Callable[[Any], None]


class Gate:
    """Lets through what this process is to answer, once."""

    def __init__(self, role: Callable[[], Role]) -> None:
        self._role = role
        self._deliver: Deliver = lambda data: None
        self._closed = False
        self._telling = False
        self._theirs: frozenset[int] = frozenset()
        self._taken: deque[tuple[float, int]] = deque()
        self._waiting: dict[int, tuple[Any, asyncio.TimerHandle]] = {}

    def stand_before(self, parsers: dict[str, Deliver]) -> None:
        """Hear whatever people do before discord.py does, which knows no way to hold it back."""
        self._deliver = parsers["INTERACTION_CREATE"]
        parsers["INTERACTION_CREATE"] = self.hear

    def hear(self, data: Any) -> None:
        """Let something pass now, later, or never."""
        number = int(data["id"])
        if self._closed or number in self._theirs or number in self._waiting:
            return
        if self._telling or self._role() is Role.OWNER:
            self._let(number, data)
        else:
            timer = asyncio.get_running_loop().call_later(WAIT_SECONDS, self._give_up, number)
            self._waiting[number] = (data, timer)

    def open(self, theirs: frozenset[int]) -> None:
        """Let through what waits, but for what another has taken."""
        self._theirs = theirs
        waiting, self._waiting = self._waiting, {}
        for data, timer in waiting.values():
            timer.cancel()
            self.hear(data)

    def close(self) -> None:
        """Let nothing through any more: another answers."""
        self._closed = True
        for _, timer in self._waiting.values():
            timer.cancel()
        self._waiting.clear()

    def keep_telling(self) -> None:
        """Let everything through: there is nobody else, and people are told that the bot is stopping."""
        self._telling = True
        self.open(self._theirs)

    def list_taken(self) -> list[int]:
        """Return what was let through of late."""
        self._forget()
        return [number for _, number in self._taken]

    def _let(self, number: int, data: Any) -> None:
        self._forget()
        self._taken.append((time.monotonic(), number))
        self._deliver(data)

    def _forget(self) -> None:
        while self._taken and time.monotonic() - self._taken[0][0] > RECENT_SECONDS:
            self._taken.popleft()

    def _give_up(self, number: int) -> None:
        data, _ = self._waiting.pop(number)
        if self._role() is Role.DOUBTFUL:
            # The database is away, and nobody else hosts as far as is known: people are told that much.
            self._let(number, data)

"""Receives Discord's interactions, which every process on a shard gets. Only the host answers.

A standby keeps each interaction for as long as it could still answer in time, in case it becomes the host.
The previous host then sends it the IDs of the interactions it has handled. An interaction that is kept too
long is dropped silently.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from bot.shards.lease import Role

WAIT_SECONDS = 2.3
"""Seconds for which a standby holds an interaction back. Discord wants an answer within three seconds."""
RECENT_SECONDS = 10.0
"""Seconds for which handled interactions are remembered. After that, no standby can still hold them back."""

Deliver = Callable[[Any], None]


class Gate:
    """Passes on the interactions that this process should answer, each once."""

    def __init__(self, role: Callable[[], Role]) -> None:
        self._role = role
        self._deliver: Deliver = lambda data: None
        self._closed = False
        self._passes_all = False
        self._handled_elsewhere: frozenset[int] = frozenset()
        self._taken: deque[tuple[float, int]] = deque()
        self._waiting: dict[int, tuple[Any, asyncio.TimerHandle]] = {}

    def intercept(self, parsers: dict[str, Deliver]) -> None:
        """Receive interactions before discord.py, so that a standby can hold them back.

        :param parsers: discord.py's functions by event name; the one for interactions is replaced.
        """
        self._deliver = parsers["INTERACTION_CREATE"]
        parsers["INTERACTION_CREATE"] = self.handle_interaction

    def handle_interaction(self, data: Any) -> None:
        """Handle an incoming interaction: pass it on, hold it back for a while, or drop it."""
        number = int(data["id"])
        if self._closed or number in self._handled_elsewhere or number in self._waiting:
            return
        if self._passes_all or self._role() is Role.OWNER:
            self._pass_on(number, data)
        else:
            timer = asyncio.get_running_loop().call_later(WAIT_SECONDS, self._give_up, number)
            self._waiting[number] = (data, timer)

    def open(self, handled_elsewhere: frozenset[int]) -> None:
        """Start passing interactions on, first those held back, except any that another process handled."""
        self._handled_elsewhere = handled_elsewhere
        waiting, self._waiting = self._waiting, {}
        for data, timer in waiting.values():
            timer.cancel()
            self.handle_interaction(data)

    def close(self) -> None:
        """Stop passing interactions on, because another process answers them."""
        self._closed = True
        for _, timer in self._waiting.values():
            timer.cancel()
        self._waiting.clear()

    def pass_everything(self) -> None:
        """Pass all interactions on, so that people are told that the bot is stopping.

        Call this if no other process can take over.
        """
        self._passes_all = True
        self.open(self._handled_elsewhere)

    def list_passed_on(self) -> list[int]:
        """Return the IDs of the interactions passed on recently."""
        self._forget()
        return [number for _, number in self._taken]

    def _pass_on(self, number: int, data: Any) -> None:
        self._forget()
        self._taken.append((time.monotonic(), number))
        self._deliver(data)

    def _forget(self) -> None:
        """Forget interactions that were passed on too long ago to matter."""
        while self._taken and time.monotonic() - self._taken[0][0] > RECENT_SECONDS:
            self._taken.popleft()

    def _give_up(self, number: int) -> None:
        """Stop holding an interaction back, because it will soon be too late to answer.

        Drop it, unless no host is known.
        """
        data, _ = self._waiting.pop(number)
        if self._role() is Role.DOUBTFUL:
            # The database is down and no other host is known, so people at least get an error message.
            self._pass_on(number, data)

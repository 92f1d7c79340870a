"""Receives Discord's interactions. Every process on a shard gets them, but only the hosting one answers.

A standby keeps each interaction for as long as it could still answer in time, in case it takes over. The
previous hosting process passes on the IDs of the interactions that it has handled. An interaction that is
kept too long is dropped silently.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Any, NamedTuple

from bot.shards.lease import ProcessRole

MAX_INTERACTION_AGE_SECONDS = 2.3
"""Seconds for which a standby keeps an interaction. Discord requires an answer within three seconds."""
HANDLED_PRESS_MEMORY_SECONDS = 10.0
"""Seconds for which handled interactions are remembered. No standby keeps an interaction for longer."""

DeliverInteraction = Callable[[Any], None]


class _PassedOnInteraction(NamedTuple):
    interaction_id: int
    passed_on_at: float
    """The :func:`time.monotonic` at which it was passed on."""


class PressGate:
    """Passes the interactions that this process should answer to discord.py, each only once."""

    def __init__(self, role: Callable[[], ProcessRole]) -> None:
        self._role = role
        self._deliver: DeliverInteraction = lambda data: None
        self._closed = False
        self._passes_all = False
        self._handled_elsewhere: frozenset[int] = frozenset()
        self._passed_on: deque[_PassedOnInteraction] = deque()
        self._waiting: dict[int, tuple[Any, asyncio.TimerHandle]] = {}

    def intercept_interactions(self, parsers: dict[str, DeliverInteraction]) -> None:
        """Receive interactions instead of discord.py, so that a standby can keep them.

        :param parsers: discord.py's event handlers by event name. The handler of interactions is replaced.
        """
        self._deliver = parsers["INTERACTION_CREATE"]
        parsers["INTERACTION_CREATE"] = self.receive_interaction

    def receive_interaction(self, data: Any) -> None:
        """Pass on an incoming interaction, keep it for a while, or drop it."""
        interaction_id = int(data["id"])
        if self._closed or interaction_id in self._handled_elsewhere or interaction_id in self._waiting:
            return
        if self._passes_all or self._role() is ProcessRole.OWNER:
            self._pass_on_interaction(interaction_id, data)
        else:
            timer = asyncio.get_running_loop().call_later(
                MAX_INTERACTION_AGE_SECONDS, self._drop_or_pass_on_interaction, interaction_id
            )
            self._waiting[interaction_id] = (data, timer)

    def open(self, handled_elsewhere: frozenset[int]) -> None:
        """Start passing interactions on, beginning with kept ones.

        :param handled_elsewhere: IDs of the interactions that another process has handled.
        """
        self._handled_elsewhere = handled_elsewhere
        waiting, self._waiting = self._waiting, {}
        for data, timer in waiting.values():
            timer.cancel()
            self.receive_interaction(data)

    def close(self) -> None:
        """Stop passing interactions on, because another process answers them."""
        self._closed = True
        for _, timer in self._waiting.values():
            timer.cancel()
        self._waiting.clear()

    def pass_on_all_interactions(self) -> None:
        """Pass on all interactions, so that the stopping bot can refuse them.

        Only call this if no other process can take over.
        """
        self._passes_all = True
        self.open(self._handled_elsewhere)

    def list_passed_on_ids(self) -> list[int]:
        """Return the IDs of the interactions passed on recently."""
        self._forget_old_interactions()
        return [taken.interaction_id for taken in self._passed_on]

    def _pass_on_interaction(self, interaction_id: int, data: Any) -> None:
        self._forget_old_interactions()
        self._passed_on.append(_PassedOnInteraction(interaction_id, time.monotonic()))
        self._deliver(data)

    def _forget_old_interactions(self) -> None:
        now = time.monotonic()
        while self._passed_on and now - self._passed_on[0].passed_on_at > HANDLED_PRESS_MEMORY_SECONDS:
            self._passed_on.popleft()

    def _drop_or_pass_on_interaction(self, interaction_id: int) -> None:
        """Drop a kept interaction that is about to be too old, or pass it on if it isn't known who hosts."""
        data, _ = self._waiting.pop(interaction_id)
        if self._role() is ProcessRole.DOUBTFUL:
            # The database is down, so the answer is an error message. That is better than no answer.
            self._pass_on_interaction(interaction_id, data)

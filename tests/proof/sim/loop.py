"""An event loop with virtual time in which a seed decides the order of everything, and processes can die."""

from __future__ import annotations

import asyncio
import heapq
from asyncio import events
from collections.abc import Callable
from contextvars import Context, ContextVar
from random import Random
from typing import Any

LIFE: ContextVar[int] = ContextVar("LIFE", default=0)
"""The process that a task or callback belongs to; 0 for Discord and the people."""
PRESS: ContextVar[int] = ContextVar("PRESS", default=0)
"""The interaction that a task or callback answers; 0 if none."""


class Stuck(Exception):
    """Nothing is ready and no timer runs, although the main task isn't finished."""


class Endless(Exception):
    """The run took far more steps than any does."""


class SimLoop(asyncio.BaseEventLoop):
    """Runs without threads, sockets or real time.

    Ready callbacks run in asyncio's order, or with ``shuffled`` in an order drawn by the seed. Everything
    that waits for a disk, a thread or the network takes a drawn time, so results arrive in any order.
    """

    def __init__(self, chance: Random, *, shuffled: bool = False, limit: int = 3_000_000) -> None:
        super().__init__()
        self.chance = chance
        self.shuffled = shuffled
        self.steps = 0
        """Number of callbacks run so far."""
        self.bot_steps = 0
        """Those of a bot's process."""
        self.dead: set[int] = set()
        """Processes that were killed; nothing of theirs runs any more."""
        self.at_step: tuple[int, Callable[[], object]] | None = None
        """What to do before the bot's step of that number."""
        self.graveyard: list[object] = []
        """What belonged to dead processes, kept so that no ``finally`` of theirs runs during the run."""
        self.digest = 0
        """Changes with every step; equal runs have equal ones."""
        self.errors: list[dict[str, Any]] = []
        self._limit = limit
        self._now = 0.0
        self.set_exception_handler(lambda loop, context: self.errors.append(context))

    def time(self) -> float:
        """Return the virtual seconds since the start."""
        return self._now

    async def lag(self, longest: float = 0.05) -> None:
        """Wait a drawn time, often none at all, as for a disk or a thread."""
        drawn = self.chance.random()
        await asyncio.sleep(0 if drawn < 0.5 else (drawn - 0.5) * 2 * longest)

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]
        """Call ``func`` in the loop after a random delay."""
        done = self.create_future()
        drawn = self.chance.random()
        self.call_later(0 if drawn < 0.6 else drawn * 0.1, _call, done, func, args)
        return done

    def _run_once(self) -> None:
        """Run one ready callback, or advance the time to the next timer."""
        ready: Any = self._ready  # type: ignore[attr-defined]
        timers: Any = self._scheduled  # type: ignore[attr-defined]
        while not ready:
            if not timers:
                if self._stopping:  # type: ignore[attr-defined]
                    return
                raise Stuck
            timer = heapq.heappop(timers)
            timer._scheduled = False
            if timer._cancelled:
                continue
            self._now = max(self._now, timer._when)
            ready.append(timer)
            while timers and timers[0]._when <= self._now:
                timer = heapq.heappop(timers)
                timer._scheduled = False
                if not timer._cancelled:
                    ready.append(timer)
        if self.shuffled and len(ready) > 1:
            ready.rotate(-int(self.chance.random() * len(ready)))
        handle = ready.popleft()
        if handle._cancelled:
            return
        life = handle._context.get(LIFE, 0)
        if life in self.dead:
            self.graveyard.append(handle)
            return
        self.steps += 1
        if self.steps > self._limit:
            raise Endless(self.steps)
        if life:
            self.bot_steps += 1
            if self.at_step is not None and self.bot_steps >= self.at_step[0]:
                act, self.at_step = self.at_step[1], None
                act()
                if life in self.dead:
                    self.graveyard.append(handle)
                    return
        self.digest = (self.digest * 31 + life + int(self._now * 1000)) & 0xFFFFFFFFFFFF
        handle._run()

    def _timer_handle_cancelled(self, handle: Any) -> None:
        """Leave a cancelled timer in the heap; it is skipped."""

    def _write_to_self(self) -> None:
        """Do nothing, because no thread wakes this loop."""

    def _process_events(self, event_list: Any) -> None:
        """Do nothing, because there are no sockets."""

    def bury(self, life: int) -> None:
        """Let nothing of a process run any more."""
        self.dead.add(life)
        self.graveyard += asyncio.all_tasks(self)


def _call(done: asyncio.Future[Any], func: Callable[..., Any], args: tuple[Any, ...]) -> None:
    if done.cancelled():
        return
    try:
        found = func(*args)
    except StopIteration:
        done.set_exception(RuntimeError("StopIteration"))
    except Exception as error:
        done.set_exception(error)
    else:
        done.set_result(found)


def in_life(life: int, press: int = 0) -> Context:
    """Return a context for what a process does, or with 0 for what happens outside the bot."""
    context = Context()
    context.run(LIFE.set, life)
    context.run(PRESS.set, press)
    return context


def outside(loop: SimLoop, delay: float, act: Callable[..., object], *args: Any) -> events.TimerHandle:
    """Call something after a time that happens even if the bot is killed."""
    return loop.call_later(delay, act, *args, context=in_life(0))

"""An event loop with virtual time, in which a seed decides the order and processes can be killed."""

from __future__ import annotations

import asyncio
import heapq
from asyncio import events
from collections.abc import Callable
from contextvars import Context, ContextVar
from random import Random
from typing import Any

LIFE: ContextVar[int] = ContextVar("LIFE", default=0)
"""The process that a task or callback belongs to; 0 for Discord and people."""
PRESS: ContextVar[int] = ContextVar("PRESS", default=0)
"""The interaction that a task or callback handles; 0 if there is none."""


class Stuck(Exception):
    """No callback is ready and no timer runs, although the run isn't finished."""


class Endless(Exception):
    """The run took far more steps than any run should."""


class SimLoop(asyncio.BaseEventLoop):
    """An event loop without threads, sockets or real time.

    Ready callbacks run in asyncio's order or, with ``shuffled``, in a random order. Whatever would wait for a
    disk, a thread or the network takes a random time, so results arrive in any order.
    """

    def __init__(self, chance: Random, *, shuffled: bool = False, limit: int = 3_000_000) -> None:
        super().__init__()
        self.chance = chance
        self.shuffled = shuffled
        self.steps = 0
        """Number of callbacks run so far."""
        self.bot_steps = 0
        """Number of callbacks run so far in a process of the bot."""
        self.dead: set[int] = set()
        """Killed processes, whose callbacks no longer run."""
        self.held: dict[int, list[Any]] = {}
        """Suspended processes, and their callbacks that have become ready."""
        self.at_step: tuple[int, Callable[[], object]] | None = None
        """The number of a step of the bot, and what to do just before it."""
        self.graveyard: list[object] = []
        """Tasks of killed processes, kept alive so that their ``finally`` blocks don't run."""
        self.digest = 0
        """A checksum of all steps; equal runs have equal checksums."""
        self.errors: list[dict[str, Any]] = []
        self._limit = limit
        self._now = 0.0
        self.set_exception_handler(lambda loop, context: self.errors.append(context))

    def time(self) -> float:
        """Return the virtual seconds since the start."""
        return self._now

    async def lag(self, longest: float = 0.05) -> None:
        """Wait a random time (often none), as for a disk or a thread."""
        drawn = self.chance.random()
        await asyncio.sleep(0 if drawn < 0.5 else (drawn - 0.5) * 2 * longest)

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]
        """Call ``func`` in the loop after a random delay."""
        done = self.create_future()
        drawn = self.chance.random()
        self.call_later(0 if drawn < 0.6 else drawn * 0.1, _call_into_future, done, func, args)
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
        if life in self.held:
            self.held[life].append(handle)
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
                if life in self.held:
                    self.held[life].append(handle)
                    return
        self.digest = (self.digest * 31 + life + int(self._now * 1000)) & 0xFFFFFFFFFFFF
        handle._run()

    def _timer_handle_cancelled(self, handle: Any) -> None:
        """Do nothing; cancelled timers are skipped when they are due."""

    def _write_to_self(self) -> None:
        """Do nothing, because no thread wakes this loop."""

    def _process_events(self, event_list: Any) -> None:
        """Do nothing, because there are no sockets."""

    def kill(self, life: int) -> None:
        """Stop everything that belongs to a process."""
        self.dead.add(life)
        self.graveyard += asyncio.all_tasks(self)

    def suspend(self, life: int, seconds: float) -> None:
        """Suspend a process for some seconds, as SIGSTOP does. Requests that it has already sent continue."""
        if life not in self.held:
            self.held[life] = []
            call_outside(self, seconds, self._resume, life)

    def _resume(self, life: int) -> None:
        """Continue a suspended process."""
        self._ready.extend(self.held.pop(life))  # type: ignore[attr-defined]


def _call_into_future(done: asyncio.Future[Any], func: Callable[..., Any], args: tuple[Any, ...]) -> None:
    """Call ``func`` and put the result into the future ``done``."""
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


def make_context(life: int, press: int = 0) -> Context:
    """Return a context whose callbacks belong to the process ``life`` (0 for Discord and people) and the
    interaction ``press`` (0 for none)."""
    context = Context()
    context.run(LIFE.set, life)
    context.run(PRESS.set, press)
    return context


def call_outside(loop: SimLoop, delay: float, act: Callable[..., object], *args: Any) -> events.TimerHandle:
    """Call ``act`` after a delay, even if the bot is killed in the meantime."""
    return loop.call_later(delay, act, *args, context=make_context(0))

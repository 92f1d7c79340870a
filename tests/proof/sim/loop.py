"""An event loop with virtual time. A seed determines the order of callbacks, and processes can be killed."""

from __future__ import annotations

import asyncio
import heapq
from asyncio import events
from collections.abc import Callable
from contextvars import Context, ContextVar
from random import Random
from typing import Any, cast
from weakref import WeakKeyDictionary

PROCESS_ID: ContextVar[int] = ContextVar("PROCESS_ID", default=0)
"""ID of the process that a task or callback belongs to, or 0 for Discord and people."""
PRESS: ContextVar[int] = ContextVar("PRESS", default=0)
"""ID of the interaction that a task or callback handles, or 0 if there is none."""


class NothingToRun(Exception):
    """No callback is ready and no timer is set, although the run isn't finished."""


class TooManySteps(Exception):
    """The run took far more steps than any run should."""


class SimLoop(asyncio.BaseEventLoop):
    """An event loop without threads, sockets or real time.

    Ready callbacks run in asyncio's order or, with ``shuffles_callbacks``, in random order. Disk, thread and
    network operations take a random time, so their results arrive in any order.
    """

    def __init__(
        self, chance: Random, *, shuffles_callbacks: bool = False, step_limit: int = 3_000_000
    ) -> None:
        super().__init__()
        self.chance = chance
        self.shuffles_callbacks = shuffles_callbacks
        self.step_count = 0
        self.bot_step_count = 0
        """Number of callbacks run so far in the bot's processes."""
        self.dead_process_ids: set[int] = set()
        """Killed processes, whose callbacks no longer run."""
        self.callbacks_by_suspended_process: dict[int, list[Any]] = {}
        """Ready callbacks by the ID of the process that they belong to."""
        self.before_step: tuple[int, Callable[[], object]] | None = None
        """Step number, and a callback to run just before the bot takes that step."""
        self.kept_callbacks: list[object] = []
        """Tasks and callbacks of killed processes, kept alive so that no ``finally`` block runs."""
        self.digest = 0
        """Checksum of all steps. Equal runs have equal checksums."""
        self.errors: list[dict[str, Any]] = []
        self._numbers: WeakKeyDictionary[asyncio.Task[Any], int] = WeakKeyDictionary()
        self._tasks_made = 0
        self._step_limit = step_limit
        self._now = 0.0
        self.set_exception_handler(lambda loop, context: self.errors.append(context))

    def time(self) -> float:
        """Return the virtual seconds since the loop started."""
        return self._now

    def create_task(
        self, coro: Any, *, name: object = None, context: Context | None = None
    ) -> asyncio.Task[Any]:
        task: asyncio.Task[Any] = asyncio.Task(
            coro, loop=self, name=None if name is None else str(name), context=context
        )
        self._tasks_made += 1
        self._numbers[task] = self._tasks_made
        return task

    def get_task_number(self, task: asyncio.Task[Any]) -> int:
        """Return a task's number in this run, for sorting tasks with the same name."""
        return self._numbers[task]

    def call_soon(  # type: ignore[override]
        self, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> events.Handle:
        """Schedule a callback like asyncio, but without its debug checks."""
        handle = events.Handle(callback, args, self, context)
        self._ready.append(handle)  # type: ignore[attr-defined]
        return handle

    def call_at(  # type: ignore[override]
        self, when: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> events.TimerHandle:
        """Schedule a callback at a virtual time like asyncio, but without its debug checks."""
        timer: Any = events.TimerHandle(when, callback, args, self, context)
        heapq.heappush(self._scheduled, timer)  # type: ignore[attr-defined]
        timer._scheduled = True
        return cast(events.TimerHandle, timer)

    async def wait_randomly(self, max_seconds: float = 0.05) -> None:
        """Wait a random time (often none), as a disk or thread would take."""
        drawn = self.chance.random()
        await asyncio.sleep(0 if drawn < 0.5 else (drawn - 0.5) * 2 * max_seconds)

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]
        """Call ``func`` in the loop after a random delay."""
        done = self.create_future()
        drawn = self.chance.random()
        self.call_later(0 if drawn < 0.6 else drawn * 0.1, _call_into_future, done, func, args)
        return done

    def _run_once(self) -> None:
        """Run one ready callback. If there is none, first advance the time to the next timer.

        Callbacks of killed processes are dropped. Those of suspended processes are kept until the process
        continues.

        :raises NothingToRun: there is neither a callback nor a timer.
        :raises TooManySteps: the limit of steps is reached.
        """
        ready: Any = self._ready  # type: ignore[attr-defined]
        timers: Any = self._scheduled  # type: ignore[attr-defined]
        while not ready:
            if not timers:
                if self._stopping:  # type: ignore[attr-defined]
                    return
                raise NothingToRun
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
        if self.shuffles_callbacks and len(ready) > 1:
            ready.rotate(-int(self.chance.random() * len(ready)))
        handle = ready.popleft()
        if handle._cancelled:
            return
        process_id = handle._context.get(PROCESS_ID, 0)
        if process_id in self.dead_process_ids:
            self.kept_callbacks.append(handle)
            return
        if process_id in self.callbacks_by_suspended_process:
            self.callbacks_by_suspended_process[process_id].append(handle)
            return
        self.step_count += 1
        if self.step_count > self._step_limit:
            raise TooManySteps(self.step_count)
        if process_id:
            self.bot_step_count += 1
            if self.before_step is not None and self.bot_step_count >= self.before_step[0]:
                act, self.before_step = self.before_step[1], None
                act()
                if process_id in self.dead_process_ids:
                    self.kept_callbacks.append(handle)
                    return
                if process_id in self.callbacks_by_suspended_process:
                    self.callbacks_by_suspended_process[process_id].append(handle)
                    return
        self.digest = (self.digest * 31 + process_id + int(self._now * 1000)) & 0xFFFFFFFFFFFF
        handle._run()

    def _timer_handle_cancelled(self, handle: Any) -> None:
        """Do nothing, because cancelled timers are skipped when due."""

    def _write_to_self(self) -> None:
        """Do nothing, because no thread wakes this loop."""

    def _process_events(self, event_list: Any) -> None:
        """Do nothing, because there are no sockets."""

    def kill_process(self, process_id: int) -> None:
        """Stop everything that belongs to a process."""
        self.dead_process_ids.add(process_id)
        self.kept_callbacks += asyncio.all_tasks(self)

    def suspend_process(self, process_id: int, seconds: float) -> None:
        """Suspend a process for ``seconds``, like SIGSTOP. Requests already sent continue."""
        if process_id not in self.callbacks_by_suspended_process:
            self.callbacks_by_suspended_process[process_id] = []
            call_outside_bot(self, seconds, self._resume, process_id)

    def call_on_resume(self, process_id: int, act: Callable[..., object], *args: Any) -> None:
        """Call ``act`` when a suspended process continues. The call belongs to no process."""
        handle = events.Handle(act, args, self, context=make_context(0))
        self.callbacks_by_suspended_process[process_id].append(handle)

    def _resume(self, process_id: int) -> None:
        self._ready.extend(self.callbacks_by_suspended_process.pop(process_id))  # type: ignore[attr-defined]


def _call_into_future(future: asyncio.Future[Any], func: Callable[..., Any], args: tuple[Any, ...]) -> None:
    if future.cancelled():
        return
    try:
        found = func(*args)
    except StopIteration:
        future.set_exception(RuntimeError("StopIteration"))
    except Exception as error:
        future.set_exception(error)
    else:
        future.set_result(found)


def make_context(process_id: int, press_id: int = 0) -> Context:
    """Return a context for callbacks of a process and an interaction. 0 means none."""
    context = Context()
    context.run(PROCESS_ID.set, process_id)
    context.run(PRESS.set, press_id)
    return context


def call_outside_bot(
    loop: SimLoop, delay: float, act: Callable[..., object], *args: Any
) -> events.TimerHandle:
    """Call ``act`` after a delay, even if the bot is killed in the meantime."""
    return loop.call_later(delay, act, *args, context=make_context(0))

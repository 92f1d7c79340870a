"""Runs background work by key, such as the ID of a table, and retries failures.

If a key is woken while its task is running, the work is repeated once afterwards, however often the key was
woken.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, Generic, TypeVar

from bot.kit.retries import RetrySchedule
from bot.kit.timers import KeyedTimers

Key = TypeVar("Key", bound=Hashable)


class KeyedTasks(Generic[Key]):
    """Runs background work by key, with at most one task for each key."""

    def __init__(
        self,
        name: str,
        work: Callable[[Key], Awaitable[None]],
        log_error: Callable[[Key, Exception], bool],
    ) -> None:
        """Create the tasks without starting any.

        :param name: prefix of the tasks' names.
        :param work: does the work that is due for a key.
        :param log_error: logs an error and returns whether to retry. Called in the exception handler.
        """
        self._name = name
        self._work = work
        self._log_error = log_error
        self._marked: set[Key] = set()
        self._tasks: dict[Key, asyncio.Task[None]] = {}
        self._retries: RetrySchedule[Key] = RetrySchedule(self.wake)
        self.stopped = False

    def wake(self, key: Key) -> None:
        """Start the work of a key. If it is running, repeat it afterwards."""
        if self.stopped:
            return
        self._marked.add(key)
        if key not in self._tasks:
            self._tasks[key] = asyncio.create_task(self._run_work(key), name=f"{self._name}-{key}")

    def is_woken(self, key: Key) -> bool:
        """Return whether a key was woken while its work is running, so that the work will be repeated."""
        return key in self._marked

    async def wait_for(self, key: Key, seconds: float) -> None:
        """Wait until a key's task has ended, but at most ``seconds``."""
        task = self._tasks.get(key)
        if task is not None:
            await asyncio.wait([task], timeout=seconds)

    async def wait_until_idle(self) -> None:
        """Wait until no task is running."""
        while self._tasks:
            await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def stop(self) -> None:
        """Stop starting and retrying tasks. Running tasks may finish."""
        self.stopped = True
        self._retries.stop()

    async def _run_work(self, key: Key) -> None:
        try:
            while key in self._marked and not self.stopped:
                self._marked.discard(key)
                await self._work(key)
                self._retries.reset(key)
        except Exception as error:
            if self._log_error(key, error):
                self._retries.schedule_retry(key)
        finally:
            self._tasks.pop(key, None)
            if key in self._marked:
                self.wake(key)


class TaskWorker:
    """Base class of background workers.

    Subclasses wake their tasks in ``handle_change``, called after each change, and in ``resume``, called
    after the start.
    """

    def __init__(self, tasks: KeyedTasks[Any], *timers: KeyedTimers) -> None:
        """Create the worker, whose ``timers`` wake the tasks and are stopped with them."""
        self._tasks = tasks
        self._timers_to_stop = timers

    async def wait_until_idle(self) -> None:
        """Wait until no task is running."""
        await self._tasks.wait_until_idle()

    def stop(self) -> None:
        """Stop starting tasks. Running tasks may finish, and the bot's next start continues the work."""
        self._tasks.stop()
        for timers in self._timers_to_stop:
            timers.stop()

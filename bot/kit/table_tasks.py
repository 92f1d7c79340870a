"""Background work per table that follows the stored state and retries failures.

While a task runs, its table is only marked, so work never queues up and the newest state wins.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from bot.kit.retries import Retries


class TableTasks:
    """Runs at most one task for each table."""

    def __init__(
        self,
        name: str,
        work: Callable[[int], Awaitable[None]],
        explain: Callable[[int, Exception], bool],
    ) -> None:
        """Create the tasks without starting any.

        :param name: prefix of the tasks' names.
        :param work: does what is due at a table.
        :param explain: logs an error and returns whether to retry; called while the error is handled.
        """
        self._name = name
        self._work = work
        self._explain = explain
        self._marked: set[int] = set()
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._retries = Retries(self.wake)
        self.stopped = False

    def wake(self, table_id: int) -> None:
        """Start the work of a table, or repeat it as soon as the current run has ended."""
        if self.stopped:
            return
        self._marked.add(table_id)
        if table_id not in self._tasks:
            self._tasks[table_id] = asyncio.create_task(self._run(table_id), name=f"{self._name}-{table_id}")

    async def wait_for(self, table_id: int, seconds: float) -> None:
        """Wait until a table's task has ended, at most ``seconds``."""
        task = self._tasks.get(table_id)
        if task is not None:
            await asyncio.wait([task], timeout=seconds)

    async def settle(self) -> None:
        """Wait until no task is running."""
        while self._tasks:
            await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def stop(self) -> None:
        """Start and retry no more work; running tasks may finish."""
        self.stopped = True
        self._retries.stop()

    async def _run(self, table_id: int) -> None:
        try:
            while table_id in self._marked and not self.stopped:
                self._marked.discard(table_id)
                await self._work(table_id)
                self._retries.reset(table_id)
        except Exception as error:
            if self._explain(table_id, error):
                self._retries.schedule(table_id)
        finally:
            self._tasks.pop(table_id, None)
            if table_id in self._marked:
                self.wake(table_id)

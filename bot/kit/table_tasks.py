"""Work at tables that follows what is stored: one task a table, and what fails is tried again.

While a task works, its table is only marked again, so the newest wins and nothing queues up.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from bot.kit.retries import Retries


class TableTasks:
    """One task for each table at which there is something to do."""

    def __init__(
        self,
        name: str,
        work: Callable[[int], Awaitable[None]],
        explain: Callable[[int, Exception], bool],
    ) -> None:
        """Do nothing yet.

        :param name: what the tasks are called by.
        :param work: does what there is to do at a table now.
        :param explain: logs what went wrong there, and tells whether to try again after a while. It is
            called where the error is handled.
        """
        self._name = name
        self._work = work
        self._explain = explain
        self._marked: set[int] = set()
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._retries = Retries(self.wake)
        self.stopped = False

    def wake(self, table_id: int) -> None:
        """Have a table looked at, now or once what is under way there has ended."""
        if self.stopped:
            return
        self._marked.add(table_id)
        if table_id not in self._tasks:
            self._tasks[table_id] = asyncio.create_task(self._run(table_id), name=f"{self._name}-{table_id}")

    async def wait_for(self, table_id: int, seconds: float) -> None:
        """Wait until nothing is under way at a table, but not for longer than this."""
        task = self._tasks.get(table_id)
        if task is not None:
            await asyncio.wait([task], timeout=seconds)

    async def settle(self) -> None:
        """Wait until nothing is under way anywhere."""
        while self._tasks:
            await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def stop(self) -> None:
        """Begin nothing new, and try nothing again; what is under way may end."""
        self.stopped = True
        self._retries.stop()

    async def _run(self, table_id: int) -> None:
        try:
            while table_id in self._marked and not self.stopped:
                self._marked.discard(table_id)
                await self._work(table_id)
                self._retries.succeeded(table_id)
        except Exception as error:
            if self._explain(table_id, error):
                self._retries.failed(table_id)
        finally:
            self._tasks.pop(table_id, None)
            if table_id in self._marked:
                self.wake(table_id)

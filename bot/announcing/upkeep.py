"""Keeps posts of a feature true that stand beside the boards of tables, whatever ends in between.

A table is looked at when something of it is stored. What was missed is found in the store at a start.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from functools import partial

from bot.announcing.failing import explain_failure
from bot.kit.table_tasks import TableTasks
from bot.tables.feed import Change, Kind
from bot.tables.service import Tables


class Upkeep:
    """Has tables looked at: those of this process, and by itself only while it hosts."""

    def __init__(
        self,
        name: str,
        look: Callable[[int], Awaitable[None]],
        find: Callable[[int], Awaitable[list[int]]],
        tables: Tables,
        hosts: Callable[[], bool],
        *,
        heard: Collection[Kind],
        lately: int,
    ) -> None:
        """Do nothing yet.

        :param name: what is kept up.
        :param look: sees to the posts of a table.
        :param find: finds the tables of which something is to be told that happened since then.
        :param heard: such changes concern the posts.
        :param lately: what is told so many seconds later would only surprise.
        """
        self._look = look
        self._find = find
        self._tables = tables
        self._hosts = hosts
        self._heard = heard
        self._lately = lately
        self._tasks = TableTasks(name, self._look_at_own, partial(explain_failure, name))

    def hear(self, change: Change) -> None:
        """Look at a table of which something was stored that concerns its posts."""
        if change.kind in self._heard and self._hosts():
            self._tasks.wake(change.table_id)

    async def resume(self) -> None:
        """Look at the tables of which nobody has been told what happened lately."""
        found = await self._find(self._tables.now() - self._lately)
        for table_id in await self._tables.core.share.owned_here(found):
            self._tasks.wake(table_id)

    async def settle(self) -> None:
        """Wait until nothing is under way."""
        await self._tasks.settle()

    def stop(self) -> None:
        """Begin nothing new; the next start goes on."""
        self._tasks.stop()

    def may_post(self) -> bool:
        """Tell whether something new is to be posted by this process now."""
        return not self._tasks.stopped and self._hosts()

    async def is_due(self, table_id: int) -> bool:
        """Tell whether a table's news is to be posted now: names change long after a match has ended, too."""
        return self.may_post() and table_id in await self._find(self._tables.now() - self._lately)

    async def _look_at_own(self, table_id: int) -> None:
        if await self._tables.core.share.owned_here([table_id]):
            await self._look(table_id)

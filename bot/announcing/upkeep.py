"""Keeps a feature's posts about tables up to date, across restarts.

A table is checked whenever one of its changes concerns the posts. Missed changes are found in the database
at the start.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from functools import partial

from bot.announcing.failing import log_failure
from bot.kit.keyed_tasks import KeyedTasks, TaskWorker
from bot.tables.feed import Change, Kind
from bot.tables.service import Tables


class Upkeep(TaskWorker):
    """Checks the posts of tables this process owns, and only while it hosts."""

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
        """Create the tasks without starting any.

        :param name: what is posted, for the log.
        :param look: updates the posts of a table.
        :param find: returns the tables with news since a given time.
        :param heard: the kinds of changes that concern the posts.
        :param lately: seconds after which news is too old to be posted.
        """
        self._look = look
        self._find = find
        self._tables = tables
        self._hosts = hosts
        self._heard = heard
        self._lately = lately
        super().__init__(KeyedTasks(name, self._look_at_own, partial(log_failure, name)))

    def hear(self, change: Change) -> None:
        """Check a table after a change that concerns its posts."""
        if change.kind in self._heard and self._hosts():
            self._tasks.wake(change.table_id)

    async def resume(self) -> None:
        """Check the tables with recent news that hasn't been posted."""
        found = await self._find(self._tables.now() - self._lately)
        for table_id in await self._tables.core.share.owned_here(found):
            self._tasks.wake(table_id)

    def may_post(self) -> bool:
        """Return whether this process may post now."""
        return not self._tasks.stopped and self._hosts()

    async def is_due(self, table_id: int) -> bool:
        """Return whether a table has news to post now. Long after a match, only renamed players count as
        news.
        """
        return self.may_post() and table_id in await self._find(self._tables.now() - self._lately)

    async def _look_at_own(self, table_id: int) -> None:
        if await self._tables.core.share.owned_here([table_id]):
            await self._look(table_id)

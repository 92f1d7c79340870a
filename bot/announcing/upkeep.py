"""Keeps a feature's posts about tables up to date, even after a restart.

The posts about a table are updated after each change that affects them. At startup, missed changes are found
in the database.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from functools import partial

from bot.announcing.failing import log_post_failure
from bot.kit.keyed_tasks import KeyedTasks, TaskWorker
from bot.tables.feed import Change, ChangeKind
from bot.tables.service import Tables


class Upkeep(TaskWorker):
    """Updates a feature's posts about the tables of this process, while the process hosts."""

    def __init__(
        self,
        name: str,
        update: Callable[[int], Awaitable[None]],
        find_match_ids: Callable[[int], Awaitable[list[int]]],
        tables: Tables,
        is_hosting: Callable[[], bool],
        *,
        kinds: Collection[ChangeKind],
        max_age: int,
    ) -> None:
        """Create the worker without starting any update.

        :param name: name of the posts in the log.
        :param update: updates the posts of a table.
        :param find_match_ids: returns the IDs of matches with changes since an epoch second that weren't
            posted.
        :param kinds: the kinds of changes that affect the posts.
        :param max_age: maximum age in seconds of a change that is still posted.
        """
        self._update = update
        self._find_match_ids = find_match_ids
        self._tables = tables
        self._is_hosting = is_hosting
        self._kinds = kinds
        self._max_age = max_age
        super().__init__(KeyedTasks(name, self._update_owned_posts, partial(log_post_failure, name)))

    def handle_change(self, change: Change) -> None:
        """Update a table's posts if the change affects them."""
        if change.kind in self._kinds and self._is_hosting():
            self._tasks.wake(change.table_id)

    async def resume(self) -> None:
        """Update the posts about tables with recent changes that weren't posted."""
        match_ids = await self._find_match_ids(self._tables.now() - self._max_age)
        for table_id in await self._tables.core.share.pick_owned_table_ids(match_ids):
            self._tasks.wake(table_id)

    def may_post(self) -> bool:
        """Return whether this process may post now."""
        return not self._tasks.stopped and self._is_hosting()

    async def is_due(self, table_id: int) -> bool:
        """Return whether a table has changes that weren't posted, and this process may post them."""
        return self.may_post() and table_id in await self._find_match_ids(self._tables.now() - self._max_age)

    async def _update_owned_posts(self, table_id: int) -> None:
        if await self._tables.core.share.pick_owned_table_ids([table_id]):
            await self._update(table_id)

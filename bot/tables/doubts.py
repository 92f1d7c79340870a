"""Handles writes whose outcome is unknown, and reads that fail after a successful write."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

from bot.errors.base import TableError
from bot.errors.storage import CommittedResultUnread, CommitUncertain, DatabaseClosed, StorageError
from bot.model.table import TABLE_OVER, Table
from bot.tables.feed import Change, ChangeKind

log = logging.getLogger(__name__)

FIRST_CHECK_SECONDS, MAX_CHECK_SECONDS = 0.5, 30.0
"""Seconds before the first check of a doubtful write, and maximum seconds between checks."""


@contextmanager
def convert_read_errors() -> Iterator[None]:
    """Run a block that reads a table after its change has been stored.

    :raises CommittedResultUnread: the database failed in the block.
    """
    try:
        yield
    except StorageError as error:
        raise CommittedResultUnread from error


class DoubtfulWrites:
    """Checks whether a change was stored if the connection broke during its COMMIT, and then publishes it.

    Without this, the board would stay outdated and computers wouldn't act until someone opens the table.
    """

    def __init__(
        self,
        invalidate: Callable[[int], Awaitable[None]],
        get: Callable[[int], Awaitable[Table]],
        publish: Callable[[Change], None],
    ) -> None:
        """Create an instance that watches no write.

        :param invalidate: drops a table from the cache, so that ``get`` reads it again.
        :param publish: announces a stored change.
        """
        self._invalidate = invalidate
        self._get = get
        self._publish = publish
        self._tasks: set[asyncio.Task[None]] = set()

    @contextmanager
    def watch_write(self, change: Change) -> Iterator[None]:
        """Run a block that writes ``change``. If the outcome is unknown, check it in the background.

        :raises CommitUncertain: the outcome of the COMMIT is unknown.
        """
        try:
            yield
        except CommitUncertain:
            task = asyncio.create_task(
                self._publish_change_if_stored(change), name=f"doubt-{change.table_id}"
            )
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            raise

    async def _publish_change_if_stored(self, change: Change) -> None:
        """Wait until the database answers, and publish the change if it was stored."""
        pause = FIRST_CHECK_SECONDS
        while True:
            await asyncio.sleep(pause)
            pause = min(2 * pause, MAX_CHECK_SECONDS)
            try:
                await self._invalidate(change.table_id)
                table = await self._get(change.table_id)
            except (DatabaseClosed, TableError):
                # Give up. If the bot is stopping, its next start announces the change. A table that can't be
                # loaded can't be announced either.
                return
            except StorageError:
                continue
            rows = 0 if table.match is None else table.match.seq
            if rows >= change.seq and (table.status == TABLE_OVER or change.kind is not ChangeKind.ENDED):
                log.info("stored after all table=%d seq=%d", change.table_id, change.seq)
                self._publish(change)
            return

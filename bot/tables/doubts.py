"""Writes of which something is not known: what became of them, or what can be read after them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

from bot.errors.base import TableError
from bot.errors.storage import Closed, DoneUnread, Doubtful, StorageError
from bot.model.table import OVER, Table
from bot.tables.feed import Change, Kind

log = logging.getLogger(__name__)

FIRST_SECONDS, LONGEST_SECONDS = 0.5, 30.0
"""Before the database is asked first what it has stored, and at most before it is asked again."""


@contextmanager
def telling_done() -> Iterator[None]:
    """Say of what cannot be read inside that what was asked for is stored all the same.

    :raises DoneUnread: in place of another error of the database.
    """
    try:
        yield
    except StorageError as error:
        raise DoneUnread from error


class Doubts:
    """Changes in whose COMMIT the connection broke: told once the database answers, if they are stored.

    Else boards would lag and computer players wait until somebody looks at the table.
    """

    def __init__(
        self,
        renew: Callable[[int], Awaitable[None]],
        get: Callable[[int], Awaitable[Table]],
        publish: Callable[[Change], None],
    ) -> None:
        """Read tables by ``renew`` and ``get``, and tell of changes by ``publish``."""
        self._renew = renew
        self._get = get
        self._publish = publish
        self._tasks: set[asyncio.Task[None]] = set()

    @contextmanager
    def about(self, change: Change) -> Iterator[None]:
        """Do a write inside that brings a change about, of which may then be doubted that it has."""
        try:
            yield
        except Doubtful:
            task = asyncio.create_task(self._find_out(change), name=f"doubt-{change.table_id}")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            raise

    async def _find_out(self, change: Change) -> None:
        pause = FIRST_SECONDS
        while True:
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_SECONDS)
            try:
                await self._renew(change.table_id)
                table = await self._get(change.table_id)
            except (Closed, TableError):
                # The next start finds what is behind, or there is nothing left to tell of.
                return
            except StorageError:
                continue
            rows = 0 if table.match is None else table.match.seq
            if rows >= change.seq and (table.status == OVER or change.kind is not Kind.ENDED):
                log.info("stored after all table=%d seq=%d", change.table_id, change.seq)
                self._publish(change)
            return

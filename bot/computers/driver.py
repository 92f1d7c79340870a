"""Plays for computer players: whenever a table has changed, and at the start for what a stop left behind.

One task a table plays until no computer player is to act. What it thought about an older position is
dropped, and whatever goes wrong is tried again only so often.
"""

from __future__ import annotations

import logging

from bot.computers.thinker import Thinker
from bot.computers.turns import find_due_computer
from bot.errors.base import TableError
from bot.errors.shards import TakenOver
from bot.errors.storage import StorageError
from bot.kit.table_tasks import TableTasks
from bot.storage.matches import Matches
from bot.tables.feed import Change
from bot.tables.service import Tables
from games.core.errors import RuleError, StaleAction

log = logging.getLogger(__name__)

REFUSALS = 3
"""So many moves refused in a row end a run; the next change of the table begins another."""


class Driver:
    """Sees to it that computer players act."""

    def __init__(self, tables: Tables, matches: Matches, thinker: Thinker) -> None:
        self._tables = tables
        self._matches = matches
        self.thinker = thinker
        self._tasks = TableTasks("computers", self._play, self._explain)
        self._resumed = False

    def wake(self, table_id: int) -> None:
        """Have the computer players of a table act, if it is for them to."""
        if self._resumed:
            self._tasks.wake(table_id)

    def hear(self, change: Change) -> None:
        """Go on after something was stored: it may be for a computer player to act now."""
        self.wake(change.table_id)

    async def resume(self) -> None:
        """Go on at every table where a stop came before a computer player's move. Nobody plays earlier.

        They go on at once, so that each has its share of the thinking, and its first move before any of
        them has its second.
        """
        self._resumed = True
        # Read back from their logs one after the other, before the first of them thinks.
        found = await self._tables.core.share.owned_here(await self._matches.list_with_computers())
        for table_id in [table_id for table_id in found if await self._left_off(table_id)]:
            self.wake(table_id)

    async def _left_off(self, table_id: int) -> bool:
        """Whether a computer player is to act at a table, as far as can be told."""
        try:
            return await find_due_computer(self._tables.waiting, await self._tables.get(table_id)) is not None
        except (TableError, StorageError):
            # What is wrong shows when it is played at, and is dealt with there.
            return True

    async def settle(self) -> None:
        """Wait until no computer player is acting."""
        await self._tasks.settle()

    def stop(self) -> None:
        """Give up waiting for a second try; the next start goes on."""
        self._tasks.stop()

    def _explain(self, table_id: int, error: Exception) -> bool:
        match error:
            case TableError():
                # Such as a game that is hosted no more.
                log.warning("no computer plays table=%d", table_id, extra={"fields": {"reason": str(error)}})
            case TakenOver():
                # Whoever hosts now goes on there.
                log.info("computer player left to another process table=%d", table_id)
            case StorageError():
                # A database that is away comes back.
                log.warning(
                    "computer player waits table=%d", table_id, extra={"fields": {"reason": str(error)}}
                )
                return True
            case _:
                log.exception("computer player stopped table=%d", table_id)
                return True
        return False

    async def _play(self, table_id: int) -> None:
        refused = 0
        while refused < REFUSALS:
            table = await self._tables.get(table_id)
            found = await find_due_computer(self._tables.waiting, table)
            if found is None or table.match is None:
                return
            choose = self.thinker.draw if refused else self.thinker.think
            token = await choose(table, found.match, found.seat)
            if self._tasks.stopped:
                return
            try:
                await self._tables.play.play_on(table_id, found.seat, token, table.match.seq)
            except StaleAction:
                # An undo, or a person who acted meanwhile: the position of now is thought about.
                continue
            except (TableError, RuleError) as error:
                refused += 1
                log.warning(
                    "computer player refused table=%d seat=%d token=%s",
                    table_id,
                    found.seat,
                    token,
                    extra={"fields": {"reason": str(error)}},
                )
                continue
            refused = 0

"""Makes computer players act whenever a table changes, and at startup.

Each table has a task that plays until no computer has to act. A move for an outdated position is dropped, and
failures are retried a few times.
"""

from __future__ import annotations

import logging

from bot.computers.due_seats import find_due_computer
from bot.computers.thinker import Thinker
from bot.errors.base import TableError
from bot.errors.shards import HostingTakenOver
from bot.errors.storage import StorageError
from bot.kit.keyed_tasks import KeyedTasks, TaskWorker
from bot.storage.matches import Matches
from bot.tables.feed import Change
from bot.tables.service import Tables
from games.core.errors import RuleError, StaleAction

log = logging.getLogger(__name__)

MAX_REJECTED_MOVES = 3
"""Number of consecutive rejected moves after which computers stop until the table changes."""

MAX_WAIT_SECONDS = 3
"""Maximum seconds to delay the answer to a person's press until computers have moved."""


class ComputerDriver(TaskWorker):
    """Makes computer players act."""

    def __init__(self, tables: Tables, matches: Matches, thinker: Thinker) -> None:
        self._tables = tables
        self._matches = matches
        self.thinker = thinker
        super().__init__(KeyedTasks("computers", self._play_computers, self._log_error))
        self._resumed = False

    def wake(self, table_id: int) -> None:
        """Make a table's computers act if it is their turn."""
        if self._resumed:
            self._tasks.wake(table_id)

    async def wait_for_moves(self, table_id: int) -> None:
        """Wait until the computers of a table have acted, for at most :data:`MAX_WAIT_SECONDS`."""
        await self._tasks.wait_for(table_id, MAX_WAIT_SECONDS)

    def handle_change(self, change: Change) -> None:
        """Check the table, because the change may have made it a computer's turn."""
        self.wake(change.table_id)

    async def resume(self) -> None:
        """Resume all tables at which a computer has to act. Computers don't act before this is called.

        Each table gets a first move before any table gets a second.
        """
        self._resumed = True
        # Check all tables before waking any, so that no table gets a second move while others are still being
        # checked.
        table_ids = await self._tables.core.share.pick_owned_table_ids(
            await self._matches.list_match_ids_with_computers()
        )
        for table_id in [table_id for table_id in table_ids if await self._is_computer_due(table_id)]:
            self.wake(table_id)

    async def _is_computer_due(self, table_id: int) -> bool:
        """Return whether a computer has to act at a table; ``True`` if the table can't be read."""
        try:
            table = await self._tables.get(table_id)
            return await find_due_computer(self._tables.wait_finder, table) is not None
        except (TableError, StorageError):
            # The attempt to play will report the error.
            return True

    def _log_error(self, table_id: int, error: Exception) -> bool:
        match error:
            case TableError():
                # A retry would fail as well, for example because the game is no longer hosted.
                log.warning(
                    "computers can't play table=%d", table_id, extra={"fields": {"reason": str(error)}}
                )
            case HostingTakenOver():
                # Another process serves the table now, and its computers continue there.
                log.info("computer player left to another process table=%d", table_id)
            case StorageError():
                # Retry, because a database outage is temporary.
                log.warning(
                    "computer player waits table=%d", table_id, extra={"fields": {"reason": str(error)}}
                )
                return True
            case _:
                log.exception("computer player stopped table=%d", table_id)
                return True
        return False

    async def _play_computers(self, table_id: int) -> None:
        refused = 0
        while refused < MAX_REJECTED_MOVES:
            table = await self._tables.get(table_id)
            due_computer = await find_due_computer(self._tables.wait_finder, table)
            if due_computer is None or table.match is None:
                return
            choose = self.thinker.choose_random_move if refused else self.thinker.choose_move
            token = await choose(table, due_computer.match, due_computer.seat)
            if self._tasks.stopped:
                return
            try:
                await self._tables.play.perform_computer_action(
                    table_id, due_computer.seat, token, table.match.seq
                )
            except StaleAction:
                # An undo or a person's action came first. Think about the new position.
                continue
            except (TableError, RuleError) as error:
                refused += 1
                log.warning(
                    "computer's move refused table=%d seat=%d token=%s",
                    table_id,
                    due_computer.seat,
                    token,
                    extra={"fields": {"reason": str(error)}},
                )
                continue
            refused = 0

"""Plays for computer players: whenever a table has changed, and at the start for what a stop left behind.

One task a table plays until no computer player is to act. What it thought about an older position is
dropped, and whatever goes wrong is tried again only so often.
"""

from __future__ import annotations

import asyncio
import logging

from bot.computers.thinker import Thinker
from bot.computers.turns import find_due_computer
from bot.errors.base import TableError
from bot.errors.shards import TakenOver
from bot.errors.storage import StorageError
from bot.kit.retries import Retries
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
        self._stopped = False
        self._marked: set[int] = set()
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._retries = Retries(self.wake)
        self._resumed = False

    def wake(self, table_id: int) -> None:
        """Have the computer players of a table act, if it is for them to."""
        if self._stopped or not self._resumed:
            return
        self._marked.add(table_id)
        if table_id not in self._tasks:
            self._tasks[table_id] = asyncio.create_task(self._run(table_id), name=f"computers-{table_id}")

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
        found = await self._tables.core.share.mine(await self._matches.with_computers())
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
        while self._tasks:
            await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def stop(self) -> None:
        """Give up waiting for a second try; the next start goes on."""
        self._stopped = True
        self._retries.stop()

    async def _run(self, table_id: int) -> None:
        try:
            while table_id in self._marked and not self._stopped:
                self._marked.discard(table_id)
                await self._play(table_id)
                self._retries.succeeded(table_id)
        except TableError as error:
            # Such as a game that is hosted no more.
            log.warning("no computer plays table=%d", table_id, extra={"fields": {"reason": str(error)}})
        except TakenOver:
            # Whoever hosts now goes on there.
            log.info("computer player left to another process table=%d", table_id)
        except StorageError as error:
            # A database that is away comes back.
            log.warning("computer player waits table=%d", table_id, extra={"fields": {"reason": str(error)}})
            self._retries.failed(table_id)
        except Exception:
            log.exception("computer player stopped table=%d", table_id)
            self._retries.failed(table_id)
        finally:
            self._tasks.pop(table_id, None)
            if table_id in self._marked:
                self.wake(table_id)

    async def _play(self, table_id: int) -> None:
        refused = 0
        while refused < REFUSALS:
            table = await self._tables.get(table_id)
            found = await find_due_computer(self._tables.waiting, table)
            if found is None or table.match is None:
                return
            choose = self.thinker.draw if refused else self.thinker.think
            token = await choose(table, found.match, found.seat)
            if self._stopped:
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

"""Plays for computer players: whenever a table has changed, and at the start for what a stop left behind.

One task a table plays until no computer player is to act. What it thought about an older position is
dropped, and whatever goes wrong is tried again only so often.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, NamedTuple

from bot.errors import TableError, WaitingFor
from bot.kit.retries import Retries
from bot.model.table import PLAYING, Table
from bot.tables.feed import Change
from bot.tables.service import Tables
from games.core.errors import RuleError, StaleAction
from games.core.match import Match

if TYPE_CHECKING:
    from bot.app import ReefBot

log = logging.getLogger(__name__)

REFUSALS = 3
"""So many moves refused in a row end a run; the next change of the table begins another."""


class Due(NamedTuple):
    """The seat of a computer player that is to act, and the match as it finds it: others have answered."""

    seat: int
    match: Match


async def due(tables: Tables, table: Table) -> Due | None:
    """Return which computer player acts next at a table; ``None`` where it waits for a person.

    Computer players among themselves do not play on.
    """
    match = table.match
    if table.status != PLAYING or match is None or not table.people:
        return None
    for seat in match.to_act:
        if seat in table.computers:
            return Due(seat, match)
    if match.turn not in table.computers:
        return None
    try:
        return Due(match.turn, await tables.waiting.foresee(table, match.turn))
    except WaitingFor:
        return None


class Automat:
    """Sees to it that computer players act."""

    def __init__(self, bot: ReefBot) -> None:
        self._bot = bot
        self._marked: set[int] = set()
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._retries = Retries(self.touch)
        self._resumed = False

    def touch(self, table_id: int) -> None:
        """Have the computer players of a table act, if it is for them to."""
        if self._bot.draining or not self._resumed:
            return
        self._marked.add(table_id)
        if table_id not in self._tasks:
            self._tasks[table_id] = asyncio.create_task(self._run(table_id), name=f"automat-{table_id}")

    def hear(self, change: Change) -> None:
        """Go on after something was stored: it may be for a computer player to act now."""
        self.touch(change.table_id)

    async def resume(self) -> None:
        """Go on at every table where a stop came before a computer player's move. Nobody plays earlier."""
        self._resumed = True
        for table_id in await self._bot.store.matches.with_computers():
            self.touch(table_id)
            # One after the other: each is read back from its log.
            if table_id in self._tasks:
                await asyncio.wait([self._tasks[table_id]])

    async def settle(self) -> None:
        """Wait until no computer player is acting."""
        while self._tasks:
            await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def stop(self) -> None:
        """Give up waiting for a second try; the next start goes on."""
        self._retries.stop()

    async def _run(self, table_id: int) -> None:
        try:
            while table_id in self._marked and not self._bot.draining:
                self._marked.discard(table_id)
                await self._play(table_id)
                self._retries.succeeded(table_id)
        except TableError as error:
            # Such as a game that is hosted no more.
            log.warning("no computer plays table=%d", table_id, extra={"fields": {"reason": str(error)}})
        except Exception:
            log.exception("computer player stopped table=%d", table_id)
            self._retries.failed(table_id)
        finally:
            self._tasks.pop(table_id, None)
            if table_id in self._marked:
                self.touch(table_id)

    async def _play(self, table_id: int) -> None:
        bot = self._bot
        refused = 0
        while refused < REFUSALS:
            table = await bot.tables.get(table_id)
            found = await due(bot.tables, table)
            if found is None or table.match is None:
                return
            choose = bot.thinker.draw if refused else bot.thinker.think
            token = await choose(table, found.match, found.seat)
            if bot.draining:
                return
            try:
                await bot.tables.play.play_on(table_id, found.seat, token, table.match.seq)
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

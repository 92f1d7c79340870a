"""Makes prepared moves: whenever a table has changed, and at the start for what a stop left behind.

How far a line has come is told by the log, so a move that a kill cut off is made once: it is in the log, or
it is still to be made. The position is named with it, so nothing is made beside what its person presses.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from bot.errors.base import TableError
from bot.errors.playing import WaitingFor
from bot.errors.shards import TakenOver
from bot.errors.storage import StorageError
from bot.features.premoves.keeper import passes
from bot.kit.table_tasks import TableTasks
from bot.model.table import OVER, PLAYING, Table
from bot.storage.premoves import DroppedPremove, PremoveRow, Premoves
from bot.tables.feed import Change
from bot.tables.service import Tables
from games.core.errors import RuleError, StaleAction
from games.core.match import Match
from games.core.premoves import (
    Done,
    Dropped,
    DropReason,
    Play,
    UnreadablePremoves,
    Verdict,
    Wait,
    check_premoves,
    parse,
)

log = logging.getLogger(__name__)

PATIENCE = 2.0
"""For so many seconds a board waits for a prepared move at most."""
MOST = 64
"""So many moves are made in one run; the change of the last one begins another."""


class Driver:
    """Sees to it that prepared moves are made when their turn comes."""

    def __init__(self, tables: Tables, prepared: Premoves, hosts: Callable[[], bool]) -> None:
        self._tables = tables
        self._prepared = prepared
        self._hosts = hosts
        self._tasks = TableTasks("ahead", self._look, self._explain)

    def wake(self, table_id: int) -> None:
        """Look at what is prepared at a table."""
        if self._hosts():
            self._tasks.wake(table_id)

    def hear(self, change: Change) -> None:
        """Look after something was stored."""
        self.wake(change.table_id)

    async def resume(self) -> None:
        """Go on wherever something is prepared."""
        for table_id in await self._tables.core.share.owned_here(await self._prepared.list_tables()):
            self.wake(table_id)

    async def settle(self) -> None:
        """Wait until no prepared move is being made."""
        await self._tasks.settle()

    async def settled(self, table_id: int) -> None:
        """Wait until those of one table are made, but not for long."""
        self.wake(table_id)
        await self._tasks.wait_for(table_id, PATIENCE)

    def stop(self) -> None:
        """Make no more; the next start goes on."""
        self._tasks.stop()

    def _explain(self, table_id: int, error: Exception) -> bool:
        match error:
            case TableError():
                # What was prepared may stand in its text.
                log.warning("nothing prepared is made table=%d error=%s", table_id, type(error).__name__)
            case TakenOver():
                log.info("prepared moves left to another process table=%d", table_id)
            case StorageError():
                log.warning(
                    "prepared moves wait table=%d", table_id, extra={"fields": {"reason": str(error)}}
                )
                return True
            case _:
                log.exception("prepared moves stopped table=%d", table_id)
                return True
        return False

    async def _look(self, table_id: int) -> None:
        for _ in range(MOST):
            rows = await self._prepared.list_for_table(table_id)
            if not rows or self._tasks.stopped:
                return
            table = await self._tables.get(table_id)
            if table.status == OVER:
                await self._prepared.forget(table_id)
                return
            if table.status != PLAYING or table.match is None:
                return
            if not await self._go_on(table, table.match, rows):
                return

    async def _go_on(self, table: Table, match: Match, rows: Sequence[PremoveRow]) -> bool:
        """Make a move that is due, or drop what holds no longer; ``False`` where nothing is due."""
        lost = [row for row in rows if not holds_seat(table, row)]
        await self._prepared.drop(lost)
        for seat in dict.fromkeys(row.seat for row in rows if row not in lost):
            ready = await self._foresee(table, match, seat)
            found = sort([row for row in rows if row.seat == seat and row not in lost], ready, seat)
            if found.due is not None and await self._act(table, match, *found.due):
                return True
            await self._prepared.drop(found.gone, found.told)
        return False

    async def _foresee(self, table: Table, match: Match, seat: int) -> Match:
        try:
            return await self._tables.waiting.foresee(table, seat)
        except WaitingFor:
            return match

    async def _act(self, table: Table, match: Match, row: PremoveRow, token: str) -> bool:
        """Make a move; ``False`` where it has been dropped."""
        try:
            done = await self._tables.play.act(table.id, row.user_id, token, match.seq, seat=row.seat)
        except StaleAction:
            # Its person, or somebody else, was quicker: it is looked at in the position of now.
            return True
        except WaitingFor:
            # They want to answer in person since a moment ago.
            return False
        except (TableError, RuleError):
            await self._prepared.drop([row], tell(row, DropReason.ILLEGAL))
            return True
        made = done.table.match
        if made is not None and done.steps:
            await self._prepared.note_played(table.id, made.seq)
            log.info("prepared move made table=%d seq=%d", table.id, made.seq)
        return True


def holds_seat(table: Table, row: PremoveRow) -> bool:
    """Tell whether the seat has been its person's ever since a line was made."""
    if row.seat not in table.seats_of(row.user_id):
        return False
    return not any(former.seat == row.seat and former.seq >= row.seq for former in table.former)


def tell(row: PremoveRow, why: DropReason) -> DroppedPremove:
    """Return what the person of a dropped line is to be told."""
    return DroppedPremove(row.match_id, row.seat, row.user_id, row.line, why.value)


@dataclass(slots=True)
class Sorted:
    """What becomes of the lines of a seat: the first that is due with its token, and those that are gone."""

    due: tuple[PremoveRow, str] | None = None
    gone: list[PremoveRow] = field(default_factory=list)
    told: DroppedPremove | None = None


def sort(rows: Sequence[PremoveRow], match: Match, seat: int) -> Sorted:
    """Judge the lines of a seat. Of several that are due the first one made goes first, a pass last.

    Their person is told where all of them are gone and none has been carried out.
    """
    found, over = Sorted(), Sorted()
    carried_out = left = False
    for row in rows:
        verdict = judge_row(row, match, seat)
        if isinstance(verdict, Play):
            if found.due is None or passes(found.due[0]):
                found.due = (row, verdict.token)
        elif isinstance(verdict, Wait):
            left = True
        else:
            found.gone.append(row)
            carried_out = carried_out or isinstance(verdict, Done)
            if isinstance(verdict, Dropped):
                over.told = over.told or tell(row, verdict.why)
    if not left and not carried_out and found.due is None:
        found.told = over.told
    return found


def judge_row(row: PremoveRow, match: Match, seat: int) -> Verdict:
    """Judge one line as it is kept."""
    try:
        line = parse(row.line)
    except UnreadablePremoves:
        # Of another version.
        return Dropped(DropReason.ILLEGAL)
    return check_premoves(line, match, seat, row.seq)

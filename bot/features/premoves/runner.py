"""Makes prepared moves that are due, after each change of a table and at startup.

Progress is derived from the match log, so a move isn't made twice after a crash. A move is made only in the
position it was checked for, so it can't collide with a move that the player makes.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from bot.errors.base import TableError
from bot.errors.playing import WaitingForAnswers
from bot.errors.shards import HostingTakenOver
from bot.errors.storage import StorageError
from bot.features.premoves.prepared import passes_next_turn
from bot.kit.keyed_tasks import KeyedTasks, TaskWorker
from bot.model.table import TABLE_OVER, TABLE_PLAYING, Table
from bot.storage.premoves import DroppedPremove, PremoveRow, Premoves
from bot.tables.feed import Change
from bot.tables.service import Tables
from games.core.errors import RuleError, StaleAction
from games.core.match import Match
from games.core.premoves import (
    DoneVerdict,
    DroppedVerdict,
    DropReason,
    PlayVerdict,
    PremoveVerdict,
    UnreadablePremoves,
    WaitVerdict,
    check_premoves,
    parse_premoves,
)

log = logging.getLogger(__name__)

MAX_ANNOUNCEMENT_WAIT_SECONDS = 2.0
"""Maximum seconds that the announcement of a board waits for prepared moves."""
MAX_MOVES_PER_RUN = 64
"""The last move starts the next run."""


class PremoveRunner(TaskWorker):
    """Makes prepared moves when they are due, and drops lines that can no longer be carried out."""

    def __init__(self, tables: Tables, prepared: Premoves, is_hosting: Callable[[], bool]) -> None:
        self._tables = tables
        self._prepared = prepared
        self._is_hosting = is_hosting
        super().__init__(KeyedTasks("premoves", self._make_due_moves, self._log_failure))

    def wake(self, table_id: int) -> None:
        """Start a task that makes the prepared moves that are due at a table, if this process hosts."""
        if self._is_hosting():
            self._tasks.wake(table_id)

    def handle_change(self, change: Change) -> None:
        """Make the prepared moves that are due after a change."""
        self.wake(change.table_id)

    async def resume(self) -> None:
        """Make the moves that are due at all of this process's tables with prepared moves."""
        for table_id in await self._tables.core.share.pick_owned_table_ids(
            await self._prepared.list_table_ids_with_premoves()
        ):
            self.wake(table_id)

    async def make_moves_before_announcing(self, table_id: int) -> None:
        """Make a table's prepared moves, waiting at most :data:`MAX_ANNOUNCEMENT_WAIT_SECONDS` seconds."""
        self.wake(table_id)
        await self._tasks.wait_for(table_id, MAX_ANNOUNCEMENT_WAIT_SECONDS)

    def _log_failure(self, table_id: int, error: Exception) -> bool:
        match error:
            case TableError():
                # Log only the error's type, because its text may quote the prepared move, which is private.
                log.warning("prepared moves not made table=%d error=%s", table_id, type(error).__name__)
            case HostingTakenOver():
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

    async def _make_due_moves(self, table_id: int) -> None:
        """Make the prepared moves of a table until none is due. After the match, delete the others."""
        for _ in range(MAX_MOVES_PER_RUN):
            rows = await self._prepared.list_premoves_for_table(table_id)
            if not rows or self._tasks.stopped:
                return
            table = await self._tables.get(table_id)
            if table.status == TABLE_OVER:
                await self._prepared.remove_all_premoves(table_id)
                return
            if table.status != TABLE_PLAYING or table.match is None:
                return
            if not await self._make_next_move(table, table.match, rows):
                return

    async def _make_next_move(self, table: Table, match: Match, rows: Sequence[PremoveRow]) -> bool:
        """Make the first move that is due, and drop outdated lines. Return whether to check again."""
        lost_seat = [row for row in rows if not has_kept_seat(table, row)]
        await self._prepared.drop_premoves(lost_seat)
        for seat in dict.fromkeys(row.seat for row in rows if row not in lost_seat):
            ready = await self._apply_standing_orders(table, match, seat)
            result = check_lines(
                [row for row in rows if row.seat == seat and row not in lost_seat], ready, seat
            )
            if result.due_move is not None and await self._make_move(table, match, *result.due_move):
                return True
            await self._prepared.drop_premoves(result.dropped_lines, result.notice)
        return False

    async def _apply_standing_orders(self, table: Table, match: Match, seat: int) -> Match:
        """Apply other players' standing orders. If a player must answer, return the match unchanged."""
        try:
            return await self._tables.wait_finder.apply_standing_orders(table, seat)
        except WaitingForAnswers:
            return match

    async def _make_move(self, table: Table, match: Match, row: PremoveRow, token: str) -> bool:
        """Make a prepared move, or drop its line if the move isn't possible.

        Return whether more moves may be due now. They aren't if another player must decide first.
        """
        try:
            result = await self._tables.play.perform_action(
                table.id, row.user_id, token, match.seq, seat=row.seat, is_prepared=True
            )
        except StaleAction:
            # Another action came first, so check again whether a prepared move is due.
            return True
        except WaitingForAnswers:
            # Another player has just turned off automatic answers, so they must decide first.
            return False
        except (TableError, RuleError):
            await self._prepared.drop_premoves([row], make_drop_notice(row, DropReason.ILLEGAL))
            return True
        match_after = result.table.match
        if match_after is not None and result.steps:
            await self._prepared.mark_played(table.id, match_after.seq)
            log.info("prepared move made table=%d seq=%d", table.id, match_after.seq)
        return True


def has_kept_seat(table: Table, row: PremoveRow) -> bool:
    """Return whether the player who prepared a line has had the seat ever since."""
    if row.seat not in table.list_seats(row.user_id):
        return False
    return not any(former.seat == row.seat and former.seq >= row.seq for former in table.former_occupants)


def make_drop_notice(row: PremoveRow, reason: DropReason) -> DroppedPremove:
    """Return the notice that tells a player why their line was dropped."""
    return DroppedPremove(row.match_id, row.seat, row.user_id, row.line, reason.value)


@dataclass(slots=True)
class LineCheckResult:
    """The move to make and the lines to delete after a seat's lines were checked."""

    due_move: tuple[PremoveRow, str] | None = None
    """The line to carry out now, and the token of its next move."""
    dropped_lines: list[PremoveRow] = field(default_factory=list)
    """Lines to delete, because they are outdated or were carried out completely."""
    notice: DroppedPremove | None = None
    """Tells the player why a line was dropped."""


def check_lines(rows: Sequence[PremoveRow], match: Match, seat: int) -> LineCheckResult:
    """Find the line to carry out now and the outdated lines of a seat.

    If several lines are due, the oldest is chosen, but a pass only if nothing else is due. The player is told
    why the first line was dropped only if no line is left and none was carried out.
    """
    result, over = LineCheckResult(), LineCheckResult()
    carried_out = left = False
    for row in rows:
        verdict = judge_row(row, match, seat)
        if isinstance(verdict, PlayVerdict):
            if result.due_move is None or passes_next_turn(result.due_move[0]):
                result.due_move = (row, verdict.token)
        elif isinstance(verdict, WaitVerdict):
            left = True
        else:
            result.dropped_lines.append(row)
            carried_out = carried_out or isinstance(verdict, DoneVerdict)
            if isinstance(verdict, DroppedVerdict):
                over.notice = over.notice or make_drop_notice(row, verdict.reason)
    if not left and not carried_out and result.due_move is None:
        result.notice = over.notice
    return result


def judge_row(row: PremoveRow, match: Match, seat: int) -> PremoveVerdict:
    """Return whether a stored line is due, waiting, done or outdated."""
    try:
        line = parse_premoves(row.line)
    except UnreadablePremoves:
        # Another version of the bot wrote the prepared line.
        return DroppedVerdict(DropReason.ILLEGAL)
    return check_premoves(line, match, seat, row.seq)

"""Stores the moves that spectators seal, and compares them with those played. The match isn't affected."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from itertools import groupby

from bot.computers.reviewer import Reviewer, find_reviewable_match
from bot.features.shadow_seat.errors import ShadowSeatClosed, ShadowSeatNotForPlayers
from bot.model.table import TABLE_OVER, Person, Table
from bot.storage.shadows import SealedMoveRow, SealedMoves
from bot.tables.running import require_running_match
from bot.tables.seats import has_played
from bot.tables.service import Tables
from games.core.errors import StaleAction
from games.core.fork import fork_match, make_fork_key
from games.core.match import Match
from games.core.values import value_class
from games.review.agreement import SealedMove, SealedMoveAgreement, compare_sealed_moves


@value_class
class MoveComparison:
    """How often the moves that people sealed were played."""

    agreements: tuple[tuple[str, SealedMoveAgreement], ...]
    """Each person's name and agreement, best first."""
    is_final: bool
    """Whether the comparison includes the match's review, or the match can't be reviewed."""


class ShadowSeatKeeper:
    """Stores sealed moves. Until the match ends, people see only their own sealed moves."""

    def __init__(
        self,
        tables: Tables,
        sealed_moves: SealedMoves,
        reviewer: Reviewer,
        has_opted_out: Callable[[int], Awaitable[bool]],
    ) -> None:
        """Create the keeper. ``has_opted_out`` returns whether a person has opted out of public results."""
        self._tables = tables
        self._sealed_moves = sealed_moves
        self._reviewer = reviewer
        self._has_opted_out = has_opted_out

    async def is_shadow_seat_open(self, table: Table) -> bool:
        """Return whether the host has opened the shadow seat."""
        return await self._sealed_moves.is_sealing_allowed(table.id)

    async def require_may_seal(self, table: Table, user_id: int) -> Match:
        """Require that a person may seal a move now, and return the match.

        :raises ShadowSeatNotForPlayers: the person has or had a seat.
        :raises ShadowSeatClosed: the host hasn't opened the shadow seat.
        :raises TableError: no match is running.
        """
        if has_played(table, user_id):
            raise ShadowSeatNotForPlayers
        match = require_running_match(table)
        if not await self.is_shadow_seat_open(table):
            raise ShadowSeatClosed
        return match

    async def seal_move(self, table_id: int, person: Person, seq: int, seat: int, token: str) -> None:
        """Store the move that a person would play in the current position.

        :param seq: sequence number of the position the move is for.
        :raises StaleAction: the match is no longer in that position, or doesn't wait for the seat.
        :raises RuleError: the move isn't legal, as far as a spectator can see.
        """
        # Don't lock the table, because matches don't wait for spectators. A move sealed too late doesn't
        # count.
        table = await self._tables.get(table_id)
        match = await self.require_may_seal(table, person.user_id)
        if match.seq != seq or seat not in match.to_act:
            raise StaleAction
        action = deal_for_spectator(table, match).check_action(seat, token)
        await self._sealed_moves.store_sealed_move(
            SealedMoveRow(table_id, person.user_id, seq, seat, person.name, action.token)
        )

    async def find_sealed_move(self, table: Table, user_id: int) -> SealedMoveRow | None:
        """Return the move a person has sealed for the current position, if any."""
        return (
            None
            if table.match is None
            else await self._sealed_moves.find_sealed_move(table.id, user_id, table.match.seq)
        )

    async def is_menu_entry_useful(self, table: Table, user_id: int) -> bool:
        """Return whether the match is running or, after its end, anybody sealed a move."""
        return table.status != TABLE_OVER or bool(await self._sealed_moves.list_sealed_moves(table.id))

    async def compare_moves(self, table: Table, viewer_id: int | None = None) -> MoveComparison:
        """Compare everybody's sealed moves with the moves played; empty until the match has ended.

        :param viewer_id: ID of the user who sees the comparison, who is included even after opting out of
            public results.
        :raises ReviewNotReady: there is a viewer and the review is still being computed.
        """
        if table.status != TABLE_OVER or table.match is None:
            return MoveComparison((), False)
        rows = await self._sealed_moves.list_sealed_moves(table.id)
        find = self._reviewer.ensure_review if viewer_id is None else self._reviewer.request_review
        review = await find(table) if rows else None
        compared = []
        for user_id, group in groupby(rows, key=lambda row: row.user_id):
            if user_id != viewer_id and await self._has_opted_out(user_id):
                continue
            own = list(group)
            sealed = [SealedMove(row.seq, row.seat, row.token) for row in own]
            compared.append((own[-1].name, compare_sealed_moves(table.match, review, sealed)))
        compared.sort(key=lambda one: (-one[1].same_move_count, one[1].move_count))
        return MoveComparison(tuple(compared), review is not None or find_reviewable_match(table) is None)


def deal_for_spectator(table: Table, match: Match) -> Match:
    """Return a copy of the match in which everything hidden from spectators is dealt at random."""
    return fork_match(match, match.ply, None, make_fork_key("shadow", table.id, match.seq))

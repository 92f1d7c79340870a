"""Compares moves that a spectator predicted in secret with the moves played and with a review's best moves.

Such a predicted move is called sealed, because nobody sees it before the seat has moved.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.core.match import ACT_KIND, UNDO_KIND, Match
from games.core.values import value_class
from games.review.review import Review


@value_class
class SealedMove:
    """A move that a spectator chose in secret for ``seat`` when the log had ``seq`` rows."""

    seq: int
    seat: int
    token: str


@value_class
class SealedMoveAgreement:
    """Numbers of a spectator's sealed moves, and of those that were played or that were best."""

    move_count: int
    same_move_count: int
    """Number of sealed moves that were then played."""
    judged_move_count: int
    """Number of sealed moves that the review can judge: the seat had a choice in the same position."""
    best_move_count: int
    """Number of judged moves that were the review's best move."""


def compare_sealed_moves(
    match: Match, review: Review | None, sealed_moves: Sequence[SealedMove]
) -> SealedMoveAgreement:
    """Compare sealed moves with the moves played and with the best moves.

    A sealed move is ignored if its seat didn't make the next move.
    """
    plies = map_rows_to_steps(match)
    judged = {move.ply: move for move in (() if review is None else review.moves)}
    moves = same = known = best = 0
    for one in sealed_moves:
        row = match.rows[one.seq] if one.seq < match.seq else None
        if row is None or row.kind != ACT_KIND or row.seat != one.seat:
            continue
        moves += 1
        same += row.text == one.token
        move = judged.get(plies[one.seq]) if one.seq in plies else None
        if move is not None:
            known += 1
            best += one.token == move.best
    return SealedMoveAgreement(moves, same, known, best)


def map_rows_to_steps(match: Match) -> dict[int, int]:
    """Map each row with a step in force to that step. Rows and steps are numbered from 0."""
    row_numbers: list[int] = []
    for number, row in enumerate(match.rows):
        if row.kind == ACT_KIND:
            row_numbers.append(number)
        elif row.kind == UNDO_KIND:
            del row_numbers[int(row.text) :]
    return {number: ply for ply, number in enumerate(row_numbers)}

"""How moves that were sealed beside a match compare with those that were made, and with the review's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.core.match import ACT, UNDO, Match
from games.review.review import Review


@dataclass(frozen=True, slots=True)
class SealedMove:
    """A move that somebody would have made for ``seat``, when the log had ``seq`` rows."""

    seq: int
    seat: int
    token: str


@dataclass(frozen=True, slots=True)
class Agreement:
    """Of ``moves`` that were made after one was sealed for them, so many were the ``same``.

    ``best`` counts those sealed that the review holds for the best, of the ``judged``: where there was
    something to choose from, in steps that nobody took back.
    """

    moves: int
    same: int
    judged: int
    best: int


def compare_sealed(match: Match, review: Review | None, sealed: Sequence[SealedMove]) -> Agreement:
    """Compare what one person has sealed. What no move of that seat came after counts for nothing."""
    plies = find_plies(match)
    judged = {move.ply: move for move in (() if review is None else review.moves)}
    moves = same = known = best = 0
    for one in sealed:
        row = match.rows[one.seq] if one.seq < match.seq else None
        if row is None or row.kind != ACT or row.seat != one.seat:
            continue
        moves += 1
        same += row.text == one.token
        move = judged.get(plies[one.seq]) if one.seq in plies else None
        if move is not None:
            known += 1
            best += one.token == move.best
    return Agreement(moves, same, known, best)


def find_plies(match: Match) -> dict[int, int]:
    """Return the step that each row of the log made, counted from 0, where it is still in force."""
    made: list[int] = []
    for number, row in enumerate(match.rows):
        if row.kind == ACT:
            made.append(number)
        elif row.kind == UNDO:
            del made[int(row.text) :]
    return {number: ply for ply, number in enumerate(made)}

"""Sealed moves are compared with the moves played and with the review's best moves."""

from __future__ import annotations

from games.core.match import ACT_KIND, Match
from games.review.agreement import SealedMove, SealedMoveAgreement, compare_sealed_moves, map_rows_to_steps
from games.review.review import Review, ReviewedMove
from tests.support.toy import TOY


def make_match(*tokens: str) -> Match:
    match = Match.begin(TOY, 2, {"goal": "40"}, bytes(32))
    for token in tokens:
        match = match.act(match.to_act[0], token)
    return match


def make_review(*bests: str) -> Review:
    moves = tuple(ReviewedMove(ply, 0, "add:1", best, 0.5, 0.1) for ply, best in enumerate(bests) if best)
    return Review(len(bests), (0.5, 0.5), ((0.5, 0.5),), (1.0, 0.0), moves)


def test_agreement_with_the_player_and_the_review_is_counted() -> None:
    match = make_match("add:1", "add:2", "roll:0")
    sealed = [SealedMove(0, 0, "add:1"), SealedMove(1, 0, "add:1"), SealedMove(2, 0, "roll:0")]
    assert compare_sealed_moves(match, make_review("add:2", "add:1", ""), sealed) == SealedMoveAgreement(
        3, 2, 2, 1
    )
    assert compare_sealed_moves(match, None, sealed) == SealedMoveAgreement(3, 2, 0, 0)


def test_a_sealed_move_does_not_count_if_its_seat_does_not_move_next() -> None:
    match = make_match("add:1").resign(0)
    sealed = [
        SealedMove(0, 1, "add:1"),
        SealedMove(1, 0, "add:1"),
        SealedMove(2, 0, "add:1"),
        SealedMove(9, 0, "add:1"),
    ]
    assert compare_sealed_moves(match, make_review("add:1"), sealed) == SealedMoveAgreement(0, 0, 0, 0)


def test_undone_steps_are_compared_but_not_judged() -> None:
    match = make_match("add:1")
    match = match.undo(0, 0).act(0, "add:2")
    assert map_rows_to_steps(match) == {2: 0}
    assert match.rows[0].kind == ACT_KIND
    sealed = [SealedMove(0, 0, "add:1"), SealedMove(2, 0, "add:2")]
    assert compare_sealed_moves(match, make_review("add:2"), sealed) == SealedMoveAgreement(2, 2, 1, 1)

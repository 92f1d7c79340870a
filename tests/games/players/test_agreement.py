"""Sealed moves are compared with the moves played and with the review's best moves."""

from __future__ import annotations

from games.core.match import ACT, Match
from games.review.agreement import Agreement, SealedMove, compare_sealed, find_plies
from games.review.review import Move, Review
from tests.support.toy import TOY


def make_match(*tokens: str) -> Match:
    match = Match.begin(TOY, 2, {"goal": "40"}, bytes(32))
    for token in tokens:
        match = match.act(match.to_act[0], token)
    return match


def make_review(*bests: str) -> Review:
    moves = tuple(Move(ply, 0, "add:1", best, 0.5, 0.1) for ply, best in enumerate(bests) if best)
    return Review(len(bests), (0.5, 0.5), ((0.5, 0.5),), (1.0, 0.0), moves)


def test_agreement_with_the_player_and_the_review_is_counted() -> None:
    match = make_match("add:1", "add:2", "roll:0")
    sealed = [SealedMove(0, 0, "add:1"), SealedMove(1, 0, "add:1"), SealedMove(2, 0, "roll:0")]
    assert compare_sealed(match, make_review("add:2", "add:1", ""), sealed) == Agreement(3, 2, 2, 1)
    assert compare_sealed(match, None, sealed) == Agreement(3, 2, 0, 0)


def test_a_prediction_without_a_later_move_of_the_seat_does_not_count() -> None:
    match = make_match("add:1").resign(0)
    sealed = [
        SealedMove(0, 1, "add:1"),
        SealedMove(1, 0, "add:1"),
        SealedMove(2, 0, "add:1"),
        SealedMove(9, 0, "add:1"),
    ]
    assert compare_sealed(match, make_review("add:1"), sealed) == Agreement(0, 0, 0, 0)


def test_undone_steps_are_compared_but_not_judged() -> None:
    match = make_match("add:1")
    match = match.undo(0, 0).act(0, "add:2")
    assert find_plies(match) == {2: 0}
    assert match.rows[0].kind == ACT
    sealed = [SealedMove(0, 0, "add:1"), SealedMove(2, 0, "add:2")]
    assert compare_sealed(match, make_review("add:2"), sealed) == Agreement(2, 2, 1, 1)

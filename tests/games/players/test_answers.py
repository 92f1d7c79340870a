"""A wrong answer to a puzzle is explained only by what simulated deals confirm."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle

import pytest

from games.core.puzzle import Puzzle, PuzzleReason, make_puzzle_match, read_puzzles
from games.registry import GAMES
from games.review import answers
from games.review.answers import AnswerSlice, explain_answer
from games.review.points import round_amounts
from games.review.slices import review_slice


def make_answer(puzzle: Puzzle, token: str, reason: PuzzleReason | None) -> AnswerSlice:
    match = make_puzzle_match(GAMES[puzzle.game], puzzle)
    view = match.rules.recall(match.state, puzzle.seat)
    return AnswerSlice(puzzle.game, puzzle.version, puzzle.seat, view, puzzle.best_token, token, reason)


def find_puzzle(key: str, aim_key: str) -> tuple[Puzzle, PuzzleReason]:
    """Return the first graded puzzle whose reason has an aim, and the reason."""
    return next(
        (one, one.reason)
        for one in read_puzzles(key)
        if one.grade and one.reason is not None and one.reason.aim_key == aim_key
    )


@pytest.mark.parametrize(("key", "aim_key"), [("coral_reef", "round"), ("reef", "with_hand")])
def test_the_reason_of_a_puzzle_is_measured_again_for_another_answer(key: str, aim_key: str) -> None:
    puzzle, reason = find_puzzle(key, aim_key)
    answer = make_answer(puzzle, reason.other_token, reason)
    point = explain_answer(GAMES[key], answer)
    assert point is not None and (point.aim, point.seat) == (reason.aim_key, reason.seat)
    shown, other_shown = round_amounts(GAMES[key], point)
    assert (shown > other_shown) == (reason.best_amount > reason.other_amount)
    assert review_slice(GAMES[key], answer).point == point
    # If the reason claims the opposite, the dealt positions contradict it.
    turned = replace(reason, best_amount=reason.other_amount, other_amount=reason.best_amount)
    refuted = explain_answer(GAMES[key], replace(answer, reason=turned))
    assert refuted is None or (refuted.better > refuted.played) == (point.better > point.played)


def test_an_answer_that_brings_as_much_is_not_explained_by_it() -> None:
    puzzle, reason = find_puzzle("coral_reef", "round")
    answer = make_answer(puzzle, reason.other_token, reason)
    assert explain_answer(GAMES["coral_reef"], replace(answer, answer=puzzle.best_token)) is None


@pytest.mark.parametrize("has_reason", [True, False])
def test_a_reason_that_one_of_several_checks_refutes_is_not_given(
    monkeypatch: pytest.MonkeyPatch, has_reason: bool
) -> None:
    puzzle, reason = find_puzzle("coral_reef", "round")
    answer = make_answer(puzzle, reason.other_token, reason if has_reason else None)
    assert explain_answer(GAMES["coral_reef"], answer) is not None
    results = cycle([True, True, False])
    monkeypatch.setattr(answers, "is_confirmed", lambda *given: next(results))
    assert explain_answer(GAMES["coral_reef"], answer) is None

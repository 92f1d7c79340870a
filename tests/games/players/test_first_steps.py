"""A puzzle's best move may come later in its turn, after moves that lose almost nothing."""

from __future__ import annotations

import pytest

from games.core.match import Match
from games.core.puzzle import Puzzle, make_puzzle_match
from games.core.shapes import ActionLike
from games.core.solo import recall_view
from games.das_riff.notation import make_position, make_reef
from games.das_riff.rules import RULES
from games.players import Thought, best_move, first_steps, mining, puzzles
from games.players.first_steps import (
    find_obvious_step,
    is_best_after_steps,
    list_earlier_moves,
    list_first_steps,
)
from games.players.puzzles import MIN_LOSS_SHARE, can_always_follow, judge_answer, make_judge_seed
from games.registry import GAMES
from tools.puzzles import list_graded_puzzles

MIN_LOSS = GAMES["das_riff"].computer_settings.min_puzzle_margin * MIN_LOSS_SHARE


@pytest.mark.parametrize(
    ("worms", "first", "second", "expected"),
    [
        ("ryyy", "take:A1:r", "boat:yyy", True),
        ("ryyy", "boat:yyy", "take:A1:r", True),
        ("ryyy", "take:A1:y", "boat:yyy", True),
        ("yyy", "take:A1:y", "boat:yyy", False),
        ("ryyy", "end", "boat:yyy", False),
    ],
    ids=["before", "after", "paid_otherwise", "too_dear", "end_of_turn"],
)
def test_a_move_can_follow_another_one_only_in_the_same_turn(
    worms: str, first: str, second: str, expected: bool
) -> None:
    game, state = GAMES["das_riff"], make_position(make_reef(worms), make_reef("r"), a="co")
    assert (
        can_always_follow(game, 1, RULES.view(state, 0), 0, RULES.read(first), RULES.read(second)) is expected
    )


def open_puzzle_with_step(*, is_revealing: bool) -> tuple[Puzzle, Match, ActionLike]:
    """Return a puzzle, its match, and a move that the best move can follow."""
    for puzzle in list_graded_puzzles("das_riff"):
        match = make_puzzle_match(GAMES["das_riff"], puzzle)
        for step in list_earlier_moves(match, puzzle.seat, match.rules.read(puzzle.best_token)):
            if step.token.startswith("flip") == is_revealing:
                return puzzle, match, step
    raise AssertionError("no such puzzle")


@pytest.mark.parametrize(
    ("deficit", "loss"),
    [(MIN_LOSS - 0.001, 0.0), (-0.1, 0.0), (MIN_LOSS + 0.001, MIN_LOSS + 0.001)],
    ids=["a_little", "better", "clearly"],
)
def test_an_answer_that_only_delays_the_best_move_is_as_good(
    deficit: float, loss: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle, match, step = open_puzzle_with_step(is_revealing=False)
    compared = (Thought(match.rules.read(puzzle.best_token), 0.5, 1), Thought(step, 0.5 - deficit, 1))
    monkeypatch.setattr(puzzles, "compare_moves", lambda *given: compared)
    view, seed = recall_view(match, puzzle.seat), make_judge_seed(match)
    found = judge_answer(match.game, 1, view, puzzle.seat, puzzle.best_token, step.token, seed, match.ply)
    assert found == pytest.approx(loss)


@pytest.mark.parametrize(
    ("is_revealing", "value", "is_seen", "margin", "expected"),
    [
        (False, 0.49, False, 0.1, True),
        (False, 0.49, True, 0.1, False),
        (False, 0.49, False, None, False),
        (False, 0.4, True, None, True),
        (True, 0.49, False, 0.1, True),
        (True, 0.51, False, 0.1, False),
        (True, 0.49, False, None, False),
    ],
    ids=[
        "needed",
        "seen_at_first_sight",
        "needless",
        "bad_step",
        "revealing",
        "better",
        "needless_when_revealed",
    ],
)
def test_the_best_move_must_be_needed_after_each_good_first_step(
    is_revealing: bool,
    value: float,
    is_seen: bool,
    margin: float | None,
    expected: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle, match, step = open_puzzle_with_step(is_revealing=is_revealing)
    compared = (Thought(match.rules.read(puzzle.best_token), 0.5, 1), Thought(step, value, 1))
    monkeypatch.setattr(first_steps, "_compare_first_steps", lambda *given: compared)
    monkeypatch.setattr(first_steps, "find_first_sight_moves", lambda *given: frozenset([step] * is_seen))
    for module in (first_steps, best_move):
        monkeypatch.setattr(module, "measure_margin", lambda *given, **how: margin)
    first, steps = list_first_steps(match, puzzle.seat, puzzle.best_token)
    is_hidden = find_obvious_step(match, puzzle.seat, steps) is None
    assert (is_hidden and is_best_after_steps(match, puzzle.seat, first, steps)) is expected


def test_a_puzzle_begins_after_the_moves_that_its_turn_obviously_begins_with(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puzzle, match, step = open_puzzle_with_step(is_revealing=False)
    solution = puzzle.best_token, puzzle.margin, puzzle.grade
    answers = {match.ply: step.token, match.ply + 1: solution}
    monkeypatch.setattr(mining, "_examine_position", lambda game, at, *given: answers[at.ply])
    assert mining.solve_position(match.game, match, puzzle.seat) is None
    found = mining._solve_turn(match.game, match, puzzle.seat, ())
    assert found is not None
    at, solved = found
    assert solved == solution and at.rows[-1].text == step.token


@pytest.mark.parametrize("answer", ["step", None], ids=["always_another_step", "no_solution"])
def test_a_turn_without_a_solved_position_does_not_make_a_puzzle(
    answer: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle, match, _ = open_puzzle_with_step(is_revealing=False)
    monkeypatch.setattr(mining, "_examine_position", lambda *given: answer)
    monkeypatch.setattr(Match, "act", lambda self, *given: self)
    assert mining._solve_turn(match.game, match, puzzle.seat, ()) is None

"""A review leaves out reasons that the rest of the match contradicts."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from games.core.aims import WHOLE_MATCH_TURNS, Aim
from games.core.match import Match
from games.core.rng import Chance
from games.core.words import Msg
from games.registry import GAMES
from games.review.course import is_contradicted, measure_amount
from games.review.points import ReviewPoint
from games.review.review import assemble_review
from games.review.slices import ReviewFinding

SENTENCE = Msg("{name} {better} {played}")


def count_turns(before: Any, after: Any, events: Any, holder: int) -> float:
    rules = GAMES["reef"].rules[1]
    return float(rules.find_active_seat(before) == holder) * rules.count_ended_turns(before, after, events)


def make_aim(key: str, *, is_event: bool, turn_count: int = 2) -> Aim:
    return Aim(key, count_turns, 1.0, is_event, SENTENCE, SENTENCE, turn_count)


AIMS = (
    make_aim("turns", is_event=False),
    make_aim("later", is_event=False, turn_count=4),
    make_aim("a_turn", is_event=True),
    make_aim("end", is_event=False, turn_count=WHOLE_MATCH_TURNS),
)


@cache
def play_match(step_count: int) -> Match:
    """Return the random beginning of a match of Reef, in which each step is a turn."""
    match, dice = Match.begin(GAMES["reef"], 2, {}, bytes(32)), Chance(b"course", 1)
    for _ in range(step_count):
        seat = match.to_act[0]
        match = match.act(seat, dice.choice(match.legal_actions(seat)).token)
    return replace(match, game=replace(match.game, aims=AIMS))


def test_turns_after_a_move_are_counted_as_in_the_reason() -> None:
    """ "In N turns" counts N turns of the acting seat, with the current one, and N - 1 of another seat."""
    match = play_match(12)
    seat = match.steps[2].seat
    for aim, turns in (("turns", 2), ("later", 4)):
        assert measure_amount(match, 2, ReviewPoint(aim, seat, 9.0, 0.0)) == turns
        assert measure_amount(match, 2, ReviewPoint(aim, 1 - seat, 9.0, 0.0)) == turns - 1
    assert measure_amount(match, 2, ReviewPoint("gone", seat, 9.0, 0.0)) is None


def test_a_match_that_the_players_ended_early_does_not_contradict_a_reason() -> None:
    match = play_match(12).resign(0)
    last = match.ply - 1
    assert measure_amount(match, last, ReviewPoint("later", match.steps[last].seat, 0.0, 9.0)) is None
    assert not is_contradicted(match, last, ReviewPoint("later", match.steps[last].seat, 0.0, 9.0))


@pytest.mark.parametrize(
    ("aim", "better", "played", "contradicted"),
    [
        ("turns", 3.0, 1.0, False),
        ("turns", 2.0, 1.0, True),
        ("turns", 1.0, 3.0, False),
        ("turns", 2.0, 3.0, True),
        ("a_turn", 0.9, 0.5, False),
        ("a_turn", 0.9, 0.1, True),
        ("a_turn", 0.1, 0.9, False),
        ("end", 2.0, 1.0, False),
    ],
)
def test_a_move_that_brought_as_much_as_the_better_one_needs_no_reason(
    aim: str, better: float, played: float, contradicted: bool
) -> None:
    match = play_match(12)
    point = ReviewPoint(aim, match.steps[2].seat, better, played)
    assert is_contradicted(match, 2, point) == contradicted


def test_an_assembled_review_leaves_out_contradicted_reasons() -> None:
    match = play_match(12).resign(0)
    seat, token = match.steps[2].seat, match.steps[2].action.token
    half = (0.5, 0.5)
    for better, kept in ((3.0, True), (2.0, False)):
        found = [ReviewFinding(half)] * 3
        found.append(ReviewFinding(half, "better", 0.5, 0.2, ReviewPoint("turns", seat, better, 1.0)))
        review = assemble_review(match, [*found, *[ReviewFinding(half)] * (match.ply - 2)])
        move = next(move for move in review.moves if move.ply == 2)
        assert (move.played, move.loss, move.point is not None) == (token, 0.2, kept)

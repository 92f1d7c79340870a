"""The estimates of computer players for made-up positions."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.australis.parts import CORALS_PER_SEAT
from games.australis.player.estimate import estimate, predict_points
from games.australis.rules import RULES
from games.australis.state import State
from games.australis.view import OVER_STAGE, TILE_STAGE, Board
from tests.games.australis.build import make_board, make_position, parse_dice, play_moves
from tests.games.australis.matches import play_randomly


def estimate_first_seat(own: Board, **fields: object) -> float:
    """Return the first seat's estimate with this board against an empty board."""
    return estimate(make_position(own, make_board(space=1), **fields), 0)


@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_every_estimate_lies_between_loss_and_win(seat_count: int) -> None:
    for state, _ in play_randomly(seat_count, "18", seat_count):
        for seat in range(seat_count):
            assert 0 <= estimate(state, seat) <= 1
        if seat_count == 2:
            assert estimate(state, 0) + estimate(state, 1) == pytest.approx(1)


def test_the_expected_score_at_the_end_is_the_score() -> None:
    last = [state for state, _ in play_randomly(3, "25", 1)][-1]
    outcome = RULES.outcome(last)
    assert outcome is not None
    assert predict_points(last) == list(outcome.scores)
    assert [estimate(last, seat) > 0.5 for seat in range(3)] == [place == 1 for place in outcome.placements]


def test_a_lead_counts_for_more_near_the_end() -> None:
    early, late = (
        estimate_first_seat(make_board(points=60)),
        estimate_first_seat(make_board(points=60), round=5, dice_taken_count=6),
    )
    assert 0.5 < early < late
    assert late > 0.95


@pytest.mark.parametrize(
    "better",
    [
        make_board(points=1),
        make_board(space=4),
        make_board(food="oo"),
        make_board(fish=2),
        make_board(corals="5:1"),
        make_board(cards="tw"),
        make_board(cards="dr"),
        make_board(gold=(7,)),
    ],
)
def test_more_of_anything_useful_raises_the_estimate(better: Board) -> None:
    assert estimate_first_seat(better) > estimate_first_seat(make_board())


@pytest.mark.parametrize(("low", "high"), [("y31", "y32"), ("b2", "b7"), ("w11", "w13"), ("v3", "v8")])
def test_a_higher_die_raises_the_estimate(low: str, high: str) -> None:
    state = make_position(offer=f"{low} {high} r4 w20 y40")
    assert (
        predict_points(play_moves(state, f"die:{high}"))[0]
        > predict_points(play_moves(state, f"die:{low}"))[0]
    )


def test_an_unplaced_coral_counts_where_it_may_be_placed() -> None:
    state = play_moves(make_position(), "die:v6")
    assert (
        predict_points(play_moves(state, "reef:6"))[0]
        >= predict_points(state)[0]
        > predict_points(play_moves(state, "reef:3"))[0] - 1
    )


def test_no_coral_is_expected_from_an_empty_supply() -> None:
    full = make_position(make_board(corals=f"3:{CORALS_PER_SEAT}"), make_board(space=1), dice_taken_count=0)
    assert (
        predict_points(play_moves(full, "die:v6"))[0]
        < predict_points(play_moves(make_position(), "die:v6"))[0] + CORALS_PER_SEAT * 3
    )
    assert sum(full.boards[0].corals) == CORALS_PER_SEAT


def test_kept_cards_count_before_they_are_used() -> None:
    state = play_moves(make_position(make_board(cards="py ty cy"), make_board(space=9)), "die:y40")
    before = predict_points(state)[0]
    assert state.task.die == parse_dice("y40")[0]
    done = play_moves(state, "card:ty", "card:cy")
    assert predict_points(done)[0] == pytest.approx(before, abs=1)


def test_the_winner_of_the_competition_is_expected_to_take_the_better_tile() -> None:
    state: State = replace(
        make_position(make_board(), make_board(space=1), round=4, dice_taken_count=8),
        stage=TILE_STAGE,
        podium=(1, 0),
        seat=1,
    )
    plain = replace(state, podium=(1,))
    assert predict_points(state)[1] == predict_points(plain)[1] > predict_points(state)[0]
    assert predict_points(state)[0] == predict_points(plain)[0] + plain.silver[0]


def test_no_more_points_are_expected_once_the_match_is_over() -> None:
    over = replace(
        make_position(make_board(points=9, fish=30, corals="3:2"), make_board(points=8)), stage=OVER_STAGE
    )
    assert predict_points(over) == [9, 8]

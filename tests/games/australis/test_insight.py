"""The ``expert``'s evaluation of positions, and how its weights were learned."""

from __future__ import annotations

import json
from dataclasses import replace
from operator import mul

import pytest

from games.australis import GAME
from games.australis.parts import DICE_PER_SEAT, ROUND_COUNT
from games.australis.player import insight
from games.australis.player.insight import (
    FEATURE_COUNT,
    LEARNED_WEIGHTS_BY_SEAT_COUNT,
    Progress,
    estimate,
    list_features,
    predict_points,
)
from games.australis.rules import RULES
from games.australis.view import OVER_STAGE, TILE_STAGE
from games.core.rng import Chance
from games.players import think
from tests.games.australis.build import make_board, make_position
from tests.games.australis.matches import play_randomly
from tools import fit_australis as fit


@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_the_experts_values_of_all_seats_add_up_to_one(seat_count: int) -> None:
    for state, _ in play_randomly(seat_count, "25", 3):
        said = [estimate(state, seat) for seat in range(seat_count)]
        assert all(0 <= value <= 1 for value in said)
        assert sum(said) == pytest.approx(1)


@pytest.mark.parametrize("seat_count", [2, 4])
def test_hidden_cards_do_not_change_the_experts_value(seat_count: int) -> None:
    for state, _ in list(play_randomly(seat_count, "25", 1))[::5]:
        other = replace(state, draw_pile=state.draw_pile[::-1])
        assert predict_points(other) == predict_points(state)


def test_table_lookups_equal_the_computed_features() -> None:
    """Weights are fitted with features that are computed differently than during play."""
    for state, _ in list(play_randomly(3, "25", 2))[::4]:
        if state.stage == OVER_STAGE:
            continue
        for seat, (sure, found) in enumerate(list_features(state)):
            assert len(found) == FEATURE_COUNT
            dice = DICE_PER_SEAT - len(state.boards[seat].dice)
            row = LEARNED_WEIGHTS_BY_SEAT_COUNT[3].get_stage_weights(
                ROUND_COUNT - state.round, dice, state.stage == TILE_STAGE
            )
            assert predict_points(state)[seat] == pytest.approx(sure + sum(map(mul, found, row)) + row[-1])


def test_there_are_weights_for_every_stage() -> None:
    assert set(LEARNED_WEIGHTS_BY_SEAT_COUNT) == set(GAME.seat_counts)
    for learned in LEARNED_WEIGHTS_BY_SEAT_COUNT.values():
        assert len(learned.rows_before_scoring) == ROUND_COUNT * (DICE_PER_SEAT + 1)
        assert len(learned.rows_after_scoring) == ROUND_COUNT
        assert {len(row) for row in (*learned.rows_before_scoring, *learned.rows_after_scoring)} == {
            FEATURE_COUNT + 1
        }


def test_progress_follows_the_remaining_length_of_a_match() -> None:
    assert Progress(2, 3, 2, False).fractional_rounds == 3.5
    assert Progress(2, 3, 4, False).remaining_scorings == 4
    assert Progress(2, 3, 0, True).fractional_rounds == Progress(2, 3, 0, True).remaining_scorings == 3


def test_no_more_points_are_expected_once_the_match_is_over() -> None:
    assert predict_points(
        replace(make_position(make_board(points=9), make_board(points=8)), stage=OVER_STAGE)
    ) == [9, 8]


def test_the_expert_sees_that_the_grey_cube_is_gone() -> None:
    """The cube at the turtle's next reward space was taken, which ``hard`` doesn't notice."""
    there = replace(
        make_position(make_board(food="ooo", fish=14, space=15), make_board(space=1), round=3), grey_track=1
    )
    gone = replace(there, grey_track=0)
    assert GAME.computer_settings.estimate is not None
    assert GAME.computer_settings.estimate(there, 0) == GAME.computer_settings.estimate(gone, 0)
    assert predict_points(gone)[0] < predict_points(there)[0]


def test_the_expert_takes_the_better_of_two_last_dice() -> None:
    """The school offers eight points immediately, but the two circles are worth more."""
    state = make_position(
        make_board(food="ooooo", fish=17),
        make_board(space=1),
        round=5,
        dice_taken_count=6,
        offer="y40 y22 y22",
        start=0,
    )
    found = think(GAME, 1, RULES.view(state, 0), 0, "expert", Chance(b"last", 0), lambda: False, 12)
    assert found[0].action.token == "die:y40"


def test_fitting_recovers_the_weights_that_made_the_data() -> None:
    chance = Chance(b"weights", 0)
    wanted = [2.0, -1.0, *[0.0] * (FEATURE_COUNT - 2)]
    examples = []
    for _ in range(400):
        row = [chance.draw_below(9) / 4 for _ in range(FEATURE_COUNT)]
        examples.append((row, 5 + sum(map(mul, row, wanted))))
    found = fit.solve_regression(examples)
    assert found[:2] == pytest.approx(wanted[:2], abs=0.2)
    assert found[-1] == pytest.approx(5, abs=1.5)


def test_weights_are_learned_from_matches() -> None:
    erring = fit.play_numbered_match(2, "weights", fit.WEAKNESSES, GAME.computer_settings.expert, 0)
    learned = fit.learn_weights(2, [(0, erring)])
    assert json.loads(json.dumps(learned)).keys() == LEARNED_WEIGHTS_BY_SEAT_COUNT[2]._asdict().keys()
    usual = fit.play_numbered_match(2, "scale", [GAME.computer_settings.weaknesses["normal"]], None, 0)
    assert len(fit.list_expectations(2, [usual])) > 50


def test_the_scale_with_the_least_loss_is_found() -> None:
    assert fit.find_minimum(lambda a, b: (a - 3) ** 2 + (b - 1) ** 2, (5.0, 2.0)) == pytest.approx((3, 1))
    assert fit.measure_loss([(1.0, [9.0, 0.0], 0, 1.0)], 5, 2) < fit.measure_loss(
        [(1.0, [9.0, 0.0], 0, 0.0)], 5, 2
    )
    assert insight.load_weights() == LEARNED_WEIGHTS_BY_SEAT_COUNT


def test_each_seat_of_a_training_match_errs_differently() -> None:
    matches = [fit.draw_weaknesses(f"match {number}", 3, fit.WEAKNESSES) for number in range(10)]
    assert any(len(set(weaknesses)) > 1 for weaknesses in matches)
    assert matches == [fit.draw_weaknesses(f"match {number}", 3, fit.WEAKNESSES) for number in range(10)]

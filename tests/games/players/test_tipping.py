"""Points for predictions follow a proper scoring rule, based on the review's curve at that time."""

from __future__ import annotations

from itertools import product
from math import log2

import pytest

from games.review.review import Review
from games.review.tipping import MAX_CHANCE, MIN_CHANCE, TIP_WEIGHT, find_win_chance, score_tip
from tests.support.cases import join_cases

WIN_CHANCES = [number / 20 for number in range(1, 20)]


def compute_expectation(believed: tuple[float, ...], curve: tuple[float, ...], seat: int) -> float:
    """Return the average points for predicting ``seat`` if seats win with the probabilities ``believed``."""
    ends = [tuple(float(one == winner) for one in range(len(curve))) for winner in range(len(curve))]
    scores = [score_tip(curve[seat], seat, end) for end in ends]
    return sum(chance * points for chance, points in zip(believed, scores, strict=True))


def test_points_match_the_documented_ones() -> None:
    won, lost = (1.0, 0.0), (0.0, 1.0)
    assert [score_tip(chance, 0, won) for chance in (0.5, 0.25, 0.1)] == [8, 19, 41]
    assert {score_tip(chance, 0, lost) for chance in WIN_CHANCES} == {-10}
    assert score_tip(0.5, 0, (0.5, 0.5)) == -1


@join_cases([(chance,) for chance in WIN_CHANCES])
def test_predicting_no_better_than_the_curve_gains_nothing(chance: float) -> None:
    curve = (chance, 1 - chance)
    # Rounding may add half a point.
    assert compute_expectation(curve, curve, 0) <= 0.5
    assert compute_expectation((1.0, 0.0), curve, 0) >= (chance < 0.9)


def test_an_earlier_or_bolder_prediction_earns_more() -> None:
    earned = [score_tip(chance, 0, (1.0, 0.0)) for chance in WIN_CHANCES]
    assert earned == sorted(earned, reverse=True) and earned[0] > 30 and earned[-1] <= 1


def test_the_best_prediction_is_the_one_nearest_to_the_belief() -> None:
    for first, second, curve in product(
        WIN_CHANCES[::3], WIN_CHANCES[::3], ((0.2, 0.3, 0.5), (0.4, 0.4, 0.2))
    ):
        if first + second >= 1:
            continue
        believed = (first, second, 1 - first - second)
        forecasts = [
            tuple(one * (1 - TIP_WEIGHT) + TIP_WEIGHT * (seat == at) for at, one in enumerate(curve))
            for seat in range(3)
        ]
        nearest = max(sum(q * log2(f) for q, f in zip(believed, made, strict=True)) for made in forecasts)
        best = max(range(3), key=lambda seat: compute_expectation(believed, curve, seat))
        reached = sum(q * log2(f) for q, f in zip(believed, forecasts[best], strict=True))
        assert reached == pytest.approx(nearest, abs=0.1)


def test_a_predictions_win_chance_is_read_at_its_ply_and_never_certain() -> None:
    curve = ((0.5, 0.5), (0.7, 0.3), (1.2, -0.2))
    review = Review(2, curve[0], curve, (1.0, 0.0), ())
    assert [find_win_chance(review, ply, 0) for ply in (0, 1, 2, 9)] == [0.5, 0.7, MAX_CHANCE, MAX_CHANCE]
    assert find_win_chance(review, 2, 1) == MIN_CHANCE

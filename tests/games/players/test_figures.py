"""Statistics of block scores match published tables, and their error rates in simulations are low."""

from __future__ import annotations

from random import Random

import pytest

from tests.proof.strength.figures import (
    MIN_BLOCK_COUNT,
    decide_test,
    find_evidence,
    find_interval,
    find_quantile,
)

RUN_COUNT = 400


def draw_block_score(rng: Random, win_probability: float, split_probability: float) -> float:
    """Return a player's score in the two matches of a deal.

    With ``split_probability``, the deal decides both matches, so that each player wins one.
    """
    if rng.random() < split_probability:
        return 0.5
    return (float(rng.random() < win_probability) + float(rng.random() < win_probability)) / 2


@pytest.mark.parametrize(
    ("chance", "degrees_of_freedom", "value"),
    [(0.975, 10, 2.228), (0.975, 30, 2.042), (0.975, 199, 1.972), (0.95, 20, 1.725)],
)
def test_quantiles_match_published_tables(chance: float, degrees_of_freedom: int, value: float) -> None:
    assert find_quantile(chance, degrees_of_freedom) == pytest.approx(value, abs=2e-3)


def test_blocks_as_varied_as_single_matches_count_as_single_matches() -> None:
    """A hundred blocks of one match each give the Wilson interval found in published tables."""
    assert find_interval([1.0, 0.0] * 50) == pytest.approx((0.4038, 0.5962), abs=2e-3)


def test_equal_blocks_count_as_one_match_each() -> None:
    low, high = find_interval([1.0] * 200)
    assert low == pytest.approx(0.981, abs=1e-3)
    assert high == 1
    assert find_interval([1.0]) == (0.0, 1.0)


def test_decisive_deals_widen_the_interval() -> None:
    """If both matches of each deal have the same result, they count as one match."""
    two_matches = [1.0, 0.5, 0.5, 0.0] * 25
    alike = [1.0, 0.0] * 50
    wide, narrow = find_interval(alike), find_interval(two_matches)
    assert wide[1] - wide[0] > 1.3 * (narrow[1] - narrow[0])


@pytest.mark.parametrize("win", [0.5, 0.8])
def test_the_interval_covers_the_true_value(win: float) -> None:
    dice = Random(5)
    truth = 0.3 * 0.5 + 0.7 * win
    inside = 0
    for _ in range(RUN_COUNT):
        low, high = find_interval([draw_block_score(dice, win, 0.3) for _ in range(60)])
        inside += low <= truth <= high
    assert 0.92 <= inside / RUN_COUNT <= 0.985


def test_evidence_is_positive_if_the_score_is_nearer_to_the_higher_hypothesis() -> None:
    even = [0.5, 1.0, 0.0, 0.5] * 10
    assert find_evidence(even, 0.5, 0.6) == pytest.approx(-find_evidence(even, 0.4, 0.5))
    assert find_evidence([0.5, 1.0] * 20, 0.5, 0.6) > 0 > find_evidence(even, 0.5, 0.6)


def test_a_sequential_test_needs_a_minimum_number_of_blocks() -> None:
    assert decide_test([1.0] * (MIN_BLOCK_COUNT - 1), 0.5, 0.55) == "open"
    assert decide_test([1.0] * 40, 0.5, 0.6) == "stronger"
    assert decide_test([0.0] * 40, 0.5, 0.6) == "not stronger"


@pytest.mark.parametrize(("win_probability", "wrong_verdict"), [(0.5, "stronger"), (0.64, "not stronger")])
def test_a_sequential_test_is_rarely_wrong_and_stops_early(
    win_probability: float, wrong_verdict: str
) -> None:
    """If the true score is one of the two hypotheses, about a twentieth of the runs answer wrongly."""
    dice = Random(14)
    together = 0.25
    low, high = 0.5, together * 0.5 + (1 - together) * 0.64
    mistakes = length = 0
    for _ in range(RUN_COUNT):
        scores: list[float] = []
        while len(scores) < 2000 and decide_test(scores, low, high) == "open":
            scores.append(draw_block_score(dice, win_probability, together))
        mistakes += decide_test(scores, low, high) == wrong_verdict
        length += len(scores)
    assert mistakes / RUN_COUNT <= 0.08
    assert length / RUN_COUNT < 120

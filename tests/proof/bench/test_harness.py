"""Tests of the benchmark's ratios, percentiles, loop lag, and goals."""

from __future__ import annotations

import gc
import json
import time
from unittest.mock import Mock

import pytest
from PIL import Image

from tests.proof.bench import harness
from tests.proof.bench.harness import (
    AT_LEAST,
    AT_MOST,
    Effort,
    Figure,
    find_percentile,
    measure_lags,
    measure_medians,
    measure_ratio,
)
from tests.proof.bench.likeness import compute_psnr


def test_a_figure_meets_its_goal_up_to_and_including_the_bound() -> None:
    assert Figure("a", 0.1, AT_MOST, 0.1).meets_goal
    assert not Figure("a", 0.11, AT_MOST, 0.1).meets_goal
    assert Figure("a", 1.0, AT_LEAST, 1).meets_goal
    assert not Figure("a", 0.99, AT_LEAST, 1).meets_goal


def test_a_figure_is_one_json_object() -> None:
    row = json.loads(json.dumps(Figure("a", 0.123456789, AT_MOST, 0.1).as_json()))
    assert row == {"name": "a", "value": 0.12346, "bound": "at most", "goal": 0.1, "meets_goal": False}


@pytest.fixture
def without_full_collections(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the garbage collections, which would scan everything that earlier tests left."""
    monkeypatch.setattr(harness, "gc", Mock(spec=gc))


@pytest.mark.usefixtures("without_full_collections")
def test_sides_take_turns_after_one_warm_up_each() -> None:
    calls: list[str] = []
    measure_medians((lambda: calls.append("a"), lambda: calls.append("b")), 3)
    assert calls == ["a", "b"] * 4


@pytest.mark.usefixtures("without_full_collections")
def test_measure_ratio_divides_our_median_by_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(harness, "time_call", lambda call: call())
    ours, theirs = iter([0.0, 6.0, 99.0, 1.0]), iter([0.0, 3.0, 2.0, 1.0])
    assert measure_ratio(lambda: next(ours), lambda: next(theirs), 3) == 3


def test_quick_runs_have_fewer_rounds() -> None:
    assert Effort(is_quick=True).count_rounds(24) < Effort(is_quick=False).count_rounds(24) == 24


def test_percentiles_of_evenly_spaced_values_are_exact() -> None:
    values = list(range(1, 1001))
    assert 989 <= find_percentile(values, 99) <= 992
    assert 499 <= find_percentile(values, 50) <= 502


async def test_a_blocked_loop_shows_as_lag() -> None:
    async def block_the_loop() -> None:
        time.sleep(0.05)  # noqa: ASYNC251 - a blocked loop is what is measured

    assert max(await measure_lags(block_the_loop)) > 0.03


def test_a_larger_difference_gives_fewer_decibels() -> None:
    black, grey, white = (Image.new("RGB", (4, 4), (v, v, v)) for v in (0, 10, 255))
    assert compute_psnr(black, white) == 0
    assert compute_psnr(black, grey) > 28
    assert compute_psnr(black, black) == float("inf")

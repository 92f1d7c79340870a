"""The estimates of computer players for a position."""

from __future__ import annotations

import pytest

from games.coral_reef.player.estimate import predict_match


def test_a_match_prediction_does_not_compute_a_result_twice() -> None:
    predict_match.cache_clear()
    assert predict_match((0,) * 6, 5) == pytest.approx((1 / 6,) * 6)
    assert predict_match.cache_info().misses == predict_match.cache_info().currsize

"""How computer players evaluate a position."""

from __future__ import annotations

import pytest

from games.coral_reef.player.estimate import predict_match


def test_the_longest_match_of_the_most_seats_is_judged_without_working_anything_out_twice() -> None:
    predict_match.cache_clear()
    assert predict_match((0,) * 6, 5) == pytest.approx((1 / 6,) * 6)
    assert predict_match.cache_info().misses == predict_match.cache_info().currsize

"""How computer players evaluate a position."""

from __future__ import annotations

import pytest

from games.coral_reef.player.estimate import from_here


def test_the_longest_match_of_the_most_seats_is_judged_without_working_anything_out_twice() -> None:
    from_here.cache_clear()
    assert from_here((0,) * 6, 5) == pytest.approx((1 / 6,) * 6)
    assert from_here.cache_info().misses == from_here.cache_info().currsize

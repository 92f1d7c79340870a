"""How often something may be done: windows that move along, all of which hold."""

from __future__ import annotations

import pytest

from bot.kit.rate_limits import Limit, RecentUses, find_next_allowed

LIMITS = (Limit(3, 60), Limit(5, 1000))


@pytest.mark.parametrize(
    ("done", "again"),
    [
        ((), None),
        ((90, 99), None),
        ((50, 90, 99), 110),
        ((99, 90, 50), 110),
        ((40, 90, 99), None),
        ((1, 2, 3, 4, 5), 1001),
        ((1, 2, 3, 98, 99), 1001),
        ((50, 51, 97, 98, 99), 1050),
    ],
)
def test_it_goes_again_when_all_limits_let_it(done: tuple[int, ...], again: int | None) -> None:
    assert find_next_allowed(LIMITS, done, 100) == again


def test_what_lies_back_long_enough_counts_no_more() -> None:
    recent = RecentUses()
    assert [recent.record("a", LIMITS, now) for now in (1, 2, 3, 4)] == [None, None, None, 61]
    assert recent.record("b", LIMITS, 4) is None, "each key counts alone"
    assert recent.record("a", LIMITS, 61) is None
    assert recent.record("a", LIMITS, 61) == 62


def test_what_did_not_come_about_does_not_count() -> None:
    recent = RecentUses()
    for now in (1, 2, 3):
        assert recent.record("a", LIMITS, now) is None
    recent.remove_latest("a")
    assert recent.record("a", LIMITS, 4) is None
    assert recent.record("a", LIMITS, 5) is not None

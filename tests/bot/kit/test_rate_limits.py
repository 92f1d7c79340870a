"""Rate limits are sliding windows, and an action is allowed only if all limits allow it."""

from __future__ import annotations

import pytest

from bot.kit.rate_limits import RateLimit, RecentUses, find_next_allowed_time

LIMITS = (RateLimit(3, 60), RateLimit(5, 1000))


@pytest.mark.parametrize(
    ("uses", "allowed_at"),
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
def test_an_action_is_allowed_again_when_all_limits_allow_it(
    uses: tuple[int, ...], allowed_at: int | None
) -> None:
    assert find_next_allowed_time(LIMITS, uses, 100) == allowed_at


def test_old_actions_no_longer_count() -> None:
    recent = RecentUses()
    assert [recent.record_use("a", LIMITS, now) for now in (1, 2, 3, 4)] == [None, None, None, 61]
    assert recent.record_use("b", LIMITS, 4) is None, "each key counts alone"
    assert recent.record_use("a", LIMITS, 61) is None
    assert recent.record_use("a", LIMITS, 61) == 62


def test_failed_actions_do_not_count() -> None:
    recent = RecentUses()
    for now in (1, 2, 3):
        assert recent.record_use("a", LIMITS, now) is None
    recent.remove_latest_use("a")
    assert recent.record_use("a", LIMITS, 4) is None
    assert recent.record_use("a", LIMITS, 5) is not None

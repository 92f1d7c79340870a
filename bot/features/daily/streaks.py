"""How many days in a row somebody has played, kind to those who have other things to do.

The rule: every day that is played to its end counts one. A missed day takes a free day, and the streak goes
on. One begins with two free days and gets another for every five days played, up to fourteen: who has played
for two months can be away for two weeks. Where none is left, the streak ends with the missed day.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

AT_FIRST = 2
EARNED_EVERY = 5
MOST_FREE = 14


class Streak(NamedTuple):
    """How many days have been played, and how many may be missed before it ends."""

    days: int
    free: int


def count_streak(played: Iterable[int], today: int) -> Streak:
    """Return the streak as it stands on a day, which itself is not missed before it is over."""
    days, free, last = 0, AT_FIRST, None
    for day in sorted(set(played)):
        if last is not None:
            days, free = _miss(days, free, day - last - 1)
        days, last = days + 1, day
        if days % EARNED_EVERY == 0:
            free = min(free + 1, MOST_FREE)
    if last is None:
        return Streak(0, AT_FIRST)
    return Streak(*_miss(days, free, max(0, today - last - 1)))


def _miss(days: int, free: int, missed: int) -> tuple[int, int]:
    return (days, free - missed) if missed <= free else (0, AT_FIRST)

"""Streaks of daily challenges, with free days for those who have other things to do.

Each finished day counts one. A missed day uses up a free day, and the streak continues. A streak starts with
two free days and earns another for every five days played, up to fourteen, so two months of play cover two
weeks of absence. With no free day left, a missed day ends the streak.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

AT_FIRST = 2
EARNED_EVERY = 5
MOST_FREE = 14


class Streak(NamedTuple):
    """Number of days played, and of days that may be missed."""

    days: int
    free: int


def count_streak(played: Iterable[int], today: int) -> Streak:
    """Return the streak on a day. The day itself isn't missed until it is over."""
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

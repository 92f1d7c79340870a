"""Counts streaks of daily challenges. A free day makes up for a missed day.

Each finished day counts one. A missed day uses up a free day, and the streak continues. A streak starts with
two free days and earns another for every five days played, up to fourteen, so two months of play cover two
weeks of absence. With no free day left, a missed day ends the streak.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

INITIAL_FREE_DAYS = 2
DAYS_PER_FREE_DAY = 5
MAX_FREE_DAYS = 14


class Streak(NamedTuple):
    """The number of days played in a row, and the number of days that may be missed."""

    days: int
    free_days: int


def compute_streak(played_days: Iterable[int], today: int) -> Streak:
    """Return a player's streak. ``today`` never counts as missed, because it isn't over yet."""
    days, free_days, last = 0, INITIAL_FREE_DAYS, None
    for day in sorted(set(played_days)):
        if last is not None:
            days, free_days = _subtract_missed_days(days, free_days, day - last - 1)
        days, last = days + 1, day
        if days % DAYS_PER_FREE_DAY == 0:
            free_days = min(free_days + 1, MAX_FREE_DAYS)
    if last is None:
        return Streak(0, INITIAL_FREE_DAYS)
    return Streak(*_subtract_missed_days(days, free_days, max(0, today - last - 1)))


def _subtract_missed_days(days: int, free_days: int, missed_days: int) -> tuple[int, int]:
    return (days, free_days - missed_days) if missed_days <= free_days else (0, INITIAL_FREE_DAYS)

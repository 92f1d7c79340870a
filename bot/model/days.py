"""Day numbers in UTC, and the game of each day's challenge."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime

from games.core.protocol import Game


def find_day_number(now: int) -> int:
    """Return the ordinal (:meth:`datetime.date.toordinal`) of the UTC day at the epoch second ``now``."""
    return datetime.fromtimestamp(now, UTC).date().toordinal()


def pick_daily_game(games: Sequence[Game], day: int) -> Game:
    """Return the game of a day's challenge, chosen by weekday.

    :param day: an ordinal from :func:`find_day_number`.
    """
    return games[date.fromordinal(day).weekday() % len(games)]

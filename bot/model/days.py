"""Numbers days in UTC, and picks the game of each day's challenge."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime

from games.core.protocol import Game


def number_day(now: int) -> int:
    """Return the ordinal (:meth:`datetime.date.toordinal`) of the UTC day at ``now``, in epoch seconds."""
    return datetime.fromtimestamp(now, UTC).date().toordinal()


def pick_game(games: Sequence[Game], day: int) -> Game:
    """Return the game of a day's challenge, which depends only on the weekday."""
    return games[date.fromordinal(day).weekday() % len(games)]

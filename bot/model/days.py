"""Days by number, in UTC, and which game the reef of a day is of."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime

from games.core.protocol import Game


def number_day(now: int) -> int:
    """Return the number of the day that a moment is in."""
    return datetime.fromtimestamp(now, UTC).date().toordinal()


def pick_game(games: Sequence[Game], day: int) -> Game:
    """Return the game of a day: each weekday has its own."""
    return games[date.fromordinal(day).weekday() % len(games)]

"""Turning points: the end, each round, every tenth turn. The number of turns is public in every game."""

from __future__ import annotations

from typing import Final

from bot.model.positions import count_turns
from games.core.match import Match

END, ROUND, TENTH = "end", "round", "tenth"
POINTS: Final = (END, ROUND, TENTH)
OVER: Final = 2**31 - 1
"""Number of turning points once a match has ended; nothing more follows."""
TEN: Final = 10


def count_points(match: Match, points: str) -> int:
    """Return how many of the chosen turning points a match has passed; :data:`OVER` once it has ended."""
    if match.outcome is not None:
        return OVER
    if points == END:
        return 0
    return count_turns(match) // (match.seats if points == ROUND else TEN)

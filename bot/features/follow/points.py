"""Turning points of a match: its end, each round, or every tenth turn. They reveal nothing that spectators
can't see.
"""

from __future__ import annotations

from typing import Final

from bot.model.positions import count_turns
from games.core.match import Match

END, ROUND, TENTH = "end", "round", "tenth"
POINTS: Final = (END, ROUND, TENTH)
OVER: Final = 2**31 - 1
"""Number of turning points counted once a match has ended. It is higher than in any running match."""
TURNS_PER_PING: Final = 10
"""Number of turns between two turning points of :data:`TENTH`."""


def count_points(match: Match, points: str) -> int:
    """Return how many turning points of the chosen kind a match has passed; :data:`OVER` if it has ended."""
    if match.outcome is not None:
        return OVER
    if points == END:
        return 0
    return count_turns(match) // (match.seats if points == ROUND else TURNS_PER_PING)

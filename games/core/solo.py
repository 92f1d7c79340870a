"""Matches of one person against computers, in which all random numbers depend on the match key alone.

The same moves lead to the same result on every machine, because nothing depends on a clock.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Final

from games.core.match import Match
from games.core.shapes import ViewLike

PERSON_SEAT: Final = 0
"""Seat of the person. Computers have all others."""
SOLO_SEAT_COUNT: Final = 2
COMPUTER_LEVEL: Final = "normal"
COMPUTER_ITERATIONS: Final = 6
"""Number of deals on which a computer evaluates each move. There is no time limit."""
STRONG_LEVEL: Final = "hard"
"""Level of the computer that replaces the person."""
STRONG_ITERATIONS: Final = 60
"""Number of iterations for each move of the computer that replaces the person. There is no time limit."""
BEST_LINE_MATCHES: Final = 4
"""Number of matches that a computer plays in the person's place once the day is over.

The best of these matches is shown as the day's best line. They take minutes of one core, in idle time.
"""
BEST_LINE_ITERATIONS: Final = 240


def find_computer_to_act(match: Match) -> int | None:
    """Return the seat of the computer that acts next, or ``None`` if it's the person's turn."""
    return next((seat for seat in match.to_act if seat != PERSON_SEAT), None)


def make_seed(match: Match, ply: int, purpose: str) -> bytes:
    """Return the seed of a computer's random numbers for choosing a move.

    The seed reveals nothing about the numbers that the match will draw.

    :param purpose: distinguishes the random numbers of different computations.
    """
    return hmac.new(match.key, f"{purpose} {ply}".encode(), hashlib.sha256).digest()


def recall_view(match: Match, seat: int) -> ViewLike:
    """Return a seat's view of the current position, including everything that it was ever shown."""
    return match.rules.recall(match.state, seat)


def list_decisions(match: Match) -> list[tuple[ViewLike, int, str]]:
    """Return the person's steps in force, each as the view before it, the ply of that view, and the token."""
    return [
        (match.rules.recall(match.state_at(ply), PERSON_SEAT), ply, step.action.token)
        for ply, step in enumerate(match.steps)
        if step.seat == PERSON_SEAT
    ]

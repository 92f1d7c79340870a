"""A match of one person against computer players whose every chance follows from its key.

The same moves of the person lead to the same end on every machine: chance is keyed by the match and the ply,
and what computer players draw while they think by the match, the ply and their seat. No clock has a say.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Final

from games.core.match import Match
from games.core.shapes import ViewLike

PERSON: Final = 0
"""The seat of the person; computer players sit on all others."""
SEATS: Final = 2
LEVEL: Final = "normal"
ITERATIONS: Final = 6
"""So many deals the computer players judge each move on, however long that takes."""
STRONG: Final = "hard"
STRONG_ITERATIONS: Final = 60
"""How the computer plays that sits in the person's place."""
BEST_LINE_MATCHES: Final = 4
BEST_LINE_ITERATIONS: Final = 240
"""Once a day is over, so many more matches are played in the person's place, each thought about otherwise and
longer. The best end of all is the day's best line. It takes minutes of one core, whenever it has nothing else
to do."""


def find_computer_to_act(match: Match) -> int | None:
    """Return the seat of a computer player that acts next; ``None`` where it is the person's to act."""
    return next((seat for seat in match.to_act if seat != PERSON), None)


def make_seed(match: Match, ply: int, use: str) -> bytes:
    """Return what keys the chance of a thought after so many steps; nothing of what will be drawn follows.

    :param use: what is thought about: no two things are with the same chance.
    """
    return hmac.new(match.key, f"{use} {ply}".encode(), hashlib.sha256).digest()


def recall_view(match: Match, seat: int) -> ViewLike:
    """Return what a seat can know."""
    return match.rules.recall(match.state, seat)


def list_decisions(match: Match) -> list[tuple[ViewLike, int, str]]:
    """Return each decision of the person in force: what they could know, the ply before, and the token."""
    return [
        (match.rules.recall(match.state_at(ply), PERSON), ply, step.action.token)
        for ply, step in enumerate(match.steps)
        if step.seat == PERSON
    ]

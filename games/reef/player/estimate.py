"""How good a position of Reef is for a seat, for computer players.

Each seat is given the points that it may expect in the end: those it has, and what the cards in its hand
would score on its reef. The weights were found by letting computer players play each other; those that say
how much a lead and a turn count for make what is said come true (``python -m tests.proof.calibration``).
"""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from typing import Final

from games.core.odds import estimate_chance
from games.reef.parts import CARDS, MOST_HAND
from games.reef.sight import prospect, seen
from games.reef.stacks import Reef
from games.reef.state import State
from games.reef.view import OVER, Hand

HOPE: Final = 0.3
"""What one match more counts for that lacks one space."""
HELD: Final = 0.8
"""What a point that a card in the hand would score now counts for."""
CARD: Final = 0.8
"""Points that a card in the hand is worth by itself."""
OPEN: Final = 0.3
"""What a point of the best open card counts for."""
LATE: Final = 0.75
"""Points for a card that there is no time to play, if it would score."""
ROUND: Final = 6.0
"""Points of a turn that a seat still has in this round: at its end all have had the same number."""
PACE: Final = 3.4
"""Turns until a colour runs out, for each coral left of it."""
NARROW: Final = 1.95
WIDE: Final = 1.12
"""A lead of so many points is a likely win: ``NARROW`` at the end, the more the more turns are left."""


@lru_cache(maxsize=1 << 15)
def scores(hand: Hand, reef: Reef) -> tuple[float, ...]:
    """Return what each card would score, the most first."""
    sight = seen(reef)
    return tuple(sorted([CARDS[card].points * prospect(card, sight, HOPE) for card in hand], reverse=True))


def turns(state: State) -> float:
    """Return about how many turns each seat still has."""
    return min(PACE * min(state.supply), 2.0 * len(state.deck)) / len(state.seats)


def worth(state: State, seat: int, left: float) -> float:
    """Return the points that a seat may expect."""
    own = state.seats[seat]
    total = float(own.points)
    for place, score in enumerate(scores(own.hand, own.reef)):
        if place < left:
            total += HELD * score + CARD
        elif score:
            total += LATE
    if left > 2 and len(own.hand) < MOST_HAND and state.display:
        shown = scores(tuple([lying.card for lying in state.display]), own.reef)
        total += OPEN * shown[0]
    return total + tempo(state, seat)


def tempo(state: State, seat: int) -> float:
    """Return the points for a turn that ``seat`` still has in this round; none are had at the end."""
    if state.stage == OVER:
        return 0.0
    count = len(state.seats)
    still = (seat - state.starter) % count >= (state.turn - state.starter) % count
    return ROUND if still else 0.0


def estimate(state: State, seat: int) -> float:
    """Return how likely ``seat`` is to win, from 0 to 1."""
    left = 0.0 if state.stage == OVER else turns(state)
    total = [worth(state, other, left) for other in range(len(state.seats))]
    return estimate_chance(total, seat, NARROW + WIDE * sqrt(left))

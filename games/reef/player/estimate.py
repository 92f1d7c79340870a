"""Estimates the chance of winning from a position, to guide the computer players.

The estimate predicts each seat's final points: its current points, and the points that its cards would score
on its reef. The weights were found in matches between computers. The weights for leads and turns were
calibrated to the results of these matches (``python -m tests.proof.calibration``).
"""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from typing import Final

from games.core.odds import estimate_win_chance
from games.reef.parts import CARDS, MAX_HAND_SIZE
from games.reef.sight import estimate_matches, make_sight
from games.reef.stacks import Reef
from games.reef.state import State
from games.reef.view import OVER_STAGE, Hand

NEAR_MATCH_WORTH: Final = 0.3
"""Value of a further match that only one space prevents, relative to a complete match."""
HELD_POINT_WORTH: Final = 0.8
"""Value of each point that a card in hand would score now, relative to a point already scored."""
CARD_WORTH: Final = 0.8
"""Points for each card in hand, regardless of its score."""
OPEN_POINT_WORTH: Final = 0.3
"""Value of each point that the best open card would score now, relative to a point already scored."""
LATE_CARD_WORTH: Final = 0.75
"""Points for each card that can only score at the end, because no turn is left to play it."""
TURN_WORTH: Final = 6.0
"""Points for a seat that still has a turn in this round, as all end with equally many turns."""
TURNS_PER_CORAL: Final = 3.4
"""Average number of turns of all seats after which the scarcest colour loses a coral."""
LIKELY_LEAD: Final = 1.95
LIKELY_LEAD_GROWTH: Final = 1.12
"""Lead, in points, with which a seat is 73% likely to beat one opponent.

It is ``LIKELY_LEAD`` at the end of a match. With ``n`` turns left, it is larger by ``LIKELY_LEAD_GROWTH``
times the square root of ``n``.
"""


@lru_cache(maxsize=1 << 15)
def estimate_card_scores(hand: Hand, reef: Reef) -> tuple[float, ...]:
    """Return how much each card in hand is expected to score, in descending order."""
    sight = make_sight(reef)
    return tuple(
        sorted(
            [CARDS[card].points * estimate_matches(card, sight, NEAR_MATCH_WORTH) for card in hand],
            reverse=True,
        )
    )


def predict_turns(state: State) -> float:
    """Return the estimated number of turns that each seat has left."""
    return min(TURNS_PER_CORAL * min(state.supply), 2.0 * len(state.deck)) / len(state.seats)


def predict_points(state: State, seat: int, turns_left: float) -> float:
    """Return a seat's expected final points, including those for a turn that it still has in this round."""
    own = state.seats[seat]
    total = float(own.points)
    for index, score in enumerate(estimate_card_scores(own.hand, own.reef)):
        if index < turns_left:
            total += HELD_POINT_WORTH * score + CARD_WORTH
        elif score:
            total += LATE_CARD_WORTH
    if turns_left > 2 and len(own.hand) < MAX_HAND_SIZE and state.display:
        shown = estimate_card_scores(tuple([lying.card for lying in state.display]), own.reef)
        total += OPEN_POINT_WORTH * shown[0]
    return total + value_turn(state, seat)


def value_turn(state: State, seat: int) -> float:
    """Return the value in points of a turn that ``seat`` still has in this round, or 0 if it has none."""
    if state.stage == OVER_STAGE:
        return 0.0
    count = len(state.seats)
    still = (seat - state.starter) % count >= (state.active_seat - state.starter) % count
    return TURN_WORTH if still else 0.0


def estimate(state: State, seat: int) -> float:
    """Return the estimated chance that ``seat`` wins."""
    turns_left = 0.0 if state.stage == OVER_STAGE else predict_turns(state)
    total = [predict_points(state, other, turns_left) for other in range(len(state.seats))]
    return estimate_win_chance(total, seat, LIKELY_LEAD + LIKELY_LEAD_GROWTH * sqrt(turns_left))

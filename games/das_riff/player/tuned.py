"""The estimate of ``hard``, also used by ``expert``, with weights that were tuned to win matches.

The weights that best predict the winner don't play best. ``python -m tools.tune_das_riff`` found these in
small steps. In each step it changed all weights at random, let a search with the changed weights play against
one with the opposite changes, and moved the weights towards the winner's. A compiled copy of the game played
28,000 deals with 40 iterations per move, then 10,000 with 150.

These weights don't predict results, so ``easy``, ``normal`` and the curve of a review use the usual ones.
"""

from __future__ import annotations

from typing import Final

from games.das_riff.player.estimate import Weights
from games.das_riff.player.estimate import estimate as by_weights
from games.das_riff.state import State

TUNED_WEIGHTS: Final = Weights(
    broods=(0.0, 0.9027, 1.944, 2.9293, 4.3513, 6.0),
    empty_corals=(0.0, 0.2822, 0.4082, 0.4586, 0.4945, 0.5188),
    possible_mates=(-0.1129, 0.0327, 0.1325, 0.2014, 0.2539, 0.3334),
    near_mates=(0.3359, 0.1998, 0.1454, 0.1031, 0.1214, 0.0662, 0.0299, 0.0624, 0.0253, 0.0092),
    same_colour_worms=(0.0, 0.1109, 0.1779, 0.2401, 0.2895, 0.2332, 0.2334, 0.2746, 0.2695),
    surplus_worms=0.0348,
    pearls=0.2114,
    sharks=0.1848,
    boats=(0.0, 0.0, 0.0834, 0.2034, 0.3396, 0.4658, 0.6165, 0.7343, 1.013),
    treasures_in_reach=0.0295,
    face_down_in_reach=0.1076,
    lead_change_during_worms=-0.2236,
    lead_change_after_worms=-0.0966,
    last_brood=1.6784,
)


def estimate(state: State, seat: int) -> float:
    """Return the tuned estimate for ``seat``. It isn't a calibrated chance of winning."""
    return by_weights(state, seat, TUNED_WEIGHTS)

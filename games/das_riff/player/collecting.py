"""Chooses actions of players who collect boats and sharks, so that puzzles come from unusual positions too.

Between ordinary players, the best move that nobody sees at first is nearly always a boat. With all boats
bought and a shark at hand, it is a shark that frees a coral for two fish.
"""

from __future__ import annotations

from typing import Final

from games.core.rng import Chance
from games.das_riff.actions import Action, BuyBoat, SendShark, TakeCard
from games.das_riff.parts import SHARK_CARD
from games.das_riff.state import State
from games.das_riff.view import ACT_STAGE

MAX_COLLECTED_SHARKS: Final = 3
BOAT_PERCENTAGE: Final = 70
SHARK_PERCENTAGE: Final = 90
"""Probability, in percent, of buying a boat (``BOAT_PERCENTAGE``) or taking a shark when possible."""
KEEPING_PERCENTAGE: Final = 95
"""Probability, in percent, of not sending a shark."""
MAX_PERCENTAGE: Final = 100


def choose_collecting_action(state: State, seat: int, ranked: tuple[Action, ...], rng: Chance) -> Action:
    """Return the action of a player who collects boats and sharks.

    :param ranked: the actions that the player considers, the best first.
    """
    if state.turn.stage != ACT_STAGE:
        return ranked[0]
    boats = [action for action in ranked if isinstance(action, BuyBoat)]
    if boats and rng.draw_below(MAX_PERCENTAGE) < BOAT_PERCENTAGE:
        return boats[0]
    sharks = [
        action
        for action in ranked
        if isinstance(action, TakeCard) and state.river.tableau[action.cell] == SHARK_CARD
    ]
    has_few = state.reefs[seat].sharks < MAX_COLLECTED_SHARKS
    if sharks and has_few and rng.draw_below(MAX_PERCENTAGE) < SHARK_PERCENTAGE:
        return sharks[0]
    keeps_sharks = rng.draw_below(MAX_PERCENTAGE) < KEEPING_PERCENTAGE
    others = [action for action in ranked if not isinstance(action, SendShark)]
    return others[0] if keeps_sharks and others else ranked[0]

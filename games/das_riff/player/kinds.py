"""Measures what a seat has gained, and names the kind of an action for the selection of puzzles."""

from __future__ import annotations

from typing import Final

from games.das_riff.actions import Action, Boat, Flip, Take
from games.das_riff.coral import find_brood
from games.das_riff.parts import CORAL_RANK, PEARL_RANK, is_fish
from games.das_riff.river import is_in_reach
from games.das_riff.state import State
from games.das_riff.view import Coral

BROOD_GAIN: Final = 10
PARENT_GAIN: Final = 3
WORM_GAIN: Final = 0.25


def count_gain(state: State, seat: int) -> float:
    """Return how much a seat has gained: 1 for each pearl, shark and coral, more for lone parents and broods,
    and less for worms. So of two fish, the cheaper one gains more.
    """
    reef = state.reefs[seat]
    parents = sum(1 for coral in reef.corals if coral.parent is not None)
    cards = reef.pearls + reef.sharks + len(reef.corals)
    return BROOD_GAIN * reef.broods + PARENT_GAIN * parents + cards + WORM_GAIN * sum(reef.worms)


def name_kind(state: State, seat: int, action: Action) -> str:
    """Return the kind of an action. The game's puzzles are balanced by the kinds of their answers."""
    if not isinstance(action, Take):
        return str(action.path[0].value)
    card = state.river.tableau[action.cell]
    if is_fish(card):
        parent = None if action.coral is None else state.reefs[seat].corals[action.coral].parent
        breeds = parent is not None and find_brood(card, parent, state.broods) is not None
        return "breed" if breeds else "settle"
    return "coral" if card == CORAL_RANK else "pearl" if card == PEARL_RANK else "shark_card"


def are_alike(state: State, one: Action, other: Action) -> bool:
    """Return whether two actions differ only in the payment, in which of two equal corals a fish goes to, or
    in which of two unseen cards is turned up, if the other seat can reach both or neither.
    """
    if isinstance(one, Take) and isinstance(other, Take):
        return one.cell == other.cell and _find_home(state, one) == _find_home(state, other)
    if isinstance(one, Flip) and isinstance(other, Flip):
        rival = state.reefs[1 - state.turn.seat].boats
        return is_in_reach(one.cell, rival) == is_in_reach(other.cell, rival)
    return type(one) is type(other) and isinstance(one, Boat)


def _find_home(state: State, action: Take) -> Coral | None:
    """Return the coral that the fish goes to, as it was before the action, or ``None`` for other cards."""
    corals = state.reefs[state.turn.seat].corals
    return None if action.coral is None else corals[action.coral]

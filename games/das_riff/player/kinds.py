"""Measures a seat's gain, and names the kind of an action, for the selection of puzzles."""

from __future__ import annotations

from typing import Final

from games.das_riff.actions import Action, BuyBoat, FlipCard, SendShark, TakeCard
from games.das_riff.coral import find_brood, has_room_for_coral
from games.das_riff.nearness import measure_brood_nearness
from games.das_riff.parts import BOAT_PRICE, COLUMN_COUNT, CORAL_CARD, PEARL_CARD, is_fish
from games.das_riff.river import CELL_PRICES, is_in_reach
from games.das_riff.state import State
from games.das_riff.view import Coral

BROOD_GAIN: Final = 10
PARENT_GAIN: Final = 3
WORM_GAIN: Final = 0.25


def measure_gain(state: State, seat: int) -> float:
    """Return a seat's gain: 1 for each pearl, shark or coral, more for broods and parents, less for worms."""
    reef = state.reefs[seat]
    parents = sum(1 for coral in reef.corals if coral.parent is not None)
    cards = reef.pearls + reef.sharks + len(reef.corals)
    return BROOD_GAIN * reef.broods + PARENT_GAIN * parents + cards + WORM_GAIN * sum(reef.worms)


def classify_action(state: State, seat: int, action: Action) -> str:
    """Return the kind of an action. The game's puzzles are balanced by the kinds of their answers."""
    if isinstance(action, BuyBoat):
        return _name_boat_purpose(state, seat)
    if isinstance(action, SendShark):
        return "shark_own_parent" if action.cell is None else "shark_river"
    if not isinstance(action, TakeCard):
        return str(action.path[0].value)
    card = state.river.tableau[action.cell]
    if is_fish(card):
        parent = None if action.coral is None else state.reefs[seat].corals[action.coral].parent
        breeds = parent is not None and find_brood(card, parent, state.broods) is not None
        return "breed" if breeds else "settle"
    if card == CORAL_CARD:
        return "coral"
    return "pearl" if card == PEARL_CARD else "shark_card"


def _name_boat_purpose(state: State, seat: int) -> str:
    """Return the purpose of buying a boat.

    The purpose is a brood in this turn that needs the boat, a face-up coral that comes within reach and can
    be paid for, or just more reach. A brood is completed by the mate of a parent that is already there, or by
    two fish from the river.
    """
    nearness = measure_brood_nearness(state, seat)
    if nearness[0] == 0 and measure_brood_nearness(state, seat, may_buy_boats=False)[0] > 0:
        has_parent = measure_brood_nearness(state, seat, may_take_pairs=False) == nearness
        return "boat_to_mate" if has_parent else "boat_to_pair"
    reef = state.reefs[seat]
    left = sum(reef.worms) + reef.pearls - BOAT_PRICE
    reached = range(reef.boats, len(state.river.tableau), COLUMN_COUNT)
    if has_room_for_coral(reef.corals) and any(
        state.river.tableau[cell] == CORAL_CARD and CELL_PRICES[seat][cell] <= left for cell in reached
    ):
        return "boat_to_coral"
    return "boat_to_reach"


def are_alike(state: State, one: Action, other: Action) -> bool:
    """Return whether two actions are so similar that a puzzle accepts both.

    They may differ in the payment, in which of two equal corals a fish goes to, or in which of two unseen
    cards is turned up, if the other seat can reach both or neither.
    """
    if isinstance(one, TakeCard) and isinstance(other, TakeCard):
        return one.cell == other.cell and _find_home(state, one) == _find_home(state, other)
    if isinstance(one, FlipCard) and isinstance(other, FlipCard):
        rival = state.reefs[1 - state.turn.seat].boats
        return is_in_reach(one.cell, rival) == is_in_reach(other.cell, rival)
    return type(one) is type(other) and isinstance(one, BuyBoat)


def _find_home(state: State, action: TakeCard) -> Coral | None:
    """Return the coral that the fish goes to, as it was before the action, or ``None`` for other cards."""
    corals = state.reefs[state.turn.seat].corals
    return None if action.coral is None else corals[action.coral]

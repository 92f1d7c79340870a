"""Measures a seat's gain, and names the kind of an action, for the selection of puzzles."""

from __future__ import annotations

from typing import Final

from games.reef.actions import Action, DrawCard, PlaceFirstCorals, PlayCard, TakeCard
from games.reef.legal import list_plays
from games.reef.matching import score_card
from games.reef.parts import CARDS
from games.reef.stacks import Reef, add_corals
from games.reef.state import State

CARD_GAIN: Final = 0.5
"""Value of a card in hand, in points."""


def measure_gain(state: State, seat: int) -> float:
    """Return how much a seat has gained: its points, and half a point for each card in hand."""
    own = state.seats[seat]
    return own.points + CARD_GAIN * len(own.hand)


def classify_action(state: State, seat: int, action: Action) -> str:
    """Return the kind of an action. The game's puzzles are balanced by the kinds of their answers."""
    own = state.seats[seat]
    if isinstance(action, PlaceFirstCorals):
        return "start"
    if isinstance(action, TakeCard):
        if any(lying.points for lying in state.display if lying.card == action.card):
            return "take_points"
        return "take_to_score" if _find_highest_score(state, own.reef, action.card) else "take_to_build"
    if not isinstance(action, PlayCard):
        return "draw"
    points = score_card(CARDS[action.card], add_corals(own.reef, action.placed))
    if not points:
        return "play_to_build"
    return "play_for_most" if points == _find_highest_score(state, own.reef, action.card) else "play_for_less"


def _find_highest_score(state: State, reef: Reef, card: int) -> int:
    """Return the most points that a card can score now."""
    return max(
        (
            score_card(CARDS[card], add_corals(reef, way.placed))
            for way in list_plays(card, reef, state.supply)
        ),
        default=0,
    )


def are_alike(state: State, one: Action, other: Action) -> bool:
    """Return whether two actions are so similar that a puzzle accepts both.

    They may lead to the same reef, or both draw from the deck and place the point on different cards.
    """
    if isinstance(one, DrawCard) and isinstance(other, DrawCard):
        return True
    if not isinstance(one, PlayCard) or not isinstance(other, PlayCard):
        return one == other
    own = state.seats[state.active_seat].reef
    return one.card == other.card and add_corals(own, one.placed) == add_corals(own, other.placed)

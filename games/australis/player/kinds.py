"""Measures a seat's gain, and names the kind of an action, for the selection of puzzles."""

from __future__ import annotations

from typing import Final

from games.australis.actions import Action, ChooseCard, TakeDie
from games.australis.score import award_reef, score_school
from games.australis.state import State
from games.australis.view import list_turtle_order

CORAL_GAIN: Final = 2.0
CARD_GAIN: Final = 2.0
FISH_GAIN: Final = 0.25
"""Points for a coral (``CORAL_GAIN``), a card and a fish, for players who see only immediate gains."""


def count_points(state: State, seat: int) -> float:
    """Return the points that a seat would have if the round were scored now."""
    board = state.boards[seat]
    turtle_order = list_turtle_order([each.space for each in state.boards], state.arrived)
    reefs = sum(
        points
        for index in range(len(board.corals))
        for holder, points in award_reef(index, [each.corals[index] for each in state.boards], turtle_order)
        if holder == seat
    )
    return float(board.points + score_school(len(board.food), board.fish) + board.space + reefs)


def measure_gain(state: State, seat: int) -> float:
    """Return a seat's gain in points: its points, and the values of its corals, cards and fish."""
    board = state.boards[seat]
    potential = CORAL_GAIN * sum(board.corals) + CARD_GAIN * len(board.cards) + FISH_GAIN * board.fish
    return count_points(state, seat) + potential


def classify_action(state: State, seat: int, action: Action) -> str:
    """Return the kind of an action. The game's puzzles are balanced by the kinds of their answers."""
    if isinstance(action, TakeDie):
        return f"{action.die.colour.name.lower()} die"
    if isinstance(action, ChooseCard):
        return "keep" if action.is_kept else "use"
    return action.token.partition(":")[0]

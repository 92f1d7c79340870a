"""Measures a seat's gain, and names the kind of an action, for the selection of puzzles."""

from __future__ import annotations

from typing import Final

from games.coral_reef.actions import Action, PlayCorals
from games.coral_reef.legal import list_targets, list_worthwhile_actions, sum_corals
from games.coral_reef.parts import RANK_TARGETS, TEN_RANK, format_letters
from games.coral_reef.state import State
from games.coral_reef.sums import find_spaces_with_top
from games.coral_reef.turns import MAX_COUNTED_CORALS, count_turns

ROUND_GAIN: Final = 100
"""Gain for winning a round. It is more than any number of corals can gain."""


def measure_gain(state: State, seat: int) -> float:
    """Return a seat's gain. Rounds won count most, then a small number of cards in hand."""
    return float(ROUND_GAIN * state.wins[seat] - len(state.hands[seat]))


def classify_action(state: State, seat: int, action: Action) -> str:
    """Return the kind of an action. The game's puzzles are balanced by the kinds of their answers."""
    if not isinstance(action, PlayCorals):
        return "seed"
    hand = format_letters(state.hands[seat])
    if len(action.corals) == len(hand):
        return "out"
    rest = hand
    for letter in action.corals:
        rest = rest.replace(letter, "", 1)
    targets = list(list_targets(state.stacks))
    targets[action.stack] = RANK_TARGETS[action.top]
    if sum_corals(rest) in targets and find_spaces_with_top(rest):
        return "ready"
    plays = [other for other in list_worthwhile_actions(state, seat) if isinstance(other, PlayCorals)]
    most = max(len(other.corals) for other in plays)
    if len(action.corals) < most:
        largest = [other for other in plays if len(other.corals) == most]
        if action.top != TEN_RANK and all(other.top == TEN_RANK for other in largest):
            return "save_ten"
        return "two_turns" if len(rest) <= MAX_COUNTED_CORALS and count_turns(rest) == 2 else "hold"
    if action.top == TEN_RANK:
        return "ten"
    return "top" if sum(other.corals == action.corals for other in plays) > 1 else "most"


def are_alike(state: State, one: Action, other: Action) -> bool:
    """Return whether two actions are so similar that a puzzle accepts both.

    They may be equal, or play the same corals on stacks with the same target. A stack that a new round
    cleared has no target.
    """
    if not isinstance(one, PlayCorals) or not isinstance(other, PlayCorals):
        return one == other
    targets = list_targets(state.stacks)
    if (one.corals, one.top) != (other.corals, other.top) or max(one.stack, other.stack) >= len(targets):
        return False
    return targets[one.stack] == targets[other.stack]

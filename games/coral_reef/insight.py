"""What the strongest computer player goes by: a position judged by more than :mod:`.estimate` looks at.

A hand's promise is a sum of weights for what holds of it (:mod:`.traits`), by how soon its seat is on turn.
The weights were learned from who won rounds that computer players played against each other.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp
from typing import Final

from games.coral_reef.estimate import from_here
from games.coral_reef.legal import hand_letters, targets
from games.coral_reef.parts import HAND, SEEDS
from games.coral_reef.state import State
from games.coral_reef.traits import traits
from games.coral_reef.weights import OF_MANY, OF_TWO

LATER: Final = 2
"""Seats that are on turn in two turns and more are judged alike."""


def judge(state: State, seat: int) -> float:
    """Return the chance that ``seat`` wins the match; a round that was just dealt is anybody's."""
    wins, needed = state.wins, state.ruleset.rounds_to_win
    if _was_just_dealt(state):
        return from_here(wins, needed)[seat]
    chances = share_out(state)
    return sum(
        chance * from_here((*wins[:winner], wins[winner] + 1, *wins[winner + 1 :]), needed)[seat]
        for winner, chance in enumerate(chances)
    )


def share_out(state: State) -> tuple[float, ...]:
    """Return each seat's chance to win the round."""
    asked = tuple(sorted(targets(state.stacks)))
    seats, turn = len(state.hands), state.round.seat
    odds = [
        exp(_promise(hand_letters(hand), asked, min((holder - turn) % seats, LATER), seats == 2))
        for holder, hand in enumerate(state.hands)
    ]
    whole = sum(odds)
    return tuple([odd / whole for odd in odds])


@lru_cache(maxsize=65536)
def _promise(hand: str, asked: tuple[int, ...], turns_away: int, of_two: bool) -> float:
    """Return what a hand promises for this round, given what the stacks ask for in ascending order."""
    weights = OF_TWO if of_two else OF_MANY
    return sum([weights[name][turns_away] * amount for name, amount in traits(hand, asked).items() if amount])


def _was_just_dealt(state: State) -> bool:
    """Tell whether nothing was laid yet: what chance dealt says nothing of the move that ended a round."""
    stacks = state.stacks
    return (
        len(stacks) == SEEDS
        and state.round.number > 1
        and not state.round.reforms
        and all(len(stack) == 1 for stack in stacks)
        and min([len(hand) for hand in state.hands]) >= HAND
    )

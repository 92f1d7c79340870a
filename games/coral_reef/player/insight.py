"""What the strongest computer player goes by: a position judged by more than :mod:`.estimate` looks at.

A hand's promise is a sum of weights for what holds of it (:mod:`.traits`), by how soon its seat is on turn.
The weights were learned from who won rounds that computer players played against each other.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp, inf
from typing import Final

from games.coral_reef.actions import Action, Seed
from games.coral_reef.legal import hand_letters, targets
from games.coral_reef.parts import HAND, NINE, SEEDS, TARGETS
from games.coral_reef.player.estimate import from_here
from games.coral_reef.player.traits import of_hand, of_stacks, traits
from games.coral_reef.player.weights import HELD, OF_MANY, OF_TWO
from games.coral_reef.state import State

TWO: Final = 2
LATER: Final = 2
"""Seats that are on turn in two turns and more are judged alike."""


_WEIGHTS: Final = tuple(
    tuple({name: each[role] for name, each in table.items()} for role in range(roles))
    for table, roles in ((OF_MANY, LATER + 1), (OF_TWO, 2))
)
"""By whether two play, and by how soon a seat is on turn."""

_HELD: Final = {name: each[0] for name, each in HELD.items()}


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
        exp(_promise(hand_letters(hand), asked, min((holder - turn) % seats, LATER), seats == TWO))
        for holder, hand in enumerate(state.hands)
    ]
    whole = sum(odds)
    return tuple([odd / whole for odd in odds])


def prefer(state: State, seat: int, actions: tuple[Action, ...]) -> Action:
    """Return the action that leaves a seat the hand which promises most; it looks at no other hand.

    Who has nothing left has won the round (CR-3.1).
    """
    hand, each, seats = hand_letters(state.hands[seat]), targets(state.stacks), len(state.hands)
    away, best, most = min(seats - 1, LATER), actions[0], -inf
    then: dict[tuple[int, int], tuple[int, ...]] = {}
    for action in actions:
        stack, corals, top = (len(each), NINE, NINE) if isinstance(action, Seed) else action
        if len(corals) == len(hand):
            return action
        rest = hand
        for letter in corals:
            rest = rest.replace(letter, "", 1)
        asks = TARGETS[top]
        asked = then.get((stack, asks))
        if asked is None:
            asked = then[stack, asks] = tuple(sorted((*each[:stack], asks, *each[stack + 1 :])))
        promise = _promise(rest, asked, away, seats == TWO)
        if promise > most:
            best, most = action, promise
    return best


def likely(state: State, seat: int) -> float | None:
    """Return by how many log-odds the hand of the other is rather held than dealt; ``None`` among several.

    Who has played for a while holds other cards than chance deals: what is easily laid was laid, the rest is
    kept. With more seats nothing was gained by it.
    """
    if len(state.hands) != TWO:
        return None
    return _likely(hand_letters(state.hands[1 - seat]), tuple(sorted(targets(state.stacks))))


@lru_cache(maxsize=1 << 14)
def _likely(hand: str, asked: tuple[int, ...]) -> float:
    return sum([_HELD[name] * amount for name, amount in traits(hand, asked).items()])


@lru_cache(maxsize=1 << 16)
def _promise(hand: str, asked: tuple[int, ...], turns_away: int, of_two: bool) -> float:
    """Return what a hand promises for this round, given what the stacks ask for in ascending order."""
    weights = _WEIGHTS[of_two][turns_away]
    by_stacks = [weights[name] * amount for name, amount in of_stacks(hand, asked).items()]
    return sum(by_stacks) + _promise_alone(hand, turns_away, of_two)


@lru_cache(maxsize=1 << 14)
def _promise_alone(hand: str, turns_away: int, of_two: bool) -> float:
    """Return what a hand promises whatever lies on the table."""
    weights = _WEIGHTS[of_two][turns_away]
    return sum([weights[name] * amount for name, amount in of_hand(hand).items()])


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

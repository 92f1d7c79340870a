"""The estimate of ``expert``, with more features than :mod:`.estimate`.

The estimate rates each hand by its *promise*, the log-odds of winning the round with the hand. The promise is
a weighted sum of traits (:mod:`.traits`). The weights depend on how soon the seat is active, and were learned
from the winners of rounds between computer players.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp, inf
from typing import Final

from games.coral_reef.actions import Action, SeedNine
from games.coral_reef.legal import list_targets
from games.coral_reef.parts import (
    NINE_RANK,
    RANK_TARGETS,
    STARTING_HAND_SIZE,
    STARTING_STACK_COUNT,
    format_letters,
)
from games.coral_reef.player.estimate import predict_match
from games.coral_reef.player.traits import find_hand_traits, find_stack_traits, find_traits
from games.coral_reef.player.weights import HELD_HAND_WEIGHTS, MANY_SEAT_WEIGHTS, TWO_SEAT_WEIGHTS
from games.coral_reef.state import State

MIN_LATER_TURNS: Final = 2
"""Minimum number of turns until a seat's turn at which seats share weights."""


_TRAIT_WEIGHTS: Final = tuple(
    tuple({name: each[role] for name, each in table.items()} for role in range(roles))
    for table, roles in ((MANY_SEAT_WEIGHTS, MIN_LATER_TURNS + 1), (TWO_SEAT_WEIGHTS, 2))
)
"""Weights of the traits, by whether there are two seats, then by number of turns until the seat's turn."""

_HELD_HAND_WEIGHTS: Final = {name: each[0] for name, each in HELD_HAND_WEIGHTS.items()}


def estimate_closely(state: State, seat: int) -> float:
    """Return the chance that ``seat`` wins. Directly after a deal, only the rounds won count."""
    wins, needed = state.wins, state.ruleset.rounds_to_win
    if _was_just_dealt(state):
        return predict_match(wins, needed)[seat]
    chances = predict_round(state)
    ways = [
        chance * predict_match((*wins[:winner], wins[winner] + 1, *wins[winner + 1 :]), needed)[seat]
        for winner, chance in enumerate(chances)
    ]
    return sum(ways, 0.0)


def predict_round(state: State) -> tuple[float, ...]:
    """Return each seat's chance of winning the round."""
    targets = tuple(sorted(list_targets(state.stacks)))
    seats, turn = len(state.hands), state.round.seat
    odds = [
        exp(
            _rate_hand(
                format_letters(hand),
                targets,
                min((holder - turn) % seats, MIN_LATER_TURNS),
                seats == 2,
            )
        )
        for holder, hand in enumerate(state.hands)
    ]
    whole = sum(odds, 0.0)
    return tuple([odd / whole for odd in odds])


def choose_preferred_action(state: State, seat: int, actions: tuple[Action, ...]) -> Action:
    """Return the action that leaves the most promising hand, without looking at other hands.

    An action that empties the hand is best, because it wins the round (CR-3.1).
    """
    hand, each, seats = format_letters(state.hands[seat]), list_targets(state.stacks), len(state.hands)
    away, best, most = min(seats - 1, MIN_LATER_TURNS), actions[0], -inf
    then: dict[tuple[int, int], tuple[int, ...]] = {}
    played, rest = "", hand
    for action in actions:
        stack, corals, top = (len(each), NINE_RANK, NINE_RANK) if isinstance(action, SeedNine) else action
        if len(corals) == len(hand):
            return action
        # Plays of the same corals with different tops are adjacent, so find the rest of the hand once for all
        # of them.
        if corals != played:
            played, rest = corals, hand
            for letter in corals:
                rest = rest.replace(letter, "", 1)
        asks = RANK_TARGETS[top]
        targets = then.get((stack, asks))
        if targets is None:
            targets = then[stack, asks] = tuple(sorted((*each[:stack], asks, *each[stack + 1 :])))
        promise = _rate_hand(rest, targets, away, seats == 2)
        if promise > most:
            best, most = action, promise
    return best


def weigh_hand(state: State, seat: int) -> float | None:
    """Return the log-odds that the other seat's hand results from play rather than from a random deal.

    After some turns a hand is no longer random, because easy cards were played and others were kept. With
    more than two seats the result is ``None``, because using it didn't make the computers stronger.
    """
    if len(state.hands) != 2:
        return None
    return _weigh_hand(format_letters(state.hands[1 - seat]), tuple(sorted(list_targets(state.stacks))))


@lru_cache(maxsize=1 << 14)
def _weigh_hand(hand: str, targets: tuple[int, ...]) -> float:
    return sum([_HELD_HAND_WEIGHTS[name] * amount for name, amount in find_traits(hand, targets).items()])


@lru_cache(maxsize=1 << 16)
def _rate_hand(hand: str, targets: tuple[int, ...], turns_away: int, has_two_seats: bool) -> float:
    """Return the promise of a hand: the weighted sum of its traits.

    :param targets: targets of the stacks, in ascending order.
    """
    weights = _TRAIT_WEIGHTS[has_two_seats][turns_away]
    by_stacks = [weights[name] * amount for name, amount in find_stack_traits(hand, targets).items()]
    return sum(by_stacks) + _rate_hand_alone(hand, turns_away, has_two_seats)


@lru_cache(maxsize=1 << 14)
def _rate_hand_alone(hand: str, turns_away: int, has_two_seats: bool) -> float:
    """Return the part of a hand's promise that doesn't depend on the stacks' targets."""
    weights = _TRAIT_WEIGHTS[has_two_seats][turns_away]
    return sum([weights[name] * amount for name, amount in find_hand_traits(hand).items()])


def _was_just_dealt(state: State) -> bool:
    """Return whether no card has been placed in this round yet. The first round doesn't count.

    New hands are random, so they must not affect the value of the action that ended the last round.
    """
    stacks = state.stacks
    return (
        len(stacks) == STARTING_STACK_COUNT
        and state.round.number > 1
        and not state.round.reform_count
        and all(len(stack) == 1 for stack in stacks)
        and min([len(hand) for hand in state.hands]) >= STARTING_HAND_SIZE
    )

"""Every legal action, stack by stack, the sets with the most corals first (CR-2)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from games.coral_reef.actions import SEED, Action, Play, Seed
from games.coral_reef.parts import (
    HAND,
    NINE,
    TARGET_OF,
    VALUES,
    letters_of,
)
from games.coral_reef.state import Stack, State
from games.coral_reef.sums import ASKED_BY, ZERO, Meeting, can_act, meeting, playable, reachable, tops

SMALL_HAND: Final = 10
"""Of hands up to here it takes no longer to make the sets anew than to look for them among those kept."""
_new: Final = tuple.__new__

hand_letters: Final = letters_of


def targets(stacks: tuple[Stack, ...]) -> tuple[int, ...]:
    """Return what each stack asks for (CR-2.2)."""
    return tuple([TARGET_OF[stack[-1]] for stack in stacks])


def wanted(stacks: tuple[Stack, ...]) -> int:
    """Return what the stacks ask for as a mask (``sums.mask``). A new deck leaves it as it is."""
    bits = 0
    for stack in stacks:
        bits |= ASKED_BY[stack[-1]]
    return bits


def moves(state: State, seat: int) -> bool:
    """Tell whether a seat has a legal play or seed (CR-2.5)."""
    return can_act(hand_letters(state.hands[seat]), wanted(state.stacks))


def playable_ranks(hand: tuple[int, ...], stacks: tuple[Stack, ...]) -> str:
    """Return the ranks of a hand that take part in some legal play or seed."""
    return playable(hand_letters(hand), wanted(stacks))


def legal(state: State, seat: int) -> tuple[Action, ...]:
    """Return all legal actions of the seat whose turn it is; none for the others."""
    if state.ending or seat != state.round.seat:
        return ()
    hand, each = hand_letters(state.hands[seat]), targets(state.stacks)
    sums, find = reachable(hand), meeting if len(hand) <= SMALL_HAND else _kept
    actions: list[Action] = []
    found: dict[int, list[Meeting]] = {}
    for stack, target in enumerate(each):
        if sums >> target + ZERO & 1:
            if target not in found:
                found[target] = find(hand, target)
            _play(stack, found[target], actions)
    if NINE in hand:
        actions.append(SEED)
    return tuple(actions)


_kept: Final = lru_cache(maxsize=16)(meeting)


def count_sets(hand: tuple[int, ...], target: int) -> int:
    """Return how many sets of corals of a hand meet what a stack asks for (CR-2.2)."""
    return len(_kept(hand_letters(hand), target))


def _play(stack: int, sets: list[Meeting], actions: list[Action]) -> None:
    """Add the plays on a stack of the sets of corals that meet what it asks for, by the rank on top."""
    for _, corals, ends in sets:
        for top in ends:
            actions.append(_new(Play, (stack, corals, top)))


def worthwhile(state: State, seat: int) -> tuple[Action, ...]:
    """Return the legal actions worth searching: plays on one of the stacks that ask for the same, and a seed.

    Of a hand no bigger than at the deal these are all such plays; else for each rank on top the play of the
    most corals.
    """
    if state.ending or seat != state.round.seat:
        return ()
    hand, each = hand_letters(state.hands[seat]), targets(state.stacks)
    sums, dealt = reachable(hand), len(hand) <= HAND
    actions: list[Action] = []
    for target in dict.fromkeys(each):
        if sums >> target + ZERO & 1:
            stack = each.index(target)
            if dealt:
                _play(stack, meeting(hand, target), actions)
            else:
                actions += [Play(stack, corals, top) for corals, top in _largest(hand, target)]
    if NINE in hand:
        actions.append(SEED)
    return tuple(actions)


@lru_cache(maxsize=64)
def _largest(hand: str, target: int) -> list[tuple[str, str]]:
    """Return of the sets of corals that meet a target the first for each rank that can end on top."""
    best: dict[str, str] = {}
    for _, corals, ends in _kept(hand, target):
        for top in ends:
            best.setdefault(top, corals)
    return [(corals, top) for top, corals in best.items()]


def is_legal(state: State, seat: int, action: Action) -> bool:
    """Tell whether an action is legal, without listing any."""
    if state.ending or seat != state.round.seat:
        return False
    hand = hand_letters(state.hands[seat])
    if isinstance(action, Seed):
        return NINE in hand
    each, corals = targets(state.stacks), action.corals
    return (
        action.stack < len(each)
        and all(corals.count(letter) <= hand.count(letter) for letter in set(corals))
        and total(corals) == each[action.stack]
        and action.top in tops(corals)
    )


def total(corals: str) -> int:
    """Return what corals add up to; a ten adds nothing (CR-2.2)."""
    return sum([VALUES[letter] for letter in corals])

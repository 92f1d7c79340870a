"""Every legal action, stack by stack, the sets with the most corals first (CR-2)."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Final

from games.coral_reef.actions import SEED, Action, Play, Seed
from games.coral_reef.parts import (
    HAND,
    LETTER_OF,
    NINE,
    TARGETS,
    VALUES,
    Card,
    letters_of,
)
from games.coral_reef.state import Stack, State
from games.coral_reef.sums import can_act, mask, playable, tops, ways

SMALL_HAND: Final = 10
"""Hands up to here have so few sets that finding them anew costs less than keeping them in mind."""
_NEW: Final = partial(tuple.__new__, Play)

hand_letters = lru_cache(maxsize=4096)(letters_of)


@lru_cache(maxsize=4096)
def _read(tops: tuple[Card, ...]) -> tuple[tuple[int, ...], frozenset[int], int]:
    each = tuple([TARGETS[LETTER_OF[card]] for card in tops])
    asked = frozenset(each)
    return each, asked, mask(asked)


def _asked(stacks: tuple[Stack, ...]) -> tuple[tuple[int, ...], frozenset[int], int]:
    """Return what each stack asks for, the same without repeats, and as a mask."""
    return _read(tuple([stack[-1] for stack in stacks]))


def targets(stacks: tuple[Stack, ...]) -> tuple[int, ...]:
    """Return what each stack asks for (CR-2.2)."""
    return _asked(stacks)[0]


def wanted(stacks: tuple[Stack, ...]) -> int:
    """Return what the stacks ask for as a mask (``sums.mask``). A new deck leaves it as it is."""
    return _asked(stacks)[2]


def moves(state: State, seat: int) -> bool:
    """Tell whether a seat has a legal play or seed (CR-2.5)."""
    return can_act(hand_letters(state.hands[seat]), wanted(state.stacks))


def playable_ranks(hand: tuple[int, ...], stacks: tuple[Stack, ...]) -> str:
    """Return the ranks of a hand that take part in some legal play or seed."""
    return playable(hand_letters(hand), _asked(stacks)[2])


def legal(state: State, seat: int) -> tuple[Action, ...]:
    """Return all legal actions of the seat whose turn it is; none for the others."""
    if state.ending or seat != state.round.seat:
        return ()
    hand = hand_letters(state.hands[seat])
    each, asked, _ = _asked(state.stacks)
    listed = _sets(hand, asked)
    actions: list[Action] = []
    plays = _few_plays if len(hand) <= SMALL_HAND else _plays
    for stack, target in enumerate(each):
        for corals in listed.get(target, ()):
            actions += plays(stack, corals)
    if NINE in hand:
        actions.append(SEED)
    return tuple(actions)


def _plays(stack: int, corals: str) -> tuple[Play, ...]:
    """Return the plays of some corals that meet what a stack asks for, by the rank on top."""
    return tuple([_NEW((stack, corals, top)) for top in tops(corals)])


_few_plays: Final = lru_cache(maxsize=1 << 14)(_plays)


def worthwhile(state: State, seat: int) -> tuple[Action, ...]:
    """Return the legal actions worth searching: plays on one of the stacks that ask for the same, and a seed.

    Of a hand no bigger than at the deal these are all such plays; else for each rank on top the play of the
    most corals.
    """
    if state.ending or seat != state.round.seat:
        return ()
    return _worth(hand_letters(state.hands[seat]), _asked(state.stacks)[0])


@lru_cache(maxsize=4096)
def _worth(hand: str, each: tuple[int, ...]) -> tuple[Action, ...]:
    """Return the same for a hand, and what each stack asks for."""
    listed = _sets(hand, frozenset(each))
    actions: list[Action] = []
    for target in dict.fromkeys(each):
        if target in listed:
            stack, sets = each.index(target), listed[target]
            if len(hand) <= HAND:
                for corals in sets:
                    actions += _few_plays(stack, corals)
            else:
                actions += [_NEW((stack, corals, top)) for corals, top in _largest(sets)]
    if NINE in hand:
        actions.append(SEED)
    return tuple(actions)


def _largest(sets: list[str]) -> list[tuple[str, str]]:
    """Return the first of some sets of corals for each rank that can end on top."""
    best: dict[str, str] = {}
    for corals in sets:
        for top in tops(corals):
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


_many: Final = lru_cache(maxsize=2)(ways)


def _sets(hand: str, asked: frozenset[int]) -> dict[int, list[str]]:
    return ways(hand, asked) if len(hand) <= SMALL_HAND else _many(hand, asked)

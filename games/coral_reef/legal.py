"""Lists the legal actions by stack, plays with the most corals first (CR-2)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from games.coral_reef.actions import SEED_ACTION, Action, PlayCorals, SeedNine
from games.coral_reef.parts import (
    NINE_RANK,
    RANK_VALUES,
    STARTING_HAND_SIZE,
    TARGET_BY_CARD,
    format_letters,
)
from games.coral_reef.state import Stack, State
from games.coral_reef.sums import (
    TARGET_MASKS,
    ZERO_BIT,
    CoralSet,
    can_act,
    find_playable_ranks,
    find_sets,
    find_spaces_with_top,
    find_sums,
)

MAX_UNCACHED_HAND_SIZE: Final = 10
"""Maximum size of a hand whose sets aren't cached, because finding them is as fast."""
_new_tuple: Final = tuple.__new__


def list_targets(stacks: tuple[Stack, ...]) -> tuple[int, ...]:
    """Return the target of each stack (CR-2.2)."""
    return tuple([TARGET_BY_CARD[stack[-1]] for stack in stacks])


def make_target_mask(stacks: tuple[Stack, ...]) -> int:
    """Return the stacks' targets as a bit mask in the format of :func:`~games.coral_reef.sums.make_mask`."""
    bits = 0
    for stack in stacks:
        bits |= TARGET_MASKS[stack[-1]]
    return bits


def has_legal_action(state: State, seat: int) -> bool:
    """Return whether a seat has a legal play or seed (CR-2.5)."""
    return can_act(format_letters(state.hands[seat]), make_target_mask(state.stacks))


def find_playable_hand_ranks(hand: tuple[int, ...], stacks: tuple[Stack, ...]) -> str:
    """Return the ranks of a hand that occur in a legal play or seed."""
    return find_playable_ranks(format_letters(hand), make_target_mask(stacks))


def list_legal_actions(state: State, seat: int) -> tuple[Action, ...]:
    """Return the legal actions of a seat. Only the active seat has any."""
    if state.ending or seat != state.round.seat:
        return ()
    hand, each = format_letters(state.hands[seat]), list_targets(state.stacks)
    sums, find = find_sums(hand), find_sets if len(hand) <= MAX_UNCACHED_HAND_SIZE else _find_cached_sets
    actions: list[Action] = []
    sets_by_target: dict[int, list[CoralSet]] = {}
    for stack, target in enumerate(each):
        if sums >> target + ZERO_BIT & 1:
            if target not in sets_by_target:
                sets_by_target[target] = find(hand, target)
            _add_plays(stack, sets_by_target[target], actions)
    if NINE_RANK in hand:
        actions.append(SEED_ACTION)
    return tuple(actions)


_find_cached_sets: Final = lru_cache(maxsize=16)(find_sets)


def count_sets(hand: tuple[int, ...], target: int) -> int:
    """Return how many sets of corals in a hand add up to a target (CR-2.2)."""
    return len(_find_cached_sets(format_letters(hand), target))


def _add_plays(stack: int, sets: list[CoralSet], actions: list[Action]) -> None:
    """Append a play to ``actions`` for each set of corals and each rank that may end on top."""
    for _, corals, ends in sets:
        for top in ends:
            actions.append(_new_tuple(PlayCorals, (stack, corals, top)))


def list_worthwhile_actions(state: State, seat: int) -> tuple[Action, ...]:
    """Return the legal actions worth searching.

    Of stacks with the same target, only the first is considered. From a hand that is larger than at the deal,
    only the play with the most corals is included for each target and rank on top.
    """
    if state.ending or seat != state.round.seat:
        return ()
    hand, each = format_letters(state.hands[seat]), list_targets(state.stacks)
    sums, dealt = find_sums(hand), len(hand) <= STARTING_HAND_SIZE
    actions: list[Action] = []
    for target in dict.fromkeys(each):
        if sums >> target + ZERO_BIT & 1:
            stack = each.index(target)
            if dealt:
                _add_plays(stack, find_sets(hand, target), actions)
            else:
                actions += [
                    PlayCorals(stack, corals, top) for corals, top in _find_largest_sets(hand, target)
                ]
    if NINE_RANK in hand:
        actions.append(SEED_ACTION)
    return tuple(actions)


@lru_cache(maxsize=64)
def _find_largest_sets(hand: str, target: int) -> list[tuple[str, str]]:
    """Return, for each rank that can end on top, the largest set of corals that adds up to a target.

    :returns: pairs of a set and the rank on top.
    """
    best: dict[str, str] = {}
    for _, corals, ends in _find_cached_sets(hand, target):
        for top in ends:
            best.setdefault(top, corals)
    return [(corals, top) for top, corals in best.items()]


def is_legal(state: State, seat: int, action: Action) -> bool:
    """Return whether ``action`` is legal, without listing the others."""
    if state.ending or seat != state.round.seat:
        return False
    hand = format_letters(state.hands[seat])
    if isinstance(action, SeedNine):
        return NINE_RANK in hand
    each, corals = list_targets(state.stacks), action.corals
    return (
        action.stack < len(each)
        and all(corals.count(letter) <= hand.count(letter) for letter in set(corals))
        and sum_corals(corals) == each[action.stack]
        and action.top in find_spaces_with_top(corals)
    )


def sum_corals(corals: str) -> int:
    """Return the sum of corals. A ten adds nothing (CR-2.2)."""
    return sum([RANK_VALUES[letter] for letter in corals])

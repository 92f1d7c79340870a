"""Finds which corals of a hand add up to a target (CR-2.2).

A hand is a string of ranks in the order of ``RANK_LETTERS``. Possible sums are a bit mask, in which bit
:data:`ZERO_BIT` stands for the sum 0, so that one shift adds a coral to every sum. Tens are left out, because
they add nothing: a set of corals that adds up to a target still does so with a ten (CR-2.3).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from operator import itemgetter
from typing import Final

from games.coral_reef.parts import FACE_RANKS, NINE_RANK, RANK_VALUES, TARGET_BY_CARD, TEN_RANK

ZERO_BIT: Final = 64
"""Number of the bit for the sum 0. It must be at least 48, because all faces together subtract 48."""


def make_mask(targets: Iterable[int]) -> int:
    """Return a bit mask with the bits of these targets."""
    bits = 0
    for target in targets:
        bits |= 1 << (ZERO_BIT + target)
    return bits


TARGET_MASKS: Final = tuple(make_mask([target]) for target in TARGET_BY_CARD)
"""Targets that cards and tiles set on top of a stack, as bit masks."""
MAX_CACHED_HALF_SIZE: Final = 6
"""Maximum number of corals in the halves whose subsets are cached."""
MAX_UNSPLIT_SIZE: Final = 4
"""Maximum number of corals whose subsets are listed directly, without splitting them into halves."""

CoralSet = tuple[int, str, str]
"""A set of corals, as the number of corals, their ranks, and the ranks that may end on top."""
CoralSetsBySum = dict[int, tuple[CoralSet, ...]]


@lru_cache(maxsize=64)
def find_sums(hand: str) -> int:
    """Return a bit mask of the sums of all subsets of ``hand``. Tens are left out."""
    bits = 1 << ZERO_BIT
    for letter in hand:
        value = RANK_VALUES[letter]
        bits |= bits << value if value >= 0 else bits >> -value
    return bits


def _shift_mask(bits: int, value: int) -> int:
    return bits << value if value >= 0 else bits >> -value


def can_act(hand: str, targets: int) -> bool:
    """Return whether a hand has a play that meets one of the targets, or a nine to seed (CR-2.5).

    :param targets: the targets as a bit mask from :func:`make_mask`.
    """
    return NINE_RANK in hand or bool(find_sums(hand) & targets)


def is_playable(letter: str, others: str, targets: int) -> bool:
    """Return whether a coral can be seeded or, alone or with ``others``, add up to one of the targets.

    :param targets: the targets as a bit mask from :func:`make_mask`.
    """
    return letter == NINE_RANK or bool(_shift_mask(find_sums(others), RANK_VALUES[letter]) & targets)


def find_playable_ranks(hand: str, targets: int) -> str:
    """Return the ranks of a hand that occur in a legal play or seed, in the order of ``RANK_LETTERS``."""
    return "".join(
        [
            letter
            for letter in dict.fromkeys(hand)
            if is_playable(letter, hand.replace(letter, "", 1), targets)
        ]
    )


@lru_cache(maxsize=16384)
def find_spaces_with_top(corals: str) -> str:
    """Return the ranks that may end on top: only a ten if there is one, never a face (CR-2.3)."""
    if TEN_RANK in corals:
        return TEN_RANK if corals.count(TEN_RANK) == 1 else ""
    return "".join([letter for letter in dict.fromkeys(corals) if letter not in FACE_RANKS])


def find_sets(hand: str, target: int) -> list[CoralSet]:
    """Return every set of corals that adds up to a target, including sets with a ten, the largest first."""
    corals = hand.rstrip(TEN_RANK)
    sets = (
        list(_list_cached_subsets(corals).get(target, ()))
        if len(corals) <= MAX_UNSPLIT_SIZE
        else _join_halves(corals, target)
    )
    if TEN_RANK in hand:
        sets += [(size + 1, each + TEN_RANK, TEN_RANK) for size, each, _ in sets]
    sets.sort(key=_get_size, reverse=True)
    return sets


_get_size: Final = itemgetter(0)


def _join_halves(corals: str, target: int) -> list[CoralSet]:
    """Return every set of corals without tens that adds up to a target.

    For each subset of one half, subsets of the other half with the missing sum are looked up. The halves
    share no rank, so the possible tops of both halves are distinct.
    """
    first, second = _split_into_halves(corals)
    sets = []
    for total, ones in first.items():
        if target - total in second:
            for more, other, other_ends in second[target - total]:
                for size, one, ends in ones:
                    sets.append((size + more, one + other, ends + other_ends))
    return sets


@lru_cache(maxsize=64)
def _split_into_halves(corals: str) -> tuple[CoralSetsBySum, CoralSetsBySum]:
    """Split corals into two halves without a common rank, and return the subsets of each."""
    cut = corals.index(corals[len(corals) // 2])
    # Cache only the subsets of small halves, because large halves have too many.
    parts = _list_cached_subsets if len(corals) - cut <= MAX_CACHED_HALF_SIZE else _list_subsets
    return parts(corals[:cut]), parts(corals[cut:])


def _list_subsets(corals: str) -> CoralSetsBySum:
    """Return all subsets of some corals, including the empty set, by sum."""
    sets = [(0, "")]
    for letter in dict.fromkeys(corals):
        more = [(n * RANK_VALUES[letter], letter * n) for n in range(corals.count(letter) + 1)]
        sets = [(total + value, part + run) for total, part in sets for value, run in more]
    sets_by_total: dict[int, list[CoralSet]] = {}
    for total, part in sets:
        sets_by_total.setdefault(total, []).append(_make_set(part))
    return {total: tuple(parts) for total, parts in sets_by_total.items()}


@lru_cache(maxsize=4096)
def _make_set(part: str) -> CoralSet:
    """Return a set of corals. Results are cached, so that equal sets share one object in memory."""
    return len(part), part, find_spaces_with_top(part)


_list_cached_subsets = lru_cache(maxsize=8192)(_list_subsets)

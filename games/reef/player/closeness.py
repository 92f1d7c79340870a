"""Measures how close a card is to scoring on a reef, now and after one or two more corals.

A space of a pattern may need further corals to meet its demand, but a stack that is too high can never meet
it. Corals that already score are not counted again.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from games.reef.matching import NEIGHBOURS, StackDemand, find_largest_match_set, find_shape
from games.reef.parts import CARDS, CELL_COUNT, MAX_STACK_HEIGHT, Card
from games.reef.sight import (
    FIRST_CARD_OF_SAME_SHAPE,
    RELEVANT_BITS_BY_CARD,
    Sight,
    find_spaces_of_height,
    find_spaces_with_top,
)

MAX_MISSING_COUNT: Final = 3
"""Maximum of ``one_missing`` and ``two_missing`` in :class:`Closeness`."""
_ALL_SPACES: Final = (1 << CELL_COUNT) - 1
_TOO_FAR: Final = 9
"""Number of missing corals that stands for a position that can't be completed with two corals."""
_NEIGHBOUR_MASKS: Final = tuple(sum(1 << cell for cell in cells) for cells in NEIGHBOURS)
_SpacesByNeed = tuple[int, int, int]
"""Spaces that need no coral, one coral and two corals, as bits."""


class Closeness(NamedTuple):
    """Numbers of matches that a card scores on a reef, or could score with more corals."""

    complete: int
    """Number of matches that the card scores now."""
    one_missing: int
    """Number of positions of the pattern that need one more coral."""
    two_missing: int
    """Number of positions of the pattern that need two more corals."""


def measure_closeness(number: int, sight: Sight) -> Closeness:
    """Return how close a card is to scoring."""
    return _measure_closeness(number, sight & RELEVANT_BITS_BY_CARD[number])


@lru_cache(maxsize=1 << 16)
def _measure_closeness(number: int, sight: Sight) -> Closeness:
    card = CARDS[number]
    heights = [find_spaces_of_height(sight, height) for height in range(1, MAX_STACK_HEIGHT + 1)]
    by_height = (_ALL_SPACES & ~(heights[0] | heights[1] | heights[2] | heights[3]), *heights)
    if card.ring is not None:
        return _measure_surrounded(card, sight, by_height)
    needs = [_find_needs(demand, sight, by_height) for demand in find_shape(number).demands]
    chosen = find_largest_match_set(FIRST_CARD_OF_SAME_SHAPE[number], tuple([need[0] for need in needs]))
    free = _ALL_SPACES & ~sum(chosen)
    needs = [(none & free, one & free, two & free) for none, one, two in needs]
    counts = [0] * (_TOO_FAR + 1)
    for place in find_shape(number).spaces_by_position:
        corals = 0
        for bits, (none, one, two) in zip(place, needs, strict=True):
            missing = bits & ~none
            if missing:
                if missing & ~(one | two):
                    corals = _TOO_FAR
                    break
                corals += missing.bit_count() + (missing & two & ~one).bit_count()
        counts[min(corals, _TOO_FAR)] += 1
    return Closeness(len(chosen), min(counts[1], MAX_MISSING_COUNT), min(counts[2], MAX_MISSING_COUNT))


def _find_needs(demand: StackDemand, sight: Sight, by_height: tuple[int, ...]) -> _SpacesByNeed:
    colour, height, is_min_height = demand
    top = _ALL_SPACES if colour is None else find_spaces_with_top(sight, colour)
    room = _ALL_SPACES & ~by_height[MAX_STACK_HEIGHT]
    if not height:
        return top, room & ~top, 0
    fits = by_height[height]
    if is_min_height:
        for higher in range(height + 1, MAX_STACK_HEIGHT + 1):
            fits |= by_height[higher]
    one = by_height[height - 1] | (fits & ~top & room if is_min_height else 0)
    return fits & top, one, by_height[height - 2] if height > 1 else 0


def _measure_surrounded(card: Card, sight: Sight, by_height: tuple[int, ...]) -> Closeness:
    """Return the closeness of a surround card, measured at the centre with which it scores most.

    If there is no centre, one more coral can make one. Then each stack with the surrounding colour on top, up
    to four of them, counts as a match that needs two more corals.
    """
    ring = find_spaces_with_top(sight, card.ring or 0)
    centres = find_spaces_with_top(sight, card.pattern[0].colour or 0)
    for height in range(MAX_STACK_HEIGHT, 0, -1):
        tallest = centres & by_height[height]
        if tallest:
            break
    else:
        return Closeness(0, 0, min(ring.bit_count(), MAX_STACK_HEIGHT))
    open_ = ~ring & ~by_height[MAX_STACK_HEIGHT]
    there, one = max(
        [
            ((around & ring).bit_count(), (around & open_).bit_count())
            for cell, around in enumerate(_NEIGHBOUR_MASKS)
            if tallest >> cell & 1
        ]
    )
    return Closeness(there, min(one, MAX_MISSING_COUNT), 0)

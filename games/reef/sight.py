"""Counts matches quickly on a reef's *sight*: the view from above, as a single number.

The number has sixteen bits for each colour on top, then sixteen bits for each height. In each group, bit
``i`` stands for space ``i``.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from games.reef.matching import NEIGHBOURS, StackDemand, find_largest_match_set, find_shape, pack_spaces
from games.reef.parts import CARDS, CELL_COUNT, COLOURS, MAX_STACK_HEIGHT
from games.reef.stacks import STACK_COUNT, STACK_HEIGHTS, TOP_COLOURS, Reef

Sight = int
"""A reef as seen from above, as described at the top of this module."""

MAX_CACHED_ESTIMATES: Final = 1 << 14
"""Maximum number of estimates to cache for cards with the same pattern shape."""

_ALL_SPACES: Final = (1 << CELL_COUNT) - 1
_HEIGHT_BITS_OFFSET: Final = CELL_COUNT * (len(COLOURS) - 1)
"""Offset of the height bits. The bits of height ``h`` begin at bit
``_HEIGHT_BITS_OFFSET + CELL_COUNT * h``. Height 0 has no bits.
"""
_STACK_BITS: Final = (
    0,
    *(
        1 << CELL_COUNT * TOP_COLOURS[stack] | 1 << _HEIGHT_BITS_OFFSET + CELL_COUNT * STACK_HEIGHTS[stack]
        for stack in range(1, STACK_COUNT)
    ),
)
"""Bits of a sight that a stack on the first space sets, by stack."""
_NEIGHBOUR_MASKS: Final = tuple(sum(1 << cell for cell in cells) for cells in NEIGHBOURS)


@lru_cache(maxsize=1 << 14)
def make_sight(reef: Reef) -> Sight:
    """Return a reef's top colours and stack heights, packed into one number."""
    sight = 0
    for cell, stack in enumerate(reef):
        sight |= _STACK_BITS[stack] << cell
    return sight


def find_spaces_with_top(sight: Sight, colour: int) -> int:
    """Return the spaces with this colour on top, as bits."""
    return sight >> CELL_COUNT * colour & _ALL_SPACES


def find_spaces_of_height(sight: Sight, height: int) -> int:
    """Return the spaces whose stacks have this height (1 to 4), as bits."""
    return sight >> _HEIGHT_BITS_OFFSET + CELL_COUNT * height & _ALL_SPACES


def find_meeting_spaces(sight: Sight, demand: StackDemand) -> int:
    """Return the spaces whose stacks meet a demand, as bits."""
    colour, height, is_min_height = demand
    if colour is not None:
        matching_spaces = sight >> CELL_COUNT * colour
        if not height:
            return matching_spaces & _ALL_SPACES
    else:
        matching_spaces = _ALL_SPACES
    fits = 0
    for one in range(height or 1, MAX_STACK_HEIGHT + 1 if is_min_height or not height else height + 1):
        fits |= sight >> _HEIGHT_BITS_OFFSET + CELL_COUNT * one
    return matching_spaces & fits & _ALL_SPACES


def estimate_matches(number: int, sight: Sight, near_match_worth: float) -> float:
    """Estimate how many matches a card scores on the reef with this sight.

    :param near_match_worth: what a further match counts for if only one space prevents it.
    """
    return _estimate_matches(number, sight & RELEVANT_BITS_BY_CARD[number], near_match_worth)


@lru_cache(maxsize=1 << 16)
def _estimate_matches(number: int, sight: Sight, near_match_worth: float) -> float:
    """Estimate the matches of a card from the relevant bits of a sight.

    Results are cached, because most moves don't change these bits.
    """
    card = CARDS[number]
    if card.ring is None:
        whole, near = _count_matches(
            FIRST_CARD_OF_SAME_SHAPE[number],
            tuple([find_meeting_spaces(sight, d) for d in find_shape(number).demands]),
        )
        return whole + near_match_worth if near else whole
    centres = sight >> CELL_COUNT * (card.pattern[0].colour or 0) & _ALL_SPACES
    ring = sight >> CELL_COUNT * card.ring & _ALL_SPACES
    for height in range(MAX_STACK_HEIGHT, 0, -1):
        tallest = centres & sight >> _HEIGHT_BITS_OFFSET + CELL_COUNT * height
        if tallest:
            break
    else:
        return near_match_worth if ring else 0.0
    return max(
        [(_NEIGHBOUR_MASKS[cell] & ring).bit_count() for cell in range(CELL_COUNT) if tallest >> cell & 1]
    )


@lru_cache(maxsize=1 << 16)
def _count_matches(number: int, meeting_spaces: tuple[int, ...]) -> tuple[int, bool]:
    """Return how many matches a card scores, and whether only one space prevents a further match."""
    chosen = find_largest_match_set(number, meeting_spaces)
    used = sum(chosen)
    missing = ~pack_spaces(tuple([spaces & ~used for spaces in meeting_spaces]))
    for place in find_shape(number).packed_positions:
        if (place & missing).bit_count() == 1:
            return len(chosen), True
    return len(chosen), False


def _group_alike_cards() -> dict[int, int]:
    """Map each card to the first card whose pattern has the same shape."""
    first: dict[object, int] = {}
    return {
        n: first.setdefault(find_shape(n).spaces_by_position, n)
        for n, card in CARDS.items()
        if card.ring is None
    }


FIRST_CARD_OF_SAME_SHAPE: Final = _group_alike_cards()
"""First card whose pattern has the same shape, by card. Surround cards are left out."""


def _find_relevant_bits(number: int) -> Sight:
    """Return the bits of a sight that affect a card's score."""
    card, heights = CARDS[number], _ALL_HEIGHTS
    if card.ring is not None:
        return (
            heights
            | _ALL_SPACES << CELL_COUNT * (card.pattern[0].colour or 0)
            | _ALL_SPACES << CELL_COUNT * card.ring
        )
    bits = 0
    for colour, height, _ in find_shape(number).demands:
        bits |= heights if colour is None or height else 0
        bits |= 0 if colour is None else _ALL_SPACES << CELL_COUNT * colour
    return bits


_ALL_HEIGHTS: Final = sum(
    _ALL_SPACES << _HEIGHT_BITS_OFFSET + CELL_COUNT * height for height in range(1, MAX_STACK_HEIGHT + 1)
)
RELEVANT_BITS_BY_CARD: Final = {number: _find_relevant_bits(number) for number in CARDS}
"""Bits of a sight that affect a card's score, by card."""


@cache
def list_stack_masks(number: int) -> tuple[int, ...]:
    """Return the bitmasks of every stack on space 0 for a card. For space ``i``, shift a mask left by ``i``.

    Bit ``CELL_COUNT * n`` is set if the stack meets the card's ``n``-th demand. For a surround card, the mask
    is the stack's sight (see the top of this module), reduced to the bits relevant to the card.

    The masks of all stacks combined are the card's *prospect* of a reef. It determines the estimate for the
    card, and changes far less often than the reef.
    """
    if CARDS[number].ring is not None:
        return tuple([look & RELEVANT_BITS_BY_CARD[number] for look in _STACK_BITS])
    masks = [0] * STACK_COUNT
    for place, demand in enumerate(find_shape(number).demands):
        for stack, met in enumerate(_mark_meeting_stacks(demand)):
            masks[stack] |= met << CELL_COUNT * place
    return tuple(masks)


@cache
def _mark_meeting_stacks(demand: StackDemand) -> tuple[int, ...]:
    """Return 1 for each stack that meets a demand and 0 for every other stack.

    The result is cached, because many cards share the same few demands.
    """
    colour, height, is_min_height = demand
    highest = MAX_STACK_HEIGHT if is_min_height or not height else height
    fitting = range(height or 1, highest + 1)
    return tuple(
        [
            int(STACK_HEIGHTS[s] in fitting and (colour is None or TOP_COLOURS[s] == colour))
            for s in range(STACK_COUNT)
        ]
    )


def make_prospect(number: int, reef: Reef) -> int:
    """Return a card's prospect of a reef, as described at :func:`list_stack_masks`."""
    marks, seen = list_stack_masks(number), 0
    for cell, stack in enumerate(reef):
        seen |= marks[stack] << cell
    return seen


class EstimateCache(dict[int, float]):
    """Caches how many matches a card is expected to have, by the card's prospect of a reef.

    Each estimate is computed when it is first needed. Cards whose patterns have the same shape share a cache.
    """

    def __init__(self, number: int, near_match_worth: float) -> None:
        self._number, self._near_match_worth = number, near_match_worth

    def __missing__(self, prospect: int) -> float:
        if len(self) >= MAX_CACHED_ESTIMATES:
            self.clear()
        value = self[prospect] = self._estimate_prospect(prospect)
        return value

    def _estimate_prospect(self, prospect: int) -> float:
        if CARDS[self._number].ring is not None:
            return estimate_matches(self._number, prospect, self._near_match_worth)
        places = range(len(find_shape(self._number).demands))
        whole, near = _count_matches(
            self._number, tuple([prospect >> CELL_COUNT * place & _ALL_SPACES for place in places])
        )
        return whole + self._near_match_worth if near else whole

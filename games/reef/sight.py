"""Counts matches quickly on a reef's *sight*: the view from above, as a single number.

The number has sixteen bits for each colour on top, then sixteen bits for each height. In each group, bit
``i`` stands for space ``i``.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from games.reef.matching import NEIGHBOURS, Demand, find_most_matches, find_shape, pack_spaces
from games.reef.parts import CARDS, CELLS, COLOURS, HIGHEST
from games.reef.stacks import HEIGHT, STACKS, TOP, Reef, Stack

Sight = int

MOST_ESTIMATES: Final = 1 << 14
"""Maximum number of estimates to cache for cards with the same pattern shape."""

_ALL: Final = (1 << CELLS) - 1
_HEIGHTS: Final = CELLS * (len(COLOURS) - 1)
"""Offset of the height bits. The bits of height ``h`` begin at bit ``_HEIGHTS + CELLS * h``. Height 0 has no
bits.
"""
_STACK_BITS: Final = (
    0,
    *(1 << CELLS * TOP[stack] | 1 << _HEIGHTS + CELLS * HEIGHT[stack] for stack in range(1, STACKS)),
)
"""Bits of a sight that a stack on the first space sets, by stack."""
_AROUND: Final = tuple(sum(1 << cell for cell in cells) for cells in NEIGHBOURS)


@lru_cache(maxsize=1 << 14)
def make_sight(reef: Reef) -> Sight:
    """Return the sight of a reef."""
    sight = 0
    for cell, stack in enumerate(reef):
        sight |= _STACK_BITS[stack] << cell
    return sight


def update_sight(sight: Sight, cell: int, before: Stack, after: Stack) -> Sight:
    """Return the sight after the stack on one space has changed."""
    return sight ^ (_STACK_BITS[before] ^ _STACK_BITS[after]) << cell


def find_tops(sight: Sight, colour: int) -> int:
    """Return the spaces with this colour on top, as bits."""
    return sight >> CELLS * colour & _ALL


def find_heights(sight: Sight, height: int) -> int:
    """Return the spaces whose stacks have this height (1 to 4), as bits."""
    return sight >> _HEIGHTS + CELLS * height & _ALL


def find_spaces(sight: Sight, demand: Demand) -> int:
    """Return the spaces whose stacks meet a demand, as bits."""
    colour, height, at_least = demand
    if colour is not None:
        there = sight >> CELLS * colour
        if not height:
            return there & _ALL
    else:
        there = _ALL
    fits = 0
    for one in range(height or 1, HIGHEST + 1 if at_least or not height else height + 1):
        fits |= sight >> _HEIGHTS + CELLS * one
    return there & fits & _ALL


def estimate_matches(number: int, sight: Sight, hope: float) -> float:
    """Return how many matches a card scores, plus ``hope`` if only one space prevents a further match."""
    return _estimate_matches(number, sight & RELEVANT_BITS[number], hope)


@lru_cache(maxsize=1 << 16)
def _estimate_matches(number: int, sight: Sight, hope: float) -> float:
    """Estimate the matches of a card from the relevant bits of a sight.

    Results are cached, because most moves don't change these bits.
    """
    card = CARDS[number]
    if card.ring is None:
        whole, near = _count_matches(
            ALIKE[number], tuple([find_spaces(sight, d) for d in find_shape(number).demands])
        )
        return whole + hope if near else whole
    centres, ring = sight >> CELLS * (card.pattern[0].colour or 0) & _ALL, sight >> CELLS * card.ring & _ALL
    for height in range(HIGHEST, 0, -1):
        tallest = centres & sight >> _HEIGHTS + CELLS * height
        if tallest:
            break
    else:
        return hope if ring else 0.0
    return max([(_AROUND[cell] & ring).bit_count() for cell in range(CELLS) if tallest >> cell & 1])


@lru_cache(maxsize=1 << 16)
def _count_matches(number: int, there: tuple[int, ...]) -> tuple[int, bool]:
    """Return how many matches a card scores, and whether only one space prevents a further match."""
    chosen = find_most_matches(number, there)
    used = sum(chosen)
    missing = ~pack_spaces(tuple([spaces & ~used for spaces in there]))
    for place in find_shape(number).packed:
        if (place & missing).bit_count() == 1:
            return len(chosen), True
    return len(chosen), False


def _group_alike() -> dict[int, int]:
    """Map each card to the first card whose pattern has the same shape."""
    first: dict[object, int] = {}
    return {n: first.setdefault(find_shape(n).places, n) for n, card in CARDS.items() if card.ring is None}


ALIKE: Final = _group_alike()
"""Maps each card, except surround cards, to the first card whose pattern has the same shape."""


def _find_relevant(number: int) -> Sight:
    """Return the bits of a sight that affect a card's score."""
    card, heights = CARDS[number], _ALL_HEIGHTS
    if card.ring is not None:
        return heights | _ALL << CELLS * (card.pattern[0].colour or 0) | _ALL << CELLS * card.ring
    bits = 0
    for colour, height, _ in find_shape(number).demands:
        bits |= heights if colour is None or height else 0
        bits |= 0 if colour is None else _ALL << CELLS * colour
    return bits


_ALL_HEIGHTS: Final = sum(_ALL << _HEIGHTS + CELLS * height for height in range(1, HIGHEST + 1))
RELEVANT_BITS: Final = {number: _find_relevant(number) for number in CARDS}
"""Bits of a sight that affect a card's score, by card."""


def _list_marks(number: int) -> tuple[int, ...]:
    """Return a card's bitmasks for :data:`MARKS`."""
    if CARDS[number].ring is not None:
        return tuple([look & RELEVANT_BITS[number] for look in _STACK_BITS])
    seen = [0] * STACKS
    for place, demand in enumerate(find_shape(number).demands):
        for stack, met in enumerate(_mark_meeting_stacks(demand)):
            seen[stack] |= met << CELLS * place
    return tuple(seen)


@cache
def _mark_meeting_stacks(demand: Demand) -> tuple[int, ...]:
    """Return 1 for each stack that meets a demand and 0 for every other stack.

    The result is cached, because many cards share the same few demands.
    """
    colour, height, at_least = demand
    highest = HIGHEST if at_least or not height else height
    fitting = range(height or 1, highest + 1)
    return tuple([int(HEIGHT[s] in fitting and (colour is None or TOP[s] == colour)) for s in range(STACKS)])


MARKS: Final = {number: _list_marks(number) for number in CARDS}
"""Bitmasks of a stack on space 0, by card number, then by stack. For space ``i``, shift the mask left by
``i``.

Bit ``CELLS * n`` is set if the stack meets the card's ``n``-th demand. For a surround card, the mask is the
stack's sight (see the top of this module), reduced to the bits relevant to the card.

The masks of all stacks combined are the card's *prospect* of a reef. It determines the estimate for the card,
and changes far less often than the reef.
"""


def make_prospect(number: int, reef: Reef) -> int:
    """Return a card's prospect of a reef, as described at :data:`MARKS`."""
    marks, seen = MARKS[number], 0
    for cell, stack in enumerate(reef):
        seen |= marks[stack] << cell
    return seen


class Estimates(dict[int, float]):
    """Caches the estimated number of matches of a card, by the card's prospect of a reef.

    Each estimate is computed when it is first needed. Cards whose patterns have the same shape share a cache.
    """

    def __init__(self, number: int, hope: float) -> None:
        self._number, self._hope = number, hope

    def __missing__(self, prospect: int) -> float:
        if len(self) >= MOST_ESTIMATES:
            self.clear()
        found = self[prospect] = self._estimate(prospect)
        return found

    def _estimate(self, prospect: int) -> float:
        if CARDS[self._number].ring is not None:
            return estimate_matches(self._number, prospect, self._hope)
        places = range(len(find_shape(self._number).demands))
        whole, near = _count_matches(
            self._number, tuple([prospect >> CELLS * place & _ALL for place in places])
        )
        return whole + self._hope if near else whole

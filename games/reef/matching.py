"""Finds the largest number of matches of a pattern on a reef that share no coral (RF-2.4)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final, NamedTuple

from games.reef.parts import CARDS, CELL_COUNT, MAX_STACK_HEIGHT, REEF_SIDE, Card, Colour, PatternElement
from games.reef.stacks import STACK_HEIGHTS, TOP_COLOURS, Reef

PatternMatch = tuple[int, ...]
"""Spaces of a match in ascending order. For a surround card, the centre comes first."""


class StackDemand(NamedTuple):
    """Requirements for a stack to match a space of a pattern."""

    colour: Colour | None
    """Required colour on top, or ``None`` for any colour."""
    height: int
    """Required height, or 0 for any height."""
    is_min_height: bool
    """Whether higher stacks match as well."""


@dataclass(frozen=True, slots=True)
class PatternShape:
    """All positions that a pattern can have on a reef, in every rotation."""

    demands: tuple[StackDemand, ...]
    """Distinct demands of the pattern."""
    spaces_by_position: tuple[tuple[int, ...], ...]
    """For each position of the pattern, the spaces that must meet each demand, as bits."""
    packed_positions: tuple[int, ...]
    """The numbers of ``spaces_by_position``, combined by :func:`pack_spaces`, by position."""
    all_spaces_by_position: tuple[int, ...]
    """For each position of the pattern, all its spaces as bits."""


def _rotate_pattern(pattern: tuple[PatternElement, ...]) -> tuple[tuple[int, int, StackDemand], ...]:
    """Return the spaces of a pattern rotated by 90 degrees, with their demands."""
    return tuple((-e.row, e.column, StackDemand(e.colour, e.height, e.is_min_height)) for e in pattern)


def _list_rotations(pattern: tuple[PatternElement, ...]) -> list[tuple[tuple[int, int, StackDemand], ...]]:
    spaces = _rotate_pattern(pattern)
    rotations = [spaces]
    for _ in range(3):
        spaces = tuple((-row, column, demand) for column, row, demand in spaces)
        rotations.append(spaces)
    return rotations


@cache
def find_shape(number: int) -> PatternShape:
    """Return all positions that a card's pattern can have."""
    pattern = CARDS[number].pattern
    demands = tuple(dict.fromkeys(StackDemand(e.colour, e.height, e.is_min_height) for e in pattern))
    places: dict[tuple[int, ...], None] = {}
    for spaces in _list_rotations(pattern):
        columns, rows = {column for column, _, _ in spaces}, {row for _, row, _ in spaces}
        for right in range(-min(columns), REEF_SIDE - max(columns)):
            for up in range(-min(rows), REEF_SIDE - max(rows)):
                bits = [0] * len(demands)
                for column, row, demand in spaces:
                    bits[demands.index(demand)] |= 1 << ((row + up) * REEF_SIDE + column + right)
                places[tuple(bits)] = None
    ordered = tuple(sorted(places))
    return PatternShape(demands, ordered, tuple(map(pack_spaces, ordered)), tuple(map(sum, ordered)))


def pack_spaces(spaces: tuple[int, ...]) -> int:
    """Combine the spaces for each demand into one number, the first demand in the lowest bits."""
    packed = 0
    for bits in reversed(spaces):
        packed = packed << CELL_COUNT | bits
    return packed


def _meets_demand(height: int, top: int, demand: StackDemand) -> bool:
    if not height or (demand.colour is not None and top != demand.colour):
        return False
    return height >= demand.height if demand.is_min_height else demand.height in (0, height)


@cache
def _check_stacks(demand: StackDemand) -> tuple[bool, ...]:
    """Return, for each possible stack, whether it meets a demand."""
    return tuple(
        _meets_demand(height, top, demand) for height, top in zip(STACK_HEIGHTS, TOP_COLOURS, strict=True)
    )


def find_spaces(reef: Reef, demand: StackDemand) -> int:
    """Return the spaces whose stacks meet a demand, as bits."""
    fits = _check_stacks(demand)
    mask, bit = 0, 1
    for stack in reef:
        if fits[stack]:
            mask |= bit
        bit <<= 1
    return mask


def list_matches(number: int, meeting_spaces: tuple[int, ...]) -> list[int]:
    """Return every match of a card's pattern as the bits of its spaces. Matches may overlap.

    :param meeting_spaces: for each demand of the pattern, the spaces whose stacks meet the demand, as bits.
    """
    shape, packed_spaces = find_shape(number), pack_spaces(meeting_spaces)
    matches = [
        all_spaces
        for place, all_spaces in zip(shape.packed_positions, shape.all_spaces_by_position, strict=True)
        if place & packed_spaces == place
    ]
    return list(dict.fromkeys(matches))


@lru_cache(maxsize=1 << 15)
def find_largest_match_set(number: int, meeting_spaces: tuple[int, ...]) -> tuple[int, ...]:
    """Return the largest possible set of matches that share no space. Each match is the bits of its spaces.

    :param meeting_spaces: as in :func:`list_matches`.
    """
    if 0 in meeting_spaces:
        return ()
    by_lowest: dict[int, list[int]] = {}
    everything = 0
    for match in list_matches(number, meeting_spaces):
        by_lowest.setdefault(match & -match, []).append(match)
        everything |= match
    known: dict[int, tuple[int, ...]] = {0: ()}

    def find_best(free: int) -> tuple[int, ...]:
        if free in known:
            return known[free]
        lowest = free & -free
        most = find_best(free ^ lowest)
        for match in by_lowest.get(lowest, ()):
            if match & free == match:
                others = find_best(free ^ match)
                if len(others) >= len(most):
                    most = (match, *others)
        known[free] = most
        return most

    return find_best(everything)


def _unpack_spaces(bits: int) -> PatternMatch:
    return tuple(cell for cell in range(CELL_COUNT) if bits >> cell & 1)


def _list_neighbours(cell: int) -> tuple[int, ...]:
    row, column = divmod(cell, REEF_SIDE)
    return tuple(
        other
        for other in range(CELL_COUNT)
        if other != cell and abs(other // REEF_SIDE - row) <= 1 and abs(other % REEF_SIDE - column) <= 1
    )


NEIGHBOURS: Final = tuple(_list_neighbours(cell) for cell in range(CELL_COUNT))
"""The up to eight spaces around each space."""


def find_surrounded_centre(reef: Reef, centre: Colour | None, ring: Colour) -> tuple[int, tuple[int, ...]]:
    """Return the centre with which a surround card scores most, and the spaces around it that score (RF-2.6).

    The centre is one of the tallest stacks with the centre's colour on top, or -1 if there is no such stack.
    """
    tallest = max(
        (STACK_HEIGHTS[stack] for stack in reef if TOP_COLOURS[stack] == centre), default=MAX_STACK_HEIGHT + 1
    )
    chosen = -1
    around: tuple[int, ...] = ()
    for cell, stack in enumerate(reef):
        if TOP_COLOURS[stack] == centre and STACK_HEIGHTS[stack] == tallest:
            ringed = tuple([other for other in NEIGHBOURS[cell] if TOP_COLOURS[reef[other]] == ring])
            if chosen < 0 or len(ringed) > len(around):
                chosen, around = cell, ringed
    return chosen, around


def find_matches(card: Card, reef: Reef) -> tuple[PatternMatch, ...]:
    """Return the largest possible set of matches of ``card`` that share no coral (RF-2.4, RF-2.5).

    For a surround card, each match is the centre and one coral around it.
    """
    if card.ring is not None:
        centre, around = find_surrounded_centre(reef, card.pattern[0].colour, card.ring)
        return tuple((centre, cell) for cell in around)
    return tuple(
        [
            _unpack_spaces(bits)
            for bits in find_largest_match_set(card.number, _find_meeting_spaces(card.number, reef))
        ]
    )


def count_matches(card: Card, reef: Reef) -> int:
    """Return how many matches ``card`` scores on a reef."""
    if card.ring is not None:
        return len(find_matches(card, reef))
    return len(find_largest_match_set(card.number, _find_meeting_spaces(card.number, reef)))


def score_card(card: Card, reef: Reef) -> int:
    """Return how many points ``card`` scores on a reef."""
    return count_matches(card, reef) * card.points


def _find_meeting_spaces(number: int, reef: Reef) -> tuple[int, ...]:
    return tuple([find_spaces(reef, demand) for demand in find_shape(number).demands])

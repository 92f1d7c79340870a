"""Represents stacks of corals as numbers. A reef is then a flat tuple, which is fast to compare and to cache.

Stacks are numbered like the nodes of a heap. 0 is an empty space. A coral of colour ``c`` on stack ``s``
makes stack ``4 * s + 1 + c``, so the number determines every coral of the stack.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from games.reef.parts import CELL_COUNT, COLOURS, MAX_STACK_HEIGHT, Colour

Stack = int
"""Number of a stack, which determines its corals."""
Reef = tuple[Stack, ...]
"""Sixteen stacks in the order of :data:`games.reef.parts.CELL_NAMES`."""

EMPTY_STACK: Final[Stack] = 0
BARE_REEF: Final[Reef] = (EMPTY_STACK,) * CELL_COUNT
_COLOUR_COUNT: Final = len(COLOURS)


def add_coral(stack: Stack, colour: int) -> Stack:
    """Return ``stack`` with a coral added on top."""
    return _COLOUR_COUNT * stack + 1 + colour


def list_corals(stack: Stack) -> tuple[Colour, ...]:
    """Return the corals of a stack, from bottom to top."""
    colours: list[Colour] = []
    while stack:
        stack, colour = divmod(stack - 1, _COLOUR_COUNT)
        colours.append(COLOURS[colour])
    return tuple(reversed(colours))


STACK_COUNT: Final = sum(_COLOUR_COUNT**height for height in range(MAX_STACK_HEIGHT + 1))
STACK_HEIGHTS: Final = tuple(len(list_corals(stack)) for stack in range(STACK_COUNT))
TOP_COLOURS: Final = (-1, *((stack - 1) % _COLOUR_COUNT for stack in range(1, STACK_COUNT)))
"""The colour on top of each stack, or -1 for an empty space."""


def add_corals(reef: Reef, placed: tuple[tuple[int, Colour], ...]) -> Reef:
    """Return ``reef`` with corals added in order.

    :param placed: pairs of a space and a colour.
    """
    spaces = list(reef)
    for cell, colour in placed:
        spaces[cell] = add_coral(spaces[cell], colour)
    return tuple(spaces)


@lru_cache(maxsize=1 << 12)
def find_spaces_with_room(reef: Reef) -> tuple[int, int]:
    """Return the spaces with room for one more coral, and the spaces with room for two, as bits."""
    one = two = 0
    bit = 1
    for stack in reef:
        height = STACK_HEIGHTS[stack]
        if height < MAX_STACK_HEIGHT:
            one |= bit
            if height < MAX_STACK_HEIGHT - 1:
                two |= bit
        bit <<= 1
    return one, two

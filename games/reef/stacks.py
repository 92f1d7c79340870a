"""Stacks of coral as numbers, so that a reef is a flat tuple that is quick to compare and to keep.

A stack is numbered as in a heap: 0 is an empty space, and a coral of colour ``c`` on stack ``s`` makes
stack ``4 * s + 1 + c``. The number tells every coral of the stack, the lowest included.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from games.reef.parts import CELLS, COLOURS, HIGHEST, Colour

Stack = int
Reef = tuple[Stack, ...]
"""Sixteen stacks in the order of :data:`games.reef.parts.CELL_NAMES`."""

EMPTY: Final[Stack] = 0
BARE: Final[Reef] = (EMPTY,) * CELLS
_WAYS: Final = len(COLOURS)


def on(stack: Stack, colour: int) -> Stack:
    """Return ``stack`` with a coral laid on top."""
    return _WAYS * stack + 1 + colour


def corals(stack: Stack) -> tuple[Colour, ...]:
    """Return the corals of a stack, the lowest first."""
    found: list[Colour] = []
    while stack:
        stack, colour = divmod(stack - 1, _WAYS)
        found.append(COLOURS[colour])
    return tuple(reversed(found))


STACKS: Final = sum(_WAYS**height for height in range(HIGHEST + 1))
HEIGHT: Final = tuple(len(corals(stack)) for stack in range(STACKS))
"""How many corals a stack has."""
TOP: Final = (-1, *((stack - 1) % _WAYS for stack in range(1, STACKS)))
"""The colour on top of a stack; -1 for an empty space."""


def built(reef: Reef, placed: tuple[tuple[int, Colour], ...]) -> Reef:
    """Return a reef with corals laid one after the other: pairs of a space and a colour."""
    spaces = list(reef)
    for cell, colour in placed:
        spaces[cell] = on(spaces[cell], colour)
    return tuple(spaces)


@lru_cache(maxsize=1 << 12)
def room(reef: Reef) -> tuple[int, int]:
    """Return the spaces with room for one coral at least, and for two, as bits by index."""
    one = two = 0
    bit = 1
    for stack in reef:
        height = HEIGHT[stack]
        if height < HIGHEST:
            one |= bit
            if height < HIGHEST - 1:
                two |= bit
        bit <<= 1
    return one, two

"""The components of Reef.

All numbers come from the published rules, unless a comment marks them as reconstructed or our own ruling. If
you own the game and find a reconstructed number wrong, this is the only file to change (docs/components.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final


class Colour(IntEnum):
    """The colours of corals."""

    YELLOW = 0
    RED = 1
    GREEN = 2
    PURPLE = 3

    @property
    def letter(self) -> str:
        """The colour's letter in tokens."""
        return COLOUR_LETTERS[self]


COLOUR_LETTERS: Final = "yrgp"
COLOURS: Final = tuple(Colour)

CORALS_PER_COLOUR_BY_SEAT_COUNT: Final = {
    2: 18,
    3: 24,
    4: 28,
}
"""Number of corals of each colour, by number of seats. The first corals are included."""
MAX_SEATS: Final = max(CORALS_PER_COLOUR_BY_SEAT_COUNT)
STARTING_POINTS: Final = 3
STARTING_HAND_SIZE: Final = 2
CORALS_PER_PLAY: Final = 2
"""Number of corals that a played card places, if the supply has them (RF-2.3)."""
MAX_HAND_SIZE: Final = 4
OPEN_CARD_COUNT: Final = 3
DECK_PRICE: Final = 1
MAX_STACK_HEIGHT: Final = 4

REEF_SIDE: Final = 4
CELL_COUNT: Final = REEF_SIDE * REEF_SIDE
COLUMN_LETTERS: Final = "abcd"
CELL_NAMES: Final = tuple(
    f"{COLUMN_LETTERS[cell % REEF_SIDE]}{cell // REEF_SIDE + 1}" for cell in range(CELL_COUNT)
)
READING_ORDER: Final = tuple(
    row * REEF_SIDE + column for row in reversed(range(REEF_SIDE)) for column in range(REEF_SIDE)
)
"""The spaces in the order in which a player reads the reef, from row 4, the farthest, to row 1."""
_CELL_BY_NAME: Final = {name: cell for cell, name in enumerate(CELL_NAMES)}


def parse_cell(name: str) -> int:
    """Return the index of the space with this name, counted row by row from the near edge.

    :raises KeyError: if there is no such space.
    """
    return _CELL_BY_NAME[name]


CENTRE_CELLS: Final = tuple(map(parse_cell, ("b3", "c3", "b2", "c2")))
FIXED_START_COLOURS: Final = (
    Colour.YELLOW,
    Colour.RED,
    Colour.GREEN,
    Colour.PURPLE,
)
"""Colours of the corals that start on :data:`CENTRE_CELLS`. Their order is our ruling."""


@dataclass(frozen=True, slots=True)
class PatternElement:
    """One space of a pattern."""

    column: int
    row: int
    colour: Colour | None
    """Colour that must be on top of the stack, or ``None`` for any colour (a joker)."""
    height: int = 0
    """Height that the stack must have, or 0 for any height."""
    is_min_height: bool = False
    """Whether higher stacks match as well."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card, with two corals and a pattern."""

    number: int
    corals: tuple[Colour, Colour]
    points: int
    pattern: tuple[PatternElement, ...]
    """Spaces of the pattern. A surround card has only one space, the centre."""
    ring: Colour | None = None
    """Colour of the corals that score around the centre of a surround card, or ``None`` for other cards."""

    @property
    def has_equal_corals(self) -> bool:
        """Whether both corals have the same colour."""
        return self.corals[0] == self.corals[1]


# Corals, points and pattern by the card's number. The rows of a pattern run from near to far,
# separated by slashes. A space is a colour letter or a joker *, with a height (+ for at least) or without. A
# dot is a space that doesn't matter. "y<r" is a yellow coral surrounded by red ones. The rules give the
# number of cards and six of their values. The cards themselves and all other values are reconstructed.
_FACE_BY_NUMBER: Final[dict[int, tuple[str, int, str]]] = {
    1: ("rr", 1, "y"),
    2: ("pp", 1, "y"),
    3: ("gg", 1, "r"),
    4: ("yy", 1, "r"),
    5: ("pp", 1, "g"),
    6: ("rr", 1, "g"),
    7: ("yy", 1, "p"),
    8: ("gg", 1, "p"),
    9: ("yy", 1, "*2"),
    10: ("rr", 2, "*3"),
    11: ("gg", 3, "*4"),
    12: ("pp", 3, "*4"),
    13: ("gg", 3, "y3"),
    14: ("rp", 5, "y4"),
    15: ("pp", 3, "r3"),
    16: ("gy", 5, "r4"),
    17: ("yy", 3, "g3"),
    18: ("pr", 5, "g4"),
    19: ("rr", 3, "p3"),
    20: ("yg", 5, "p4"),
    21: ("gp", 2, "y r"),
    22: ("rp", 2, "y g"),
    23: ("rg", 2, "y p"),
    24: ("yp", 2, "r g"),
    25: ("yg", 2, "r p"),
    26: ("yr", 2, "g p"),
    27: ("rr", 4, "y . . / . y . / . . y"),
    28: ("gg", 4, "y y y"),
    29: ("pp", 3, "y y / y ."),
    30: ("rg", 6, "y y / y y"),
    31: ("pp", 4, "y2 y2"),
    32: ("gg", 4, "r . . / . r . / . . r"),
    33: ("pp", 4, "r r r"),
    34: ("yy", 3, "r r / r ."),
    35: ("gp", 6, "r r / r r"),
    36: ("yy", 4, "r2 r2"),
    37: ("pp", 4, "g . . / . g . / . . g"),
    38: ("yy", 4, "g g g"),
    39: ("rr", 3, "g g / g ."),
    40: ("py", 6, "g g / g g"),
    41: ("rr", 4, "g2 g2"),
    42: ("yy", 4, "p . . / . p . / . . p"),
    43: ("rr", 4, "p p p"),
    44: ("gg", 3, "p p / p ."),
    45: ("yr", 6, "p p / p p"),
    46: ("gg", 4, "p2 p2"),
    47: ("gp", 4, "y2+ . / . r2+"),
    48: ("rr", 4, "y2+ . / . g2+"),
    49: ("gg", 4, "y2+ . / . p2+"),
    50: ("pp", 4, "r2+ . / . g2+"),
    51: ("yy", 4, "r2+ . / . p2+"),
    52: ("yr", 4, "g2+ . / . p2+"),
    53: ("gg", 2, "y<r"),
    54: ("pp", 2, "y<g"),
    55: ("pp", 2, "r<g"),
    56: ("yy", 2, "r<p"),
    57: ("yy", 2, "g<p"),
    58: ("rr", 2, "g<y"),
    59: ("rr", 2, "p<y"),
    60: ("gg", 2, "p<r"),
}


def _parse_element(text: str, column: int, row: int) -> PatternElement:
    colour = None if text[0] == "*" else Colour(COLOUR_LETTERS.index(text[0]))
    return PatternElement(column, row, colour, int(text[1:2] or 0), text.endswith("+"))


def _parse_pattern(text: str) -> tuple[PatternElement, ...]:
    return tuple(
        _parse_element(space, column, row)
        for row, line in enumerate(text.split(" / "))
        for column, space in enumerate(line.split())
        if space != "."
    )


def _parse_card(number: int, corals: str, points: int, text: str) -> Card:
    first, second = (Colour(COLOUR_LETTERS.index(letter)) for letter in corals)
    scored, _, ring = text.partition("<")
    surrounding = Colour(COLOUR_LETTERS.index(ring)) if ring else None
    return Card(number, (first, second), points, _parse_pattern(scored), surrounding)


CARDS: Final = {
    number: _parse_card(number, corals, points, text)
    for number, (corals, points, text) in _FACE_BY_NUMBER.items()
}

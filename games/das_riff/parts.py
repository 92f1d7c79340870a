"""The components of Das Riff.

All numbers come from the published rules, unless a comment marks them as derived, reconstructed or our own
ruling. If you own the game and find a reconstructed number wrong, this is the only file to change
(docs/components.md).
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final


class Colour(IntEnum):
    """The six colours of fish, worms and dice. White is reconstructed."""

    RED = 0
    YELLOW = 1
    BLUE = 2
    GREEN = 3
    PURPLE = 4
    WHITE = 5

    @property
    def letter(self) -> str:
        """The colour's letter in the notation."""
        return COLOUR_LETTERS[self]


COLOUR_LETTERS: Final = "rybgpw"
PEARL_LETTER: Final = "*"
COLOURS: Final = tuple(Colour)


class Sex(IntEnum):
    """Sex of a fish."""

    MALE = 0
    FEMALE = 1


Card = int
"""Kind of a reef card: 0 to 11 for a fish (:func:`make_fish`), then ``CORAL_CARD`` to ``WATER_CARD``."""

CORAL_CARD: Final = 12
PEARL_CARD: Final = 13
SHARK_CARD: Final = 14
WATER_CARD: Final = 15
CARD_KIND_COUNT: Final = 16


def make_fish(colour: int, sex: int) -> Card:
    """Return the kind of a fish card."""
    return colour * 2 + sex


def is_fish(card: Card) -> bool:
    """Return whether a card is a fish."""
    return 0 <= card < CORAL_CARD


def get_colour(card: Card) -> Colour:
    """Return the colour of a fish card."""
    return COLOURS[card >> 1]


def get_sex(card: Card) -> Sex:
    """Return the sex of a fish card."""
    return Sex(card & 1)


Brood = tuple[int, int]
"""A breeding card, as the indices of its two colours, the lower first."""

REEF_CARD_COUNT: Final = 60
DECKS: Final[dict[str, tuple[int, ...]]] = {
    # Counts by kind, all reconstructed. Fish: red, blue and purple have two males and one female,
    # yellow, green and white one male and two females.
    "a": (2, 1, 1, 2, 2, 1, 1, 2, 2, 1, 1, 2, 12, 5, 3, 22),
    "b": (2, 1, 1, 2, 2, 1, 1, 2, 2, 1, 1, 2, 12, 6, 4, 20),
}
BROODS: Final[tuple[Brood, ...]] = tuple((low, high) for low in range(6) for high in range(low, 6))
"""The breeding cards. Reconstructed: each pair of colours once, which fits the printed number of 21."""
OPEN_BROOD_COUNT: Final = 4
BOAT_COUNT: Final = 15
WORMS_PER_COLOUR: Final = 8

ROW_COUNT: Final = 4
COLUMN_COUNT: Final = 8
ROW_LETTERS: Final = "ABCD"
MAX_CORALS: Final = 5
MAX_BOATS: Final = COLUMN_COUNT
"""Maximum number of boats of a seat. Derived, because each boat has a column of its own."""
BOAT_PRICE: Final = 3
BROODS_TO_WIN: Final = 5
RESHUFFLE_DISCARD_SIZE: Final = 7
"""Number of discarded cards at which they are shuffled in: our default, from the Dutch rules."""
RESHUFFLE_DECK_SIZE: Final = 8
"""Size of the draw pile below which the discard pile is shuffled in, from the English rules."""
MAX_QUIET_TURNS: Final = 60
"""Number of turns in a row without a brood after which the match is a draw, by our ruling."""


def count_copies(card: Card, deck: str) -> int:
    """Return the number of copies of a card in the deck. The dots on a fish card show this number."""
    return DECKS[deck][card]


def name_cell(cell: int) -> str:
    """Return the name of a cell, such as ``B3``. Indices run row by row, each row from the sea edge."""
    return f"{ROW_LETTERS[cell // COLUMN_COUNT]}{cell % COLUMN_COUNT + 1}"


def parse_cell(name: str) -> int:
    """Return the index of the cell with this name.

    :raises ValueError: if there is no such cell.
    """
    if len(name) != 2 or name[0] not in ROW_LETTERS or name[1] not in "12345678":
        raise ValueError(name)
    return ROW_LETTERS.index(name[0]) * COLUMN_COUNT + int(name[1]) - 1

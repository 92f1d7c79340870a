"""The components of Coral Reef.

All numbers come from the published rules, unless a comment marks them as derived, reconstructed or our own
ruling. The tile counts are partly reconstructed. If you own the tiles and find an error, this is the only
file to change.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

LETTERS: Final = "23456789kqjat"
"""The ranks in the order of tokens: numbers, king, queen, jack, ace, and the ten last."""
VALUES: Final[dict[str, int]] = {
    **{str(number): number for number in range(2, 10)},
    "k": -3,
    "q": -2,
    "j": -1,
    "a": 1,
    "t": 0,
}
"""Number that each rank adds to the sum of a play. Faces subtract."""
NINE: Final = "9"
TEN: Final = "t"
FACES: Final = "kqj"
TEN_ON_TOP: Final = 10
TARGETS: Final[dict[str, int]] = {
    **{letter: value for letter, value in VALUES.items() if value > 0},
    TEN: TEN_ON_TOP,
}
"""Target that each rank sets on top of a stack, 1 to 10 (derived). Faces are never on top."""
BY_VALUE: Final = "a23456789tjqk"
"""The ranks in the order in which hands are shown."""

Card = int
"""A coral (card or tile): eight times its rank (an index into :data:`LETTERS`), plus the number of the copy.

Tiles start at :data:`FIRST_TILE`, so the number alone distinguishes cards from tiles.
"""

COPIES: Final = 8
"""Number of copies of each card, because there are two decks with four suits. For tiles, the number is
derived from the total number of tiles.
"""
CARDS: Final = "cards"
TILES: Final = "tiles"
RANKS: Final[dict[str, str]] = {
    CARDS: LETTERS,  # 104 cards
    TILES: "23456789at",  # no faces, and the total of 80 tiles is reconstructed
}

SEEDS: Final = 4
HAND: Final = 8
MOST_SEATS: Final = 6  # our ruling
REFORMS: Final = 5  # our ruling: a sixth new deck would end the round
ROUNDS_TO_WIN: Final = ("1", "2", "3", "5")  # our ruling


FIRST_TILE: Final = COPIES * len(LETTERS)
LETTER_OF: Final = tuple(letter for letter in LETTERS * 2 for _ in range(COPIES))
"""Rank of each card and tile."""
TARGET_OF: Final = tuple(TARGETS.get(letter, 0) for letter in LETTER_OF)
"""Target that each card and tile sets on top of a stack, or 0 for a face."""
_LETTERS: Final = "".join(LETTER_OF).ljust(256).encode()
"""Ranks of all cards and tiles, as a table for ``bytes.translate``."""


def make_card(letter: str, copy: int, corals: str = CARDS) -> Card:
    """Return one of the eight copies of a card or tile."""
    return LETTERS.index(letter) * COPIES + copy + (FIRST_TILE if corals == TILES else 0)


def is_tile(card: Card) -> bool:
    """Return whether a coral is a number tile rather than a playing card."""
    return card >= FIRST_TILE


def get_suit(card: Card) -> int:
    """Return the suit of a card, 0 to 3, for pictures. The rules don't use it."""
    return card % 4


@cache
def list_cards(corals: str) -> tuple[Card, ...]:
    """Return every card of a variant in ascending order."""
    return tuple(
        make_card(letter, copy, corals)
        for letter in LETTERS
        if letter in RANKS[corals]
        for copy in range(COPIES)
    )


def read_letters(cards: Sequence[Card]) -> str:
    """Return the ranks of cards as a string with one letter for each card."""
    return bytes(cards).translate(_LETTERS).decode()


def format_rank(letter: str, corals: str) -> str:
    """Return a rank as it is shown on a card or tile."""
    if corals == TILES:
        return str(VALUES[letter])
    return "10" if letter == TEN else letter.upper()

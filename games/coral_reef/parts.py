"""The components of Coral Reef.

All numbers come from the published rules, unless a comment marks them as derived, reconstructed or our own
ruling. The tile counts are partly reconstructed. If you own the tiles and find an error, this is the only
file to change.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

RANK_LETTERS: Final = "23456789kqjat"
"""The ranks in the order of tokens: numbers, king, queen, jack, ace, and the ten last."""
RANK_VALUES: Final[dict[str, int]] = {
    **{str(number): number for number in range(2, 10)},
    "k": -3,
    "q": -2,
    "j": -1,
    "a": 1,
    "t": 0,
}
"""Number that each rank adds to the sum of a play. Faces subtract."""
NINE_RANK: Final = "9"
TEN_RANK: Final = "t"
FACE_RANKS: Final = "kqj"
TEN_TARGET: Final = 10
"""Target that a ten sets: the sum that a play onto it must reach. A ten itself adds 0 to a sum."""
RANK_TARGETS: Final[dict[str, int]] = {
    **{letter: value for letter, value in RANK_VALUES.items() if value > 0},
    TEN_RANK: TEN_TARGET,
}
"""Target that each rank sets on top of a stack, 1 to 10 (derived). Faces are never on top."""
DISPLAY_RANK_ORDER: Final = "a23456789tjqk"
"""The ranks in the order in which a player's hand is shown."""

Card = int
"""A coral (card or tile): eight times its index into :data:`RANK_LETTERS`, plus the copy.

Tiles start at :data:`FIRST_TILE`, so the number alone distinguishes cards from tiles.
"""

CARD_COPIES: Final = 8
"""Number of copies of each card, from two decks with four suits. For tiles, it is derived."""
CARDS_VARIANT: Final = "cards"
TILES_VARIANT: Final = "tiles"
RANKS_BY_VARIANT: Final[dict[str, str]] = {
    CARDS_VARIANT: RANK_LETTERS,
    TILES_VARIANT: "23456789at",
}
"""Ranks of each variant: 104 cards, or 80 tiles without faces. The number of tiles is reconstructed."""

STARTING_STACK_COUNT: Final = 4
STARTING_HAND_SIZE: Final = 8
MAX_SEATS: Final = 6
"""Maximum number of seats, by our ruling."""
MAX_REFORMS: Final = 5
"""Number of new decks in a round. By our ruling, the round ends when another would be needed."""
ROUNDS_TO_WIN: Final = ("1", "2", "3", "5")
"""Choices of the number of rounds to win, by our ruling."""


FIRST_TILE: Final = CARD_COPIES * len(RANK_LETTERS)
LETTER_BY_CARD: Final = tuple(letter for letter in RANK_LETTERS * 2 for _ in range(CARD_COPIES))
TARGET_BY_CARD: Final = tuple(RANK_TARGETS.get(letter, 0) for letter in LETTER_BY_CARD)
"""Target that each card and tile sets on top of a stack, or 0 for a face."""
_LETTER_TABLE: Final = "".join(LETTER_BY_CARD).ljust(256).encode()
"""Ranks of all cards and tiles, as a table for ``bytes.translate``."""


def make_card(letter: str, copy: int, variant: str = CARDS_VARIANT) -> Card:
    """Return one of the eight copies of a card or tile."""
    return RANK_LETTERS.index(letter) * CARD_COPIES + copy + (FIRST_TILE if variant == TILES_VARIANT else 0)


def is_tile(card: Card) -> bool:
    """Return whether a coral is a number tile rather than a playing card."""
    return card >= FIRST_TILE


@cache
def list_cards(variant: str) -> tuple[Card, ...]:
    """Return every card of a variant in ascending order."""
    return tuple(
        make_card(letter, copy, variant)
        for letter in RANK_LETTERS
        if letter in RANKS_BY_VARIANT[variant]
        for copy in range(CARD_COPIES)
    )


def format_letters(cards: Sequence[Card]) -> str:
    """Return the ranks of cards as a string with one letter for each card."""
    return bytes(cards).translate(_LETTER_TABLE).decode()


def format_rank(letter: str, variant: str) -> str:
    """Return a rank as it is shown on a card or tile."""
    if variant == TILES_VARIANT:
        return str(RANK_VALUES[letter])
    return "10" if letter == TEN_RANK else letter.upper()

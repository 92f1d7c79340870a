"""Names of ranks and of sets of corals, as shown on cards and tiles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from games.coral_reef.parts import (
    CARDS_VARIANT,
    DISPLAY_RANK_ORDER,
    LETTER_BY_CARD,
    RANK_VALUES,
    TILES_VARIANT,
    Card,
    format_rank,
    is_tile,
)
from games.core.words import Words

MAX_LABEL_LENGTH: Final = 80
MAX_HINT_LENGTH: Final = 100
MAX_QUESTION_LENGTH: Final = 200
MAX_PHRASE_LENGTH: Final = 90
MINUS_SIGN: Final = "−"
NO_BREAK_SPACE: Final = "\u00a0"
MAX_UNCOUNTED_CORALS: Final = 10
"""Maximum number of corals to name one by one."""


def format_signed(value: int) -> str:
    """Return a number as text, with a typographic minus."""
    return f"{MINUS_SIGN}{-value}" if value < 0 else str(value)


def format_rank_with_value(letter: str, variant: str) -> str:
    """Return a rank and, if its value differs, the value in parentheses: ``K (−3)``."""
    name, value = format_rank(letter, variant), format_signed(RANK_VALUES[letter])
    return name if name == value else f"{name} ({value})"


def sort_letters(letters: Iterable[str]) -> str:
    """Return ranks in reading order, from the ace to the king."""
    return "".join(sorted(letters, key=DISPLAY_RANK_ORDER.index))


def format_corals(letters: Sequence[str], variant: str, w: Words) -> str:
    """Return corals in reading order, such as ``A, 4, 4, K``, with counts if there are many."""
    if len(letters) <= MAX_UNCOUNTED_CORALS:
        return ", ".join(format_rank(letter, variant) for letter in sort_letters(letters))
    parts = []
    for letter, run in groupby(sort_letters(letters)):
        n = len(list(run))
        name = format_rank(letter, variant)
        parts.append(name if n == 1 else w("{n} × {card}", n=n, card=name))
    return ", ".join(parts)


def find_variant(card: Card) -> str:
    """Return the variant of the game that a card or tile belongs to."""
    return TILES_VARIANT if is_tile(card) else CARDS_VARIANT


def name_rank(card: Card) -> str:
    """Return the name of the rank that a card or tile shows."""
    return format_rank(LETTER_BY_CARD[card], find_variant(card))


def name_ranks(cards: tuple[Card, ...]) -> str:
    """Return the ranks of cards in their given order, separated by spaces."""
    return " ".join(name_rank(card) for card in cards)


def sort_hand(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards of a hand sorted by rank in reading order, and equal ranks by card."""
    return tuple(sorted(cards, key=lambda card: (DISPLAY_RANK_ORDER.index(LETTER_BY_CARD[card]), card)))


def list_values(cards: Sequence[Card]) -> list[int]:
    """Return the value of each card."""
    return [RANK_VALUES[LETTER_BY_CARD[card]] for card in cards]


def list_terms(cards: Sequence[Card]) -> list[int]:
    """Return the value of each card for a sum that begins with a positive one, if there is one.

    They are in the order in which the picture shows the cards.
    """
    values = list_values(cards)
    values.insert(0, values.pop(next((index for index, value in enumerate(values) if value > 0), 0)))
    return values


def format_terms(terms: Sequence[int]) -> str:
    """Return values as a sum, such as "5 + 8 − 2"."""
    signed_terms = " ".join(f"{'+' if value >= 0 else MINUS_SIGN} {abs(value)}" for value in terms)
    return signed_terms.removeprefix("+ ")

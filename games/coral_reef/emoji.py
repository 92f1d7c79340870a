"""The custom emoji of Coral Reef."""

from __future__ import annotations

from typing import Final

from games.coral_reef.parts import CARDS, LETTER_OF, NINE, RANKS, TILES, Card, is_tile
from games.core.icons import Icon

_SIGNS: Final = {
    **{digit: f"{digit}\ufe0f\u20e3" for digit in "23456789"},
    "a": "🅰️",
    "t": "🔟",
    "j": "👑",
    "q": "👑",
    "k": "👑",
}
_THINGS: Final = {CARDS: "card", TILES: "tile"}
SEEDED: Final = "🌱"
ON_STACK: Final = "🎯"
ON_TOP: Final = "🔝"


def _make_art_key(letter: str, corals: str) -> str:
    return f"coral_reef/{_THINGS[corals]}_{letter}"


_RANKS: Final = {
    (letter, corals): Icon(_SIGNS[letter], _make_art_key(letter, corals))
    for corals, letters in RANKS.items()
    for letter in letters
}
ALL: Final = tuple(_RANKS.values())


def find_rank_icon(letter: str, corals: str) -> Icon:
    """Return the icon of a rank."""
    return _RANKS[letter, corals]


def make_top_icon(letter: str, corals: str) -> Icon:
    """Return the icon of a rank that may become the top of a stack."""
    return Icon(ON_TOP, _make_art_key(letter, corals))


def make_seed_icon(corals: str) -> Icon:
    """Return the icon of a nine that can be placed as a new stack."""
    return Icon(SEEDED, _make_art_key(NINE, corals))


def make_stack_icon(top: Card) -> Icon:
    """Return the icon of a stack. It shows the top card."""
    return Icon(ON_STACK, _make_art_key(LETTER_OF[top], TILES if is_tile(top) else CARDS))

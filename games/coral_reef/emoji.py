"""The custom emoji of Coral Reef."""

from __future__ import annotations

from typing import Final

from games.coral_reef.parts import (
    CARDS_VARIANT,
    LETTER_BY_CARD,
    NINE_RANK,
    RANKS_BY_VARIANT,
    TILES_VARIANT,
    Card,
    is_tile,
)
from games.core.icons import Icon

_EMOJI_BY_RANK: Final = {
    **{digit: f"{digit}\ufe0f\u20e3" for digit in "23456789"},
    "a": "🅰️",
    "t": "🔟",
    "j": "👑",
    "q": "👑",
    "k": "👑",
}
_ART_KEY_PREFIX_BY_VARIANT: Final = {CARDS_VARIANT: "card", TILES_VARIANT: "tile"}
SEED_EMOJI: Final = "🌱"
STACK_EMOJI: Final = "🎯"
TOP_EMOJI: Final = "🔝"


def _make_art_key(letter: str, variant: str) -> str:
    return f"coral_reef/{_ART_KEY_PREFIX_BY_VARIANT[variant]}_{letter}"


_ICON_BY_RANK: Final = {
    (letter, variant): Icon(_EMOJI_BY_RANK[letter], _make_art_key(letter, variant))
    for variant, letters in RANKS_BY_VARIANT.items()
    for letter in letters
}
ALL_ICONS: Final = tuple(_ICON_BY_RANK.values())


def find_rank_icon(letter: str, variant: str) -> Icon:
    """Return the icon of a rank as a card or as a tile."""
    return _ICON_BY_RANK[letter, variant]


def make_top_icon(letter: str, variant: str) -> Icon:
    """Return the icon of a rank that may become the top of a stack."""
    return Icon(TOP_EMOJI, _make_art_key(letter, variant))


def make_seed_icon(variant: str) -> Icon:
    """Return the icon of a nine that can be placed as a new stack."""
    return Icon(SEED_EMOJI, _make_art_key(NINE_RANK, variant))


def make_stack_icon(top: Card) -> Icon:
    """Return the icon of a stack, which shows the top card."""
    return Icon(
        STACK_EMOJI, _make_art_key(LETTER_BY_CARD[top], TILES_VARIANT if is_tile(top) else CARDS_VARIANT)
    )

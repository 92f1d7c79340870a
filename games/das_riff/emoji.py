"""The custom emoji of Das Riff."""

from __future__ import annotations

from typing import Final

from games.core.icons import Icon
from games.das_riff.parts import (
    COLOUR_LETTERS,
    COLOURS,
    CORAL_CARD,
    PEARL_CARD,
    SHARK_CARD,
    WATER_CARD,
    get_colour,
    get_sex,
    is_fish,
)
from games.das_riff.view import FACE_DOWN_CARD

_COLOUR_EMOJI: Final = ("🔴", "🟡", "🔵", "🟢", "🟣", "⚪")
_SEX_LETTERS: Final = "mf"


def _make_icon(emoji: str, drawing_name: str) -> Icon:
    return Icon(emoji, f"das_riff/{drawing_name}")


WORM_ICONS: Final = tuple(
    _make_icon(_COLOUR_EMOJI[colour], f"worm_{COLOUR_LETTERS[colour]}") for colour in COLOURS
)
_FISH_ICONS: Final = tuple(
    _make_icon(
        _COLOUR_EMOJI[get_colour(card)],
        f"fish_{COLOUR_LETTERS[get_colour(card)]}{_SEX_LETTERS[get_sex(card)]}",
    )
    for card in range(CORAL_CARD)
)
CORAL_ICON: Final = _make_icon("🪸", "coral")
PEARL_ICON: Final = _make_icon("🦪", "pearl")
SHARK_ICON: Final = _make_icon("🦈", "shark")
WATER_ICON: Final = _make_icon("🌊", "water")
FACE_DOWN_ICON: Final = _make_icon("🔄", "down")
MIXED_WORMS_ICON: Final = _make_icon("🪱", "worms")
BOAT_ICON: Final = _make_icon("⛵", "boat")
_OTHER_ICONS: Final = {
    CORAL_CARD: CORAL_ICON,
    PEARL_CARD: PEARL_ICON,
    SHARK_CARD: SHARK_ICON,
    WATER_CARD: WATER_ICON,
    FACE_DOWN_CARD: FACE_DOWN_ICON,
}
ALL_ICONS: Final = (*WORM_ICONS, *_FISH_ICONS, *_OTHER_ICONS.values(), MIXED_WORMS_ICON, BOAT_ICON)


def find_card_icon(card: int) -> Icon:
    """Return the emoji for the contents of a cell: a card, a face-down card or a gap."""
    return _FISH_ICONS[card] if is_fish(card) else _OTHER_ICONS.get(card, WATER_ICON)

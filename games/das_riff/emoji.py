"""The custom emoji of Das Riff."""

from __future__ import annotations

from typing import Final

from games.core.icons import Icon
from games.das_riff.parts import COLOURS, CORAL, LETTERS, PEARL, SHARK, WATER, get_colour, get_sex, is_fish
from games.das_riff.view import DOWN

_SIGNS: Final = ("🔴", "🟡", "🔵", "🟢", "🟣", "⚪")
_SEXES: Final = "mf"


def _make_icon(sign: str, thing: str) -> Icon:
    return Icon(sign, f"das_riff/{thing}")


WORM_ICONS: Final = tuple(_make_icon(_SIGNS[colour], f"worm_{LETTERS[colour]}") for colour in COLOURS)
"""Icons of worms, by colour."""
_FISH_ICONS: Final = tuple(
    _make_icon(_SIGNS[get_colour(card)], f"fish_{LETTERS[get_colour(card)]}{_SEXES[get_sex(card)]}")
    for card in range(CORAL)
)
CORAL_ICON: Final = _make_icon("🪸", "coral")
PEARL_ICON: Final = _make_icon("🦪", "pearl")
SHARK_ICON: Final = _make_icon("🦈", "shark")
WATER_ICON: Final = _make_icon("🌊", "water")
DOWN_ICON: Final = _make_icon("🔄", "down")
MIXED_ICON: Final = _make_icon("🪱", "worms")
"""Icon for worms of any colour."""
BOAT_ICON: Final = _make_icon("⛵", "boat")
_OTHERS: Final = {CORAL: CORAL_ICON, PEARL: PEARL_ICON, SHARK: SHARK_ICON, WATER: WATER_ICON, DOWN: DOWN_ICON}
ALL: Final = (*WORM_ICONS, *_FISH_ICONS, *_OTHERS.values(), MIXED_ICON, BOAT_ICON)


def find_card_icon(card: int) -> Icon:
    """Return the emoji for the contents of a cell: a card, a face-down card or a gap."""
    return _FISH_ICONS[card] if is_fish(card) else _OTHERS.get(card, WATER_ICON)

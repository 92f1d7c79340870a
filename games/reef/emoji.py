"""The custom emoji of Reef."""

from __future__ import annotations

from typing import Final

from games.core.icons import Icon
from games.reef.parts import CARDS, COLOUR_LETTERS, COLOURS, Card

_COLOUR_EMOJI: Final = ("🟡", "🔴", "🟢", "🟣")


def _make_icon(emoji: str, drawing_name: str) -> Icon:
    return Icon(emoji, f"reef/{drawing_name}")


COLOUR_ICONS: Final = tuple(
    _make_icon(_COLOUR_EMOJI[colour], f"coral_{COLOUR_LETTERS[colour]}") for colour in COLOURS
)
_ICON_BY_CORAL_PAIR: Final = {
    corals: _make_icon(
        _COLOUR_EMOJI[corals[0]], "pair_" + "".join(COLOUR_LETTERS[colour] for colour in corals)
    )
    for corals in dict.fromkeys(card.corals for card in CARDS.values())
}
DECK_ICON: Final = _make_icon("🎴", "deck")
TAKE_ICON: Final = _make_icon("🃏", "deck")
CORALS_ICON: Final = _make_icon("🪸", "corals")
ALL_ICONS: Final = (
    *COLOUR_ICONS,
    *_ICON_BY_CORAL_PAIR.values(),
    DECK_ICON,
    CORALS_ICON,
)


def find_card_icon(card: Card) -> Icon:
    """Return the icon with a card's two corals."""
    return _ICON_BY_CORAL_PAIR[card.corals]

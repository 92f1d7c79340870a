"""The small pictures of Reef."""

from __future__ import annotations

from typing import Final

from games.core.icons import Icon
from games.reef.parts import CARDS, COLOURS, HIGHEST, LETTERS, Card
from games.reef.stacks import EMPTY, HEIGHT, TOP, Stack

_SIGNS: Final = ("🟡", "🔴", "🟢", "🟣")


def _icon(sign: str, thing: str) -> Icon:
    return Icon(sign, f"reef/{thing}")


COLOUR_ICONS: Final = tuple(_icon(_SIGNS[colour], f"coral_{LETTERS[colour]}") for colour in COLOURS)
"""By colour."""
_STACK_ICONS: Final[dict[tuple[int, int], Icon]] = {
    (colour, height): _icon(_SIGNS[colour], f"stack_{LETTERS[colour]}{height}")
    for colour in COLOURS
    for height in range(1, HIGHEST + 1)
}
_PAIR_ICONS: Final = {
    corals: _icon(_SIGNS[corals[0]], "pair_" + "".join(LETTERS[colour] for colour in corals))
    for corals in dict.fromkeys(card.corals for card in CARDS.values())
}
EMPTY_ICON: Final = _icon("🌊", "water")
DECK_ICON: Final = _icon("🎴", "deck")
TAKE_ICON: Final = _icon("🃏", "deck")
CORALS_ICON: Final = _icon("🪸", "corals")
ALL: Final = (
    *COLOUR_ICONS,
    *_STACK_ICONS.values(),
    *_PAIR_ICONS.values(),
    EMPTY_ICON,
    DECK_ICON,
    CORALS_ICON,
)


def stack_icon(stack: Stack) -> Icon:
    """Return the picture of what a space shows from above."""
    return EMPTY_ICON if stack == EMPTY else _STACK_ICONS[TOP[stack], HEIGHT[stack]]


def card_icon(card: Card) -> Icon:
    """Return the picture of the two corals that a card brings."""
    return _PAIR_ICONS[card.corals]

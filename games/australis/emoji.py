"""The custom emoji of Australis."""

from __future__ import annotations

from typing import Final

from games.australis.parts import CARD_CODES, DIE_OF, KINDS
from games.core.icons import Icon

_DICE: Final = ("⬜", "🟨", "🟦", "🟪", "🟥")
"""Fallback emoji for dice, by colour."""
_FUNCTIONS: Final = ("⭐", "🐟", "🐢", "🪸", "🎲")
"""Fallback emoji for cards, by function."""


def _make_icon(sign: str, thing: str) -> Icon:
    return Icon(sign, f"australis/{thing}")


DIE_ICONS: Final = {code: _make_icon(_DICE[die.colour], f"die_{code}") for code, die in DIE_OF.items()}
"""Icons of die faces, by code."""
CARD_ICONS: Final = {
    code: _make_icon(_FUNCTIONS[function], f"card_{code}")
    for code, (function, _) in zip(CARD_CODES, KINDS, strict=True)
}
"""Icons of cards, by code."""
CORAL_ICON: Final = _make_icon("🪸", "coral")
GOLD_ICON: Final = _make_icon("🥇", "gold")
SILVER_ICON: Final = _make_icon("🥈", "silver")
ALL: Final = (*DIE_ICONS.values(), *CARD_ICONS.values(), CORAL_ICON, GOLD_ICON, SILVER_ICON)

"""The custom emoji of Australis."""

from __future__ import annotations

from typing import Final

from games.australis.parts import CARD_CODES, CARD_KINDS, DIE_BY_CODE
from games.core.icons import Icon

_DIE_EMOJI: Final = ("⬜", "🟨", "🟦", "🟪", "🟥")
"""Fallback emoji for dice, by colour."""
_FUNCTION_EMOJI: Final = ("⭐", "🐟", "🐢", "🪸", "🎲")
"""Fallback emoji for cards, by function."""


def _make_icon(emoji: str, drawing_name: str) -> Icon:
    return Icon(emoji, f"australis/{drawing_name}")


DIE_ICON_BY_CODE: Final = {
    code: _make_icon(_DIE_EMOJI[die.colour], f"die_{code}") for code, die in DIE_BY_CODE.items()
}
CARD_ICON_BY_CODE: Final = {
    code: _make_icon(_FUNCTION_EMOJI[function], f"card_{code}")
    for code, (function, _) in zip(CARD_CODES, CARD_KINDS, strict=True)
}
CORAL_ICON: Final = _make_icon("🪸", "coral")
GOLD_ICON: Final = _make_icon("🥇", "gold")
SILVER_ICON: Final = _make_icon("🥈", "silver")
ALL_ICONS: Final = (
    *DIE_ICON_BY_CODE.values(),
    *CARD_ICON_BY_CODE.values(),
    CORAL_ICON,
    GOLD_ICON,
    SILVER_ICON,
)

"""Chooses the emoji shown before each player in the result of a match."""

from __future__ import annotations

from games.core.outcome import FORFEITED_ENDING, RESIGNED_ENDING

PLACE_MEDALS = ("🥇", "🥈", "🥉", "4️⃣", "5️⃣", "6️⃣")
QUITTER_EMOJI_BY_ENDING = {RESIGNED_ENDING: "🏳️", FORFEITED_ENDING: "⌛"}
DRAW_EMOJI = "🤝"


def choose_medal(place: int, ending: str, *, drawn: bool) -> str:
    """Return the emoji for a place in the result.

    After a resignation or a forfeit, only the winner gets a medal.
    """
    if drawn:
        return DRAW_EMOJI
    medal = PLACE_MEDALS[min(place, len(PLACE_MEDALS)) - 1]
    return medal if place == 1 else QUITTER_EMOJI_BY_ENDING.get(ending, medal)

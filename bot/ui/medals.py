"""Chooses the emoji shown before each player in the result of a match."""

from __future__ import annotations

from games.core.outcome import FORFEITED_ENDING, RESIGNED_ENDING

MEDALS_BY_PLACEMENT = ("🥇", "🥈", "🥉", "4️⃣", "5️⃣", "6️⃣")
QUITTER_EMOJI_BY_ENDING = {RESIGNED_ENDING: "🏳️", FORFEITED_ENDING: "⌛"}
DRAW_EMOJI = "🤝"


def choose_medal(placement: int, ending: str, *, is_draw: bool) -> str:
    """Return the emoji for a placement in the result.

    After a resignation or a forfeit, only the winner gets a medal.
    """
    if is_draw:
        return DRAW_EMOJI
    medal = MEDALS_BY_PLACEMENT[min(placement, len(MEDALS_BY_PLACEMENT)) - 1]
    return medal if placement == 1 else QUITTER_EMOJI_BY_ENDING.get(ending, medal)

"""The emoji before a seat after a match: a medal, a handshake, or how the match ended."""

from __future__ import annotations

from games.core.outcome import FORFEITED, RESIGNED

MEDALS = ("🥇", "🥈", "🥉", "4️⃣", "5️⃣", "6️⃣")
QUIT = {RESIGNED: "🏳️", FORFEITED: "⌛"}
DRAWN = "🤝"


def choose_medal(place: int, ending: str, *, drawn: bool) -> str:
    """Return the emoji of a place. After a resignation or a forfeit, only the winner gets a medal.

    :param drawn: whether nobody won.
    """
    if drawn:
        return DRAWN
    medal = MEDALS[min(place, len(MEDALS)) - 1]
    return medal if place == 1 else QUIT.get(ending, medal)

"""The sign before a seat once its match has ended: a medal, hands shaken, or that it was given up."""

from __future__ import annotations

from games.core.outcome import FORFEITED, RESIGNED

MEDALS = ("🥇", "🥈", "🥉", "4️⃣", "5️⃣", "6️⃣")
QUIT = {RESIGNED: "🏳️", FORFEITED: "⌛"}
DRAWN = "🤝"


def choose_medal(place: int, ending: str, *, drawn: bool) -> str:
    """Return the sign of a place; whoever ended the match by leaving it has none for its place.

    :param drawn: nobody won.
    """
    if drawn:
        return DRAWN
    medal = MEDALS[min(place, len(MEDALS)) - 1]
    return medal if place == 1 else QUIT.get(ending, medal)

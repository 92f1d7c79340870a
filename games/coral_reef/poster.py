"""The picture of Coral Reef in lobbies."""

from __future__ import annotations

from typing import Final

from games.core.picture import Piece, Poster
from games.core.words import N_, Msg

POSTER: Final = Poster(
    "coral_reef",
    (
        Piece("back_112", 470, 318, 1.0, 22),
        Piece("held_card_a", 560, 226, 1.28, 16),
        Piece("held_card_7", 660, 196, 1.28, 6),
        Piece("held_card_4", 765, 200, 1.28, -5),
        Piece("card_k_176", 872, 226, 1.15, -15),
        Piece("buoy_84", 950, 350, 1.0),
    ),
    Msg(N_("a fan of playing cards grown over with coral, a king among them, and a lifebuoy")),
)

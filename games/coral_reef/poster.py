"""The picture of Coral Reef in lobbies."""

from __future__ import annotations

from typing import Final

from games.core.picture import Piece, Poster
from games.core.words import N_, Msg

POSTER: Final = Poster(
    "coral_reef",
    (
        Piece("back_112", 484, 300, 1.0, 26),
        Piece("held_card_a", 556, 226, 1.28, 16),
        Piece("held_card_7", 652, 196, 1.28, 6),
        Piece("held_card_4", 754, 200, 1.28, -5),
        Piece("card_k_176", 858, 224, 1.15, -15),
        Piece("buoy_84", 930, 342, 1.05),
    ),
    Msg(N_("a fan of playing cards grown over with coral, a king among them, and a lifebuoy")),
)

"""What Coral Reef shows of itself before a match."""

from __future__ import annotations

from typing import Final

from games.core.picture import Piece, Poster
from games.core.words import N_, Msg

POSTER: Final = Poster(
    "coral_reef",
    (
        Piece("back_112", 470, 318, 1.0, 22),
        Piece("card_a_176", 560, 226, 1.1, 16),
        Piece("card_7_176", 660, 196, 1.1, 6),
        Piece("card_4_176", 765, 200, 1.1, -5),
        Piece("card_k_176", 872, 226, 1.15, -15),
        Piece("buoy_84", 950, 350, 1.0),
    ),
    Msg(N_("a fan of playing cards grown over with coral, a king among them, and a lifebuoy")),
)

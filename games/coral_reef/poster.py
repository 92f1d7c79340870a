"""The picture in lobbies of Coral Reef."""

from __future__ import annotations

from typing import Final

from games.core.picture import Piece, Poster
from games.core.words import N_, Msg

POSTER: Final = Poster(
    "coral_reef",
    (
        Piece("buoy_84", 414, 340, 1.2, 8),
        Piece("back_112", 496, 296, 1.1, 26),
        Piece("held_card_a", 566, 222, 1.42, 16),
        Piece("held_card_7", 662, 190, 1.42, 7),
        Piece("held_card_4", 758, 190, 1.42, -3),
        Piece("card_k_176", 858, 212, 1.24, -13),
    ),
    Msg(N_("a fan of playing cards grown over with coral, a king among them, and a lifebuoy")),
)

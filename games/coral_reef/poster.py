"""The picture in lobbies of Coral Reef."""

from __future__ import annotations

from typing import Final

from games.core.picture import Poster, PosterPiece
from games.core.words import N_, Msg

POSTER: Final = Poster(
    "coral_reef",
    (
        PosterPiece("buoy_84", 414, 340, 1.2, 8),
        PosterPiece("back_112", 496, 296, 1.1, 26),
        PosterPiece("held_card_a", 566, 222, 1.42, 16),
        PosterPiece("held_card_7", 662, 190, 1.42, 7),
        PosterPiece("held_card_4", 758, 190, 1.42, -3),
        PosterPiece("card_k_176", 858, 212, 1.24, -13),
    ),
    Msg(N_("a fan of playing cards grown over with coral, a king among them, and a lifebuoy")),
)

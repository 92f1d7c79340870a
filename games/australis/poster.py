"""The picture in lobbies of Australis."""

from __future__ import annotations

from typing import Final

from games.core.picture import Poster, PosterPiece
from games.core.words import N_, Msg

POSTER: Final = Poster(
    "australis",
    (
        PosterPiece("reef_5", 840, 300, 1.04, 0),
        PosterPiece("large_0", 780, 318, 0.95),
        PosterPiece("large_2", 845, 324, 0.95),
        PosterPiece("large_3", 910, 318, 0.95),
        PosterPiece("die72_b5", 560, 316, 1.3, 12),
        PosterPiece("die72_y40", 660, 338, 1.3, -10),
        PosterPiece("die72_r7", 940, 90, 1.3, -14),
        PosterPiece("turtle_1", 824, 82, 1.9, 22),
        PosterPiece("turtle_3", 744, 150, 1.9, 4),
        PosterPiece("turtle_0", 596, 134, 3.0, 14),
    ),
    Msg(N_("three turtles swimming in the current, dice, and corals on a reef")),
)

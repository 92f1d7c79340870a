"""The picture in lobbies of Das Riff."""

from __future__ import annotations

from typing import Final

from games.core.picture import Poster, PosterPiece
from games.core.words import N_, Msg

POSTER: Final = Poster(
    "das_riff",
    (
        PosterPiece("shark", 905, 112, 1.31, -8),
        PosterPiece("pearl", 925, 298, 1.05, 10),
        PosterPiece("fish_bm", 770, 92, 1.18, 7),
        PosterPiece("reef_gf", 800, 288, 1.22, -6),
        PosterPiece("fish_yf", 655, 262, 1.53, -9),
        PosterPiece("fish_rm", 560, 120, 1.66, 8),
        PosterPiece("boat_0", 352, 306, 1.52, 3),
    ),
    Msg(N_("fish cards in red, yellow and blue, a shark, a pearl and a small boat on the sea")),
)

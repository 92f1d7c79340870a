"""The picture in lobbies of Reef."""

from __future__ import annotations

from typing import Final

from games.core.picture import Poster, PosterPiece
from games.core.words import N_, Msg

_POSTER_STACKS = (
    (490, 330, "pr"),
    (648, 336, "ygpr"),
    (806, 330, "gy"),
    (896, 262, "rpg"),
)
_STACK_STEP = 58


def _make_stack(x: int, y: int, colours: str) -> tuple[PosterPiece, ...]:
    """Return a stack of corals, with its height as a number on the top one."""
    top = len(colours)
    return tuple(
        PosterPiece(f"large_{colour}{top if height == top else 1}", x, y - (height - 1) * _STACK_STEP)
        for height, colour in enumerate(colours, 1)
    )


POSTER: Final = Poster(
    "reef",
    (
        PosterPiece("card_22", 462, 118, 0.95, 12),
        *_make_stack(*_POSTER_STACKS[3]),
        *_make_stack(*_POSTER_STACKS[0]),
        *_make_stack(*_POSTER_STACKS[2]),
        *_make_stack(*_POSTER_STACKS[1]),
    ),
    Msg(N_("stacks of coral blocks in yellow, red, green and purple, and a card that scores them")),
)

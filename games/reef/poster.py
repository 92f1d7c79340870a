"""What Reef shows of itself before a match."""

from __future__ import annotations

from typing import Final

from games.core.picture import Piece, Poster
from games.core.words import N_, Msg

_STACKS = (
    (520, 330, "pr"),
    (672, 336, "ygpr"),
    (824, 330, "gy"),
    (924, 262, "rpg"),
)
_STEP = 58


def _stack(x: int, y: int, colours: str) -> tuple[Piece, ...]:
    """Return corals on each other, the height of the uppermost written on it."""
    return tuple(
        Piece(f"large_{colour}{height}", x, y - (height - 1) * _STEP)
        for height, colour in enumerate(colours, 1)
    )


POSTER: Final = Poster(
    "reef",
    (
        Piece("card_22", 500, 110, 0.95, 12),
        *_stack(*_STACKS[3]),
        *_stack(*_STACKS[0]),
        *_stack(*_STACKS[2]),
        *_stack(*_STACKS[1]),
    ),
    Msg(N_("stacks of coral blocks in yellow, red, green and purple, and a card that scores them")),
)

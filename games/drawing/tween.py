"""The frames of a film in which pieces move from one position to the next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from PIL import Image

from games.core.picture import Move
from games.drawing.reduction import REDUCTION, reduced_sprite

FRAMES: Final = 4
"""Frames in which one piece moves."""
TICKS: Final = 7
"""How long each of them stays, in hundredths of a second."""
MOST: Final = 6
"""Of more pieces that move in a turn, these many are seen."""
FEW: Final = 3
"""Maximum number of pieces that move one after the other; more overlap in time."""

LONGEST: Final = TICKS * (FRAMES + max(2 * (FEW - 1), MOST - 1))
"""How long the pieces of a turn move at most."""


def tween(before: Image.Image, after: Image.Image, moves: Sequence[Move], name: str) -> Iterator[Image.Image]:
    """Draw pieces on their way over the picture before.

    :param after: the picture that follows, for the places that pieces leave.
    :param name: the atlas of their sprites.
    """
    moving = [(reduced_sprite(name, move.sprite), move) for move in moves[:MOST]]
    late = 2 if len(moving) <= FEW else 1
    ground = before
    for frame in range(FRAMES + late * (len(moving) - 1) if moving else 0):
        for sprite, move in moving[frame // late : frame // late + 1] if frame % late == 0 else ():
            if move.lifted:
                x, y = (part // REDUCTION for part in move.way[0])
                box = (x, y, x + sprite.size[0], y + sprite.size[1])
                ground = ground.copy()
                ground.paste(after.crop(box), box)
        picture = ground.copy()
        for number, (sprite, move) in enumerate(moving):
            passed = frame + 1 - late * number
            if passed > 0:
                picture.paste(sprite.image, place(move, min(passed, FRAMES) / FRAMES), sprite.mask)
        yield picture


def place(move: Move, share: float) -> tuple[int, int]:
    """Return where a piece is on its way, which it begins and ends slowly."""
    eased = share * share * (3 - 2 * share) * (len(move.way) - 1)
    first = min(int(eased), len(move.way) - 2)
    (ax, ay), (bx, by) = move.way[first : first + 2]
    rest = eased - first
    return round((ax + (bx - ax) * rest) / REDUCTION), round((ay + (by - ay) * rest) / REDUCTION)

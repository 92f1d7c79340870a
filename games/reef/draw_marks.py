"""Marks corals that scored with gold rings, and with links between those of one match."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Final

from PIL import Image, ImageDraw

from games.core.picture import GOLD, INK, Box
from games.drawing import palette
from games.drawing.canvas import CORNER
from games.drawing.sprites import Sprite, make_masked
from games.reef.matching import PatternMatch
from games.reef.parts import SIDE

if TYPE_CHECKING:
    from games.drawing.canvas import Canvas

RING: Final = ((INK, 3), (GOLD, 8), (INK, 2))
"""Colours and widths of the ring around a coral that scored, from outside."""
RING_GAP: Final = 7
"""Distance of the ring from the face of the coral."""
LINK: Final = ((INK, 24), (GOLD, 14))
"""Colours and widths of the band that links two corals of a scoring pattern, the outer one first."""
LINK_OVERLAP: Final = 3
"""Overlap of a link with each face that it joins."""


def list_links(spaces: PatternMatch, *, around: bool) -> list[tuple[int, int]]:
    """Return the pairs of spaces of a match to link.

    :param around: link the first space with all others; otherwise link neighbours or, without any, diagonals.
    """
    if around:
        return [(spaces[0], other) for other in spaces[1:]]
    pairs = [(abs(a // SIDE - b // SIDE), abs(a % SIDE - b % SIDE), a, b) for a, b in combinations(spaces, 2)]
    beside = [(a, b) for rows, columns, a, b in pairs if rows + columns == 1]
    return beside or [(a, b) for rows, columns, a, b in pairs if rows == columns == 1]


def put_scored(canvas: Canvas, face: Box) -> None:
    """Draw the ring around a coral that scored."""
    canvas.put(_make_ring(face.w, face.h), face.x - RING_GAP, face.y - RING_GAP)


@lru_cache(maxsize=8)
def _make_ring(width: int, height: int) -> Sprite:
    image = Image.new("P", (width + 2 * RING_GAP, height + 2 * RING_GAP), palette.CLEAR)
    pen = ImageDraw.Draw(image)
    inset = 0
    for colour, thick in RING:
        box = (inset, inset, image.width - 1 - inset, image.height - 1 - inset)
        pen.rounded_rectangle(box, CORNER + RING_GAP - inset, outline=palette.find_index(colour), width=thick)
        inset += thick
    return make_masked(image)


def put_link(canvas: Canvas, one: Box, other: Box) -> None:
    """Draw a link between the edges of two faces."""
    start, end = _find_near_point(one, other), _find_near_point(other, one)
    sprite, left, top = _make_link(end[0] - start[0], end[1] - start[1])
    canvas.put(sprite, start[0] + left, start[1] + top)


def _find_near_point(face: Box, other: Box) -> tuple[int, int]:
    """Return the point of a face, a little inside its edge, that is nearest to the centre of another."""
    x = min(max(other.x + other.w // 2, face.x + LINK_OVERLAP), face.x + face.w - LINK_OVERLAP)
    y = min(max(other.y + other.h // 2, face.y + LINK_OVERLAP), face.y + face.h - LINK_OVERLAP)
    return x, y


@lru_cache(maxsize=256)
def _make_link(across: int, down: int) -> tuple[Sprite, int, int]:
    """Return the picture of a link of this width and height, and the offset of its upper left corner."""
    pad = LINK[0][1] // 2 + 1
    left, top = min(0, across) - pad, min(0, down) - pad
    image = Image.new("P", (abs(across) + 2 * pad, abs(down) + 2 * pad), palette.CLEAR)
    pen = ImageDraw.Draw(image)
    ends = (-left, -top), (across - left, down - top)
    for colour, wide in LINK:
        fill = palette.find_index(colour)
        pen.line(ends, fill, wide)
        for x, y in ends:
            pen.ellipse((x - wide // 2, y - wide // 2, x + wide // 2, y + wide // 2), fill)
    return make_masked(image), left, top

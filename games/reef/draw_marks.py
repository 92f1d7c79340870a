"""Marks corals that scored with gold rings, and connects adjacent rings of a match with bands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Final

from PIL import Image, ImageDraw

from games.core.picture import GOLD_COLOUR, INK_COLOUR, Box
from games.drawing import palette
from games.drawing.canvas import CORNER_RADIUS
from games.drawing.sprites import Sprite, make_masked_sprite
from games.reef.matching import PatternMatch
from games.reef.parts import REEF_SIDE

if TYPE_CHECKING:
    from games.drawing.canvas import Canvas

RING_LINES: Final = ((INK_COLOUR, 2), (GOLD_COLOUR, 8), (INK_COLOUR, 1))
"""Colours and widths of the ring around a coral that scored, from the outside in."""
RING_GAP: Final = 5
"""Number of pixels by which the ring extends beyond the coral's face, so that it touches no other ring."""
NEW_RING_INSETS: Final = (-2, 2)
"""Distance of the box of a new coral's ring from the edges of its face, on a small and on a large reef.

A ring on a small reef is partly outside the face, so that it doesn't cut the coral's symbol.
"""
LINK_EDGE_LINE: Final = (INK_COLOUR, 24)
LINK_LINE: Final = (GOLD_COLOUR, 16)
"""Colour and width of the band between two rings, and of its edge below (``LINK_EDGE_LINE``)."""


def list_links(spaces: PatternMatch, *, joins_first_only: bool) -> list[tuple[int, int]]:
    """Return the pairs of a match's spaces that share an edge and so are joined by a band.

    Bands between diagonal neighbours would cross the sides of stacks and look broken.

    :param joins_first_only: whether to join only the first space with its neighbours.
    """
    pairs = (
        [(spaces[0], other) for other in spaces[1:]] if joins_first_only else list(combinations(spaces, 2))
    )
    return [
        (a, b)
        for a, b in pairs
        if abs(a // REEF_SIDE - b // REEF_SIDE) + abs(a % REEF_SIDE - b % REEF_SIDE) == 1
    ]


@lru_cache(maxsize=8)
def _make_ring(width: int, height: int) -> Sprite:
    image = Image.new("P", (width + 2 * RING_GAP, height + 2 * RING_GAP), palette.CLEAR_INDEX)
    pen = ImageDraw.Draw(image)
    inset = 0
    for colour, thick in RING_LINES:
        box = (inset, inset, image.width - 1 - inset, image.height - 1 - inset)
        pen.rounded_rectangle(
            box, CORNER_RADIUS + RING_GAP - inset, outline=palette.find_index(colour), width=thick
        )
        inset += thick
    return make_masked_sprite(image)


def inset_box(box: Box, inset: int) -> Box:
    """Return a box that is smaller by ``inset`` pixels on each side."""
    return Box(box.x + inset, box.y + inset, box.w - 2 * inset, box.h - 2 * inset)


def put_scored_marks(canvas: Canvas, faces: Iterable[Box], links: Sequence[tuple[Box, Box]]) -> None:
    """Draw rings around corals that scored, and bands between them, beside the corals' faces."""
    for one, other in links:
        _put_link(canvas, one, other, *LINK_EDGE_LINE)
    for face in faces:
        canvas.put(_make_ring(face.w, face.h), face.x - RING_GAP, face.y - RING_GAP)
    for one, other in links:
        _put_link(canvas, one, other, *LINK_LINE)


def _put_link(canvas: Canvas, one: Box, other: Box, colour: str, thickness: int) -> None:
    """Draw a band between the edges of two coral faces."""
    start_x, end_x = _join_spans(one.x, one.x + one.w, other.x, other.x + other.w)
    start_y, end_y = _join_spans(one.y, one.y + one.h, other.y, other.y + other.h)
    sprite, left, top = _make_link(end_x - start_x, end_y - start_y, colour, thickness)
    canvas.put(sprite, start_x + left, start_y + top)


def _join_spans(first: int, last: int, other: int, end: int) -> tuple[int, int]:
    """Return the two ends of a band between two spans: the middle of their overlap, or their nearest ends."""
    low, high = max(first, other), min(last, end)
    if low < high:
        return (low + high) // 2, (low + high) // 2
    return (last, other) if other >= last else (first, end)


@lru_cache(maxsize=512)
def _make_link(across: int, down: int, colour: str, thickness: int) -> tuple[Sprite, int, int]:
    """Return a band's sprite, and its upper left corner relative to the band's start."""
    pad = thickness // 2 + 1
    left, top = min(0, across) - pad, min(0, down) - pad
    image = Image.new("P", (abs(across) + 2 * pad, abs(down) + 2 * pad), palette.CLEAR_INDEX)
    pen = ImageDraw.Draw(image)
    ends = (-left, -top), (across - left, down - top)
    pen.line(ends, palette.find_index(colour), thickness)
    return make_masked_sprite(image), left, top

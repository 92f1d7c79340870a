"""Marks shared by all boards: what the last move changed, where a piece came from, what is empty.

They are wide and two-toned, so that they are visible on a phone, in grey, and on any background.
"""

from __future__ import annotations

import math
from functools import cache, lru_cache
from typing import Final

from PIL import Image, ImageDraw

from games.core.picture import INK, RING_OUT, WHITE
from games.drawing import palette
from games.drawing.canvas import Canvas
from games.drawing.sprites import Sprite, make_masked

RING: Final = ((INK, 5), (WHITE, 8), (INK, 3))
"""Colours and widths of the lines of a ring around a change, from the outside in."""
LIGHT_RING: Final = ((INK, 3), (WHITE, 5), (INK, 2))
"""The ring around a secondary change, such as a price that was paid."""
LIGHT_OUT: Final = 5
CORNER: Final = 12
TRAIL: Final = (10, 20)
"""Width of a trail at its start and at its end."""
HEAD: Final = (60, 46)
"""Width and length of the arrowhead at the end of a trail."""
TRAIL_EDGE: Final = 5
DOT: Final = 17
"""Radius of the disc at the start of a trail."""
HOLE: Final = 7
STRIPS: Final = 4
VEIL: Final = 0.55
"""How much of a trail's band covers the pieces below it."""
BEND: Final = 0.12
"""How far a trail bends sideways, as a share of its length."""
STEPS: Final = 16
HOLLOW: Final = 0.2
RIM: Final = 0.42
"""How much a hollow darkens its background, or lightens a dark one."""
SHADE: Final = "#06263B"
GLEAM: Final = "#8FB9CF"
DARK: Final = 70
RIM_WIDTH: Final = 4


def put_ring(
    canvas: Canvas, x: int, y: int, width: int, height: int, *, light: bool = False, corner: int = CORNER
) -> None:
    """Draw the ring around a change; a light one around a secondary change."""
    out = LIGHT_OUT if light else RING_OUT
    for sprite, left, top in _make_ring(width, height, light, corner):
        canvas.put(sprite, x - out + left, y - out + top)


@lru_cache(maxsize=128)
def _make_ring(width: int, height: int, light: bool, corner: int) -> tuple[tuple[Sprite, int, int], ...]:
    """Return the four sides of a ring with their positions. Its transparent middle would be slow to draw."""
    lines, out = (LIGHT_RING, LIGHT_OUT) if light else (RING, RING_OUT)
    image = Image.new("P", (width + 2 * out, height + 2 * out), palette.CLEAR)
    pen = ImageDraw.Draw(image)
    inset = 0
    for colour, thick in lines:
        box = (inset, inset, image.width - 1 - inset, image.height - 1 - inset)
        pen.rounded_rectangle(box, max(2, corner + out - inset), outline=palette.index(colour), width=thick)
        inset += thick
    across, high, side = image.width, image.height, max(inset, corner + out)
    if 2 * side >= min(across, high):
        # A small or very round ring has no straight sides, so keep it in one piece.
        return ((make_masked(image), 0, 0),)
    sides = (
        (0, 0, across, side),
        (0, high - side, across, high),
        (0, side, side, high - side),
        (across - side, side, across, high - side),
    )
    return tuple((make_masked(image.crop(box)), box[0], box[1]) for box in sides)


def put_trail(canvas: Canvas, start: tuple[int, int], end: tuple[int, int]) -> None:
    """Draw the path of a piece: a disc at its origin, a widening band, and an arrowhead at ``end``.

    The band is a veil, so the pieces below it can be recognised.
    """
    across, down = end[0] - start[0], end[1] - start[1]
    side = BEND * (1 if across >= 0 else -1)
    middle = (across / 2 + side * down, down / 2 - side * across)
    points = [_find_curve_point(middle, (across, down), step / STEPS) for step in range(STEPS + 1)]
    broad, long = HEAD
    # The band ends where the arrowhead starts.
    kept = [point for point in points if math.dist(point, points[-1]) > 0.8 * long] or points[:1]
    tip, back = points[-1], kept[-1]
    reach = math.dist(tip, back) or 1.0
    ahead = ((tip[0] - back[0]) / reach, (tip[1] - back[1]) / reach)
    base = (tip[0] - long * ahead[0], tip[1] - long * ahead[1])
    bands = [
        [(start[0] + x, start[1] + y) for x, y in _outline_band([*kept, base], more)]
        for more in (TRAIL_EDGE, 0)
    ]
    _put_veil(canvas, *bands)
    for more, colour in ((TRAIL_EDGE, INK), (0, WHITE)):
        half = broad / 2 + 1.6 * more
        head = [
            (tip[0] + 1.9 * more * ahead[0], tip[1] + 1.9 * more * ahead[1]),
            (base[0] - more * ahead[0] - half * ahead[1], base[1] - more * ahead[1] + half * ahead[0]),
            (base[0] - more * ahead[0] + half * ahead[1], base[1] - more * ahead[1] - half * ahead[0]),
        ]
        canvas.disc(*start, DOT + more, colour)
        canvas.polygon([(start[0] + x, start[1] + y) for x, y in head], colour)
    canvas.disc(*start, HOLE, INK)


def _put_veil(canvas: Canvas, outer: list[tuple[float, float]], inner: list[tuple[float, float]]) -> None:
    """Tint the space between two outlines dark, and the space within the inner outline white."""
    left, top = (max(0, math.floor(min(point[axis] for point in outer))) for axis in (0, 1))
    right, low = (
        min(size, math.ceil(max(point[axis] for point in outer)) + 1)
        for axis, size in enumerate(canvas.image.size)
    )
    edge, band = (Image.new("1", (right - left, low - top)) for _ in range(2))
    for mask, outline in ((edge, outer), (band, inner)):
        ImageDraw.Draw(mask).polygon([(x - left, y - top) for x, y in outline], fill=1)
    edge.paste(0, (0, 0), band)
    # A diagonal band fills little of its box, so tint it strip by strip.
    high = -(-edge.height // STRIPS)
    for upper in range(0, edge.height, high):
        for mask, colour in ((edge, INK), (band, WHITE)):
            part = mask.crop((0, upper, mask.width, min(upper + high, mask.height)))
            found = part.getbbox()
            if found is not None:
                canvas.shade(left + found[0], top + upper + found[1], part.crop(found), _list_veils(colour))


@cache
def _list_veils(colour: str) -> tuple[int, ...]:
    """Return the shade of each palette colour below a veil of ``colour``, by index."""
    veil = palette.rgb(colour)
    found = []
    for own in palette.colours():
        r, g, b = (round(a + (z - a) * VEIL) for a, z in zip(own, veil, strict=True))
        found.append(palette.nearest((r, g, b)))
    return (*found, *range(len(found), 256))


def _find_curve_point(
    middle: tuple[float, float], end: tuple[float, float], at: float
) -> tuple[float, float]:
    """Return a point of the quadratic curve from the origin to ``end`` with the control point ``middle``."""
    return (
        2 * at * (1 - at) * middle[0] + at * at * end[0],
        2 * at * (1 - at) * middle[1] + at * at * end[1],
    )


def _outline_band(points: list[tuple[float, float]], more: int) -> list[tuple[float, float]]:
    """Return the outline of a band along ``points``, widened by ``more`` pixels on each side."""
    one, other = [], []
    last = len(points) - 1
    for number, (x, y) in enumerate(points):
        before, after = points[max(0, number - 1)], points[min(last, number + 1)]
        reach = math.dist(before, after) or 1.0
        half = (TRAIL[0] + (TRAIL[1] - TRAIL[0]) * number / max(1, last)) / 2 + more
        nx, ny = -(after[1] - before[1]) / reach * half, (after[0] - before[0]) / reach * half
        one.append((x + nx, y + ny))
        other.append((x - nx, y - ny))
    return [*one, *reversed(other)]


def put_empty(canvas: Canvas, x: int, y: int, width: int, height: int, corner: int = CORNER) -> None:
    """Draw an empty place as a hollow in the background."""
    hollow, rim = _make_hollow(width, height, corner)
    canvas.shade(x, y, hollow, _list_shades(HOLLOW, gleam=False))
    canvas.shade(x, y, rim, _list_shades(RIM, gleam=True))


@lru_cache(maxsize=64)
def _make_hollow(width: int, height: int, corner: int) -> tuple[Image.Image, Image.Image]:
    """Return the masks of a hollow and of its rim."""
    masks = []
    for line in (None, RIM_WIDTH):
        mask = Image.new("1", (width, height))
        pen = ImageDraw.Draw(mask)
        box = (0, 0, width - 1, height - 1)
        if line is None:
            pen.rounded_rectangle(box, corner, fill=1)
        else:
            pen.rounded_rectangle(box, corner, outline=1, width=line)
        masks.append(mask)
    return masks[0], masks[1]


@cache
def _list_shades(share: float, *, gleam: bool) -> tuple[int, ...]:
    """Return the shade of each palette colour, by index. With ``gleam``, dark colours get lighter instead."""
    shaded = []
    for own in palette.colours():
        dark = 0.3 * own[0] + 0.59 * own[1] + 0.11 * own[2] < DARK
        other = palette.rgb(GLEAM if gleam and dark else SHADE)
        r, g, b = (round(a + (z - a) * share) for a, z in zip(own, other, strict=True))
        shaded.append(palette.nearest((r, g, b)))
    return (*shaded, *range(len(shaded), 256))

"""Draws the marks that all boards share: rings around changes, trails of pieces, and empty places.

The marks are wide and two-toned, so that they are visible on a phone, in grey, and on any background.
"""

from __future__ import annotations

import math
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final

from PIL import Image, ImageDraw

from games.core.picture import GOLD_COLOUR, INK_COLOUR, RING_MARGIN, WHITE_COLOUR
from games.drawing import palette
from games.drawing.canvas import Canvas
from games.drawing.sprites import Sprite, make_masked_sprite

RING_LINES: Final = ((INK_COLOUR, 5), (WHITE_COLOUR, 8), (INK_COLOUR, 3))
"""Colours and widths of the lines of a ring around a change, from the outside in."""
LIGHT_RING_LINES: Final = ((INK_COLOUR, 3), (WHITE_COLOUR, 5), (INK_COLOUR, 2))
"""Lines of the ring around a secondary change, such as a price that was paid."""
LIGHT_RING_MARGIN: Final = 5
FRAME_LINES: Final = ((INK_COLOUR, 2), (GOLD_COLOUR, 5), (INK_COLOUR, 1))
"""Colours and widths of the lines of the frame around pieces that can be chosen, from the outside in."""
FRAME_MARGIN: Final = 10
"""Number of pixels by which the frame extends beyond its pieces, so that it doesn't cover them."""
CORNER_RADIUS: Final = 12
NUMBER_EDGE_WIDTH: Final = 4
TRAIL_WIDTH: Final = 10
TRAIL_EDGE_WIDTH: Final = 4
MAX_SOLID_LENGTH: Final = 150
"""Maximum length of a trail without gaps, in pixels."""
DASH_LENGTH: Final = 22
DASH_GAP: Final = 30
"""Length of a trail's dashes and of the gaps between them, in pixels. Gaps show what the trail crosses."""
BEND_RADIUS: Final = 34
"""Radius of a trail's bends, in pixels."""
BEND_STEPS: Final = 5
"""Number of straight segments of a bend."""
ARROWHEAD_SIZE: Final = (50, 34)
"""Width and length of the arrowhead at the end of a trail, in pixels."""
TRAIL_START_RADIUS: Final = 15
"""Radius of the disc at the start of a trail, in pixels."""
TRAIL_HOLE_RADIUS: Final = 7
HOLLOW_STRENGTH: Final = 0.2
RIM_STRENGTH: Final = 0.42
"""Strengths, from 0 to 1, of the shade on a hollow and on its rim.

On dark ground, the colour :data:`GLEAM_COLOUR` lightens the rim instead.
"""
SHADE_COLOUR: Final = "#06263B"
GLEAM_COLOUR: Final = "#8FB9CF"
MAX_DARK_BRIGHTNESS: Final = 70
RIM_WIDTH: Final = 4


def put_ring(
    canvas: Canvas,
    x: int,
    y: int,
    width: int,
    height: int,
    *,
    is_thin: bool = False,
    corner_radius: int = CORNER_RADIUS,
) -> None:
    """Draw the ring around a change."""
    lines, out = (LIGHT_RING_LINES, LIGHT_RING_MARGIN) if is_thin else (RING_LINES, RING_MARGIN)
    for sprite, left, top in _make_ring(width, height, lines, out, corner_radius):
        canvas.put(sprite, x - out + left, y - out + top)


@lru_cache(maxsize=8)
def make_number_background(width: int, height: int) -> Sprite:
    """Return the white background on which a number that changed is written."""
    image = Image.new("P", (width, height), palette.CLEAR_INDEX)
    pen = ImageDraw.Draw(image)
    pen.rounded_rectangle(
        (0, 0, width - 1, height - 1),
        CORNER_RADIUS,
        palette.find_index(WHITE_COLOUR),
        palette.find_index(INK_COLOUR),
        NUMBER_EDGE_WIDTH,
    )
    return make_masked_sprite(image)


def put_frame(canvas: Canvas, x: int, y: int, width: int, height: int) -> None:
    """Draw the golden frame around a group of pieces that can be chosen now."""
    for sprite, left, top in _make_ring(width, height, FRAME_LINES, FRAME_MARGIN, CORNER_RADIUS):
        canvas.put(sprite, x - FRAME_MARGIN + left, y - FRAME_MARGIN + top)


@lru_cache(maxsize=128)
def _make_ring(
    width: int, height: int, lines: tuple[tuple[str, int], ...], margin: int, corner_radius: int
) -> tuple[tuple[Sprite, int, int], ...]:
    """Return the four sides of a ring with their positions. Its transparent middle would be slow to draw."""
    image = Image.new("P", (width + 2 * margin, height + 2 * margin), palette.CLEAR_INDEX)
    pen = ImageDraw.Draw(image)
    inset = 0
    for colour, thick in lines:
        box = (inset, inset, image.width - 1 - inset, image.height - 1 - inset)
        pen.rounded_rectangle(
            box, max(2, corner_radius + margin - inset), outline=palette.find_index(colour), width=thick
        )
        inset += thick
    across, high, side = image.width, image.height, max(inset, corner_radius + margin)
    if 2 * side >= min(across, high):
        # A small or very round ring has no straight sides, so it can't be split.
        return ((make_masked_sprite(image), 0, 0),)
    sides = (
        (0, 0, across, side),
        (0, high - side, across, high),
        (0, side, side, high - side),
        (across - side, side, across, high - side),
    )
    return tuple((make_masked_sprite(image.crop(box)), box[0], box[1]) for box in sides)


def put_trail(canvas: Canvas, *path_points: tuple[int, int]) -> None:
    """Draw the trail of a piece along some points: a disc at its start, dashes, and an arrowhead at its end.

    The caller chooses the points so that the dashes run between the pieces and cover none.
    """
    points = _round_bends(path_points)
    (x, y), (before_x, before_y) = points[-1], points[-2]
    reach = math.dist(points[-1], points[-2]) or 1.0
    ahead = ((x - before_x) / reach, (y - before_y) / reach)
    broad, long = ARROWHEAD_SIZE
    base = (x - long * ahead[0], y - long * ahead[1])
    dashes = _split_into_dashes([*points[:-1], base])
    for more, colour in ((TRAIL_EDGE_WIDTH, INK_COLOUR), (0, WHITE_COLOUR)):
        half = broad / 2 + 1.6 * more
        head = [
            (x + 1.9 * more * ahead[0], y + 1.9 * more * ahead[1]),
            (base[0] - more * ahead[0] - half * ahead[1], base[1] - more * ahead[1] + half * ahead[0]),
            (base[0] - more * ahead[0] + half * ahead[1], base[1] - more * ahead[1] - half * ahead[0]),
        ]
        for dash in dashes:
            canvas.draw_line(dash, TRAIL_WIDTH + 2 * more, colour)
            for end in (dash[0], dash[-1]):
                canvas.fill_disc(*end, TRAIL_WIDTH / 2 + more, colour)
        canvas.fill_disc(*path_points[0], TRAIL_START_RADIUS + more, colour)
        canvas.fill_polygon(head, colour)
    canvas.fill_disc(*path_points[0], TRAIL_HOLE_RADIUS, INK_COLOUR)


def _round_bends(path: tuple[tuple[int, int], ...]) -> list[tuple[float, float]]:
    """Return the points of a path with its corners rounded."""
    points: list[tuple[float, float]] = [path[0]]
    for before, corner, after in zip(path, path[1:], path[2:], strict=False):
        one, other = (
            _find_point_towards(corner, end, min(BEND_RADIUS, math.dist(corner, end) / 2))
            for end in (before, after)
        )
        for step in range(BEND_STEPS + 1):
            at = step / BEND_STEPS
            points.append(
                (
                    (1 - at) ** 2 * one[0] + 2 * at * (1 - at) * corner[0] + at * at * other[0],
                    (1 - at) ** 2 * one[1] + 2 * at * (1 - at) * corner[1] + at * at * other[1],
                )
            )
    return [*points, path[-1]]


def _split_into_dashes(points: list[tuple[float, float]]) -> list[list[tuple[float, float]]]:
    """Return the points of each dash of a line. The last dash ends where the line ends.

    A short line is a single dash, because gaps would hide which pieces it joins.
    """
    whole = sum(math.dist(one, other) for one, other in pairwise(points))
    if whole <= MAX_SOLID_LENGTH:
        return [points]
    count = max(1, round((whole - DASH_LENGTH) / (DASH_LENGTH + DASH_GAP)))
    step = (whole - DASH_LENGTH) / count
    return [
        _cut_line(points, max(0, number * step), number * step + DASH_LENGTH) for number in range(count + 1)
    ]


def _cut_line(points: list[tuple[float, float]], start: float, end: float) -> list[tuple[float, float]]:
    """Return the points of the part of a line between two distances from its first point."""
    part: list[tuple[float, float]] = []
    gone = 0.0
    for one, other in pairwise(points):
        length = math.dist(one, other)
        if gone + length >= start and gone <= end:
            part += [_find_point_towards(one, other, min(max(at - gone, 0), length)) for at in (start, end)]
        gone += length
    return part


def _find_point_towards(
    start: tuple[float, float], end: tuple[float, float], distance: float
) -> tuple[float, float]:
    """Return the point ``distance`` pixels from ``start`` on the line to ``end``."""
    share = distance / (math.dist(start, end) or 1.0)
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def put_empty_place(
    canvas: Canvas,
    x: int,
    y: int,
    width: int,
    height: int,
    corner_radius: int = CORNER_RADIUS,
) -> None:
    """Draw an empty place as a hollow in the background."""
    hollow, rim = _make_hollow(width, height, corner_radius)
    canvas.shade(x, y, hollow, _list_shades(HOLLOW_STRENGTH, lightens_dark=False))
    canvas.shade(x, y, rim, _list_shades(RIM_STRENGTH, lightens_dark=True))


@lru_cache(maxsize=64)
def _make_hollow(width: int, height: int, corner_radius: int) -> tuple[Image.Image, Image.Image]:
    """Return the masks of a hollow and of its rim."""
    masks = []
    for line in (None, RIM_WIDTH):
        mask = Image.new("1", (width, height))
        pen = ImageDraw.Draw(mask)
        box = (0, 0, width - 1, height - 1)
        if line is None:
            pen.rounded_rectangle(box, corner_radius, fill=1)
        else:
            pen.rounded_rectangle(box, corner_radius, outline=1, width=line)
        masks.append(mask)
    return masks[0], masks[1]


@cache
def _list_shades(share: float, *, lightens_dark: bool) -> tuple[int, ...]:
    """Return a table of 256 indices that maps each palette colour to its shade.

    :param share: the strength of the shade, from 0 to 1.
    :param lightens_dark: whether to lighten dark colours instead.
    """
    shaded = []
    for own in palette.list_colours():
        dark = 0.3 * own[0] + 0.59 * own[1] + 0.11 * own[2] < MAX_DARK_BRIGHTNESS
        other = palette.parse_colour(GLEAM_COLOUR if lightens_dark and dark else SHADE_COLOUR)
        r, g, b = (round(a + (z - a) * share) for a, z in zip(own, other, strict=True))
        shaded.append(palette.find_nearest_index((r, g, b)))
    return (*shaded, *range(len(shaded), 256))

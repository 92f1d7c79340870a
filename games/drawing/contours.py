"""Draws contours around places of a board, outside the places so that they don't cover the pieces.

Neighbouring places share a contour. Thinner lines divide places to choose from, so that each has a frame.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final

from PIL import Image, ImageDraw

from games.core.picture import GOLD_COLOUR, INK_COLOUR, WHITE_COLOUR, Box, find_union
from games.drawing import palette

ContourLines = tuple[tuple[str, int], ...]
"""Colours and widths of the lines of a contour, from the inside out."""

CHOICE_CONTOUR: Final[ContourLines] = ((INK_COLOUR, 2), (GOLD_COLOUR, 8), (INK_COLOUR, 2))
"""The contour of places that can be chosen."""
MENTION_CONTOUR: Final[ContourLines] = ((INK_COLOUR, 3), (WHITE_COLOUR, 8), (INK_COLOUR, 3))
"""The contour of places that the question mentions: wide and white."""
NO_CONTOUR: Final[ContourLines] = ()
"""Contour of places that a choice would affect, which are only lit.

A second kind of white contour could be mistaken for that of the places that the question mentions.
"""
LIT_GAP: Final = 2
"""Width of the lit gap between a piece and its contour, in pixels."""
MIN_REACH: Final = 5
"""Minimum number of pixels by which a contour extends beyond its place, however close the neighbours are."""
NARROW_EDGE_WIDTHS, MIN_LINE_WIDTH = (1, 2), 6
"""Widths of the inner and the outer dark edge, and minimum width of the coloured line, with little room."""
CORNER_RADIUS: Final = 12
MAX_SHARED_GAP: Final = 36
"""Maximum gap between places that share a contour, in pixels."""
MIN_DIVIDED_GAP: Final = 6
"""Minimum gap between places with room for a line that divides them, in pixels."""
MIN_INSET: Final = 2
"""Minimum distance of a contour from the edge of the picture, in pixels."""
SIGN_RADIUS: Final = 27
"""Radius of the sign on an unavailable place, in pixels."""


def measure_reach(lines: ContourLines) -> int:
    """Return the number of pixels by which a contour extends beyond its place."""
    return LIT_GAP + sum(thick for _, thick in lines)


def measure_room(group: Sequence[Box], neighbours: Iterable[Box], picture_size: tuple[int, int]) -> int:
    """Return the width in pixels of the free strip around a group of places.

    :param neighbours: places that may end the strip. Those that touch the group, or that the widest contour
        wouldn't reach, are ignored.
    :param picture_size: the size of the picture. The strip ends :data:`MIN_INSET` pixels before its edges.
    """
    left, top, right, low = find_edges(find_union(group))
    edge = min(left, top, picture_size[0] - right, picture_size[1] - low)
    far = measure_reach(MENTION_CONTOUR)
    near = [
        one
        for one in neighbours
        if one.x < right + far
        and one.y < low + far
        and one.x + one.w > left - far
        and one.y + one.h > top - far
    ]
    gaps = (measure_gap(box, one) for one in near for box in group if one not in group)
    return min([edge - MIN_INSET, *(gap for gap in gaps if gap > 0)])


def fit_contour(lines: ContourLines, room: int) -> tuple[ContourLines, int]:
    """Return the lines of a contour that fits in the free strip around its places, and its reach.

    With little room, the lines are thinner and partly cover the edges of the places.

    :param room: the width of the strip in pixels.
    """
    full_reach = measure_reach(lines)
    if room >= full_reach:
        return lines, full_reach
    reach = max(MIN_REACH, room - 1)
    width = max(MIN_LINE_WIDTH, min(lines[1][1], reach - sum(NARROW_EDGE_WIDTHS)))
    colours = [colour for colour, _ in lines]
    widths = (NARROW_EDGE_WIDTHS[0], width, NARROW_EDGE_WIDTHS[1])
    return tuple(zip(colours, widths, strict=True)), reach


def draw_contour(
    dimmed: Image.Image,
    board: Image.Image,
    group: Sequence[Box],
    lines: ContourLines,
    neighbours: Iterable[Box] = (),
) -> Box:
    """Light a group of neighbouring places, draw the contour around them, and return the contour's box.

    :param dimmed: the dimmed picture that is drawn on.
    :param board: the picture before it was dimmed.
    :param neighbours: places that the contour should not cover.
    """
    boxes, is_choice = [find_union(group)] if _is_grid(group) else group, lines == CHOICE_CONTOUR
    bridges = _bridge_gaps(boxes)
    reach = measure_reach(lines)
    if lines:
        lines, reach = fit_contour(lines, measure_room(boxes, neighbours, dimmed.size))
    whole = extend_box(find_union(group), reach, dimmed.size)
    pen = ImageDraw.Draw(dimmed)
    for colour, thick in reversed(lines):
        _fill_boxes(pen, boxes, bridges, reach, dimmed.size, palette.find_index(colour))
        reach -= thick
    lit = Image.new("1", (whole.w, whole.h))
    _fill_boxes(ImageDraw.Draw(lit), boxes, bridges, reach, dimmed.size, 1, (whole.x, whole.y))
    dimmed.paste(board.crop(find_edges(whole)), (whole.x, whole.y), lit)
    if is_choice:
        _draw_dividers(pen, group, lines, reach)
    return whole


def _draw_dividers(
    pen: ImageDraw.ImageDraw, group: Sequence[Box], lines: ContourLines, inner_reach: int
) -> None:
    """Draw a line in the gap between each two neighbouring places, up to the contour around them.

    :param inner_reach: the number of pixels by which the lit area extends beyond the places.
    """
    (edge_colour, edge_width), (colour, width), _ = lines
    # Places whose edges barely overlap need no line between them.
    gaps = [
        gap
        for gap in _find_gaps(group, 0)
        if min(gap.w, gap.h) >= MIN_DIVIDED_GAP and max(gap.w, gap.h) > MAX_SHARED_GAP
    ]
    for tone, inset, end in ((edge_colour, 0, inner_reach), (colour, 1, inner_reach + edge_width + 1)):
        for gap in gaps:
            spare = inset + max(0, min(gap.w, gap.h) - width - 2) // 2
            across, down = (spare, -end) if gap.w < gap.h else (-end, spare)
            left, top, right, low = find_edges(gap)
            edges = (left + across, top + down, right - across - 1, low - down - 1)
            pen.rectangle(edges, palette.find_index(tone))


def _fill_boxes(
    pen: ImageDraw.ImageDraw,
    boxes: Iterable[Box],
    bridges: Iterable[Box],
    reach: int,
    picture_size: tuple[int, int],
    value: int,
    start: tuple[int, int] = (0, 0),
) -> None:
    """Fill boxes and the bridges between them with ``value``, extended by ``reach`` pixels on each side.

    :param start: the position on the board of the picture's upper left corner.
    """
    for parts, round_off in ((boxes, True), (bridges, False)):
        for part in parts:
            left, top, right, low = find_edges(extend_box(part, reach, picture_size))
            if right <= left or low <= top:
                # With little room, the lines cover the edges of the places, so ``reach`` can be negative. A
                # narrow bridge can then shrink to nothing.
                continue
            edges = (left - start[0], top - start[1], right - start[0] - 1, low - start[1] - 1)
            if round_off:
                pen.rounded_rectangle(edges, CORNER_RADIUS + reach // 2, value)
            else:
                pen.rectangle(edges, value)


def _is_grid(group: Sequence[Box]) -> bool:
    """Return whether several neighbouring places form a complete grid."""
    columns, rows = ({box[axis] for box in group} for axis in (0, 1))
    return len(group) > 1 and len(columns) * len(rows) == len(group)


def _bridge_gaps(group: Sequence[Box]) -> list[Box]:
    """Return boxes that fill the gaps between neighbouring places, and those where these gaps cross."""
    bridges = list(_find_gaps(group))
    return [*bridges, *_find_gaps(bridges)]


def _find_gaps(boxes: Sequence[Box], margin: int = CORNER_RADIUS) -> Iterable[Box]:
    """Yield a box over the gap between each two boxes that are close beside or above each other.

    :param margin: number of pixels by which a box covers both boxes, including their rounded corners.
    """
    for one, other in combinations(boxes, 2):
        left, right = max(one.x, other.x), min(one.x + one.w, other.x + other.w)
        top, low = max(one.y, other.y), min(one.y + one.h, other.y + other.h)
        if right > left and 0 <= top - low <= MAX_SHARED_GAP:
            yield Box(left, low - margin, right - left, top - low + 2 * margin)
        elif low > top and 0 <= left - right <= MAX_SHARED_GAP:
            yield Box(right - margin, top, left - right + 2 * margin, low - top)


def cluster_places(places: Iterable[Box]) -> list[list[Box]]:
    """Return groups of places that are close to each other."""
    groups = list[list[Box]]()
    for place in places:
        near = [group for group in groups if any(measure_gap(place, one) <= MAX_SHARED_GAP for one in group)]
        groups = [group for group in groups if group not in near]
        groups.append([place, *(one for group in near for one in group)])
    return groups


def extend_box(box: Box, margin: int, picture_size: tuple[int, int]) -> Box:
    """Return a box extended by ``margin`` pixels on each side, but kept within a picture of this size."""
    left, top = max(MIN_INSET, box.x - margin), max(MIN_INSET, box.y - margin)
    right = min(picture_size[0] - MIN_INSET, box.x + box.w + margin)
    low = min(picture_size[1] - MIN_INSET, box.y + box.h + margin)
    return Box(left, top, right - left, low - top)


def find_edges(box: Box) -> tuple[int, int, int, int]:
    """Return the edges of a box: left, top, right and bottom."""
    return box.x, box.y, box.x + box.w, box.y + box.h


def measure_gap(one: Box, other: Box) -> int:
    """Return the larger of the horizontal and vertical gaps between two boxes, at most 0 if they touch."""
    return max(
        one.x - other.x - other.w,
        other.x - one.x - one.w,
        one.y - other.y - other.h,
        other.y - one.y - one.h,
    )


def draw_unavailable_sign(picture: Image.Image, box: Box) -> None:
    """Draw the sign for an unavailable place, in the lower right corner of its box."""
    x, y = box.x + box.w - SIGN_RADIUS - 6, box.y + box.h - SIGN_RADIUS - 4
    pen = ImageDraw.Draw(picture)
    white = palette.find_index(WHITE_COLOUR)
    ink = palette.find_index(INK_COLOUR)
    pen.ellipse((x - SIGN_RADIUS, y - SIGN_RADIUS, x + SIGN_RADIUS, y + SIGN_RADIUS), white, ink, 3)
    pen.ellipse(
        (x - SIGN_RADIUS + 5, y - SIGN_RADIUS + 5, x + SIGN_RADIUS - 5, y + SIGN_RADIUS - 5), None, ink, 6
    )
    slope = round(0.7 * (SIGN_RADIUS - 7))
    pen.line((x - slope, y - slope, x + slope, y + slope), ink, 7)

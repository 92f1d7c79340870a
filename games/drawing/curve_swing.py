"""Shows the winner's gain in the last turn (the swing) on the plot of two seats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from games.core.picture import INK, Box
from games.drawing import text
from games.drawing.canvas import Canvas
from games.drawing.curve_field import FIELD, CurveLine, Ending, Point, find_span, to_x, to_y
from games.drawing.plates import Tone, make_plate

MIN_SWING: Final = 0.1
"""Minimum win chance gained in the last turn (0 to 1) that is written on the plot."""
GAIN_SIZE: Final = 36
"""Font size of the gain on its plate."""
HIGH: Final = 56
LEAD_LENGTH: Final = 34
"""Length in pixels of the line from the plate with the gain to the edge of the winner's area."""
MARGIN: Final = 10
"""Minimum distance of the plate from the edges of the plot and, if possible, from the line, in pixels."""
HEIGHT_STEP: Final = 8
"""Distance between the heights tried for the plate, in pixels."""


class Swing(NamedTuple):
    """The winner's gain in the last turn: the box and text of its plate, and the point ``tip`` that the plate
    points at.
    """

    seat: int
    box: Box
    label: str
    tip: Point


def place_swing(
    lines: Sequence[CurveLine], ending: Ending | None, taken: Sequence[Point] = ()
) -> Swing | None:
    """Return the winner's gain in the last turn and its place; ``None`` if it is small or the match hasn't
    ended.

    The plate points at the middle of the rise, or at the nearest height at which it covers least.

    :param taken: points of marks and flags that the plate should not cover.
    """
    seat = max(range(len(lines)), key=lambda seat: lines[seat].shares[-1])
    shares = lines[seat].shares
    if ending is None or shares[-1] - shares[ending.at] < MIN_SWING:
        return None
    label = f"+{shares[-1] - shares[ending.at]:.0%}"
    wide = round(text.measure_width(label, GAIN_SIZE)) + 32
    leap = _find_rise(lines, seat, ending.at)
    first, last = sorted((leap[0][1], leap[-1][1]))
    middle = (first + last) / 2
    reach = HIGH // 2 + MARGIN
    top, low = max(round(first), FIELD[1] + reach), min(round(last), FIELD[3] - reach)
    heights = range(top, max(top, low) + 1, HEIGHT_STEP)
    covered = [*_list_line_points(lines), *taken]

    def rate(height: int) -> tuple[int, float]:
        place = _place_plate(leap, height, wide)
        return sum(_is_inside(point, place) for point in covered), abs(height - middle)

    height = min(heights, key=rate)
    return Swing(seat, _place_plate(leap, height, wide), label, (_find_x(leap, height), height))


def put_swing(canvas: Canvas, swing: Swing, ink: str) -> None:
    """Draw the plate with the gain, in the colour of the seat."""
    x, y, wide, high = swing.box
    canvas.put(make_plate(wide, high, Tone(INK, ink, ink, INK, ink), high), x, y)
    canvas.write(swing.label, x + wide // 2 - 2, y + high // 2 - 3, GAIN_SIZE, INK, ink)


def _find_rise(lines: Sequence[CurveLine], seat: int, start: int) -> list[Point]:
    """Return the points of the edge of a seat's area that moves more, starting at position ``start``."""
    count = len(lines[seat].shares)
    spans = [(to_x(at, count), find_span(lines, seat, at)) for at in range(start, count)]
    edges: list[list[Point]] = [[(x, to_y(span[edge])) for x, span in spans] for edge in (0, 1)]
    return max(edges, key=lambda edge: abs(edge[-1][1] - edge[0][1]))


def _find_x(leap: Sequence[Point], height: float) -> float:
    """Return the x coordinate at which a rise reaches a height for the last time."""
    for (ax, ay), (bx, by) in reversed(list(pairwise(leap))):
        if min(ay, by) <= height <= max(ay, by) and ay != by:
            return ax + (bx - ax) * (height - ay) / (by - ay)
    return leap[-1][0]


def _place_plate(leap: Sequence[Point], height: float, wide: int) -> Box:
    """Return the box of the plate, to the left of the rise ``leap`` and centred vertically on ``height``."""
    return Box(round(leap[0][0]) - LEAD_LENGTH - wide, round(height) - HIGH // 2, wide, HIGH)


def _list_line_points(lines: Sequence[CurveLine]) -> Iterator[Point]:
    """Yield closely spaced points on the line between the areas."""
    count = len(lines[0].shares)
    points = [(to_x(at, count), to_y(find_span(lines, 0, at)[1])) for at in range(count)]
    for (ax, ay), (bx, by) in pairwise(points):
        parts = max(1, round(max(abs(bx - ax), abs(by - ay)) / HEIGHT_STEP))
        yield from ((ax + (bx - ax) * i / parts, ay + (by - ay) * i / parts) for i in range(parts))


def _is_inside(point: Point, box: Box) -> bool:
    """Return whether a point lies in a box or close to it."""
    return (
        box.x - MARGIN <= point[0] <= box.x + box.w + MARGIN
        and box.y - MARGIN <= point[1] <= box.y + box.h + MARGIN
    )

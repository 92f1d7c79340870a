"""Places the marks with the letters of two seats, in their areas and at their ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, hypot
from typing import Final

from games.drawing.curve_field import (
    FIELD,
    CurveLine,
    Flag,
    Point,
    find_span,
    place_flag,
    to_x,
    to_y,
)
from games.drawing.curve_style import MARK_RADIUS
from games.drawing.curve_swing import Swing

MAX_MARKS: Final = 3
"""Maximum number of marks in each area, not counting the mark at its end."""
END_X: Final = FIELD[2] + 42
"""Horizontal centre of the marks at the ends of the areas."""
MIN_MARK_DISTANCE: Final = 4 * MARK_RADIUS
"""Minimum horizontal distance between two marks of a seat, in pixels."""
MIN_END_DISTANCE: Final = 0.05
"""Minimum distance of a mark from the start and end of the match, as a fraction of the match."""
MARK_SHIFTS: Final = (0.0, 0.25, -0.25, 0.5, -0.5)
"""Offsets tried for a mark if something is in its way, as fractions of the distance between marks."""
MIN_LINE_DISTANCE: Final = 9
"""Minimum distance between a mark and the edges of its area, in pixels."""
FULL_SHARE: Final = 0.95
"""Fraction of the plot's height above which an area counts as the only one."""
Mark = tuple[int, float, float]
"""A seat, and the coordinates of its mark."""


def place_marks(lines: Sequence[CurveLine], flags: Sequence[Flag], swing: Swing | None) -> list[Mark]:
    """Return the marks in both areas, then those at the ends. No mark covers a flag or another mark."""
    flagged = [place_flag(lines, flag) for flag in flags]
    if swing is not None:
        x, y, wide, high = swing.box
        flagged += [(x + wide * part // 4, y + high // 2) for part in range(5)]
    found = list[Mark]()
    for number in range(MAX_MARKS):
        for seat in range(len(lines)):
            middle = (number + (seat + 1) / (len(lines) + 1)) / MAX_MARKS
            for shift in MARK_SHIFTS:
                place = _find_mark(lines, seat, middle + shift / MAX_MARKS)
                if place is None:
                    continue
                taken = [*flagged, *((x, y) for _, x, y in found)]
                again = any(one == seat and abs(place[0] - x) < MIN_MARK_DISTANCE for one, x, _ in found)
                crossed = any(abs(place[0] - x) < MARK_RADIUS + 8 for x, _ in flagged)
                if not (crossed or again) and all(
                    hypot(place[0] - x, place[1] - y) > 2 * MARK_RADIUS + 12 for x, y in taken
                ):
                    found.append((seat, *place))
                    break
    return [*found, *place_end_marks(lines)]


def _find_mark(lines: Sequence[CurveLine], seat: int, part: float) -> Point | None:
    """Return the coordinates of a mark in the middle of a seat's area, at a fraction ``part`` of the match.

    ``None`` if the area is too low there, or if an end is near.
    """
    last = len(lines[seat].shares) - 1
    if not MIN_END_DISTANCE <= part <= 1 - MIN_END_DISTANCE:
        return None
    top = max(_find_heights(lines, seat, part * last, 1)) + MIN_LINE_DISTANCE
    low = min(_find_heights(lines, seat, part * last, 0)) - MIN_LINE_DISTANCE
    return None if low - top < 2 * MARK_RADIUS else (to_x(part * last, last + 1), (top + low) / 2)


def _find_span_between(lines: Sequence[CurveLine], seat: int, at: float) -> tuple[float, float]:
    """Return the edges of a seat's area between two positions."""
    last = len(lines[seat].shares) - 1
    first = min(int(at), max(last - 1, 0))
    spans = [find_span(lines, seat, min(one, last)) for one in (first, first + 1)]
    low, high = (before + (after - before) * (at - first) for before, after in zip(*spans, strict=True))
    return low, high


def _find_heights(lines: Sequence[CurveLine], seat: int, at: float, edge: int) -> list[float]:
    """Return the y coordinates of an edge of a seat's area above or below a mark at a position.

    :param edge: 0 for the lower edge, 1 for the upper one.
    """
    last = len(lines[seat].shares) - 1
    reach = MARK_RADIUS * last / (to_x(last, last + 1) - to_x(0, last + 1))
    places = [at - reach, at, at + reach, *range(ceil(at - reach), int(at + reach) + 1)]
    return [to_y(_find_span_between(lines, seat, min(max(0.0, one), last))[edge]) for one in places]


def place_end_marks(lines: Sequence[CurveLine]) -> Iterator[tuple[int, float, float]]:
    """Yield the marks beside the right ends of the areas. A low area has no mark."""
    last = len(lines[0].shares) - 1
    for seat in range(len(lines)):
        low, high = find_span(lines, seat, last)
        if to_y(low) - to_y(high) >= 2 * MARK_RADIUS:
            # In the middle, the only mark would look like a value of 50 %.
            yield seat, END_X, to_y(1.0 if high - low > FULL_SHARE else (low + high) / 2)

"""The plot of win chances: its data, and the coordinates of positions and chances on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from games.core.values import value_class
from games.drawing import text

Point = tuple[float, float]

CURVE_WIDTH: Final = 1000
PICTURE_MARGIN: Final = 24
PART_GAP: Final = 12
PLATES_RIGHT: Final = 234
"""Right edge of the plates with the names."""
LABEL_SIZE: Final = 32
"""Font size of tick labels."""
TWO_PLAYER_SEAT_COUNT: Final = 2
MIN_LABEL_DISTANCE: Final = 16
"""Minimum distance between two tick labels, in pixels."""

CurveTick = tuple[float, str]
"""A place on the axis, and its label."""


class CurveAxis(NamedTuple):
    """The horizontal axis: the x coordinates of its ends, and the width of the strip for the result.

    In that strip at the right end, the lines stay level, so that the last change is visible.
    """

    left: int
    right: int
    result_width: int


CURVE_AXIS: Final = CurveAxis(262, CURVE_WIDTH - PICTURE_MARGIN, 148)
PLOT_LEFT: Final = 242
"""Left edge of the plot. From here to the first position, the areas stay level."""


@value_class
class CurveLine:
    """A seat's line: its name, its win chance at each position, and a figure to show with the name."""

    name: str
    shares: Sequence[float]
    figure: str = ""


@value_class
class CurveFlag:
    """A numbered point on a seat's line.

    ``position`` is the position before the seat's move; the point is halfway to the next one. ``label`` is
    the number, and ``name`` is the player who had the seat at that time. ``write_note`` returns the note
    shown below the plot, given that name.
    """

    position: int
    seat: int
    label: str
    name: str = ""
    write_note: Callable[[str], str] | None = None


@value_class
class CurveEnding:
    """The end of a match: the text about the winner, and the position at which the last turn began."""

    text: str
    position: int


def find_axis_x(place: float, last_place: float) -> int:
    """Return the x coordinate of a place on the axis, which begins at place 0."""
    width = CURVE_AXIS.right - CURVE_AXIS.result_width - CURVE_AXIS.left
    return round(CURVE_AXIS.left + width * place / (last_place or 1))


def labels_fit(ticks: Sequence[CurveTick], last_place: float) -> bool:
    """Return whether the tick labels fit without touching."""
    spans = [
        (find_axis_x(place, last_place), text.measure_width(label, LABEL_SIZE) / 2) for place, label in ticks
    ]
    return all(
        right - left >= one + other + MIN_LABEL_DISTANCE for (left, one), (right, other) in pairwise(spans)
    )


def average_rounds(lines: Sequence[CurveLine], last: int) -> list[list[float]]:
    """Return each seat's win chances as moving averages over about one round.

    With more than two seats, the estimate rises for the seat that has just moved, and such waves would hide
    other changes. Matches of two seats aren't averaged, and neither are the start and positions from ``last``
    on.
    """
    if len(lines) == TWO_PLAYER_SEAT_COUNT:
        return [list(line.shares) for line in lines]
    averages = []
    for line in lines:
        shares = list(line.shares)
        for position in range(1, min(last, len(shares))):
            reach = min(len(lines) // 2, position, last - position)
            near = line.shares[position - reach : position + reach + 1]
            shares[position] = sum(near) / len(near)
        averages.append(shares)
    return averages


def find_span(lines: Sequence[Sequence[float]], seat: int, position: int) -> tuple[float, float]:
    """Return the sum of win chances of all seats before ``seat`` at a position, and that sum with ``seat``.

    The sums are scaled so that the win chances of all seats add up to 1.
    """
    every = [shares[position] for shares in lines]
    whole = sum(every) or 1.0
    return sum(every[:seat]) / whole, sum(every[: seat + 1]) / whole

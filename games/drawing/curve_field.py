"""The plot of win chances: its data, and the coordinates of positions and chances on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple

from games.drawing import text

Point = tuple[float, float]

WIDTH: Final = 1000
EDGE: Final = 24
GAP: Final = 12
FIELD: Final = (112, 224, 856, 704)
"""The plot area of two seats: left, top, right, bottom."""
DUEL_SEATS: Final = 2
"""Number of seats for which two areas fill one plot. With more seats, each has a band of its own."""
LABEL_SIZE: Final = 32
"""Font size of tick labels."""
MIN_LABEL_DISTANCE: Final = 16
"""Minimum distance between two tick labels, in pixels."""

Tick = tuple[int, str]
"""A position in the match, and its label."""


class Axis(NamedTuple):
    """The horizontal axis: its ends, and the width of the strip at its right end in which lines stay level at
    the result, so that the last change is visible.
    """

    left: int
    right: int
    hold: int


DUEL_AXIS: Final = Axis(FIELD[0], FIELD[2], 48)
BAND_AXIS: Final = Axis(280, WIDTH - EDGE - 10, 96)
"""The axis beside the names, with space for the result at its end."""


@dataclass(frozen=True, slots=True)
class CurveLine:
    """A seat's line: its name, its win chance at each position, and a figure to show with the name."""

    name: str
    shares: Sequence[float]
    figure: str = ""


@dataclass(frozen=True, slots=True)
class Flag:
    """A numbered point on a seat's line. ``label`` is the number, and ``name`` is the player who had the seat
    at that time. ``write_note`` returns the note shown below the plot, given that name.
    """

    at: int
    seat: int
    label: str
    name: str = ""
    write_note: Callable[[str], str] | None = None


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a match: the text about the winner, and the position at which the last turn began."""

    text: str
    at: int


def choose_axis(seats: int) -> Axis:
    """Return the horizontal axis for a number of seats."""
    return DUEL_AXIS if seats == DUEL_SEATS else BAND_AXIS


def to_x(at: float, count: int, axis: Axis = DUEL_AXIS) -> int:
    """Return the x coordinate of a position. All steps have the same width."""
    return round(axis.left + (axis.right - axis.hold - axis.left) * at / max(count - 1, 1))


def to_y(share: float) -> int:
    """Return the y coordinate of a win chance on the plot of two seats."""
    return round(FIELD[3] - (FIELD[3] - FIELD[1]) * min(max(share, 0.0), 1.0))


def labels_fit(ticks: Sequence[Tick], count: int, seats: int) -> bool:
    """Return whether the tick labels fit without touching."""
    axis = choose_axis(seats)
    spans = [(to_x(at, count, axis), text.measure_width(label, LABEL_SIZE) / 2) for at, label in ticks]
    return all(
        right - left >= one + other + MIN_LABEL_DISTANCE for (left, one), (right, other) in pairwise(spans)
    )


def find_span(lines: Sequence[CurveLine], seat: int, at: int) -> tuple[float, float]:
    """Return the lower and upper edge (0 to 1) of a seat's area at a position, on the plot of two seats."""
    every = [line.shares[at] for line in lines]
    whole = sum(every) or 1.0
    return sum(every[:seat]) / whole, sum(every[: seat + 1]) / whole


def place_flag(lines: Sequence[CurveLine], flag: Flag) -> tuple[int, int]:
    """Return the coordinates of a flag on the line between the areas of two seats."""
    return to_x(flag.at, len(lines[flag.seat].shares)), to_y(find_span(lines, 0, flag.at)[1])

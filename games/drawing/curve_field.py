"""The plot of win chances: its data, and where positions and chances lie on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

Point = tuple[float, float]

WIDTH: Final = 1000
FIELD: Final = (112, 224, 856, 704)
"""The plot area: left, top, right, bottom."""
LIFT: Final = 9
"""Vertical distance in pixels between the lines of three seats at 0 %. No line hides another."""
LINE_SEATS: Final = (1, 3)
"""The numbers of seats drawn as lines. One of two lines would repeat the other upside down, and more lines
would be a tangle, so these get stacked areas.
"""
DUEL_SEATS: Final = 2
"""The number of seats at which two areas fill the plot, so that one line between them shows both chances."""
HOLD_WIDTH: Final = 48
"""Width of the band on the right in which lines stay level at the result, to show the last change."""

Tick = tuple[int, str]
"""A position in the match, and its label."""


@dataclass(frozen=True, slots=True)
class CurveLine:
    """A seat's line: name, win chance at each position, and a figure (as text) to show with the name."""

    name: str
    shares: Sequence[float]
    figure: str = ""


@dataclass(frozen=True, slots=True)
class Flag:
    """A numbered point on a seat's line. The number (``label``) is shown above the plot; its note, if any,
    below the names. ``write_note`` returns the note, given ``name``, the player who had the seat at that
    time.
    """

    at: int
    seat: int
    label: str
    name: str = ""
    write_note: Callable[[str], str] | None = None


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a match: who won, written below the title, and the position at which the last turn began."""

    text: str
    at: int


def to_x(at: float, count: int) -> int:
    """Return the x coordinate of a position. All steps have the same width."""
    return round(FIELD[0] + (FIELD[2] - HOLD_WIDTH - FIELD[0]) * at / max(count - 1, 1))


def to_y(share: float) -> int:
    """Return the y coordinate of a win chance."""
    return round(FIELD[3] - (FIELD[3] - FIELD[1]) * min(max(share, 0.0), 1.0))


def are_stacked(lines: Sequence[CurveLine]) -> bool:
    """Return whether stacked areas are drawn instead of lines."""
    return len(lines) not in LINE_SEATS


def find_span(lines: Sequence[CurveLine], seat: int, at: int) -> tuple[float, float]:
    """Return the lower and upper edge of a seat's area at a position, from 0 to 1.

    The lower edge of a line is 0. The lines of three seats are raised differently, so that they don't hide
    each other at 0 %; the last position, the result, is exact.
    """
    shares = lines[seat].shares
    if are_stacked(lines):
        every = [line.shares[at] for line in lines]
        whole = sum(every) or 1.0
        return sum(every[:seat]) / whole, sum(every[: seat + 1]) / whole
    if len(lines) == 1 or at == len(shares) - 1:
        return 0.0, shares[at]
    lift = LIFT * seat / (FIELD[3] - FIELD[1])
    return 0.0, lift + shares[at] * (1 - lift)


def list_points(lines: Sequence[CurveLine], seat: int) -> list[Point]:
    """Return the points of a seat's line, or of the upper edge of its area, ending with the result."""
    shares = lines[seat].shares
    found: list[Point] = [
        (to_x(at, len(shares)), to_y(find_span(lines, seat, at)[1])) for at in range(len(shares))
    ]
    return [*found, (FIELD[2], found[-1][1])]


def place_flag(lines: Sequence[CurveLine], flag: Flag) -> tuple[int, int]:
    """Return the coordinates of a flag: on its seat's line, on the line between the areas of two seats, or in
    the middle of its seat's area.
    """
    low, high = find_span(lines, flag.seat, flag.at)
    share = (low + high) / 2 if are_stacked(lines) else high
    if len(lines) == DUEL_SEATS:
        share = find_span(lines, 0, flag.at)[1]
    return to_x(flag.at, len(lines[flag.seat].shares)), to_y(share)

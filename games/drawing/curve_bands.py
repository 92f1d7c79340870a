"""Draws the win chances of three and more seats: a band for each seat with its name, below each other.

A band is bright where its seat is in the lead and dim elsewhere, so it can be read without colour, and no
line crosses another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from games.core.picture import GOLD, INK, NAVY, PLATE_DIM, WHITE, Box
from games.drawing.canvas import Canvas
from games.drawing.curve_field import (
    BAND_AXIS,
    EDGE,
    GAP,
    LABEL_SIZE,
    WIDTH,
    CurveLine,
    Ending,
    Flag,
    Point,
    Tick,
    to_x,
)
from games.drawing.curve_style import (
    FAINT,
    FIGURE_SIZE,
    FINE,
    FLAG_COLOUR,
    GRID_COLOUR,
    INKS,
    Pen,
    draw_disc,
    enlarge,
    soften,
)

TOP: Final = 148
"""Upper edge of the first band, below the title and the text about the winner."""
HEIGHTS: Final = {3: 196, 4: 160, 5: 138, 6: 124}
"""Height of a band in pixels, by number of seats."""
HEAD: Final = 24
"""Space above 100 % in a band."""
FOOT: Final = 12
"""Space below 0 % in a band."""
PAD: Final = 20
"""Space before a name."""
SOFTNESS: Final = 0.42
"""Fraction of a seat's colour in its area while another seat leads. The rest is background."""
LINE_WIDTH: Final = 6
FALL_WIDTH: Final = 10
"""Width of the white line over the step in which a seat gave away win chance."""
NUMBER_RADIUS: Final = 24
"""Radius of the disc with a flag's number."""
NUMBER_RISE: Final = 34
"""Distance of the disc with a flag's number above the flag's point."""
NAME_SIZE: Final = 38
MIN_NAME_SIZE: Final = 26
MIN_FIGURE_SIZE: Final = 24
RESULT_SIZE: Final = 32
TICK_LENGTH: Final = 12
TICK_LABEL_Y: Final = 34
"""Vertical centre of the tick labels, below the last band."""
TICKS_HEIGHT: Final = 66
"""Height of the tick labels' row."""


class BandPlot:
    """The plot for three and more seats, with a band for each seat."""

    def __init__(
        self,
        lines: Sequence[CurveLine],
        ticks: Sequence[Tick],
        flags: Sequence[Flag],
        ending: Ending | None,
    ) -> None:
        self.lines = lines
        self.ticks = ticks
        self.flags = flags
        self.over = ending is not None
        self.count = len(lines[0].shares)
        high = HEIGHTS[min(max(len(lines), min(HEIGHTS)), max(HEIGHTS))]
        self.bands = [
            Box(EDGE - 8, TOP + (high + GAP) * seat, WIDTH - 2 * EDGE + 16, high)
            for seat in range(len(lines))
        ]
        self.foot = self.bands[-1].y + high
        self.notes_top = self.foot + TICKS_HEIGHT
        """Upper edge of the notes below the plot."""

    def to_y(self, seat: int, share: float) -> float:
        """Return the y coordinate of a win chance in a seat's band."""
        band = self.bands[seat]
        return band.y + band.h - FOOT - (band.h - HEAD - FOOT) * min(max(share, 0.0), 1.0)

    def list_points(self, seat: int) -> list[Point]:
        """Return the points of a seat's line, ending with the result."""
        found = [
            (to_x(at, self.count, BAND_AXIS), self.to_y(seat, share))
            for at, share in enumerate(self.lines[seat].shares)
        ]
        return [*found, (BAND_AXIS.right, found[-1][1])]

    def draw(self, pen: Pen) -> None:
        """Draw everything but the texts."""
        won = max(line.shares[-1] for line in self.lines)
        for seat, line in enumerate(self.lines):
            x, y, wide, high = self.bands[seat]
            rim = GOLD if self.over and line.shares[-1] == won else PLATE_DIM
            pen.rounded_rectangle(enlarge(x, y, x + wide, y + high), 16 * FINE, PLATE_DIM, rim, 5 * FINE)
            for share in (0.5, 1.0):
                level = self.to_y(seat, share)
                pen.line(enlarge(BAND_AXIS.left, level, BAND_AXIS.right, level), GRID_COLOUR, 2 * FINE)
            self.draw_area(pen, seat)
        for at, _ in self.ticks:
            x = to_x(at, self.count, BAND_AXIS)
            pen.line(enlarge(x, self.foot, x, self.foot + TICK_LENGTH), FAINT, 4 * FINE)
        for flag in self.flags:
            self.draw_flag(pen, flag)

    def draw_area(self, pen: Pen, seat: int) -> None:
        """Draw the area below a seat's line, bright where it leads."""
        points, ink, ground = self.list_points(seat), INKS[seat % len(INKS)], self.to_y(seat, 0.0)
        self.fill(pen, points, ground, soften(ink, SOFTNESS))
        for stretch in self.list_leads(seat):
            self.fill(pen, [self.find_point(points, at) for at in stretch], ground, ink)
        for colour, more in ((INK, 4), (ink, 0)):
            flat = [FINE * value for point in points for value in point]
            pen.line(flat, colour, (LINE_WIDTH + more) * FINE, joint="curve")
        pen.line(enlarge(BAND_AXIS.left, ground, BAND_AXIS.right, ground), FAINT, 3 * FINE)

    def fill(self, pen: Pen, points: Sequence[Point], ground: float, colour: str) -> None:
        """Fill the area between points and the level ``ground``."""
        corners = [(points[0][0], ground), *points, (points[-1][0], ground)]
        pen.polygon([FINE * value for corner in corners for value in corner], colour)

    def find_point(self, points: Sequence[Point], at: float) -> Point:
        """Return the point of a line between two positions."""
        first = min(int(at), len(points) - 2)
        (ax, ay), (bx, by) = points[first], points[first + 1]
        return ax + (bx - ax) * (at - first), ay + (by - ay) * (at - first)

    def list_leads(self, seat: int) -> Iterator[tuple[float, float]]:
        """Yield the parts of steps in which a seat's win chance is the largest, as pairs of positions.

        The part after the last position counts as a step.
        """
        own = self.lines[seat].shares
        others = [line.shares for number, line in enumerate(self.lines) if number != seat]
        for at in range(self.count):
            following = min(at + 1, self.count - 1)
            first, last = 0.0, 1.0
            for shares in others:
                before, after = own[at] - shares[at], own[following] - shares[following]
                if max(before, after) <= 0:
                    last = first
                elif before < 0:
                    first = max(first, before / (before - after))
                elif after < 0:
                    last = min(last, before / (before - after))
            if first < last:
                yield at + first, at + last

    def place_flag(self, flag: Flag) -> Point:
        """Return the point before the step of a flag, from which the seat's line falls."""
        at = max(flag.at - 1, 0)
        return to_x(at, self.count, BAND_AXIS), self.to_y(flag.seat, self.lines[flag.seat].shares[at])

    def place_number(self, flag: Flag) -> Point:
        """Return the centre of the disc with a flag's number: above its point, but within the band, and to
        the right of earlier numbers.
        """
        x, y = self.place_flag(flag)
        for other in self.flags[: self.flags.index(flag)]:
            if other.seat == flag.seat:
                x = max(x, self.place_number(other)[0] + 2 * NUMBER_RADIUS + 4)
        return x, max(y - NUMBER_RISE, self.bands[flag.seat].y + NUMBER_RADIUS + 4)

    def draw_flag(self, pen: Pen, flag: Flag) -> None:
        """Draw a flag: the step in white, and the disc of its number."""
        (x, y), (middle, level) = self.place_flag(flag), self.place_number(flag)
        end = (
            to_x(flag.at, self.count, BAND_AXIS),
            self.to_y(flag.seat, self.lines[flag.seat].shares[flag.at]),
        )
        for colour, wide in ((INK, FALL_WIDTH + 8), (FLAG_COLOUR, FALL_WIDTH)):
            pen.line(enlarge(x, y, *end), colour, wide * FINE)
            for px, py in ((x, y), end):
                pen.ellipse(enlarge(px - wide / 2, py - wide / 2, px + wide / 2, py + wide / 2), colour)
        draw_disc(pen, middle, level, NUMBER_RADIUS, FLAG_COLOUR, 4)

    def write(self, canvas: Canvas, unit: str) -> None:
        """Write all texts of the plot.

        :param unit: the unit of the tick labels, such as turns.
        """
        names = tuple(line.name for line in self.lines)
        for seat, line in enumerate(self.lines):
            band = self.bands[seat]
            x, y, max_width = band.x + PAD, band.y + band.h // 2, BAND_AXIS.left - band.x - 2 * PAD
            up, max_height = (22, band.h // 2 - 6) if line.figure else (0, band.h - 16)
            canvas.write_name(
                names, seat, x, y - up, NAME_SIZE, WHITE, PLATE_DIM, max_width, max_height, MIN_NAME_SIZE
            )
            if line.figure:
                low = y + band.h // 4
                canvas.write_text(
                    line.figure, x, low, FIGURE_SIZE, GOLD, PLATE_DIM, "left", max_width, 0, MIN_FIGURE_SIZE
                )
            self.write_result(canvas, seat)
        for flag in self.flags:
            middle, level = self.place_number(flag)
            canvas.write(flag.label, round(middle), round(level), FIGURE_SIZE, INK, FLAG_COLOUR)
        for at, label in self.ticks:
            x = to_x(at, self.count, BAND_AXIS)
            canvas.write(label, x, self.foot + TICK_LABEL_Y, LABEL_SIZE, WHITE, NAVY)
        max_width = BAND_AXIS.left - EDGE - 60
        canvas.write(
            unit, EDGE + PAD - 8, self.foot + TICK_LABEL_Y, LABEL_SIZE, WHITE, NAVY, "left", max_width
        )

    def write_result(self, canvas: Canvas, seat: int) -> None:
        """Write a seat's last win chance at the end of its line: in its area if that is high enough, else
        above it.
        """
        share = self.lines[seat].shares[-1]
        level, ground = self.to_y(seat, share), self.to_y(seat, 0.0)
        inside = ground - level > RESULT_SIZE + 8
        leads = any(end > self.count - 1 for _, end in self.list_leads(seat))
        ink, below = INKS[seat % len(INKS)], soften(INKS[seat % len(INKS)], SOFTNESS)
        colours = (WHITE, PLATE_DIM) if not inside else (INK, ink) if leads else (WHITE, below)
        y = (level + ground) / 2 if inside else level - RESULT_SIZE // 2 - 8
        middle = BAND_AXIS.right - BAND_AXIS.hold // 2
        canvas.write(f"{share:.0%}", middle, round(y), RESULT_SIZE, *colours)

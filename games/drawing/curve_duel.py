"""Draws the win chances of two seats: two areas that fill one plot, with one line between them.

The seats differ in the shapes and letters of their marks, and only then in colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Final

from games.core.picture import GOLD, INK, NAVY, PLATE_DIM, WHITE
from games.drawing.canvas import Canvas
from games.drawing.curve_field import (
    DUEL_AXIS,
    EDGE,
    FIELD,
    GAP,
    LABEL_SIZE,
    WIDTH,
    CurveLine,
    Ending,
    Flag,
    Point,
    Tick,
    find_span,
    place_flag,
    to_x,
    to_y,
)
from games.drawing.curve_marks import place_marks
from games.drawing.curve_style import (
    FAINT,
    FIGURE_SIZE,
    FINE,
    FLAG_COLOUR,
    GRID_COLOUR,
    INKS,
    MARK_RADIUS,
    POINT_RADIUS,
    Pen,
    draw_disc,
    enlarge,
    soften,
)
from games.drawing.curve_swing import Swing, place_swing, put_swing

BORDER_WIDTH: Final = 5
"""Width in pixels of the line between two areas."""
SOFTNESS: Final = 0.7
"""Fraction of a seat's colour in its area. The rest is background."""
MARK_RIM: Final = 6
NUMBERS_Y: Final = 174
"""Vertical centre of the flags' numbers, above the plot area."""
MARK_CORNERS: Final = (0, 4)
"""Number of corners of each seat's mark; 0 for a circle."""
SQUARE_CORNER_FACTOR: Final = 1.3
"""Distance of a square's corners from its centre, as a multiple of a circle's radius."""
LETTERS: Final = "AB"
GRID: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
NAME_SIZE: Final = 40
PLATES_TOP: Final = FIELD[3] + 124
"""Upper edge of the name plates."""
PLATE_HEIGHT: Final = 104
"""Height of a name plate."""
PLATE_WIDTH: Final = (WIDTH - 2 * EDGE - GAP) // 2
MAX_NAME_HEIGHT: Final = 44
"""Maximum height of a name's lines on a plate, above the figure."""
TICK_LABEL_Y: Final = FIELD[3] + 40
"""Vertical centre of the tick labels."""
TICK_LENGTH: Final = 16
"""Length of a tick."""


class DuelPlot:
    """The plot for two seats, with their name plates below it."""

    notes_top = PLATES_TOP + PLATE_HEIGHT + GAP
    """Upper edge of the notes below the plot."""

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
        # The plate of the last turn's swing shouldn't cover a flag's line.
        taken = [
            (place_flag(lines, flag)[0], y) for flag in flags for y in range(FIELD[1], FIELD[3], MARK_RADIUS)
        ]
        self.swing = place_swing(lines, ending, taken)
        self.marks = place_marks(lines, flags, self.swing)
        self.numbers = tuple(zip(flags, place_numbers(lines, flags), strict=True))

    def draw(self, pen: Pen) -> None:
        """Draw everything but the texts."""
        left, top, right, bottom = FIELD
        pen.rounded_rectangle(enlarge(left - 8, top - 16, right + 6, bottom + 16), 20 * FINE, PLATE_DIM)
        # The column for the marks at the ends of lines.
        column = enlarge(right + 12, top - MARK_RADIUS - 8, WIDTH - 12, bottom + MARK_RADIUS + 8)
        pen.rounded_rectangle(column, 20 * FINE, PLATE_DIM)
        self.draw_areas(pen)
        for share in GRID:
            wide = 4 if share == 0.5 else 2
            pen.line(enlarge(left, to_y(share), right, to_y(share)), GRID_COLOUR, wide * FINE)
        for at, _ in self.ticks:
            x = to_x(at, self.count)
            pen.line(enlarge(x, bottom, x, bottom + TICK_LENGTH), FAINT, 4 * FINE)
        self.draw_flag_lines(pen)
        won = max(line.shares[-1] for line in self.lines)
        for seat, line in enumerate(self.lines):
            x, y = _place_plate(seat)
            rim = GOLD if self.over and line.shares[-1] == won else PLATE_DIM
            pen.rounded_rectangle(
                enlarge(x, y, x + PLATE_WIDTH, y + PLATE_HEIGHT), 16 * FINE, PLATE_DIM, rim, 5 * FINE
            )
            _draw_mark(pen, seat, x + 52, y + PLATE_HEIGHT // 2)
        for seat, at_x, at_y in self.marks:
            _draw_mark(pen, seat, at_x, at_y)
        self.draw_flags(pen)

    def draw_areas(self, pen: Pen) -> None:
        """Draw each seat's chance as an area in a quiet shade of its colour, the first seat at the bottom. A
        line in its full colour is between them.
        """
        edges = list[list[Point]]()
        for seat in range(len(self.lines)):
            spans = [find_span(self.lines, seat, at) for at in range(self.count)]
            lower, upper = (
                [
                    (float(FINE * to_x(at, self.count)), float(FINE * to_y(span[edge])))
                    for at, span in enumerate(spans)
                ]
                for edge in (0, 1)
            )
            for edge in (lower, upper):
                edge.append((FINE * FIELD[2], edge[-1][1]))
            pen.polygon([*lower, *reversed(upper)], soften(INKS[seat], SOFTNESS))
            edges.append(upper)
        for colour, more in ((INK, 4), (INKS[0], 0)):
            pen.line(edges[0], colour, (BORDER_WIDTH + more) * FINE, joint="curve")

    def draw_flag_lines(self, pen: Pen) -> None:
        """Draw the lines below the flags' points, under everything that follows."""
        for flag, _ in self.numbers:
            x, y = place_flag(self.lines, flag)
            pen.line(enlarge(x, y, x, FIELD[3]), FAINT, 3 * FINE)

    def draw_flags(self, pen: Pen) -> None:
        """Draw the flags: a point on the line, joined to the disc of its number."""
        for flag, above in self.numbers:
            x, y = place_flag(self.lines, flag)
            for colour, wide in ((INK, 8), (FLAG_COLOUR, 4)):
                pen.line(enlarge(above, NUMBERS_Y, x, FIELD[1], x, y), colour, wide * FINE)
            draw_disc(pen, x, y, POINT_RADIUS, FLAG_COLOUR, 4)
            draw_disc(pen, above, NUMBERS_Y, MARK_RADIUS, FLAG_COLOUR, 4)
        if self.swing is not None:
            self.draw_lead(pen, self.swing)

    def draw_lead(self, pen: Pen, swing: Swing) -> None:
        """Draw the line from the plate of the swing to the point that it points at."""
        (x, y), ink = swing.tip, INKS[swing.seat]
        for colour, more in ((INK, 8), (ink, 0)):
            pen.line(enlarge(swing.box.x + swing.box.w - 8, y, x, y), colour, (8 + more) * FINE)
        draw_disc(pen, x, y, POINT_RADIUS, ink, 4)

    def write(self, canvas: Canvas, unit: str) -> None:
        """Write all texts of the plot.

        :param unit: the unit of the tick labels, such as turns.
        """
        if self.swing is not None:
            put_swing(canvas, self.swing, INKS[self.swing.seat])
        for share in GRID[::2]:
            canvas.write(f"{share:.0%}", FIELD[0] - 12, to_y(share), LABEL_SIZE, WHITE, NAVY, "right")
        for at, label in self.ticks:
            canvas.write(label, to_x(at, self.count), TICK_LABEL_Y, LABEL_SIZE, WHITE, NAVY)
        middle, max_width = (DUEL_AXIS.left + DUEL_AXIS.right) // 2, DUEL_AXIS.right - DUEL_AXIS.left
        canvas.write(unit, middle, TICK_LABEL_Y + 40, LABEL_SIZE, WHITE, NAVY, max_width=max_width)
        for seat in range(len(self.lines)):
            left, top = _place_plate(seat)
            _write_letter(canvas, seat, left + 52, top + PLATE_HEIGHT // 2)
        for seat, x, y in self.marks:
            _write_letter(canvas, seat, x, y)
        for flag, x in self.numbers:
            canvas.write(flag.label, x, NUMBERS_Y, FIGURE_SIZE, INK, FLAG_COLOUR)
        self.write_names(canvas)

    def write_names(self, canvas: Canvas) -> None:
        """Write each seat's name and figure on its plate."""
        names = tuple(line.name for line in self.lines)
        for seat, line in enumerate(self.lines):
            left, top = _place_plate(seat)
            x, y = left + 104, top + PLATE_HEIGHT // 2
            max_width = PLATE_WIDTH - 104 - 16
            up, max_height = (20, MAX_NAME_HEIGHT) if line.figure else (0, PLATE_HEIGHT - 16)
            canvas.write_name(names, seat, x, y - up, NAME_SIZE, WHITE, PLATE_DIM, max_width, max_height, 22)
            if line.figure:
                canvas.write(line.figure, x, y + 26, FIGURE_SIZE, GOLD, PLATE_DIM, "left", max_width)


def place_numbers(lines: Sequence[CurveLine], flags: Sequence[Flag]) -> list[int]:
    """Return the x coordinates of the flags' numbers above the plot, so that no two overlap."""
    found: list[int] = []
    for flag in flags:
        x = place_flag(lines, flag)[0]
        found.append(max(x, found[-1] + 2 * MARK_RADIUS + 6) if found else x)
    over = max(0, found[-1] - FIELD[2]) if found else 0
    return [x - over for x in found]


def _draw_mark(pen: Pen, seat: int, x: float, y: float) -> None:
    """Draw a seat's mark, without its letter."""
    ink, corners = INKS[seat], MARK_CORNERS[seat]
    if not corners:
        draw_disc(pen, x, y, MARK_RADIUS, ink, MARK_RIM)
        return
    size = MARK_RADIUS * SQUARE_CORNER_FACTOR
    around = [
        (
            FINE * (x + size * sin(pi / 4 + 2 * pi * number / corners)),
            FINE * (y - size * cos(pi / 4 + 2 * pi * number / corners)),
        )
        for number in range(corners)
    ]
    pen.polygon(around, ink, INK, MARK_RIM * FINE)


def _place_plate(seat: int) -> tuple[int, int]:
    """Return the upper left corner of a seat's name plate."""
    return EDGE + seat * (PLATE_WIDTH + GAP), PLATES_TOP


def _write_letter(canvas: Canvas, seat: int, x: float, y: float) -> None:
    canvas.write(LETTERS[seat], round(x), round(y), LABEL_SIZE, INK, INKS[seat])

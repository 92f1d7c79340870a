"""Draws win chances as areas on top of each other, each beginning at a plate with its seat's name.

At any time the areas together are as high as the plot. Neighbours are separated by dark lines, so the areas
can be told apart without colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Final

from PIL import Image, ImageDraw

from games.core.picture import INK_COLOUR, NAVY_COLOUR, WHITE_COLOUR, Box
from games.drawing.canvas import Canvas
from games.drawing.curve_field import (
    CURVE_AXIS,
    LABEL_SIZE,
    PICTURE_MARGIN,
    PLATES_RIGHT,
    PLOT_LEFT,
    TWO_PLAYER_SEAT_COUNT,
    CurveEnding,
    CurveFlag,
    CurveLine,
    CurveTick,
    Point,
    average_rounds,
    find_axis_x,
    find_span,
)
from games.drawing.curve_style import (
    FAINT_COLOUR,
    FIGURE_SIZE,
    FINE_FACTOR,
    FLAG_COLOUR,
    NUMBER_RADIUS,
    POINT_RADIUS,
    SEAT_COLOURS,
    Pen,
    draw_disc,
    scale_lengths,
)
from games.drawing.fitting import LINE_HEIGHT_FACTOR, SIZE_STEP, FittedText, fit_name_lines, fit_text
from games.drawing.sprites import load_atlas
from games.drawing.text import MIN_FONT_SIZE

PLOT_TOP: Final = 152
"""Upper edge of the plot, below the title and the text about the winner."""
PLOT_HEIGHT_BY_SEAT_COUNT: Final = {2: 472, 3: 504, 4: 568, 5: 640, 6: 712}
CORNER_RADIUS: Final = 24
BORDER_WIDTH: Final = 4
"""Width in pixels of the lines between areas."""
FLAG_WIDTH: Final = 5
"""Width in pixels of the line through a seat's area at a flag."""
DASH_LENGTH: Final = 12
"""Length of the dashes, and of the gaps between them, in the line that halves the plot of two seats."""
NAME_PADDING: Final = 14
"""Space before a name."""
PLATE_MARGIN: Final = 20
"""Space above and below the texts on a plate, together."""
NAME_SIZE: Final = 44
MIN_NAME_SIZE: Final = 24
SPLIT_NAME_SIZE: Final = 34
"""Maximum font size of a name in several lines. Larger names are written smaller first."""
PLATE_FIGURE_SIZE: Final = 32
MIN_FIGURE_SIZE: Final = 24
"""Minimum font size of a figure in one line. Longer figures are written in two lines."""
MAX_FIGURE_HEIGHT: Final = 54
"""Maximum height of a figure's lines: enough for two lines at size 26."""
FIGURE_GAP: Final = 12
"""Space between a name and the figure below it."""
RESULT_SIZE: Final = 38
MIN_RESULT_HEIGHT: Final = 44
"""Minimum height of an area at the end of the match for its win chance to be written in it."""
RESULT_SIGN_SIZE: Final = (132, 122)
"""Width and height of the plate with the winner's crown and win chance, on the winner's area."""
HALF_SIGN_SIZE: Final = (92, 40)
"""Width and height of the sign at the start of the line that halves the plot of two seats."""
HALF_SIZE: Final = 30
"""Font size of that sign."""
TICK_LENGTH: Final = 12
TICK_LABEL_Y: Final = 36
"""Vertical centre of the tick labels, below the plot."""
TICKS_HEIGHT: Final = 72
"""Height of the tick labels' row."""
NUMBER_SHIFT: Final = 2 * NUMBER_RADIUS + 8
"""Distance by which a flag's number moves away from another one."""
NUMBER_SHIFTS: Final = sorted(
    ((NUMBER_SHIFT * x, NUMBER_SHIFT * y) for x in range(-3, 4) for y in range(-3, 4)),
    key=lambda shift: (hypot(*shift), shift),
)
"""Offsets of a flag's number from its point, in the order in which they are tried."""


class AreaPlot:
    """The plot of a match. Its methods share the lines and the places of the areas."""

    def __init__(
        self,
        lines: Sequence[CurveLine],
        ticks: Sequence[CurveTick],
        flags: Sequence[CurveFlag],
        ending: CurveEnding | None,
        places: Sequence[float] = (),
    ) -> None:
        self.lines = lines
        self.ticks = ticks
        self.flags = flags
        finals = [line.shares[-1] for line in lines]
        self.winner = finals.index(1) if ending is not None and 1 in finals else None
        """The only winner, if the rules ended the match."""
        self.count = len(lines[0].shares)
        self.places = places or range(self.count)
        """The place of each position on the axis."""
        self.shares = average_rounds(lines, self.count - 1 if ending is None else ending.position)
        self.height = PLOT_HEIGHT_BY_SEAT_COUNT[
            min(max(len(lines), min(PLOT_HEIGHT_BY_SEAT_COUNT)), max(PLOT_HEIGHT_BY_SEAT_COUNT))
        ]
        self.foot = PLOT_TOP + self.height
        self.notes_top = self.foot + TICKS_HEIGHT
        """Upper edge of the notes below the plot."""
        self.numbers = self.place_numbers()

    def find_x(self, position: int) -> int:
        """Return the x coordinate of a position."""
        return find_axis_x(self.places[position], self.places[-1])

    def find_y(self, share: float) -> float:
        """Return the y coordinate of a sum of win chances. A sum of 0 is at the lower edge of the plot."""
        return PLOT_TOP + self.height * (1 - min(max(share, 0.0), 1.0))

    def find_area_edges(self, seat: int, position: int) -> tuple[float, float]:
        """Return the y coordinates of the edges of a seat's area, upper first. The first seat is on top."""
        above, below = find_span(self.shares, seat, position)
        return self.find_y(1 - above), self.find_y(1 - below)

    def find_plate_edges(self, seat: int) -> tuple[float, float]:
        """Return the y coordinates of the upper and lower edge of a seat's name plate."""
        step = self.height / len(self.lines)
        return PLOT_TOP + step * seat, PLOT_TOP + step * (seat + 1)

    def list_edge_points(self, seat: int, edge: int) -> list[Point]:
        """Return the points of the upper edge (0) or lower edge (1) of a seat's plate and area."""
        plate_y = self.find_plate_edges(seat)[edge]
        area_ys = [self.find_area_edges(seat, at)[edge] for at in range(self.count)]
        points = [(self.find_x(at), y) for at, y in enumerate(area_ys)]
        plate = [(PICTURE_MARGIN, plate_y), (PLATES_RIGHT, plate_y)]
        return [*plate, (PLOT_LEFT, area_ys[0]), *points, (CURVE_AXIS.right, area_ys[-1])]

    def draw(self, image: Image.Image) -> None:
        """Draw everything but the texts."""
        areas = Image.new("RGB", image.size, NAVY_COLOUR)
        pen = ImageDraw.Draw(areas)
        for seat in range(len(self.lines)):
            corners = [*self.list_edge_points(seat, 0), *reversed(self.list_edge_points(seat, 1))]
            pen.polygon(_flatten_points(corners), get_seat_colour(seat))
        for seat in range(1, len(self.lines)):
            pen.line(
                _flatten_points(self.list_edge_points(seat, 0)),
                INK_COLOUR,
                BORDER_WIDTH * FINE_FACTOR,
                joint="curve",
            )
        if len(self.lines) == TWO_PLAYER_SEAT_COUNT:
            for x in range(CURVE_AXIS.left, CURVE_AXIS.right - CURVE_AXIS.result_width, 2 * DASH_LENGTH):
                pen.line(
                    scale_lengths(x, self.find_y(0.5), x + DASH_LENGTH, self.find_y(0.5)),
                    INK_COLOUR,
                    2 * FINE_FACTOR,
                )
        mask = Image.new("1", image.size)
        for left, right in ((PICTURE_MARGIN, PLATES_RIGHT), (PLOT_LEFT, CURVE_AXIS.right)):
            box = scale_lengths(left, PLOT_TOP, right, self.foot)
            ImageDraw.Draw(mask).rounded_rectangle(box, CORNER_RADIUS * FINE_FACTOR, 1)
        image.paste(areas, (0, 0), mask)
        pen = ImageDraw.Draw(image)
        for place, _ in self.ticks:
            x = find_axis_x(place, self.places[-1])
            pen.line(scale_lengths(x, self.foot, x, self.foot + TICK_LENGTH), FAINT_COLOUR, 4 * FINE_FACTOR)
        for sign in self.list_signs():
            edges = scale_lengths(sign.x, sign.y, sign.x + sign.w, sign.y + sign.h)
            pen.rounded_rectangle(edges, min(CORNER_RADIUS, sign.h // 2) * FINE_FACTOR, NAVY_COLOUR)
        self.draw_flags(pen)

    def list_signs(self) -> list[Box]:
        """Return the boxes of the dark signs: the winner's and, with two seats, that on the 50 % line."""
        boxes = []
        if self.winner is not None:
            wide, high = RESULT_SIGN_SIZE
            x, y = self.place_result(self.winner)
            boxes.append(Box(x - wide // 2, y - high // 2, wide, high))
        if len(self.lines) == TWO_PLAYER_SEAT_COUNT:
            wide, high = HALF_SIGN_SIZE
            boxes.append(Box(PLATES_RIGHT - wide, round(self.find_y(0.5)) - high // 2, wide, high))
        return boxes

    def place_result(self, seat: int) -> tuple[int, int]:
        """Return the middle of a seat's area at the end of the match."""
        top, foot = self.find_area_edges(seat, self.count - 1)
        return CURVE_AXIS.right - CURVE_AXIS.result_width // 2, round(top + foot) // 2

    def draw_flags(self, pen: Pen) -> None:
        """Draw a line through the seat's area at each flag, and the disc of its number beside or on it."""
        for flag in self.flags:
            x, top, foot = self.find_flag_line(flag)
            pen.line(
                scale_lengths(x, max(top, PLOT_TOP), x, min(foot, self.foot)),
                INK_COLOUR,
                FLAG_WIDTH * FINE_FACTOR,
            )
        for flag, number in zip(self.flags, self.numbers, strict=True):
            point = self.place_flag(flag)
            if number == point:
                continue
            for colour, wide in ((INK_COLOUR, 12), (FLAG_COLOUR, 5)):
                pen.line(scale_lengths(*point, *number), colour, wide * FINE_FACTOR)
            draw_disc(pen, *point, POINT_RADIUS, FLAG_COLOUR, 4)
        for number in self.numbers:
            draw_disc(pen, *number, NUMBER_RADIUS, FLAG_COLOUR, 5)

    def find_flag_line(self, flag: CurveFlag) -> tuple[float, float, float]:
        """Return the x coordinate of a flag, and the y coordinates of the edges of the seat's area there.

        The flag is halfway through the move, where the reader sees the area shrink.
        """
        ends = flag.position, min(flag.position + 1, self.count - 1)
        top, foot = (
            sum(edges) / 2
            for edges in zip(*(self.find_area_edges(flag.seat, at) for at in ends), strict=True)
        )
        return sum(map(self.find_x, ends)) / 2, top, foot

    def place_flag(self, flag: CurveFlag) -> Point:
        """Return the middle of the seat's area at a flag."""
        x, top, foot = self.find_flag_line(flag)
        return x, (top + foot) / 2

    def place_numbers(self) -> list[Point]:
        """Return the centres of the flags' numbers, each as near to its point as the others allow."""
        centres: list[Point] = []
        for flag in self.flags:
            x, y = self.place_flag(flag)
            places = [(x, y), *((x + right, y + down) for right, down in NUMBER_SHIFTS)]
            centres.append(next(filter(lambda place: self._is_free(place, centres), places), (x, y)))
        return centres

    def _is_free(self, place: Point, taken_points: Sequence[Point]) -> bool:
        """Return whether a number at a place lies in the plot and covers no other number."""
        x, y = place
        inside = CURVE_AXIS.left <= x <= CURVE_AXIS.right - CURVE_AXIS.result_width
        inside &= PLOT_TOP + NUMBER_RADIUS + 4 <= y <= self.foot - NUMBER_RADIUS - 4
        return inside and all(hypot(x - one, y - other) >= NUMBER_SHIFT - 1 for one, other in taken_points)

    def write_texts(self, canvas: Canvas, unit: str, percent: str) -> None:
        """Write all texts of the plot.

        :param unit: the unit of the tick labels, such as turns.
        :param percent: how the reader's language writes ``{percent}`` per cent.
        """
        names = tuple(line.name for line in self.lines)
        for seat, line in enumerate(self.lines):
            ground, (top, foot) = get_seat_colour(seat), self.find_plate_edges(seat)
            x = PICTURE_MARGIN + NAME_PADDING
            y = round(top + foot) // 2
            height = round(foot - top) - PLATE_MARGIN
            name, figure = fit_plate_texts(names, seat, line.figure, PLATES_RIGHT - x - 8, height)
            if figure is None:
                canvas.write_fitted(name, x, y, INK_COLOUR, ground, "left")
            else:
                above, below = measure_height(name), measure_height(figure)
                start = y - (above + FIGURE_GAP + below) // 2
                canvas.write_fitted(name, x, start + above // 2, INK_COLOUR, ground, "left")
                low = start + above + FIGURE_GAP + below // 2
                canvas.write_fitted(figure, x, low, INK_COLOUR, ground, "left")
            self.write_result(canvas, seat, percent)
        for flag, number in zip(self.flags, self.numbers, strict=True):
            canvas.write_line(
                flag.label, round(number[0]), round(number[1]), FIGURE_SIZE, INK_COLOUR, FLAG_COLOUR
            )
        for place, label in self.ticks:
            x = find_axis_x(place, self.places[-1])
            canvas.write_line(label, x, self.foot + TICK_LABEL_Y, LABEL_SIZE, WHITE_COLOUR, NAVY_COLOUR)
        if len(self.lines) == TWO_PLAYER_SEAT_COUNT:
            sign = self.list_signs()[-1]
            x, y = sign.x + sign.w // 2, sign.y + sign.h // 2
            canvas.write_line(percent.format(percent=50), x, y, HALF_SIZE, WHITE_COLOUR, NAVY_COLOUR)
        width = CURVE_AXIS.left - PICTURE_MARGIN - 60
        canvas.write_line(
            unit,
            PICTURE_MARGIN + 8,
            self.foot + TICK_LABEL_Y,
            LABEL_SIZE,
            WHITE_COLOUR,
            NAVY_COLOUR,
            "left",
            width,
        )

    def write_result(self, canvas: Canvas, seat: int, percent: str) -> None:
        """Write a seat's last win chance at the end of its area, if that is high enough.

        The winner's is on a dark sign below a crown, because the crown is gold and the area may be gold too.
        """
        share, (x, y) = self.lines[seat].shares[-1], self.place_result(seat)
        top, foot = self.find_area_edges(seat, self.count - 1)
        result = percent.format(percent=round(100 * share))
        if seat == self.winner:
            crown = load_atlas("kit")["crown"]
            canvas.put(crown, x - crown.size[0] // 2, y - crown.size[1] + 8)
            canvas.write_line(result, x, y + 36, RESULT_SIZE, WHITE_COLOUR, NAVY_COLOUR)
        elif foot - top >= MIN_RESULT_HEIGHT:
            canvas.write_line(result, x, y, RESULT_SIZE, INK_COLOUR, get_seat_colour(seat))


def fit_plate_texts(
    names: tuple[str, ...], seat: int, figure: str, max_width: int, max_height: int
) -> tuple[FittedText, FittedText | None]:
    """Fit a seat's name, and below it the figure if given, into a name plate.

    A long figure has two lines or, if the name then doesn't fit, one line in smaller letters.
    """
    if not figure:
        return _fit_plate_name(names, seat, max_width, max_height), None
    fitted_figure = fit_text(figure, PLATE_FIGURE_SIZE, max_width, 0, MIN_FIGURE_SIZE)
    if not fitted_figure.is_whole:
        fitted_figure = fit_text(figure, PLATE_FIGURE_SIZE, max_width, MAX_FIGURE_HEIGHT, MIN_FONT_SIZE)
    name = _fit_plate_name(names, seat, max_width, max_height - FIGURE_GAP - measure_height(fitted_figure))
    if not name.is_whole:
        fitted_figure = fit_text(figure, MIN_FIGURE_SIZE, max_width, 0, MIN_FONT_SIZE)
        name = _fit_plate_name(
            names, seat, max_width, max_height - FIGURE_GAP - measure_height(fitted_figure)
        )
    if fitted_figure.size > name.size:
        fitted_figure = fit_text(figure, name.size, max_width, measure_height(fitted_figure), MIN_FONT_SIZE)
    return name, fitted_figure


def _fit_plate_name(names: tuple[str, ...], seat: int, max_width: int, max_height: int) -> FittedText:
    """Fit a name into one line or, if it would be small, into several."""
    name = fit_name_lines(names, seat, NAME_SIZE, max_width, 0, SPLIT_NAME_SIZE)
    for size in range(SPLIT_NAME_SIZE, MIN_NAME_SIZE - 1, -SIZE_STEP):
        if name.is_whole:
            break
        name = fit_name_lines(names, seat, size, max_width, max_height, size)
    return name


def measure_height(fitted: FittedText) -> int:
    """Return the height of the lines of a fitted text."""
    return round(fitted.size * (1 + LINE_HEIGHT_FACTOR * (len(fitted.lines) - 1)))


def get_seat_colour(seat: int) -> str:
    """Return the colour of a seat's area."""
    return SEAT_COLOURS[seat % len(SEAT_COLOURS)]


def _flatten_points(points: Sequence[Point]) -> list[float]:
    """Return the enlarged coordinates of points in one list."""
    return [FINE_FACTOR * value for point in points for value in point]

"""Draws the win chances of a match from start to end: lines for up to three seats, stacked areas for more.

The seats differ in the shapes and letters of their marks, and only then in colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from math import cos, pi, sin
from typing import Final

from PIL import Image, ImageDraw

from games.core.picture import GOLD, INK, NAVY, PLATE_DIM, WHITE
from games.drawing import palette, text
from games.drawing.canvas import Canvas
from games.drawing.curve_field import (
    FIELD,
    WIDTH,
    CurveLine,
    Ending,
    Flag,
    Point,
    Tick,
    are_stacked,
    find_span,
    list_points,
    place_flag,
    to_x,
    to_y,
)
from games.drawing.curve_marks import MARK_RADIUS, Mark, place_marks
from games.drawing.curve_swing import Swing, place_swing, put_swing
from games.drawing.fitting import fit_line
from games.drawing.sprites import Sprite

FINE: Final = 2
"""Factor by which lines are drawn larger and then reduced, for smooth edges."""
LINE_WIDTH: Final = 10
"""Width of a line in pixels."""
BORDER_WIDTH: Final = 5
"""Width in pixels of the line between two areas."""
SOFTNESS: Final = 0.7
"""Share of a seat's colour in its area."""
MARK_RIM: Final = 6
HEADLINE_Y: Final = 112
"""Vertical centre of the text about the winner, below the title."""
NUMBERS_Y: Final = 174
"""Vertical centre of the flags' numbers, above the plot area."""
INKS: Final = ("#FADB32", "#36C8FA", "#F58A6B", "#5CD6A0", "#D9B8F0", "#C3CED4")
FLAG_COLOUR: Final = WHITE
"""Colour of numbered points. No seat's line has this colour."""
MARK_CORNERS: Final = (0, 4, 3, -4, 5, 6)
"""Number of corners of each seat's mark; 0 stands for a circle, and -4 for a square on one corner."""
LETTERS: Final = "ABCDEF"
GRID: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
LABEL_SIZE, NAME_SIZE, FIGURE_SIZE, TITLE_SIZE = 32, 40, 36, 46
"""Font sizes of tick labels, names, figures and the title."""
PLATES_TOP: Final = FIELD[3] + 124
"""Upper edge of the name plates, two in each row."""
PLATE_HEIGHT: Final = 104
"""Height of a name plate."""
GAP: Final = 12
EDGE: Final = 24
MAX_NAME_HEIGHT: Final = 44
"""Maximum height of a name's lines on a plate, above the figure."""

TICK_LABEL_Y: Final = FIELD[3] + 40
"""Vertical centre of the tick labels."""
APART: Final = 16
TICK_LENGTH: Final = 16
"""Length of a tick."""
FAINT: Final = "#6E8FA6"
POINT_RADIUS: Final = 11
"""Radius of the dot of a numbered point on its line."""
NOTE_HEIGHT: Final = 62
"""Height of the line that explains a numbered point."""

Pen = ImageDraw.ImageDraw


def draw_curve(
    title: str,
    lines: Sequence[CurveLine],
    ticks: Sequence[Tick],
    unit: str = "",
    flags: Sequence[Flag] = (),
    ending: Ending | None = None,
) -> Image.Image:
    """Draw the win chances of a match. :param ticks: positions with labels. :param unit: the unit of the
    labels, such as turns.
    :param ending: who won, and the last turn, whose change is written on the plot if it is large.
    """
    count = len(lines[0].shares)
    swing = _place_swing(lines, flags, ending)
    marks = place_marks(lines, flags, swing)
    canvas = Canvas(Sprite(_draw_lines(lines, ticks, flags, marks, swing, over=ending is not None), None))
    canvas.write_text(title, EDGE + 8, 56, TITLE_SIZE, GOLD, NAVY, "left", WIDTH - 2 * EDGE - 16)
    if ending is not None:
        canvas.write(
            ending.text, EDGE + 8, HEADLINE_Y, FIGURE_SIZE, WHITE, NAVY, "left", WIDTH - 2 * EDGE - 16
        )
        if swing is not None:
            put_swing(canvas, swing, INKS[swing.seat % len(INKS)])
    for share in GRID[::2]:
        canvas.write(f"{share:.0%}", FIELD[0] - 12, to_y(share), LABEL_SIZE, WHITE, NAVY, "right")
    for at, label in ticks:
        canvas.write(label, to_x(at, count), TICK_LABEL_Y, LABEL_SIZE, WHITE, NAVY)
    canvas.write(
        unit, (FIELD[0] + FIELD[2]) // 2, TICK_LABEL_Y + 40, LABEL_SIZE, WHITE, NAVY, room=FIELD[2] - FIELD[0]
    )
    _write_letters(canvas, lines, marks)
    for flag, x in zip(flags, place_numbers(lines, flags), strict=True):
        canvas.write(flag.label, x, NUMBERS_Y, FIGURE_SIZE, INK, FLAG_COLOUR)
    _write_names(canvas, lines)
    _write_notes(canvas, lines, flags)
    return canvas.image


def labels_fit(ticks: Sequence[Tick], count: int) -> bool:
    """Return whether the tick labels fit without touching."""
    spans = [(to_x(at, count), text.measure_width(label, LABEL_SIZE) / 2) for at, label in ticks]
    return all(right - left >= one + other + APART for (left, one), (right, other) in pairwise(spans))


def _draw_lines(
    lines: Sequence[CurveLine],
    ticks: Sequence[Tick],
    flags: Sequence[Flag],
    marks: Sequence[Mark],
    swing: Swing | None,
    *,
    over: bool,
) -> Image.Image:
    """Draw everything but the texts.

    :param over: whether the match has ended, so that the winners' plates have a golden rim.
    """
    told = [flag for flag in flags if flag.write_note is not None]
    height = _find_notes_top(len(lines)) + len(told) * NOTE_HEIGHT - GAP + EDGE
    image = Image.new("RGB", (WIDTH * FINE, height * FINE), NAVY)
    pen = ImageDraw.Draw(image)
    left, top, right, bottom = FIELD
    pen.rounded_rectangle(_enlarge(left - 8, top - 16, right + 6, bottom + 16), 20 * FINE, PLATE_DIM)
    # The column for the marks at the ends of lines.
    column = _enlarge(right + 12, top - MARK_RADIUS - 8, WIDTH - 12, bottom + MARK_RADIUS + 8)
    pen.rounded_rectangle(column, 20 * FINE, PLATE_DIM)
    if are_stacked(lines):
        _draw_areas(pen, lines)
    for share in GRID:
        wide = 4 if share == 0.5 else 2
        pen.line(_enlarge(left, to_y(share), right, to_y(share)), "#3D6A8A", wide * FINE)
    for at, _ in ticks:
        x = to_x(at, len(lines[0].shares))
        pen.line(_enlarge(x, bottom, x, bottom + TICK_LENGTH), FAINT, 4 * FINE)
    for flag, above in zip(flags, place_numbers(lines, flags), strict=True):
        x, y = place_flag(lines, flag)
        pen.line(_enlarge(above, NUMBERS_Y, x, top, x, y), FLAG_COLOUR, 4 * FINE)
        pen.line(_enlarge(x, y, x, bottom), FAINT, 3 * FINE)
    if not are_stacked(lines):
        # The lines that end highest are in front.
        for seat in sorted(range(len(lines)), key=lambda seat: lines[seat].shares[-1]):
            _draw_line(pen, lines, seat)
    won = max(line.shares[-1] for line in lines)
    for seat, line in enumerate(lines):
        x, y = _place_plate(seat)
        plate = _enlarge(x, y, x + _measure_plate(), y + PLATE_HEIGHT)
        rim = GOLD if over and line.shares[-1] == won else PLATE_DIM
        pen.rounded_rectangle(plate, 16 * FINE, PLATE_DIM, rim, 5 * FINE)
        _draw_mark(pen, seat, x + 52, y + PLATE_HEIGHT // 2)
    for seat, at_x, at_y in marks:
        _draw_mark(pen, seat, at_x, at_y)
    for flag, above in zip(flags, place_numbers(lines, flags), strict=True):
        x, y = place_flag(lines, flag)
        if are_stacked(lines):
            for colour, wide in ((INK, 8), (FLAG_COLOUR, 4)):
                pen.line(_enlarge(above, NUMBERS_Y, x, top, x, y), colour, wide * FINE)
        _draw_disc(pen, x, y, POINT_RADIUS, FLAG_COLOUR, 4)
        _draw_disc(pen, above, NUMBERS_Y, MARK_RADIUS, FLAG_COLOUR, 4)
    if swing is not None:
        _draw_lead(pen, swing)
    for number in range(len(told)):
        y = _find_notes_top(len(lines)) + number * NOTE_HEIGHT + NOTE_HEIGHT // 2 - GAP // 2
        _draw_disc(pen, EDGE + 52, y, MARK_RADIUS, FLAG_COLOUR, 4)
    small = image.resize((WIDTH, height), Image.Resampling.BOX)
    return small.quantize(palette=_load_key(), dither=Image.Dither.NONE)


def _draw_line(pen: Pen, lines: Sequence[CurveLine], seat: int) -> None:
    """Draw a seat's line with a dark edge, so that it can be followed where it crosses others."""
    flat = [FINE * value for point in list_points(lines, seat) for value in point]
    for colour, more in ((INK, 6), (INKS[seat % len(INKS)], 0)):
        pen.line(flat, colour, (LINE_WIDTH + more) * FINE, joint="curve")


def _draw_areas(pen: Pen, lines: Sequence[CurveLine]) -> None:
    """Draw each seat's chance as an area in a quiet shade of its colour, stacked with the first seat at the
    bottom. A line in the full colour is its upper edge.
    """
    count = len(lines[0].shares)
    edges = list[list[Point]]()
    for seat in range(len(lines)):
        spans = [find_span(lines, seat, at) for at in range(count)]
        lower, upper = (
            [(float(FINE * to_x(at, count)), float(FINE * to_y(span[edge]))) for at, span in enumerate(spans)]
            for edge in (0, 1)
        )
        for edge in (lower, upper):
            edge.append((FINE * FIELD[2], edge[-1][1]))
        pen.polygon([*lower, *reversed(upper)], _soften(INKS[seat % len(INKS)]))
        edges.append(upper)
    for seat, upper in enumerate(edges[:-1]):
        for colour, more in ((INK, 4), (INKS[seat % len(INKS)], 0)):
            pen.line(upper, colour, (BORDER_WIDTH + more) * FINE, joint="curve")


def _soften(ink: str) -> str:
    """Return a colour mixed with the background of the plot."""
    mixed = (
        round(own * SOFTNESS + ground * (1 - SOFTNESS))
        for own, ground in zip(palette.parse_colour(ink), palette.parse_colour(PLATE_DIM), strict=True)
    )
    return "#{:02X}{:02X}{:02X}".format(*mixed)


@cache
def _load_key() -> Image.Image:
    """Return a picture with the shared palette, for ``quantize``."""
    found = Image.new("P", (1, 1))
    colours = b"".join(bytes(one) for one in palette.list_colours())
    # Unused entries repeat the first colour, so the free index is never chosen.
    found.putpalette(colours + bytes(palette.list_colours()[0]) * (256 - len(palette.list_colours())))
    return found


def _enlarge(*values: float) -> tuple[float, ...]:
    """Scale lengths to the enlarged picture (:data:`FINE`)."""
    return tuple(FINE * value for value in values)


def place_numbers(lines: Sequence[CurveLine], flags: Sequence[Flag]) -> list[int]:
    """Return the x coordinates of the flags' numbers above the plot, so that no two overlap."""
    found: list[int] = []
    for flag in flags:
        x = place_flag(lines, flag)[0]
        found.append(max(x, found[-1] + 2 * MARK_RADIUS + 6) if found else x)
    over = max(0, found[-1] - FIELD[2]) if found else 0
    return [x - over for x in found]


def _find_notes_top(seats: int) -> int:
    """Return the upper edge of the flags' notes, which are below the name plates."""
    return PLATES_TOP + -(-seats // 2) * (PLATE_HEIGHT + GAP)


def _place_swing(lines: Sequence[CurveLine], flags: Sequence[Flag], ending: Ending | None) -> Swing | None:
    """Return the swing of the last turn, placed so that it doesn't cover a flag's line."""
    taken = [
        (place_flag(lines, flag)[0], y) for flag in flags for y in range(FIELD[1], FIELD[3], MARK_RADIUS)
    ]
    return place_swing(lines, ending, taken)


def _draw_lead(pen: Pen, swing: Swing) -> None:
    """Draw the line from the plate of the swing to the point it is about."""
    (x, y), ink = swing.tip, INKS[swing.seat % len(INKS)]
    for colour, more in ((INK, 8), (ink, 0)):
        pen.line(_enlarge(swing.box.x + swing.box.w - 8, y, x, y), colour, (8 + more) * FINE)
    _draw_disc(pen, x, y, POINT_RADIUS, ink, 4)


def _draw_disc(pen: Pen, x: float, y: float, radius: int, ink: str, rim: int) -> None:
    """Draw a disc with a dark rim."""
    pen.ellipse(_enlarge(x - radius, y - radius, x + radius, y + radius), ink, INK, rim * FINE)


def _write_notes(canvas: Canvas, lines: Sequence[CurveLine], flags: Sequence[Flag]) -> None:
    """Write the notes of the flags that have one, each after the flag's number."""
    y = _find_notes_top(len(lines)) + NOTE_HEIGHT // 2 - GAP // 2
    for flag in flags:
        if flag.write_note is not None:
            found = fit_line(
                flag.write_note, (flag.name,), 0, FIGURE_SIZE, WIDTH - EDGE - (EDGE + 104), 0, 26
            )
            canvas.write(flag.label, EDGE + 52, y, FIGURE_SIZE, INK, FLAG_COLOUR)
            canvas.write_fitted(found, EDGE + 104, y, WHITE, NAVY, "left")
            y += NOTE_HEIGHT


def _draw_mark(pen: Pen, seat: int, x: float, y: float) -> None:
    ink, corners = INKS[seat % len(INKS)], MARK_CORNERS[seat % len(MARK_CORNERS)]
    if not corners:
        _draw_disc(pen, x, y, MARK_RADIUS, ink, MARK_RIM)
        return
    size = MARK_RADIUS * {3: 1.6, 5: 1.25, 6: 1.15}.get(corners, 1.3)
    turn = pi / 4 if corners == 4 else 0.0
    count = abs(corners)
    around = [
        (
            FINE * (x + size * sin(turn + 2 * pi * number / count)),
            FINE
            * (y + (MARK_RADIUS * 0.2 if corners == 3 else 0) - size * cos(turn + 2 * pi * number / count)),
        )
        for number in range(count)
    ]
    pen.polygon(around, ink, INK, MARK_RIM * FINE)


def _measure_plate() -> int:
    """Return the width of a name plate; two are in each row."""
    return (WIDTH - 2 * EDGE - GAP) // 2


def _place_plate(seat: int) -> tuple[int, int]:
    """Return the upper left corner of a seat's name plate."""
    return EDGE + seat % 2 * (_measure_plate() + GAP), PLATES_TOP + seat // 2 * (PLATE_HEIGHT + GAP)


def _write_letters(canvas: Canvas, lines: Sequence[CurveLine], marks: Sequence[Mark]) -> None:
    for seat in range(len(lines)):
        left, top = _place_plate(seat)
        _write_letter(canvas, seat, left + 52, top + PLATE_HEIGHT // 2)
    for seat, x, y in marks:
        _write_letter(canvas, seat, x, y)


def _write_letter(canvas: Canvas, seat: int, x: float, y: float) -> None:
    letter, ink = LETTERS[seat % len(LETTERS)], INKS[seat % len(INKS)]
    canvas.write(letter, round(x), round(y), LABEL_SIZE, INK, ink)


def _write_names(canvas: Canvas, lines: Sequence[CurveLine]) -> None:
    names = tuple(line.name for line in lines)
    for seat, line in enumerate(lines):
        left, top = _place_plate(seat)
        x, y = left + 104, top + PLATE_HEIGHT // 2
        room = _measure_plate() - 104 - 16
        up, tall = (20, MAX_NAME_HEIGHT) if line.figure else (0, PLATE_HEIGHT - 16)
        canvas.write_name(names, seat, x, y - up, NAME_SIZE, WHITE, PLATE_DIM, room, tall, 22)
        if line.figure:
            canvas.write(line.figure, x, y + 26, FIGURE_SIZE, GOLD, PLATE_DIM, "left", room)

"""Draws the win chances of a match from start to end, with the title, the winner and the turning points."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from PIL import Image, ImageDraw

from games.core.picture import INK_COLOUR, NAVY_COLOUR, WHITE_COLOUR, Box
from games.drawing import palette
from games.drawing.canvas import Canvas
from games.drawing.curve_areas import AreaPlot, get_seat_colour
from games.drawing.curve_field import (
    CURVE_WIDTH,
    PART_GAP,
    PICTURE_MARGIN,
    CurveEnding,
    CurveFlag,
    CurveLine,
    CurveTick,
)
from games.drawing.curve_style import (
    FIGURE_SIZE,
    FINE_FACTOR,
    FLAG_COLOUR,
    NUMBER_RADIUS,
    draw_disc,
    scale_lengths,
)
from games.drawing.fitting import fit_line, fit_text
from games.drawing.plates import DIM_TONE, MIN_SIZE, PLATE_PADDING, TURN_TONE, make_plate
from games.drawing.sprites import Sprite

HEADER_BOX: Final = Box(PICTURE_MARGIN, 16, CURVE_WIDTH - 2 * PICTURE_MARGIN, 120)
"""Plate with the winner and the title."""
HEADLINE_SIZE: Final = 50
TITLE_SIZE: Final = 36
"""Font sizes of the text about the winner and of the title below it."""
HEADLINE_Y, TITLE_Y, LONE_TITLE_Y = 52, 103, 74
"""Vertical centres of the text about the winner, of the title, and of a title without it."""
MAX_TEXT_WIDTH: Final = HEADER_BOX.w - 2 * PLATE_PADDING
"""Maximum width of the title and of the text about the winner, in pixels."""
NOTE_DISC_X, NOTE_SWATCH_X, NOTE_TEXT_X = NUMBER_RADIUS + 8, 2 * NUMBER_RADIUS + 24, 2 * NUMBER_RADIUS + 76
"""Centre of a note's number, and left edges of the seat's colour and of the text, relative to the margin."""
NOTE_SIZE: Final = 38
SWATCH_SIZE: Final = 34
"""Size of the sample of the seat's colour in a note."""
NOTE_PLATE_HEIGHT: Final = 64
NOTE_HEIGHT: Final = 72
"""Heights of the plate that explains a numbered point, and of the plate with the gap below it."""


def draw_curve(
    title: str,
    lines: Sequence[CurveLine],
    ticks: Sequence[CurveTick],
    unit: str = "",
    flags: Sequence[CurveFlag] = (),
    ending: CurveEnding | None = None,
    places: Sequence[float] = (),
    percent: str = "{percent}%",
) -> Image.Image:
    """Draw the win chances of a match, with an area for each seat.

    :param ticks: places with labels.
    :param unit: the unit of the labels, such as turns.
    :param ending: who won, and where the last turn began.
    :param places: the place of each position on the axis. By default, all steps have the same width.
    :param percent: how the reader's language writes ``{percent}`` per cent.
    """
    plot = AreaPlot(lines, ticks, flags, ending, places)
    noted_flags = [flag for flag in flags if flag.write_note is not None]
    height = plot.notes_top + len(noted_flags) * NOTE_HEIGHT - PART_GAP + PICTURE_MARGIN
    image = Image.new("RGB", (CURVE_WIDTH * FINE_FACTOR, height * FINE_FACTOR), NAVY_COLOUR)
    plot.draw(image)
    small = image.resize((CURVE_WIDTH, height), Image.Resampling.BOX)
    canvas = Canvas(Sprite(small.quantize(palette=_load_palette_image(), dither=Image.Dither.NONE), None))
    _write_header(canvas, title, ending)
    plot.write_texts(canvas, unit, percent)
    _write_notes(canvas, plot.notes_top, noted_flags)
    return canvas.image


def _write_header(canvas: Canvas, title: str, ending: CurveEnding | None) -> None:
    """Draw the plate with the winner and the title, or only with the title if the match isn't over."""
    box, tone = HEADER_BOX, TURN_TONE
    canvas.put(make_plate(box.w, box.h, tone, box.h), box.x, box.y)
    lines = [(title, LONE_TITLE_Y, HEADLINE_SIZE)]
    if ending is not None:
        lines = [(ending.text, HEADLINE_Y, HEADLINE_SIZE), (title, TITLE_Y, TITLE_SIZE)]
    for line, y, size in lines:
        middle = box.x + box.w // 2
        fitted = fit_text(line, size, MAX_TEXT_WIDTH, 0, MIN_SIZE)
        canvas.write_fitted(fitted, middle, y, tone.text_colour, tone.name_part_colour, "middle")


@cache
def _load_palette_image() -> Image.Image:
    """Return a picture with the shared palette, for quantizing."""
    image = Image.new("P", (1, 1))
    colours = b"".join(bytes(one) for one in palette.list_colours())
    # Unused entries repeat the first colour, so that quantize never chooses CLEAR_INDEX.
    image.putpalette(colours + bytes(palette.list_colours()[0]) * (256 - len(palette.list_colours())))
    return image


@lru_cache(maxsize=16)
def _make_note_plate(colour: str) -> Sprite:
    """Return the plate of a note with the disc for its number and a sample of the seat's colour."""
    width, high = CURVE_WIDTH - 2 * PICTURE_MARGIN, NOTE_PLATE_HEIGHT
    plate = make_plate(width, high, DIM_TONE, high)
    image = Image.new("RGB", (NOTE_TEXT_X * FINE_FACTOR, high * FINE_FACTOR), DIM_TONE.name_part_colour)
    pen, middle = ImageDraw.Draw(image), high // 2 - 2
    draw_disc(pen, NOTE_DISC_X, middle, NUMBER_RADIUS, FLAG_COLOUR, 4)
    left, top = NOTE_SWATCH_X, middle - SWATCH_SIZE // 2
    edges = scale_lengths(left, top, left + SWATCH_SIZE, top + SWATCH_SIZE)
    pen.rounded_rectangle(edges, 8 * FINE_FACTOR, colour, INK_COLOUR, 3 * FINE_FACTOR)
    box = (NOTE_DISC_X - NUMBER_RADIUS, 6, left + SWATCH_SIZE + 2, high - 6)
    signs = image.resize((NOTE_TEXT_X, high), Image.Resampling.BOX).crop(box)
    shown = Canvas(plate).image
    shown.paste(signs.quantize(palette=_load_palette_image(), dither=Image.Dither.NONE), box[:2])
    return Sprite(shown, plate.mask)


def _write_notes(canvas: Canvas, top: int, flags: Sequence[CurveFlag]) -> None:
    """Write the notes of flags, each on a plate after the flag's number and the seat's colour."""
    for number, flag in enumerate(flags):
        if flag.write_note is None:
            continue
        y = top + number * NOTE_HEIGHT - PART_GAP // 2
        canvas.put(_make_note_plate(get_seat_colour(flag.seat)), PICTURE_MARGIN, y)
        middle = y + NOTE_PLATE_HEIGHT // 2 - 2
        max_width = CURVE_WIDTH - 2 * PICTURE_MARGIN - NOTE_TEXT_X - PLATE_PADDING
        fitted = fit_line(flag.write_note, (flag.name,), 0, NOTE_SIZE, max_width, 0, 26)
        canvas.write_line(
            flag.label, PICTURE_MARGIN + NOTE_DISC_X, middle, FIGURE_SIZE, INK_COLOUR, FLAG_COLOUR
        )
        canvas.write_fitted(
            fitted, PICTURE_MARGIN + NOTE_TEXT_X, middle, WHITE_COLOUR, DIM_TONE.name_part_colour, "left"
        )

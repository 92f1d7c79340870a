"""Draws the win chances of a match from start to end, with the title, the winner and the turning points."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from PIL import Image, ImageDraw

from games.core.picture import GOLD_COLOUR, INK_COLOUR, NAVY_COLOUR, WHITE_COLOUR
from games.drawing import palette
from games.drawing.canvas import Canvas
from games.drawing.curve_areas import AreaPlot
from games.drawing.curve_field import (
    CURVE_WIDTH,
    PART_GAP,
    PICTURE_MARGIN,
    CurveEnding,
    CurveFlag,
    CurveLine,
    CurveTick,
)
from games.drawing.curve_style import FIGURE_SIZE, FINE_FACTOR, FLAG_COLOUR, NUMBER_RADIUS, draw_disc
from games.drawing.fitting import fit_line
from games.drawing.sprites import Sprite

TITLE_SIZE: Final = 46
TITLE_Y, HEADLINE_Y = 56, 112
"""Vertical centres of the title and of the text about the winner."""
MAX_TEXT_WIDTH: Final = CURVE_WIDTH - 2 * PICTURE_MARGIN - 16
"""Maximum width of the title and of the text about the winner, in pixels."""
NOTE_DISC_X, NOTE_TEXT_X = NUMBER_RADIUS + 8, 2 * NUMBER_RADIUS + 28
"""Centre of a note's number and left edge of its text, relative to the margin."""
NOTE_HEIGHT: Final = 62
"""Height of the line that explains a numbered point."""


def draw_curve(
    title: str,
    lines: Sequence[CurveLine],
    ticks: Sequence[CurveTick],
    unit: str = "",
    flags: Sequence[CurveFlag] = (),
    ending: CurveEnding | None = None,
) -> Image.Image:
    """Draw the win chances of a match: as two areas for two seats, as a band for each of more seats.

    :param ticks: positions with labels.
    :param unit: the unit of the labels, such as turns.
    :param ending: who won, and where the last turn began.
    """
    plot = AreaPlot(lines, ticks, flags, ending)
    told = [flag for flag in flags if flag.write_note is not None]
    height = plot.notes_top + len(told) * NOTE_HEIGHT - PART_GAP + PICTURE_MARGIN
    image = Image.new("RGB", (CURVE_WIDTH * FINE_FACTOR, height * FINE_FACTOR), NAVY_COLOUR)
    plot.draw(image)
    pen = ImageDraw.Draw(image)
    for number in range(len(told)):
        draw_disc(
            pen,
            PICTURE_MARGIN + NOTE_DISC_X,
            _find_note_y(plot.notes_top, number),
            NUMBER_RADIUS,
            FLAG_COLOUR,
            4,
        )
    small = image.resize((CURVE_WIDTH, height), Image.Resampling.BOX)
    canvas = Canvas(Sprite(small.quantize(palette=_load_palette_image(), dither=Image.Dither.NONE), None))
    canvas.write_text(
        title, PICTURE_MARGIN + 8, TITLE_Y, TITLE_SIZE, GOLD_COLOUR, NAVY_COLOUR, "left", MAX_TEXT_WIDTH
    )
    if ending is not None:
        canvas.write_text(
            ending.text,
            PICTURE_MARGIN + 8,
            HEADLINE_Y,
            FIGURE_SIZE,
            WHITE_COLOUR,
            NAVY_COLOUR,
            "left",
            MAX_TEXT_WIDTH,
        )
    plot.write(canvas, unit)
    _write_notes(canvas, plot.notes_top, told)
    return canvas.image


@cache
def _load_palette_image() -> Image.Image:
    """Return a picture with the shared palette, for ``quantize``."""
    found = Image.new("P", (1, 1))
    colours = b"".join(bytes(one) for one in palette.list_colours())
    # Unused entries repeat the first colour, so the free index is never chosen.
    found.putpalette(colours + bytes(palette.list_colours()[0]) * (256 - len(palette.list_colours())))
    return found


def _find_note_y(top: int, number: int) -> int:
    """Return the vertical centre of a flag's note."""
    return top + number * NOTE_HEIGHT + NOTE_HEIGHT // 2 - PART_GAP // 2


def _write_notes(canvas: Canvas, top: int, flags: Sequence[CurveFlag]) -> None:
    """Write the notes of flags, each after the flag's number."""
    for number, flag in enumerate(flags):
        if flag.write_note is not None:
            y, max_width = (
                _find_note_y(top, number),
                CURVE_WIDTH - PICTURE_MARGIN - (PICTURE_MARGIN + NOTE_TEXT_X),
            )
            found = fit_line(flag.write_note, (flag.name,), 0, FIGURE_SIZE, max_width, 0, 26)
            canvas.write(flag.label, PICTURE_MARGIN + NOTE_DISC_X, y, FIGURE_SIZE, INK_COLOUR, FLAG_COLOUR)
            canvas.write_fitted(found, PICTURE_MARGIN + NOTE_TEXT_X, y, WHITE_COLOUR, NAVY_COLOUR, "left")

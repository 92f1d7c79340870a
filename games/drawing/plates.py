"""The plates on all boards: their look, and the gold plate that names the active seat or the winner.

Callers choose the sizes of plates. The text on a plate is never smaller than :data:`MIN_SIZE`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from games.core.picture import (
    DIM_PLATE_COLOUR,
    DIM_PLATE_TOP_COLOUR,
    GOLD_COLOUR,
    INK_COLOUR,
    LIT_PLATE_COLOUR,
    WHITE_COLOUR,
    Box,
)
from games.drawing import palette
from games.drawing.canvas import Anchor, Canvas
from games.drawing.fitting import (
    LINE_HEIGHT_FACTOR,
    FittedText,
    balance_lines,
    fit_line,
    fit_text,
)
from games.drawing.sprites import Sprite

MIN_SIZE: Final = 30
"""Minimum font size on a board, because a phone reduces the board's 1400 pixels to about a fifth."""
NAME_SIZE: Final = 38
"""Maximum font size of a name that shares its row with the score."""
NOTE_SIZE: Final = NAME_SIZE - 2
"""Maximum font size of a note below a name."""
TASK_SIZE: Final = 42
"""Maximum font size of a note that says what the seat in turn decides, which matters more than its name."""
LARGE_NAME_SIZE: Final = 46
"""Maximum font size of a name in a row of its own."""
MIN_TWO_ROW_HEIGHT: Final = 116
"""Minimum height of a plate with two rows."""
PLATE_PADDING: Final = 14
PLATE_GAP: Final = 10
RAISED_SIGN_TOP: Final = 10
"""Distance of a sign above a note from the top of its plate."""


class PlateTone(NamedTuple):
    """The colours of a plate: its text, name part, score part, edge and highlight."""

    text_colour: str
    name_part_colour: str
    score_part_colour: str
    edge_colour: str
    highlight_colour: str


LIT_TONE: Final = PlateTone(INK_COLOUR, GOLD_COLOUR, LIT_PLATE_COLOUR, "#8E5B0C", "#FFE9B0")
"""Colours for the active seat and, at the end, for winners."""
DIM_TONE: Final = PlateTone(WHITE_COLOUR, DIM_PLATE_TOP_COLOUR, DIM_PLATE_COLOUR, "#0B2238", "#35617F")
TURN_TONE: Final = PlateTone(INK_COLOUR, GOLD_COLOUR, GOLD_COLOUR, "#8E5B0C", "#FFF0C4")


def choose_tone(is_lit: bool) -> PlateTone:
    """Return the colours of a name plate."""
    return LIT_TONE if is_lit else DIM_TONE


def put_turn_plate(
    canvas: Canvas,
    box: Box,
    names: tuple[str, ...],
    seat: int,
    sign: Sprite | None = None,
    make_text: Callable[[str], str] | None = None,
    right_margin: int = 0,
    note: str = "",
    note_size: int = NOTE_SIZE,
    is_one_line: bool = False,
) -> None:
    """Draw the gold plate with the name of the active seat or the winner.

    :param sign: a sprite at the right end, such as the seat's piece.
    :param make_text: returns the text of the plate for a name, by default the name itself.
    :param right_margin: number of pixels left free on the right, after the sign.
    :param note: a text below the name, such as the seat's decision or the reason for a win.
    :param note_size: maximum font size of the note.
    :param is_one_line: whether to cut a long name instead of writing it in two lines.
    """
    note_width = box.w - 2 * PLATE_PADDING
    # A note of one line runs below the sign, so that it is larger.
    one_line = fit_text(note, note_size, note_width, 0, MIN_SIZE)
    is_below_sign = sign is not None and bool(note) and one_line.is_whole
    left, max_width = _put_gold_plate(canvas, box, sign, right_margin, is_raised=is_below_sign)
    if not is_below_sign:
        note_width = max_width
    y, max_height = _write_note(
        canvas, box, left, note_width, note, "left" if make_text is None else "middle", note_size
    )
    if make_text is None:
        size = NAME_SIZE if note else _choose_size(box)
        canvas.write_name(
            names,
            seat,
            left,
            y,
            size,
            TURN_TONE.text_colour,
            TURN_TONE.name_part_colour,
            max_width,
            max_height,
            MIN_SIZE,
        )
    else:
        max_height = 0 if is_one_line else max_height
        fitted = fit_line(make_text, names, seat, _choose_size(box), max_width, max_height, MIN_SIZE)
        _write_on_gold(canvas, fitted, left + max_width // 2, y)


def put_line_plate(
    canvas: Canvas, box: Box, line: str, sign: Sprite | None = None, right_margin: int = 0, note: str = ""
) -> None:
    """Draw a gold plate with ``line``, such as "The match has ended", instead of a name."""
    left, max_width = _put_gold_plate(canvas, box, sign, right_margin)
    y, max_height = _write_note(canvas, box, left, max_width, note)
    fitted = fit_text(line, _choose_size(box), max_width, max_height, MIN_SIZE)
    _write_on_gold(canvas, fitted, left + max_width // 2, y)


def _write_on_gold(canvas: Canvas, fitted: FittedText, x: int, y: int) -> None:
    """Write fitted lines on a gold plate, centred on a point."""
    canvas.write_fitted(fitted, x, y, TURN_TONE.text_colour, TURN_TONE.name_part_colour, "middle")


def _choose_size(box: Box) -> int:
    """Return the font size of a line on a gold plate."""
    return LARGE_NAME_SIZE if box.h >= MIN_TWO_ROW_HEIGHT else NAME_SIZE


def _write_note(
    canvas: Canvas,
    box: Box,
    left: int,
    max_width: int,
    note: str,
    anchor: Anchor = "middle",
    size: int = NOTE_SIZE,
) -> tuple[int, int]:
    """Write the note of a plate. Return the centre and height of the space above it."""
    high = box.h - 8
    if not note:
        return box.y + box.h // 2 - 1, high
    if anchor == "left":
        max_width -= PLATE_GAP
    fitted = fit_text(note, size, max_width, high // 2, MIN_SIZE)
    if not fitted.is_whole:
        fitted = fit_text(note, size, max_width, high * 5 // 8, MIN_SIZE)
    fitted = balance_lines(fitted, max_width)
    low = round(fitted.size * (1 + LINE_HEIGHT_FACTOR * (len(fitted.lines) - 1))) + 8
    y = box.y + 2 + high - low // 2
    x = left if anchor == "left" else left + max_width // 2
    canvas.write_fitted(fitted, x, y - 4, TURN_TONE.text_colour, TURN_TONE.name_part_colour, anchor)
    return box.y + 4 + (high - low) // 2, high - low


def _put_gold_plate(
    canvas: Canvas, box: Box, sign: Sprite | None, right_margin: int, *, is_raised: bool = False
) -> tuple[int, int]:
    """Draw the gold plate and its sign if given. Return the left edge and width of the space for text.

    :param is_raised: whether the sign is at the top, with room for a note below it.
    """
    canvas.put(make_plate(box.w, box.h, TURN_TONE, box.h), box.x, box.y)
    left, right = box.x + PLATE_PADDING, box.x + box.w - PLATE_PADDING - right_margin
    if sign is not None:
        across, high = sign.size
        right -= across
        canvas.put(sign, right, box.y + (RAISED_SIGN_TOP if is_raised else (box.h - high) // 2 - 1))
        right -= PLATE_GAP
    return left, right - left


@lru_cache(maxsize=64)
def make_plate(width: int, height: int, tones: PlateTone, name_part_height: int) -> Sprite:
    """Return a plate with an edge at its lower right, drawn larger and then reduced to be smooth.

    :param name_part_height: height of the upper part, with the name.
    """
    fine = 4
    image = Image.new("RGB", (width * fine, height * fine), tones.edge_colour)
    cover = Image.new("L", image.size)
    ImageDraw.Draw(cover).rounded_rectangle(
        (0, 0, image.width - 1, image.height - 1), PLATE_PADDING * fine, 255
    )
    top = Image.new("L", image.size)
    face = (0, 0, image.width - 1 - 4 * fine, image.height - 1 - 5 * fine)
    ImageDraw.Draw(top).rounded_rectangle(face, PLATE_PADDING * fine, 255)
    paper = Image.new("RGB", image.size, tones.name_part_colour)
    pen = ImageDraw.Draw(paper)
    if name_part_height < height:
        pen.rectangle((0, name_part_height * fine, *image.size), tones.score_part_colour)
    pen.line(
        (PLATE_PADDING * fine, 3 * fine, image.width - 2 * PLATE_PADDING * fine, 3 * fine),
        tones.highlight_colour,
        3 * fine,
    )
    image.paste(paper, (0, 0), top)
    shape = cover.reduce(fine).point([255 if i >= 128 else 0 for i in range(256)]).convert("1")
    return Sprite(reduce_to_palette(image.reduce(fine)), shape)


def reduce_to_palette(image: Image.Image) -> Image.Image:
    """Return a picture in the colours of the shared palette."""
    pixels = image.tobytes()
    triples = zip(pixels[::3], pixels[1::3], pixels[2::3], strict=True)
    return Image.frombytes("P", image.size, bytes([palette.find_nearest_index(colour) for colour in triples]))

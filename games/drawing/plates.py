"""The plates on all boards: the one that names the active seat, and one for each seat's name, score and
medal.

Their sizes are parameters. Their text is never smaller than :data:`MIN_SIZE`.
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
from games.drawing.fitting import LINE_HEIGHT_FACTOR, fit_name_lines, fit_text
from games.drawing.podium import MEDAL_SIZE
from games.drawing.sprites import Sprite, load_atlas
from games.drawing.text import measure_width

MIN_SIZE: Final = 30
"""Minimum font size on a board, because a phone reduces the board's 1400 pixels to about a fifth."""
NAME_SIZE: Final = 38
"""Maximum font size of a name that shares its row with the score."""
LARGE_NAME_SIZE: Final = 46
"""Maximum font size of a name in a row of its own."""
SCORE_SIZE: Final = 56
"""Maximum font size of a score."""
MIN_TWO_ROW_HEIGHT: Final = 116
"""Minimum height of a plate with the name above the score. Lower plates have both in one row."""
PLATE_PADDING: Final = 14
PLATE_GAP: Final = 10
NARROW_WIDTH: Final = 260
"""Width below which the name row of a plate is too narrow for a long name and the sign of the last move."""
MOVED_SIGN_SIZE: Final = (44, 38)
"""Width and height of the arrow on the plate of the seat that made the last move."""


class PlateTone(NamedTuple):
    """The colours of a plate: its text, name part, score part, edge and highlight."""

    ink: str
    head: str
    foot: str
    edge: str
    light: str


LIT_TONE: Final = PlateTone(INK_COLOUR, GOLD_COLOUR, LIT_PLATE_COLOUR, "#8E5B0C", "#FFE9B0")
"""Colours for the active seat and, at the end, for winners."""
DIM_TONE: Final = PlateTone(WHITE_COLOUR, DIM_PLATE_TOP_COLOUR, DIM_PLATE_COLOUR, "#0B2238", "#35617F")
TURN_TONE: Final = PlateTone(INK_COLOUR, GOLD_COLOUR, GOLD_COLOUR, "#8E5B0C", "#FFF0C4")


def choose_tone(lit: bool) -> PlateTone:
    """Return the colours of a name plate."""
    return LIT_TONE if lit else DIM_TONE


def put_turn_plate(
    canvas: Canvas,
    box: Box,
    names: tuple[str, ...],
    seat: int,
    sign: Sprite | None = None,
    make: Callable[[str], str] | None = None,
    tail: int = 0,
    note: str = "",
    one_line: bool = False,
) -> None:
    """Draw the gold plate with the name of the active seat or the winner.

    :param sign: a sprite at the right end, such as the seat's piece.
    :param make: returns the text of the plate for a name, by default the name itself.
    :param tail: number of pixels left free on the right, after the sign.
    :param note: a text below the name, such as the seat's decision or the reason for a win.
    :param one_line: whether to cut a long name instead of writing it in two lines.
    """
    left, max_width = _put_gold_plate(canvas, box, sign, tail)
    y, max_height = _put_note(canvas, box, left, max_width, note, "left" if make is None else "middle")
    if make is None:
        size = NAME_SIZE if note else _choose_size(box)
        canvas.write_name(
            names, seat, left, y, size, TURN_TONE.ink, TURN_TONE.head, max_width, max_height, MIN_SIZE
        )
    else:
        middle, size, max_height = left + max_width // 2, _choose_size(box), 0 if one_line else max_height
        canvas.write_about(
            make, names, seat, middle, y, size, TURN_TONE.ink, TURN_TONE.head, max_width, max_height, MIN_SIZE
        )


def put_line_plate(
    canvas: Canvas, box: Box, line: str, sign: Sprite | None = None, tail: int = 0, note: str = ""
) -> None:
    """Draw the plate of :func:`put_turn_plate` with a line such as "The match has ended"."""
    left, max_width = _put_gold_plate(canvas, box, sign, tail)
    y, max_height = _put_note(canvas, box, left, max_width, note)
    size = _choose_size(box)
    canvas.write_text(
        line,
        left + max_width // 2,
        y,
        size,
        TURN_TONE.ink,
        TURN_TONE.head,
        "middle",
        max_width,
        max_height,
        MIN_SIZE,
    )


def _choose_size(box: Box) -> int:
    """Return the font size of a line on a gold plate."""
    return LARGE_NAME_SIZE if box.h >= MIN_TWO_ROW_HEIGHT else NAME_SIZE


def _put_note(
    canvas: Canvas, box: Box, left: int, max_width: int, note: str, anchor: Anchor = "middle"
) -> tuple[int, int]:
    """Write the note of a plate. Return the centre and height of the space above it."""
    high = box.h - 8
    if not note:
        return box.y + box.h // 2 - 1, high
    if anchor == "left":
        max_width -= PLATE_GAP
    found = fit_text(note, NAME_SIZE - 4, max_width, high // 2, MIN_SIZE)
    if not found.whole:
        found = fit_text(note, NAME_SIZE - 4, max_width, high * 5 // 8, MIN_SIZE)
    low = round(found.size * (1 + LINE_HEIGHT_FACTOR * (len(found.lines) - 1))) + 8
    y = box.y + 2 + high - low // 2
    x = left if anchor == "left" else left + max_width // 2
    canvas.write_fitted(found, x, y - 4, TURN_TONE.ink, TURN_TONE.head, anchor)
    return box.y + 4 + (high - low) // 2, high - low


def _put_gold_plate(canvas: Canvas, box: Box, sign: Sprite | None, tail: int) -> tuple[int, int]:
    """Draw the gold plate and its sign if given. Return the left edge and width of the space for text."""
    canvas.put(make_plate(box.w, box.h, TURN_TONE, box.h), box.x, box.y)
    left, right = box.x + PLATE_PADDING, box.x + box.w - PLATE_PADDING - tail
    if sign is not None:
        across, high = sign.size
        right -= across
        canvas.put(sign, right, box.y + (box.h - high) // 2 - 1)
        right -= PLATE_GAP
    return left, right - left


def put_name_plate(
    canvas: Canvas,
    box: Box,
    names: tuple[str, ...],
    seat: int,
    *,
    lit: bool,
    moved: bool | None = None,
    score: str = "",
    unit: Sprite | None = None,
    badge: Sprite | None = None,
    place: int | None = None,
    open_foot: bool = False,
) -> Box:
    """Draw the plate of a seat, and return the free space beside the score.

    The name always begins at the left edge, whatever else the plate shows.

    :param lit: whether it is the active seat, or a winner at the end.
    :param moved: whether the seat made the last move. Unless the plate is ``lit``, an arrow shows it at the
        end of the name's row, so never before a number. On a narrow plate with a name too long for that, the
        arrow is at the end of the score row. With ``None`` there is never an arrow.
    :param unit: the sign after the score. It shows the things that the score counts.
    :param badge: the seat's piece, before the score if there is one row, otherwise at the end of the score
        row.
    :param place: the seat's placement, for its medal after the match.
    :param open_foot: whether a high plate has everything in the name's row, so that the row below is free.
    """
    tones = choose_tone(lit)
    two = box.h >= MIN_TWO_ROW_HEIGHT and not open_foot
    head = _measure_head(box)
    canvas.put(make_plate(box.w, box.h, tones, head), box.x, box.y)
    left, right = box.x + PLATE_PADDING, box.x + box.w - PLATE_PADDING
    free = Box(left, box.y + head, right - left, box.h - head - 4)
    told, narrow = moved and not lit, two and box.w < NARROW_WIDTH
    sign = place_moved_sign(box)
    if told and not two:
        right = sign.x - PLATE_GAP
    foot = box.y + head + (box.h - head) // 2 - 2 if two else box.y + head // 2 - (not open_foot)
    if place is not None:
        right -= MEDAL_SIZE[0]
        top = (
            min(foot - MEDAL_SIZE[1] // 2, box.y + box.h - MEDAL_SIZE[1] - 7)
            if two
            else box.y + (head - MEDAL_SIZE[1]) // 2
        )
        canvas.put(load_atlas("kit")[f"place_{place}"], right, top)
        right -= PLATE_GAP
    if badge is not None and two:
        right -= badge.size[0]
        canvas.put(badge, right, foot - badge.size[1] // 2)
        right -= PLATE_GAP
    if two:
        free = free._replace(w=right - free.x)
    if score:
        size = min(SCORE_SIZE, max(MIN_SIZE, (box.h - head - 8) if two else head - 20))
        if two:
            max_width = right - free.x - 2 * PLATE_GAP - narrow * bool(told) * (sign.w + PLATE_GAP)
            size = _fit_score(score, size, max_width - (0 if unit is None else unit.size[0]))
            canvas.write(score, free.x, foot, size, tones.ink, tones.foot, "left")
            beside = measure_width(score, size) + 2 * PLATE_GAP
            if unit is not None:
                canvas.put(unit, free.x + beside - PLATE_GAP, foot - unit.size[1] // 2)
                beside += unit.size[0]
            free = free._replace(x=free.x + beside, w=free.w - beside)
        else:
            if unit is not None:
                right -= unit.size[0]
                canvas.put(unit, right, foot - unit.size[1] // 2)
                right -= PLATE_GAP - 4
            canvas.write(score, right, foot, size, tones.ink, tones.head, "right")
            right -= measure_width(score, size) + PLATE_GAP
    if badge is not None and not two:
        right -= badge.size[0]
        canvas.put(badge, right, box.y + (head - badge.size[1]) // 2)
        right -= PLATE_GAP
    end = box.x + box.w - PLATE_PADDING if two else right
    if told and two:
        end = sign.x - PLATE_GAP // 2
    y, max_height = box.y + head // 2, head - 8
    size = LARGE_NAME_SIZE if two or open_foot else NAME_SIZE
    if narrow and told and not fit_name_lines(names, seat, size, end - left, max_height, MIN_SIZE).whole:
        # If a name is too long to fit beside the arrow, it gets the arrow's place as well.
        end, sign = box.x + box.w - PLATE_PADDING, place_moved_sign(box, low=True)
    if told:
        canvas.put(make_moved_sign(tones.head if sign.y < box.y + head else tones.foot), sign.x, sign.y)
    canvas.write_name(names, seat, left, y, size, tones.ink, tones.head, end - left, max_height, MIN_SIZE)
    return free if two or open_foot else Box(end, box.y, right - end, box.h)


def _measure_head(box: Box) -> int:
    """Return the height of the name part of a plate."""
    return box.h * 54 // 100 if box.h >= MIN_TWO_ROW_HEIGHT else box.h


def _fit_score(score: str, size: int, max_width: int) -> int:
    """Return the largest font size at which a score fits, but at least :data:`MIN_SIZE`."""
    while size > MIN_SIZE and measure_width(score, size) > max_width:
        size -= 2
    return size


def place_moved_sign(box: Box, *, low: bool = False) -> Box:
    """Return the place of the sign of the last move on a plate: at the end of the name's row.

    :param low: whether to return the place at the end of the score row, for narrow plates with a long
        name.
    """
    wide, high = MOVED_SIGN_SIZE
    head = _measure_head(box)
    x = box.x + box.w - PLATE_PADDING - wide
    if low:
        return Box(x, box.y + head + (box.h - head - high) // 2 - 2, wide, high)
    return Box(x, box.y + (head - high) // 2, wide, high)


@lru_cache(maxsize=8)
def make_moved_sign(ground: str) -> Sprite:
    """Return the sign of the seat that made the last move: a small trail with its arrowhead."""
    fine, (wide, high) = 4, MOVED_SIGN_SIZE
    image = Image.new("RGB", (wide * fine, high * fine), ground)
    pen = ImageDraw.Draw(image)
    middle = high / 2
    pen.ellipse([fine * value for value in (1, middle - 8, 17, middle + 8)], WHITE_COLOUR)
    pen.rectangle([fine * value for value in (9, middle - 4.5, 26, middle + 4.5)], WHITE_COLOUR)
    pen.polygon([fine * value for value in (20, 1, wide - 1, middle, 20, high - 1)], WHITE_COLOUR)
    return Sprite(_reduce_to_palette(image.reduce(fine)), None)


@lru_cache(maxsize=64)
def make_plate(across: int, high: int, tones: PlateTone, head: int) -> Sprite:
    """Return a plate with an edge at its lower right, drawn larger and then reduced to be smooth.

    :param head: height of the upper part, with the name.
    """
    fine = 4
    image = Image.new("RGB", (across * fine, high * fine), tones.edge)
    cover = Image.new("L", image.size)
    ImageDraw.Draw(cover).rounded_rectangle(
        (0, 0, image.width - 1, image.height - 1), PLATE_PADDING * fine, 255
    )
    top = Image.new("L", image.size)
    face = (0, 0, image.width - 1 - 4 * fine, image.height - 1 - 5 * fine)
    ImageDraw.Draw(top).rounded_rectangle(face, PLATE_PADDING * fine, 255)
    paper = Image.new("RGB", image.size, tones.head)
    pen = ImageDraw.Draw(paper)
    if head < high:
        pen.rectangle((0, head * fine, *image.size), tones.foot)
    pen.line(
        (PLATE_PADDING * fine, 3 * fine, image.width - 2 * PLATE_PADDING * fine, 3 * fine),
        tones.light,
        3 * fine,
    )
    image.paste(paper, (0, 0), top)
    shape = cover.reduce(fine).point([255 if i >= 128 else 0 for i in range(256)]).convert("1")
    return Sprite(_reduce_to_palette(image.reduce(fine)), shape)


def _reduce_to_palette(image: Image.Image) -> Image.Image:
    """Return a picture in the colours of the shared palette."""
    pixels = image.tobytes()
    triples = zip(pixels[::3], pixels[1::3], pixels[2::3], strict=True)
    return Image.frombytes("P", image.size, bytes([palette.find_nearest(colour) for colour in triples]))

"""Draws the plates with a match's result: the winner's name and crown on gold, and below them the medal, the
score and its sign on cream, where a golden coin stands out. The plates of the other seats have no crown.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.core.picture import Box
from games.drawing.canvas import Canvas
from games.drawing.fitting import LINE_HEIGHT_FACTOR, fit_line, fit_name_lines, fit_text
from games.drawing.plates import (
    LARGE_NAME_SIZE,
    LIT_TONE,
    MIN_SIZE,
    NAME_SIZE,
    PLATE_GAP,
    PLATE_PADDING,
    PlateTone,
    choose_tone,
    make_plate,
)
from games.drawing.podium import MEDAL_SIZE
from games.drawing.sprites import Sprite, load_atlas
from games.drawing.text import measure_width

MAX_LINE_FONT_SIZE: Final = 64
"""Maximum font size of the line with the winner's name."""
SCORE_FONT_SIZE: Final = 88
"""Font size of the winner's score."""
SCORE_GAP: Final = 18
"""Space in pixels between the medal and the score, and between the score and its sign."""
SCORE_HEIGHT: Final = 108
RANK_SCORE_PERCENT: Final = 50
"""Height of the score's part of another seat's plate, in percent of the plate."""
MAX_RANK_SCORE_FONT_SIZE: Final = 76
"""Maximum font size of another seat's score."""
RANK_SCORE_PADDING: Final = 8
NOTE_HEIGHT: Final = 44


def put_win_plate(
    canvas: Canvas,
    box: Box,
    names: tuple[str, ...],
    seat: int,
    make_line: Callable[[str], str],
    *,
    score: str,
    sign: Sprite,
    note: str = "",
) -> None:
    """Draw the plate of a single winner.

    :param make_line: returns the line about the winner for a name.
    :param sign: the picture of the things that the score counts, or of the winner's piece.
    :param note: why the match ended, or how a tie was broken.
    """
    canvas.put(make_plate(box.w, box.h, LIT_TONE, box.h - SCORE_HEIGHT), box.x, box.y)
    crown, medal = load_atlas("kit")["crown"], load_atlas("kit")["place_1"]
    max_width = box.w - 2 * PLATE_PADDING
    fitted_note, note_height = fit_text(note, NAME_SIZE - 4, max_width, 0, MIN_SIZE), NOTE_HEIGHT * bool(note)
    if not fitted_note.is_whole:
        note_height *= 2
        fitted_note = fit_text(note, NAME_SIZE - 4, max_width, note_height, MIN_SIZE)
    max_height = box.h - SCORE_HEIGHT - note_height - PLATE_PADDING
    middle, top = box.x + box.w // 2, box.y + PLATE_PADDING
    fitted_line = fit_line(make_line, names, seat, MAX_LINE_FONT_SIZE, max_width, max_height, MIN_SIZE)
    if len(fitted_line.lines) == 1 and max_height >= crown.size[1] + fitted_line.size + PLATE_GAP:
        # The crown is directly above the name, so centre them as one block.
        top += max(0, max_height - crown.size[1] - round(fitted_line.size * LINE_HEIGHT_FACTOR)) // 3
        canvas.put(crown, middle - crown.size[0] // 2, top)
        top, max_height = top + crown.size[1], box.y + PLATE_PADDING + max_height - top - crown.size[1]
    canvas.write_fitted(
        fitted_line, middle, top + max_height // 2, LIT_TONE.text_colour, LIT_TONE.name_part_colour, "middle"
    )
    if note:
        y = box.y + box.h - SCORE_HEIGHT - note_height // 2 - 4
        canvas.write_fitted(fitted_note, middle, y, LIT_TONE.text_colour, LIT_TONE.name_part_colour, "middle")
    foot = box.y + box.h - SCORE_HEIGHT // 2 - 3
    _put_score_row(canvas, middle, foot, score, SCORE_FONT_SIZE, LIT_TONE, medal, sign)


def put_rank_plate(
    canvas: Canvas,
    box: Box,
    names: tuple[str, ...],
    seat: int,
    *,
    is_lit: bool,
    score: str,
    sign: Sprite,
    placement: int | None,
) -> None:
    """Draw the plate of a seat in the final ranking, like that of a winner but without a crown.

    :param is_lit: whether the seat is one of several winners.
    :param placement: the seat's placement, or ``None`` if there are no placements.
    """
    tones, low = choose_tone(is_lit), box.h * RANK_SCORE_PERCENT // 100
    canvas.put(make_plate(box.w, box.h, tones, box.h - low), box.x, box.y)
    middle, high = box.x + box.w // 2, box.h - low
    fitted_name = fit_name_lines(names, seat, LARGE_NAME_SIZE, box.w - 2 * PLATE_PADDING, high - 8, MIN_SIZE)
    canvas.write_fitted(
        fitted_name, middle, box.y + high // 2, tones.text_colour, tones.name_part_colour, "middle"
    )
    medal = None if placement is None else load_atlas("kit")[f"place_{placement}"]
    size = min(MAX_RANK_SCORE_FONT_SIZE, low - RANK_SCORE_PADDING)
    _put_score_row(canvas, middle, box.y + box.h - low // 2 - 3, score, size, tones, medal, sign)


def _put_score_row(
    canvas: Canvas,
    middle: int,
    y: int,
    score: str,
    size: int,
    tones: PlateTone,
    medal: Sprite | None,
    sign: Sprite,
) -> None:
    """Draw the medal if there is one, the score and its sign, centred on ``middle`` and ``y``."""
    across, before = round(measure_width(score, size)), 0 if medal is None else MEDAL_SIZE[0] + SCORE_GAP
    left = middle - (before + across + sign.size[0] + SCORE_GAP) // 2
    if medal is not None:
        canvas.put(medal, left, y - MEDAL_SIZE[1] // 2)
    left += before
    canvas.write_line(score, left, y, size, tones.text_colour, tones.score_part_colour, "left")
    canvas.put(sign, left + across + SCORE_GAP, y - sign.size[1] // 2)


def join_boxes(upper: Box, lower: Box) -> Box:
    """Return the box from the top of one box to the bottom of a box below it."""
    return upper._replace(h=lower.y + lower.h - upper.y)

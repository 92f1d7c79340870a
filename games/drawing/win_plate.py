"""Draws the plate with a match's result: the winner's name and crown on gold, and below them the medal, the
score and its sign on cream, where a golden coin stands out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.core.picture import Box
from games.drawing.canvas import Canvas
from games.drawing.fitting import LEADING, fit_line, fit_text
from games.drawing.plates import GAP, LIT_TONE, MIN_SIZE, NAME_SIZE, PAD, make_plate
from games.drawing.podium import MEDAL_SIZE
from games.drawing.sprites import Sprite, load_atlas
from games.drawing.text import measure_width

LINE_SIZE: Final = 56
"""Maximum font size of the line with the winner's name."""
SCORE_SIZE: Final = 88
"""Font size of the winner's score."""
SCORE_GAP: Final = 18
"""Space in pixels between the medal and the score, and between the score and its sign."""
SCORE_HEIGHT: Final = 108
"""Height of the part with the score."""
NOTE_HEIGHT: Final = 44
"""Height of the line of a note."""


def put_win_plate(
    canvas: Canvas,
    box: Box,
    names: tuple[str, ...],
    seat: int,
    make: Callable[[str], str],
    *,
    score: str,
    sign: Sprite,
    note: str = "",
) -> None:
    """Draw the plate of a single winner.

    :param make: returns the line about the winner for a name.
    :param sign: the picture of the things that the score counts, or of the winner's piece.
    :param note: explanation of a broken tie.
    """
    canvas.put(make_plate(box.w, box.h, LIT_TONE, box.h - SCORE_HEIGHT), box.x, box.y)
    crown, medal = load_atlas("kit")["crown"], load_atlas("kit")["place_1"]
    max_width, max_height = box.w - 2 * PAD, box.h - SCORE_HEIGHT - NOTE_HEIGHT * bool(note) - PAD
    middle, top = box.x + box.w // 2, box.y + PAD
    found = fit_line(make, names, seat, LINE_SIZE, max_width, max_height, MIN_SIZE)
    if len(found.lines) == 1 and max_height >= crown.size[1] + found.size + GAP:
        # The crown is directly above the name, so centre them as one block.
        top += max(0, max_height - crown.size[1] - round(found.size * LEADING)) // 3
        canvas.put(crown, middle - crown.size[0] // 2, top)
        top, max_height = top + crown.size[1], box.y + PAD + max_height - top - crown.size[1]
    canvas.write_fitted(found, middle, top + max_height // 2, LIT_TONE.ink, LIT_TONE.head, "middle")
    if note:
        told = fit_text(note, NAME_SIZE - 4, max_width, 0, MIN_SIZE)
        y = box.y + box.h - SCORE_HEIGHT - NOTE_HEIGHT // 2 - 4
        canvas.write_fitted(told, middle, y, LIT_TONE.ink, LIT_TONE.head, "middle")
    foot, across = box.y + box.h - SCORE_HEIGHT // 2 - 3, round(measure_width(score, SCORE_SIZE))
    left = middle - (MEDAL_SIZE[0] + across + sign.size[0] + 2 * SCORE_GAP) // 2
    canvas.put(medal, left, foot - MEDAL_SIZE[1] // 2)
    left += MEDAL_SIZE[0] + SCORE_GAP
    canvas.write(score, left, foot, SCORE_SIZE, LIT_TONE.ink, LIT_TONE.foot, "left")
    canvas.put(sign, left + across + SCORE_GAP, foot - sign.size[1] // 2)


def join_boxes(upper: Box, lower: Box) -> Box:
    """Return the box that reaches from the top of one box to the bottom of a box below it."""
    return upper._replace(h=lower.y + lower.h - upper.y)

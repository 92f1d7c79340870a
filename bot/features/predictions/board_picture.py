"""Draws the leaderboard of predictions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PIL import Image

from bot.features.predictions.texts import format_points
from bot.storage.tips import Tipper
from games.core.picture import HEIGHT, WIDTH, Box
from games.core.words import Words
from games.drawing.sheet import DARK, HEAD, LIT, MARGIN, NAME_TALL, PAD, Sheet

ROWS: Final = 8
"""Maximum number of people shown."""
ROW: Final = 92
GAP: Final = 8
LIST: Final = Box(MARGIN, MARGIN + HEAD + 16, WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN - HEAD - 16)
FIGURE: Final = 260


def draw_board(title: str, below: str, people: Sequence[Tipper], w: Words) -> Image.Image:
    """Return the picture of the leaderboard."""
    sheet = Sheet(title, below)
    if not people:
        box = Box(LIST.x, LIST.y, LIST.w, ROW)
        sheet.plate(box, DARK)
        text = w("No tip has counted here yet.")
        sheet.write(text, box.x + PAD, box.y + ROW // 2, 34, DARK, room=box.w - 2 * PAD)
    names = [one.name for one in people[:ROWS]]
    for number, one in enumerate(people[:ROWS]):
        box = Box(LIST.x, LIST.y + number * (ROW + GAP), LIST.w, ROW)
        _draw_row(sheet, names, number + 1, one, box, w)
    return sheet.image


def _draw_row(sheet: Sheet, names: Sequence[str], place: int, one: Tipper, box: Box, w: Words) -> None:
    ground = LIT if place == 1 else DARK
    sheet.plate(box, ground)
    middle = box.y + box.h // 2
    sheet.medal(place, box.x + 56, middle)
    left, room = box.x + 112, box.w - 112 - FIGURE
    sheet.write_name(names, place - 1, left, box.y + 32, 40, ground, room, NAME_TALL)
    counts = w.plural("{n} tip, {right} right", "{n} tips, {right} right", one.tips, right=one.right)
    sheet.write(counts, left, box.y + 70, 26, ground, quiet=True, room=room)
    right = box.x + box.w - PAD
    sheet.write(format_points(one.points), right, middle - 12, 48, ground, anchor="right")
    sheet.write(w("points"), right, middle + 28, 22, ground, quiet=True, anchor="right", room=180)

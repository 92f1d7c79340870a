"""Draws the standings of a tournament."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

from games.core.picture import GOLD, HEIGHT, WIDTH, Box
from games.core.words import Words
from games.drawing.sheet import DARK, HEAD, LIT, MARGIN, NAME_TALL, PAD, Sheet

ROWS: Final = 8
"""Number of people in each of the two columns."""
SHOWN: Final = 2 * ROWS
TOP: Final = MARGIN + HEAD + 16
FOOT: Final = 56
GAP: Final = 8
ROW: Final = (HEIGHT - TOP - MARGIN - FOOT) // ROWS - GAP
WIDE: Final = (WIDTH - 2 * MARGIN - 16) // 2


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A row of the standings. ``below`` holds the tie-breaks; ``place`` is 0 if there is no winner."""

    place: int
    name: str
    points: str
    below: str
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Standings:
    """The contents of the picture: title, subtitle, rows and footer."""

    title: str
    below: str
    rows: tuple[StandingsRow, ...]
    foot: str


def draw_standings(shown: Standings, w: Words) -> Image.Image:
    """Return the picture of the standings."""
    sheet = Sheet(shown.title, shown.below)
    if not shown.rows:
        box = Box(MARGIN, TOP, WIDTH - 2 * MARGIN, ROW)
        sheet.plate(box, DARK)
        text = w("Nobody has joined yet.")
        sheet.write(text, box.x + PAD, box.y + ROW // 2, 34, DARK, room=box.w - 2 * PAD)
    names = [row.name for row in shown.rows[:SHOWN]]
    one_column = len(shown.rows) <= ROWS
    for number, row in enumerate(shown.rows[:SHOWN]):
        column, line = divmod(number, ROWS)
        wide = WIDTH - 2 * MARGIN if one_column else WIDE
        box = Box(MARGIN + column * (WIDE + 16), TOP + line * (ROW + GAP), wide, ROW)
        _draw_line(sheet, names, number, row, box)
    sheet.write(
        shown.foot, MARGIN + PAD, HEIGHT - MARGIN - FOOT // 2 + 6, 32, DARK, quiet=True, room=WIDTH - 96
    )
    return sheet.image


def _draw_line(sheet: Sheet, names: Sequence[str], number: int, row: StandingsRow, box: Box) -> None:
    ground = LIT if row.place == 1 and not row.gone else DARK
    sheet.plate(box, ground)
    middle = box.y + box.h // 2
    if row.place:
        sheet.medal(row.place, box.x + 52, middle)
    left, room = box.x + 104, box.w - 104 - 170
    sheet.write_name(names, number, left, middle - 17, 40, ground, room, NAME_TALL, quiet=row.gone)
    sheet.write(row.below, left, middle + 23, 28, ground, quiet=True, room=room)
    ink = "" if ground is LIT else GOLD
    sheet.write(row.points, box.x + box.w - PAD, middle, 48, ground, ink=ink, anchor="right", room=130)

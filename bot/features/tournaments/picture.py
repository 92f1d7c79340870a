"""Draws the standings of a tournament."""

from __future__ import annotations

from math import ceil
from typing import Final

from PIL import Image

from games.core.picture import NAVY_COLOUR, PICTURE_WIDTH, Box, Poster
from games.core.values import value_class
from games.core.words import Words
from games.drawing.fitting import fit_text
from games.drawing.sheet import (
    CARD_PADDING,
    CONTENT_TOP,
    DEEP_GROUND,
    NARROW_WIDTH,
    QUIET_COLOUR,
    ROW_HEIGHT,
    SHEET_MARGIN,
    Sheet,
    SheetColumn,
    SheetRow,
    measure_list_height,
)

ROWS_PER_COLUMN: Final = 8
"""A second column is used only if one isn't enough."""
MAX_ROWS: Final = 2 * ROWS_PER_COLUMN
FOOTER_HEIGHT: Final = 96
COLUMN_GAP: Final = 16


@value_class
class PictureRow:
    """An entrant in the picture of the standings."""

    placement: int
    """0 if the tournament ended without a winner."""
    name: str
    points: str
    tie_break_text: str
    """Shown below the name."""
    has_withdrawn: bool = False


@value_class
class Standings:
    """The contents of the standings picture."""

    title: str
    subtitle: str
    rows: tuple[PictureRow, ...]
    footer: str
    poster: Poster | None = None
    """A part of it decorates the heading."""


def draw_standings(standings: Standings, w: Words) -> Image.Image:
    """Draw a page of the standings, in two columns if there are many entrants."""
    rows = [
        SheetRow(row.placement, row.name, (row.points,), row.tie_break_text, is_secondary=row.has_withdrawn)
        for row in standings.rows[:MAX_ROWS]
    ]
    wide = PICTURE_WIDTH if len(rows) > ROWS_PER_COLUMN else NARROW_WIDTH
    # Split the rows evenly if there are two columns.
    per_column = len(rows) if len(rows) <= ROWS_PER_COLUMN else ceil(len(rows) / 2)
    long = measure_list_height(per_column) if rows else ROW_HEIGHT
    sheet = Sheet(
        standings.title,
        standings.subtitle,
        CONTENT_TOP + long + (FOOTER_HEIGHT if standings.footer else 0) + SHEET_MARGIN,
        wide,
        standings.poster,
    )
    if not rows:
        box = Box(SHEET_MARGIN, CONTENT_TOP, wide - 2 * SHEET_MARGIN, ROW_HEIGHT)
        sheet.draw_note(w("Nobody has joined yet."), box)
    columns = (SheetColumn(w("Points"), 150),)
    across = (
        wide - 2 * SHEET_MARGIN
        if len(rows) <= ROWS_PER_COLUMN
        else (wide - 2 * SHEET_MARGIN - COLUMN_GAP) // 2
    )
    names = [row.name for row in rows]
    for first in range(0, len(rows), max(per_column, 1)):
        x = SHEET_MARGIN + first // per_column * (across + COLUMN_GAP)
        sheet.draw_list(
            Box(x, CONTENT_TOP, across, long), columns, rows[first : first + per_column], names, first
        )
    if standings.footer:
        box = Box(SHEET_MARGIN, CONTENT_TOP + long + 12, wide - 2 * SHEET_MARGIN, FOOTER_HEIGHT - 12)
        sheet.draw_plate(box, DEEP_GROUND)
        sheet.canvas.write_fitted(
            fit_text(standings.footer, 32, box.w - 2 * CARD_PADDING, box.h - 12),
            box.x + CARD_PADDING,
            box.y + box.h // 2,
            QUIET_COLOUR,
            NAVY_COLOUR,
            "left",
        )
    return sheet.image

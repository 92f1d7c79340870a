"""Draws the leaderboard of predictions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PIL import Image

from bot.features.predictions.texts import format_points
from bot.storage.predictions import Predictor
from games.core.picture import Box, Poster
from games.core.words import Words
from games.drawing.sheet import (
    CONTENT_TOP,
    NARROW_WIDTH,
    ROW_HEIGHT,
    SHEET_MARGIN,
    Sheet,
    SheetColumn,
    SheetRow,
    measure_list_height,
)

MAX_PEOPLE: Final = 8


def draw_prediction_board(
    title: str, subtitle: str, people: Sequence[Predictor], w: Words, poster: Poster | None = None
) -> Image.Image:
    """Return the picture of the leaderboard, with a part of ``poster`` in the heading."""
    shown = people[:MAX_PEOPLE]
    height = CONTENT_TOP + (measure_list_height(len(shown)) if shown else ROW_HEIGHT) + SHEET_MARGIN
    sheet = Sheet(title, subtitle, height, poster=poster)
    box = Box(SHEET_MARGIN, CONTENT_TOP, NARROW_WIDTH - 2 * SHEET_MARGIN, ROW_HEIGHT)
    if not shown:
        sheet.draw_note(w("No prediction has counted here yet."), box)
        return sheet.image
    rows = [
        SheetRow(
            placement, one.name, (f"{one.correct_count}/{one.prediction_count}", format_points(one.points))
        )
        for placement, one in enumerate(shown, 1)
    ]
    sheet.draw_list(box, (SheetColumn(w("Right"), 170), SheetColumn(w("Points"), 190)), rows)
    return sheet.image

"""Draws a server's leaderboard: the best players of a game in a season, and the record holders."""

from __future__ import annotations

from math import ceil
from typing import Final

from PIL import Image

from bot.features.ratings.rating_texts import write_rating
from bot.storage.rating_reader import LeaderboardRow
from games.core.picture import GOLD_COLOUR, Box, Poster
from games.core.values import value_class
from games.core.words import Words
from games.drawing import text
from games.drawing.fitting import fit_text
from games.drawing.sheet import (
    CARD_PADDING,
    CONTENT_TOP,
    DARK_GROUND,
    DEEP_GROUND,
    NARROW_WIDTH,
    PICTURE_INSET,
    ROW_GAP,
    ROW_HEIGHT,
    SHEET_MARGIN,
    Sheet,
    SheetColumn,
    SheetRow,
    measure_list_height,
)

MAX_PLAYERS: Final = 8
MAX_RECORDS: Final = 4
SECTION_GAP: Final = 16
RECORD_HEIGHT: Final = 116
"""In pixels."""
RECORD_COLUMN_COUNT: Final = 2
MIN_FONT_SIZE: Final = 26


@value_class
class RecordLine:
    """A record, its value as text, and its holder's name. Value and name are empty without a holder."""

    label: str
    value: str
    name: str


@value_class
class Leaderboard:
    """The contents of a leaderboard's picture."""

    title: str
    subtitle: str
    people: tuple[LeaderboardRow, ...]
    records: tuple[RecordLine, ...]
    poster: Poster | None = None


def draw_leaderboard(board: Leaderboard, w: Words) -> Image.Image:
    """Return the picture of a leaderboard. Records that nobody holds are left out."""
    people = board.people[:MAX_PLAYERS]
    held = [record for record in board.records[:MAX_RECORDS] if record.name]
    long = measure_list_height(len(people)) if people else ROW_HEIGHT
    high = 0
    if held:
        row_count = ceil(len(held) / RECORD_COLUMN_COUNT)
        high = SECTION_GAP + 2 * PICTURE_INSET + (RECORD_HEIGHT + ROW_GAP) * row_count - ROW_GAP
    sheet = Sheet(
        board.title, board.subtitle, CONTENT_TOP + long + high + SHEET_MARGIN, NARROW_WIDTH, board.poster
    )
    box = Box(SHEET_MARGIN, CONTENT_TOP, NARROW_WIDTH - 2 * SHEET_MARGIN, long)
    if people:
        rows = [
            SheetRow(
                placement,
                one.name,
                (f"{one.won_match_count}/{one.match_count}", write_rating(one.mu, one.rated_match_count)),
            )
            for placement, one in enumerate(people, 1)
        ]
        sheet.draw_list(box, (SheetColumn(w("Won"), 170), SheetColumn(w("Rating"), 190)), rows)
    else:
        sheet.draw_note(w("No match has counted here yet."), box)
    if held:
        _draw_records(
            sheet, Box(SHEET_MARGIN, CONTENT_TOP + long + SECTION_GAP, box.w, high - SECTION_GAP), held
        )
    return sheet.image


def _draw_records(sheet: Sheet, box: Box, records: list[RecordLine]) -> None:
    sheet.draw_plate(box, DEEP_GROUND)
    wide = (box.w - 2 * PICTURE_INSET - ROW_GAP) // RECORD_COLUMN_COUNT
    for number, best in enumerate(records):
        x = box.x + PICTURE_INSET + number % RECORD_COLUMN_COUNT * (wide + ROW_GAP)
        # If the number of records is odd, the last one fills its row.
        alone = number == len(records) - 1 and number % RECORD_COLUMN_COUNT == 0
        row = Box(
            x,
            box.y + PICTURE_INSET + number // RECORD_COLUMN_COUNT * (RECORD_HEIGHT + ROW_GAP),
            wide,
            RECORD_HEIGHT,
        )
        row = row._replace(w=box.w - 2 * PICTURE_INSET) if alone else row
        sheet.draw_plate(row, DARK_GROUND)
        left, room = row.x + CARD_PADDING - PICTURE_INSET, row.w - 2 * (CARD_PADDING - PICTURE_INSET)
        label = fit_text(best.label, 36, room, 0, MIN_FONT_SIZE)
        sheet.canvas.write_fitted(
            label, left, row.y + 34, DARK_GROUND.secondary_colour, DARK_GROUND.plate_colour, "left"
        )
        value = fit_text(best.value, 44, room * 3 // 5, 0, MIN_FONT_SIZE)
        low = row.y + RECORD_HEIGHT - 38
        sheet.canvas.write_fitted(
            value, left + room, low, DARK_GROUND.text_colour, DARK_GROUND.plate_colour, "right"
        )
        room -= round(text.measure_width(value.lines[0], value.size)) + ROW_GAP
        sheet.write_name(
            (best.name,), 0, left, low, 40, DARK_GROUND, room, 60, MIN_FONT_SIZE, ink=GOLD_COLOUR
        )

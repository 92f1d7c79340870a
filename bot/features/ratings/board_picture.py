"""Draws a server's leaderboard: the best players of a game in a season, and the record holders."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PIL import Image

from bot.features.ratings.rating_texts import write_rating
from bot.storage.rating_reads import LeaderboardRow
from games.core.picture import GOLD, WIDTH, Box, Poster
from games.core.words import Words
from games.drawing.sheet import (
    DARK,
    DEEP,
    GAP,
    HEAD,
    INSET,
    MARGIN,
    NARROW,
    PAD,
    ROW,
    Column,
    Row,
    Sheet,
    measure_list,
)

MAX_PLAYERS: Final = 8
"""Maximum number of players shown."""
MAX_RECORDS: Final = 4
TOP: Final = MARGIN + HEAD + 16
APART: Final = 16
SIDE: Final = WIDTH - 2 * MARGIN - (NARROW - 2 * MARGIN) - APART + 60
"""Width of the column with the records."""
RECORDS_HEAD: Final = 72
RECORD: Final = 166
"""Minimum height of a record."""
NAME_TALL: Final = 44
LEAST: Final = 30
ROOMY: Final = 200
"""Minimum height of a record in which a name may take two lines."""


@dataclass(frozen=True, slots=True)
class RecordHolder:
    """A record with its value in words; ``name`` is empty if nobody holds it."""

    label: str
    value: str
    name: str


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """The contents of a leaderboard."""

    title: str
    season: str
    people: tuple[LeaderboardRow, ...]
    records: tuple[RecordHolder, ...]
    poster: Poster | None = None


def draw_board(board: Leaderboard, w: Words) -> Image.Image:
    """Return the picture of a leaderboard."""
    people = board.people[:MAX_PLAYERS]
    held = [record for record in board.records[:MAX_RECORDS] if record.name]
    long = measure_list(len(people)) if people else ROW
    high = RECORDS_HEAD + RECORD * len(held) + INSET - GAP if held else 0
    wide = WIDTH if held else NARROW
    sheet = Sheet(board.title, board.season, TOP + max(long, high) + MARGIN, wide, board.poster)
    across = wide - 2 * MARGIN - (SIDE + APART if held else 0)
    box = Box(MARGIN, TOP, across, long)
    if people:
        rows = [
            Row(place, one.name, (f"{one.won}/{one.matches}", write_rating(one.mu, one.rated)))
            for place, one in enumerate(people, 1)
        ]
        sheet.draw_list(box, (Column(w("Won"), 170), Column(w("Rating"), 190)), rows)
    else:
        sheet.plate(box, DARK)
        text = w("No match has counted here yet.")
        sheet.write(text, box.x + PAD, box.y + ROW // 2, 36, DARK, room=box.w - 2 * PAD)
    if held:
        _draw_records(sheet, Box(MARGIN + across + APART, TOP, SIDE, max(long, high)), held, w)
    return sheet.image


def _draw_records(sheet: Sheet, box: Box, records: list[RecordHolder], w: Words) -> None:
    """Draw a plate for each record: what it is, its value, and who holds it."""
    sheet.plate(box, DEEP)
    sheet.write(w("Records"), box.x + PAD, box.y + 38, 40, DEEP, ink=GOLD, room=box.w - 2 * PAD)
    step = (box.h - RECORDS_HEAD - INSET + GAP) // len(records)
    for number, best in enumerate(records):
        row = Box(box.x + INSET, box.y + RECORDS_HEAD + number * step, box.w - 2 * INSET, step - GAP)
        sheet.plate(row, DARK)
        x, middle, room = row.x + PAD - INSET, row.y + row.h // 2, row.w - 2 * (PAD - INSET)
        sheet.canvas.write_text(
            best.label, x, middle - 48, 34, DARK.quiet, DARK.plate, "left", room, 0, LEAST
        )
        sheet.write(best.value, x, middle, 50, DARK, room=room)
        # A long name takes two lines if there is room for them.
        low, tall = (58, 2 * NAME_TALL) if row.h >= ROOMY else (48, NAME_TALL)
        sheet.write_name((best.name,), 0, x, middle + low, 40, DARK, room, tall, LEAST, ink=GOLD)

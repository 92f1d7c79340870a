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
    HEAD,
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
RECORD: Final = 158
NAME_TALL: Final = 44


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
    high = RECORDS_HEAD + RECORD * len(held) if held else 0
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
    sheet.plate(box, DEEP)
    x, room = box.x + PAD, box.w - 2 * PAD
    sheet.write(w("Records"), x, box.y + 40, 40, DEEP, ink=GOLD, room=room)
    apart = min((box.h - RECORDS_HEAD) // len(records), RECORD + 40)
    for number, best in enumerate(records):
        y = box.y + RECORDS_HEAD + number * apart + 20
        sheet.write(best.label, x, y, 30, DEEP, quiet=True, room=room)
        sheet.write(best.value, x, y + 46, 44, DEEP, room=room)
        sheet.write_name((best.name,), 0, x, y + 94, 36, DEEP, room, NAME_TALL, ink=GOLD)

"""Draws the standings of a server: the best of a game in a season, and who holds its records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

from bot.features.ratings.panels import write_rated
from bot.storage.rating_reads import LeaderboardRow
from games.core.picture import GOLD, HEIGHT, WIDTH, Box
from games.core.words import Words
from games.drawing.sheet import DARK, HEAD, LIT, MARGIN, NAME_TALL, PAD, Sheet

ROWS: Final = 8
"""So many people are shown."""
RECORDS: Final = 4
ROW: Final = 92
GAP: Final = 8
LIST: Final = Box(MARGIN, MARGIN + HEAD + 16, 884, HEIGHT - 2 * MARGIN - HEAD - 16)
SIDE: Final = Box(LIST.x + LIST.w + 16, LIST.y, WIDTH - 2 * MARGIN - LIST.w - 16, LIST.h)


@dataclass(frozen=True, slots=True)
class Best:
    """A record: what it is called, the value in words, and whose it is; nobody's without a name."""

    label: str
    value: str
    name: str


@dataclass(frozen=True, slots=True)
class Board:
    """What a board shows."""

    title: str
    season: str
    people: tuple[LeaderboardRow, ...]
    records: tuple[Best, ...]


def draw_board(board: Board, w: Words) -> Image.Image:
    """Return the picture."""
    sheet = Sheet(board.title, board.season)
    if not board.people:
        box = Box(LIST.x, LIST.y, LIST.w, ROW)
        sheet.plate(box, DARK)
        text = w("No match has counted here yet.")
        sheet.write(text, box.x + PAD, box.y + ROW // 2, 34, DARK, room=box.w - 2 * PAD)
    names = [one.name for one in board.people[:ROWS]]
    for number, one in enumerate(board.people[:ROWS]):
        box = Box(LIST.x, LIST.y + number * (ROW + GAP), LIST.w, ROW)
        _draw_person(sheet, names, number + 1, one, box, w)
    _draw_records(sheet, board.records, w)
    return sheet.image


def _draw_person(
    sheet: Sheet, names: Sequence[str], place: int, one: LeaderboardRow, box: Box, w: Words
) -> None:
    ground = LIT if place == 1 else DARK
    sheet.plate(box, ground)
    middle = box.y + box.h // 2
    sheet.medal(place, box.x + 56, middle)
    left = box.x + 112
    sheet.write_name(names, place - 1, left, box.y + 32, 40, ground, box.w - 330, NAME_TALL)
    played = w.plural("{n} match, {won} won", "{n} matches, {won} won", one.matches, won=one.won)
    sheet.write(played, left, box.y + 70, 26, ground, quiet=True, room=box.w - 330)
    write_rated(sheet, (one.mu, one.rated), box, ground, w)


def _draw_records(sheet: Sheet, records: tuple[Best, ...], w: Words) -> None:
    sheet.plate(SIDE, DARK)
    x, room = SIDE.x + PAD, SIDE.w - 2 * PAD
    sheet.write(w("Records"), x, SIDE.y + 44, 40, DARK, ink=GOLD, room=room)
    for number, best in enumerate(records[:RECORDS]):
        y = SIDE.y + 116 + number * 178
        sheet.write(best.label, x, y, 26, DARK, quiet=True, room=room)
        sheet.write(best.value or "–", x, y + 44, 42, DARK, room=room)
        if best.name:
            sheet.write_name((best.name,), 0, x, y + 92, 32, DARK, room, NAME_TALL, ink=GOLD)

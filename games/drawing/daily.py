"""Draws a result of the daily challenge, and the day's leaderboard.

Without the final board, neither shows anything of the deal, so they can be posted before everyone has played.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from games.core.picture import GOLD, INK, NAVY, PLATE_DIM, PLATE_LIT, WHITE
from games.drawing.backdrop import MEDALS, OTHER, SEA
from games.drawing.canvas import Canvas
from games.drawing.poster import reduce_colours
from games.drawing.signs import draw_sign
from games.drawing.sprites import Sprite

WIDTH: Final = 1100
CARD_HEIGHT: Final = 700
MARGIN: Final = 40
PAD: Final = 40
CORNER: Final = 40
BOARD_PAD: Final = 16
"""Space between the final board and the edge of the panel."""
SIGN: Final = 74
SIGN_STEP: Final = 92
HEAD: Final = 196
ROW: Final = 84
ROW_GAP: Final = 10
ROWS: Final = 8
SMALL_SIGN: Final = 30
SMALL_STEP: Final = 33
SIGNS_X: Final = 366
NAME_ROOM: Final = 232
_FINE: Final = 2
"""Everything but text is drawn this many times larger and then reduced."""


class ResultCard(NamedTuple):
    """The texts and marks of a result, in its reader's language."""

    title: str
    date: str
    game: str
    who: str
    score: str
    marks: tuple[str, ...]
    foot: str


class LeaderboardRow(NamedTuple):
    """A row of the day's leaderboard."""

    place: int
    name: str
    score: str
    marks: tuple[str, ...]


def draw_card(card: ResultCard, board: Image.Image | None = None) -> Image.Image:
    """Return the picture of a result, in the shared palette.

    :param board: the final board, shown below the result. It tells the deal.
    """
    across = WIDTH - 2 * (MARGIN + BOARD_PAD)
    tall = 0 if board is None else round(board.height * across / board.width)
    image, pen = _start_picture(CARD_HEIGHT + tall)
    middle = WIDTH / 2
    left = middle - (len(card.marks) - 1) * SIGN_STEP / 2
    for number, mark in enumerate(card.marks):
        draw_sign(pen, mark, _FINE * (left + number * SIGN_STEP), _FINE * 520, _FINE * SIGN)
    canvas = _finish_picture(image)
    if board is not None:
        small = board.convert("RGB").resize((across, tall), Image.Resampling.LANCZOS)
        canvas.put(Sprite(reduce_colours(small), None), MARGIN + BOARD_PAD, CARD_HEIGHT - MARGIN - BOARD_PAD)
    room = WIDTH - 2 * (MARGIN + PAD)
    edge = MARGIN + PAD
    canvas.write(card.title, edge, 108, 44, GOLD, NAVY, "left", room - 260)
    canvas.write(card.date, WIDTH - edge, 108, 36, WHITE, NAVY, "right")
    canvas.write(card.game, WIDTH // 2, 208, 84, WHITE, NAVY, room=room)
    canvas.write_text(card.who, WIDTH // 2, 302, 48, GOLD, NAVY, "middle", room, 64)
    canvas.write(card.score, WIDTH // 2, 400, 100, WHITE, NAVY, room=room)
    canvas.write(card.foot, WIDTH // 2, 610, 40, WHITE, NAVY, room=room)
    return canvas.image


def draw_board(title: str, date: str, game: str, lines: Sequence[LeaderboardRow]) -> Image.Image:
    """Return the first rows of a day's leaderboard, in the shared palette."""
    shown = lines[:ROWS]
    edge, across = MARGIN + PAD, WIDTH - 2 * (MARGIN + PAD)
    high = 2 * MARGIN + HEAD + len(shown) * (ROW + ROW_GAP) + PAD - ROW_GAP
    image, pen = _start_picture(high)
    for number, line in enumerate(shown):
        top = MARGIN + HEAD + number * (ROW + ROW_GAP)
        _draw_row(pen, line, edge, top, across)
    canvas = _finish_picture(image)
    canvas.write(title, edge, 102, 44, GOLD, NAVY, "left", across - 260)
    canvas.write(date, WIDTH - edge, 102, 36, WHITE, NAVY, "right")
    canvas.write(game, edge, 180, 64, WHITE, NAVY, "left", across)
    names = tuple(line.name for line in shown)
    for number, line in enumerate(shown):
        y = MARGIN + HEAD + number * (ROW + ROW_GAP) + ROW // 2
        ink, ground = _choose_inks(line)
        metal, sign = MEDALS.get(line.place, OTHER)
        canvas.write(str(line.place), edge + 52, y, 38, sign, metal)
        canvas.write_name(names, number, edge + 104, y, 42, ink, ground, NAME_ROOM, ROW - 24)
        canvas.write(line.score, edge + across - 24, y, 48, ink, ground, "right")
    return canvas.image


def _choose_inks(line: LeaderboardRow) -> tuple[str, str]:
    """Return the colours of a row's main and secondary text."""
    return (INK, PLATE_LIT) if line.place == 1 else (WHITE, PLATE_DIM)


def _draw_row(pen: ImageDraw.ImageDraw, line: LeaderboardRow, x: int, top: int, across: int) -> None:
    """Draw the background of a row: its plate, medal and signs."""
    fine, middle = _FINE, top + ROW / 2
    box = (fine * x, fine * top, fine * (x + across), fine * (top + ROW))
    pen.rounded_rectangle(box, fine * 20, _choose_inks(line)[1])
    metal = MEDALS.get(line.place, OTHER)[0]
    pen.ellipse(tuple(fine * at for at in (x + 18, middle - 34, x + 86, middle + 34)), metal, INK, 2 * fine)
    start = x + SIGNS_X
    wide = (len(line.marks) - 1) * SMALL_STEP + SMALL_SIGN + 20
    plate = (start - SMALL_SIGN / 2 - 10, middle - 28, start - SMALL_SIGN / 2 - 10 + wide, middle + 28)
    if line.marks:
        pen.rounded_rectangle(tuple(fine * at for at in plate), fine * 14, NAVY)
    for number, mark in enumerate(line.marks):
        draw_sign(pen, mark, fine * (start + number * SMALL_STEP), fine * middle, fine * SMALL_SIGN)


def _start_picture(high: int) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    """Return an enlarged sea with a dark panel, and a pen for it."""
    fine = _FINE
    image = Image.new("RGB", (fine * WIDTH, fine * high), SEA[0])
    pen = ImageDraw.Draw(image)
    for number, colour in enumerate(SEA[1:], 1):
        top = fine * high * number // len(SEA)
        crest = [
            (x, top + fine * 18 * math.sin(x / (130 * fine) + 2 * number))
            for x in range(0, image.width + 8, 8)
        ]
        pen.polygon([*crest, image.size, (0, image.height)], colour)
    box = (fine * MARGIN, fine * MARGIN, fine * (WIDTH - MARGIN), fine * (high - MARGIN))
    pen.rounded_rectangle(box, fine * CORNER, NAVY, GOLD, 5 * fine)
    return image, pen


def _finish_picture(image: Image.Image) -> Canvas:
    """Return the picture at its final size, ready for text."""
    size = (image.width // _FINE, image.height // _FINE)
    return Canvas(Sprite(reduce_colours(image.resize(size, Image.Resampling.LANCZOS)), None))

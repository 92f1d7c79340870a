"""Draws the card of a result in the reef of the day, and the day's leaderboard.

Without the final board, neither reveals anything about the deal. So they can be posted before everyone has
played.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from games.core.picture import (
    DIM_PLATE_COLOUR,
    GOLD_COLOUR,
    INK_COLOUR,
    LIT_PLATE_COLOUR,
    NAVY_COLOUR,
    WHITE_COLOUR,
    Poster,
)
from games.drawing import text
from games.drawing.backdrop import MEDAL_COLOURS_BY_PLACEMENT, OTHER_MEDAL_COLOURS, SEA_COLOURS
from games.drawing.canvas import Canvas
from games.drawing.fitting import fit_text
from games.drawing.poster import cut_pieces, draw_poster, reduce_colours
from games.drawing.signs import draw_sign
from games.drawing.sprites import Sprite

CARD_WIDTH: Final = 1100
PANEL_MARGIN: Final = 40
PANEL_PADDING: Final = 40
CORNER_RADIUS: Final = 40
TEXT_X: Final = PANEL_MARGIN + PANEL_PADDING
TEXT_WIDTH: Final = CARD_WIDTH - 2 * TEXT_X
PICTURE_INSET: Final = 16
"""Distance in pixels between a picture in the panel and the panel's edge."""
PICTURE_WIDTH: Final = CARD_WIDTH - 2 * (PANEL_MARGIN + PICTURE_INSET)
TITLE_HEIGHT: Final = 104
"""Height of the line with the title and the date."""
GAME_HEIGHT: Final = 104
PLAYER_HEIGHT: Final = 92
SCORE_HEIGHT: Final = 116
SIGNS_HEIGHT: Final = 120
LEGEND_HEIGHT: Final = 64
FOOT_HEIGHT: Final = 84
"""Heights in pixels of the parts below the title: game, player, score, signs, legend and foot."""
SIGN_SIZE: Final = 88
SIGN_STEP: Final = 102
LEGEND_SIGN_SIZE: Final = 44
LEGEND_FONT_SIZE: Final = 40
LEGEND_GAP: Final = 44
"""Space between two entries of the legend, in pixels."""
HEAD_HEIGHT: Final = 208
ROW_HEIGHT: Final = 124
ROW_GAP: Final = 10
MAX_ROWS: Final = 8
SMALL_SIGN_SIZE: Final = 46
SMALL_SIGN_STEP: Final = 58
NAME_X: Final = 104
"""Distance of a name from the left edge of its row."""
SCORE_WIDTH: Final = 220
ART_SIZE: Final = 160
_FINE_FACTOR: Final = 2
"""Factor by which everything except text is drawn larger and then reduced, so that edges are smooth."""


class ResultCard(NamedTuple):
    """The texts and marks of a result, in its reader's language. ``legend`` explains each kind of mark."""

    title: str
    date: str
    game: str
    player: str
    score: str
    marks: tuple[str, ...]
    footer: str
    legend: tuple[tuple[str, str], ...] = ()


class DailyRow(NamedTuple):
    """A row of the day's leaderboard."""

    placement: int
    name: str
    score: str
    marks: tuple[str, ...]


def draw_result_card(
    card: ResultCard, board: Image.Image | None = None, poster: Poster | None = None
) -> Image.Image:
    """Return the picture of a result, in the shared palette.

    :param board: the final board, shown below the result. It reveals the deal.
    :param poster: the game's poster, shown above the result if there is no board.
    """
    art = None
    if board is None and poster is not None and poster.pieces:
        art = _fit_poster(card.game, poster)
    names_game = art is None and board is None
    explained = place_legend(card.legend)
    height_by_row = {
        "game": GAME_HEIGHT if names_game else 0,
        "player": PLAYER_HEIGHT,
        "score": SCORE_HEIGHT if card.score else 0,
        "signs": SIGNS_HEIGHT if card.marks else 0,
        "legend": LEGEND_HEIGHT if explained else 0,
        "footer": FOOT_HEIGHT,
    }
    top = PANEL_MARGIN + PICTURE_INSET + (art.size[1] if art else 0)
    height = 0 if board is None else round(board.height * PICTURE_WIDTH / board.width)
    below = top + TITLE_HEIGHT + sum(height_by_row.values())
    image, pen = _start_picture(below + (height + PICTURE_INSET if height else 0) + PANEL_MARGIN)
    y_by_row, y = {}, top + TITLE_HEIGHT
    for row, high in height_by_row.items():
        y_by_row[row] = y + high // 2
        y += high
    left = CARD_WIDTH / 2 - (len(card.marks) - 1) * SIGN_STEP / 2
    for number, mark in enumerate(card.marks):
        _draw_fine_sign(pen, mark, left + number * SIGN_STEP, y_by_row["signs"], SIGN_SIZE)
    for x, mark, _ in explained:
        _draw_fine_sign(pen, mark, x + LEGEND_SIGN_SIZE / 2, y_by_row["legend"], LEGEND_SIGN_SIZE)
    canvas = _finish_picture(image)
    for x, _, explanation in explained:
        start = round(x) + LEGEND_SIGN_SIZE + 14
        canvas.write_line(
            explanation, start, y_by_row["legend"], LEGEND_FONT_SIZE, WHITE_COLOUR, NAVY_COLOUR, "left"
        )
    if art is not None:
        canvas.put(art, PANEL_MARGIN + PICTURE_INSET, PANEL_MARGIN + PICTURE_INSET)
    if board is not None:
        canvas.put(_fit_picture(board), PANEL_MARGIN + PICTURE_INSET, below)
    title = card.title if board is None else f"{card.title} · {card.game}"
    fitted_title = fit_text(title, 46, TEXT_WIDTH - 280, min_size=30)
    canvas.write_fitted(fitted_title, TEXT_X, top + 58, GOLD_COLOUR, NAVY_COLOUR, "left")
    canvas.write_line(card.date, CARD_WIDTH - TEXT_X, top + 58, 40, WHITE_COLOUR, NAVY_COLOUR, "right")
    if names_game:
        _write_centred(canvas, card.game, y_by_row["game"], 84)
    fitted_player = fit_text(card.player, 60, TEXT_WIDTH, 76, min_size=36)
    canvas.write_fitted(
        fitted_player, CARD_WIDTH // 2, y_by_row["player"], GOLD_COLOUR, NAVY_COLOUR, "middle"
    )
    if card.score:
        _write_centred(canvas, card.score, y_by_row["score"], 108)
    _write_centred(canvas, card.footer, y_by_row["footer"] - 8, 44)
    return canvas.image


def _write_centred(canvas: Canvas, line: str, y: int, size: int) -> None:
    canvas.write_line(line, CARD_WIDTH // 2, y, size, WHITE_COLOUR, NAVY_COLOUR, max_width=TEXT_WIDTH)


def _draw_fine_sign(pen: ImageDraw.ImageDraw, mark: str, x: float, y: float, size: float) -> None:
    """Draw a sign centred on a point of the finished picture."""
    draw_sign(pen, mark, _FINE_FACTOR * x, _FINE_FACTOR * y, _FINE_FACTOR * size)


def place_legend(legend: Sequence[tuple[str, str]]) -> list[tuple[float, str, str]]:
    """Return the left edge, mark and explanation of each legend entry, or an empty list if the entries don't
    fit in one row.
    """
    wides = [
        LEGEND_SIGN_SIZE + 14 + text.measure_width(explanation, LEGEND_FONT_SIZE) for _, explanation in legend
    ]
    whole = sum(wides) + LEGEND_GAP * (len(wides) - 1)
    if not legend or whole > CARD_WIDTH - 2 * (PANEL_MARGIN + PANEL_PADDING):
        return []
    x, placed = (CARD_WIDTH - whole) / 2, []
    for (mark, explanation), wide in zip(legend, wides, strict=True):
        placed.append((x, mark, explanation))
        x += wide + LEGEND_GAP
    return placed


@lru_cache(maxsize=8)
def _fit_poster(title: str, poster: Poster) -> Sprite:
    """Return a game's poster, resized for the panel."""
    return _fit_picture(draw_poster(title, poster))


def _fit_picture(picture: Image.Image) -> Sprite:
    """Return a picture resized to the panel's width, with rounded corners."""
    size = (PICTURE_WIDTH, round(picture.height * PICTURE_WIDTH / picture.width))
    small = reduce_colours(picture.convert("RGB").resize(size, Image.Resampling.LANCZOS))
    mask = Image.new("1", size)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, size[0] - 1, size[1] - 1), CORNER_RADIUS - PICTURE_INSET, 1)
    return Sprite(small, mask)


def draw_leaderboard(
    title: str, date: str, game: str, rows: Sequence[DailyRow], poster: Poster | None = None
) -> Image.Image:
    """Draw the first rows of a day's leaderboard, in the shared palette.

    :param poster: the game's poster, whose pieces are shown in the heading.
    """
    shown = rows[:MAX_ROWS]
    high = 2 * PANEL_MARGIN + HEAD_HEIGHT + len(shown) * (ROW_HEIGHT + ROW_GAP) + PANEL_PADDING - ROW_GAP
    image, pen = _start_picture(high)
    for number, row in enumerate(shown):
        top = PANEL_MARGIN + HEAD_HEIGHT + number * (ROW_HEIGHT + ROW_GAP)
        _draw_row(pen, row, TEXT_X, top, TEXT_WIDTH)
    canvas, max_width = _finish_picture(image), TEXT_WIDTH
    if poster is not None and poster.pieces:
        art = cut_pieces(poster, ART_SIZE)
        canvas.put(art, TEXT_X + TEXT_WIDTH - art.size[0], PANEL_MARGIN + (HEAD_HEIGHT - ART_SIZE) // 2)
        max_width -= art.size[0] + PANEL_PADDING
    fitted_game = fit_text(game, 72, max_width, 76)
    canvas.write_fitted(fitted_game, TEXT_X, 112, WHITE_COLOUR, NAVY_COLOUR, "left")
    fitted_title = fit_text(f"{title} · {date}", 40, max_width, min_size=30)
    canvas.write_fitted(fitted_title, TEXT_X, 186, GOLD_COLOUR, NAVY_COLOUR, "left")
    names = tuple(row.name for row in shown)
    for number, row in enumerate(shown):
        top = PANEL_MARGIN + HEAD_HEIGHT + number * (ROW_HEIGHT + ROW_GAP)
        y = top + (35 if row.marks else ROW_HEIGHT // 2)
        ink, ground = _choose_colours(row)
        metal, sign = MEDAL_COLOURS_BY_PLACEMENT.get(row.placement, OTHER_MEDAL_COLOURS)
        canvas.write_line(str(row.placement), TEXT_X + 52, top + ROW_HEIGHT // 2, 38, sign, metal)
        max_width = TEXT_WIDTH - NAME_X - 24 - (SCORE_WIDTH if row.score else 0)
        canvas.write_name(names, number, TEXT_X + NAME_X, y, 46, ink, ground, max_width, 56, 30)
        canvas.write_line(
            row.score, TEXT_X + TEXT_WIDTH - 24, top + ROW_HEIGHT // 2, 56, ink, ground, "right"
        )
    return canvas.image


def _choose_colours(row: DailyRow) -> tuple[str, str]:
    """Return the text colour and the background colour of a row."""
    return (INK_COLOUR, LIT_PLATE_COLOUR) if row.placement == 1 else (WHITE_COLOUR, DIM_PLATE_COLOUR)


def _draw_row(pen: ImageDraw.ImageDraw, row: DailyRow, x: int, top: int, width: int) -> None:
    """Draw the background of a row: its plate, medal and signs."""
    fine, middle = _FINE_FACTOR, top + ROW_HEIGHT / 2
    box = (fine * x, fine * top, fine * (x + width), fine * (top + ROW_HEIGHT))
    pen.rounded_rectangle(box, fine * 20, _choose_colours(row)[1])
    metal = MEDAL_COLOURS_BY_PLACEMENT.get(row.placement, OTHER_MEDAL_COLOURS)[0]
    pen.ellipse(
        tuple(fine * at for at in (x + 18, middle - 34, x + 86, middle + 34)), metal, INK_COLOUR, 2 * fine
    )
    start, sign_y = x + NAME_X + SMALL_SIGN_SIZE / 2, top + 90
    wide = (len(row.marks) - 1) * SMALL_SIGN_STEP + SMALL_SIGN_SIZE + 20
    plate = (
        start - SMALL_SIGN_SIZE / 2 - 10,
        sign_y - 27,
        start - SMALL_SIGN_SIZE / 2 - 10 + wide,
        sign_y + 27,
    )
    if row.marks and row.placement == 1:
        pen.rounded_rectangle(tuple(fine * at for at in plate), fine * 14, NAVY_COLOUR)
    for number, mark in enumerate(row.marks):
        _draw_fine_sign(pen, mark, start + number * SMALL_SIGN_STEP, sign_y, SMALL_SIGN_SIZE)


def _start_picture(height: int) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    """Return a picture of an enlarged sea with a dark panel, and its ``ImageDraw``."""
    fine = _FINE_FACTOR
    image = Image.new("RGB", (fine * CARD_WIDTH, fine * height), SEA_COLOURS[0])
    pen = ImageDraw.Draw(image)
    for number, colour in enumerate(SEA_COLOURS[1:], 1):
        top = fine * height * number // len(SEA_COLOURS)
        crest = [
            (x, top + fine * 18 * math.sin(x / (130 * fine) + 2 * number))
            for x in range(0, image.width + 8, 8)
        ]
        pen.polygon([*crest, image.size, (0, image.height)], colour)
    box = (
        fine * PANEL_MARGIN,
        fine * PANEL_MARGIN,
        fine * (CARD_WIDTH - PANEL_MARGIN),
        fine * (height - PANEL_MARGIN),
    )
    pen.rounded_rectangle(box, fine * CORNER_RADIUS, NAVY_COLOUR, GOLD_COLOUR, 5 * fine)
    return image, pen


def _finish_picture(image: Image.Image) -> Canvas:
    """Return a canvas with the picture reduced to its final size."""
    return Canvas(Sprite(reduce_colours(image.reduce(_FINE_FACTOR)), None))

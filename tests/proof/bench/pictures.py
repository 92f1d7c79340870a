"""Compares the time and size of pictures with three other ways to make them.

In the names of figures, *A* is the same board saved in RGB with Pillow's defaults, and *F* only compresses
the finished scanlines. The third way renders the board from SVG.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import cache
from itertools import count
from typing import Any, NamedTuple

import cairosvg
from PIL import Image

from bot.ui.pictures import Pictures
from games.core.protocol import Game
from games.core.texts import Scene
from games.drawing import png
from games.registry import GAMES
from tests.proof.bench import svg
from tests.proof.bench.harness import (
    AT_LEAST,
    AT_MOST,
    Effort,
    Figure,
    measure_medians,
    measure_ratio,
    time_await,
)
from tests.proof.bench.likeness import compute_psnr
from tests.proof.bench.positions import play_walks
from tools.truecolour import draw_in_true_colour

BOARD_COUNT = 6
MIN_DECIBELS = 38
"""Minimum peak signal-to-noise ratio, in decibels, between a picture and the RGB board."""
_picture_ids = count()


class Board(NamedTuple):
    view: Any
    scene: Scene
    rgb: Image.Image


@cache
def make_boards(key: str, seat_count: int) -> tuple[Board, ...]:
    """Return boards from the start to the end of a random match, alternating between its viewers."""
    game = GAMES[key]
    (case,) = play_walks(game, seat_count, 1, is_rich=True)
    found = []
    for number, ply in enumerate(case.list_plies(BOARD_COUNT)):
        viewer, state = case.viewers[number % len(case.viewers)], case.match.state_at(ply)
        view, scene = case.rules.view(state, viewer), case.make_scene(ply, viewer, state)
        found.append(Board(view, scene, draw_in_true_colour(game, view, scene)))
    return tuple(found)


def save_plainly(image: Image.Image) -> bytes:
    """Save a picture as PNG with Pillow's defaults (comparison A)."""
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def draw_png(game: Game, board: Board) -> bytes:
    """Return a board's picture as PNG bytes, drawn and encoded as the bot does."""
    return png.encode(game.draw(board.view, board.scene))


def measure_figures(effort: Effort) -> Iterator[Figure]:
    for game in GAMES.values():
        for seats in game.seat_counts:
            yield from _measure_case(game, seats, effort)


def _measure_case(game: Game, seat_count: int, effort: Effort) -> Iterator[Figure]:
    found, what = make_boards(game.key, seat_count), f"{game.key} {seat_count} seats"

    def draw_all_pictures() -> None:
        for board in found:
            draw_png(game, board)

    def save_all_pictures() -> None:
        for board in found:
            save_plainly(board.rgb)

    lines = [png.make_scanlines(game.draw(board.view, board.scene)) for board in found]

    def compress_all_scanlines() -> None:
        for data in lines:
            png.compress_quickly(data)

    mine, saved, squeezed = measure_medians(
        (draw_all_pictures, save_all_pictures, compress_all_scanlines), effort.count_rounds(8)
    )
    yield Figure(f"{what}: view to PNG / A", mine / saved, AT_MOST, 0.08)
    yield Figure(
        f"{what}: view to PNG / F, only compressing the same scanlines", mine / squeezed, AT_MOST, 2.5
    )
    yield Figure(
        f"{what}: as SVG through cairosvg / view to PNG", _measure_svg_time(game, found, effort), AT_LEAST, 40
    )

    made = [draw_png(game, board) for board in found]
    shares = [len(data) / len(save_plainly(board.rgb)) for data, board in zip(made, found, strict=True)]
    yield Figure(f"{what}: bytes / A's bytes, worst board", max(shares), AT_MOST, 0.55)
    likeness = []
    for data, board in zip(made, found, strict=True):
        with Image.open(io.BytesIO(data)) as image:
            likeness.append(compute_psnr(image.convert("RGB"), board.rgb))
    yield Figure(f"{what}: dB to the RGB picture, worst board", min(likeness), AT_LEAST, MIN_DECIBELS)


def _measure_svg_time(game: Game, boards: tuple[Board, ...], effort: Effort) -> float:
    """Return the time to rasterize finished SVG markup of a board, relative to the bot's drawing."""
    board = boards[len(boards) // 2]
    markup = svg.draw_svg(game, board.view, board.scene).encode()
    return measure_ratio(
        lambda: cairosvg.svg2png(bytestring=markup), lambda: draw_png(game, board), effort.count_rounds(3)
    )


async def time_each_board(pictures: Pictures, game: Game, seconds: list[float]) -> None:
    """Draw each board of a game with its fewest seats; append each duration to ``seconds``."""
    for board in make_boards(game.key, game.seat_counts.start):
        drawing = pictures.render_view(next(_picture_ids), game, board.view, board.scene)
        seconds.append(await time_await(drawing))

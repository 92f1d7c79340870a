"""The SVG boards look like the bot's own boards."""

from __future__ import annotations

import io
from inspect import signature

import pytest
import resvg_py
from PIL import Image

from assets.build import FONT_PATH
from games.drawing.canvas import Canvas
from games.registry import GAMES
from tests.proof.bench import svg
from tests.proof.bench.likeness import compute_psnr
from tools.walks import Case

MAX_PLIES = 12


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_the_markup_shows_the_board(key: str) -> None:
    game = GAMES[key]
    case = Case(game, game.seat_counts[0], game.get_default_options(), 7, is_rich=True, max_plies=MAX_PLIES)
    shown = [
        (case.rules.view(state, None), case.make_scene(ply, None, state))
        for ply, state in case.iterate_states(2)
    ]
    first, last = (game.draw(*one).convert("RGB") for one in shown)
    markup = svg.draw_svg(game, *shown[-1])
    made = resvg_py.svg_to_bytes(svg_string=markup, skip_system_fonts=True, font_files=[str(FONT_PATH)])
    with Image.open(io.BytesIO(bytes(made))) as image:
        assert compute_psnr(last, image.convert("RGB")) > max(20, compute_psnr(last, first) + 1)


def test_svg_methods_have_the_parameters_of_canvas_methods() -> None:
    own = {name: method for name, method in vars(svg.SvgCanvas).items() if callable(method)}
    inherited = own.keys() & vars(Canvas).keys()
    assert {"put", "write_line", "draw_ring"} <= inherited
    for name in inherited:
        method = own[name]
        assert list(signature(method).parameters) == list(signature(getattr(Canvas, name)).parameters), name

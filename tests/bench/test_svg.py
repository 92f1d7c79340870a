"""The boards that are rasterised beside ours are the same boards."""

from __future__ import annotations

import io

import pytest
import resvg_py
from PIL import Image

from assets.build import FONT
from games.core.protocol import Game
from games.registry import GAMES
from tests.bench import svg
from tests.bench.likeness import decibels
from tests.games.contract.secrecy import scene_of
from tests.games.contract.walk import Case

MOST = 12


def boards(game: Game) -> list[tuple[Image.Image, Image.Image]]:
    """Each position as it is drawn, and as its markup is rasterised."""
    case = Case(game, game.seats[0], game.defaults(), 7, rich=True, most=MOST)
    found = []
    for ply, state in case.states(2):
        view, scene = case.rules.view(state, None), scene_of(case, ply, None, state)
        drawn = game.draw(view, scene)
        markup = svg.drawn(game, view, scene)
        made = resvg_py.svg_to_bytes(svg_string=markup, skip_system_fonts=True, font_files=[str(FONT)])
        with Image.open(io.BytesIO(bytes(made))) as image:
            found.append((drawn.convert("RGB"), image.convert("RGB")))
    return found


@pytest.mark.parametrize("key", GAMES)
def test_the_markup_shows_the_board(key: str) -> None:
    (first, first_made), (last, last_made) = boards(GAMES[key])
    for one, made, other in ((first, first_made, last), (last, last_made, first)):
        assert decibels(one, made) > max(20, decibels(one, other) + 1)

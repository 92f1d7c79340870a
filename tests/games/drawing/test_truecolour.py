"""Boards can be drawn in true colour without affecting later pictures with a palette."""

from __future__ import annotations

from importlib import import_module
from inspect import signature

import numpy as np
import pytest
from PIL import Image

from games.core.picture import GOLD_COLOUR
from games.drawing import palette
from games.drawing.canvas import Canvas
from games.drawing.sprites import Sprite, load_atlas
from games.registry import GAMES
from tests.support.game_parts import PUBLISHED_GAMES
from tests.support.nightly import defer_to_night
from tools.walks import Case


@pytest.mark.parametrize("key", defer_to_night(PUBLISHED_GAMES, "coral_reef", "australis"))
def test_a_game_can_be_drawn_in_either_mode_repeatedly(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("resvg_py")
    from tools import truecolour

    # Use the palette's sprites, because rendering all sprites in true colour is slow.
    monkeypatch.setattr(truecolour, "_map_sprites", dict)
    game = GAMES[key]
    case = Case(game, game.seat_counts.start, game.get_default_options(), 5, is_rich=True, max_plies=20)
    view = case.rules.view(case.match.state, None)
    scene = case.make_scene(case.match.ply, None, case.match.state)
    for part in vars(import_module(game.drawing_path.partition(":")[0])).values():
        if hasattr(part, "cache_clear"):
            part.cache_clear()
    one, two = (truecolour.draw_in_true_colour(game, view, scene) for _ in range(2))
    assert one.mode == "RGB" and one.tobytes() == two.tobytes()
    after = game.draw(view, scene)
    assert after.mode == "P" and after.tobytes() == game.draw(view, scene).tobytes()


def test_true_colour_methods_take_what_those_of_a_palette_take() -> None:
    pytest.importorskip("resvg_py")
    from tools.truecolour import TrueCanvas

    own = {name: method for name, method in vars(TrueCanvas).items() if callable(method)}
    assert {"put", "fill_polygon", "draw_line", "fill_disc", "shade", "write_line"} <= set(own)
    for name, method in own.items():
        assert list(signature(method).parameters) == list(signature(getattr(Canvas, name)).parameters), name


def test_each_sprite_has_a_true_colour_picture_of_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("resvg_py")
    from tools import truecolour

    atlas = load_atlas("coral_reef")
    monkeypatch.setattr(truecolour, "draw_all", lambda: {"coral_reef": {name: name for name in atlas}})
    monkeypatch.setattr(
        truecolour, "render_on_background", lambda name: np.zeros((*atlas[name].size[::-1], 4), "u1")
    )
    truecolour._map_sprites.cache_clear()
    try:
        for name in atlas:
            canvas = truecolour.TrueCanvas(atlas[name])
            assert canvas.image.size == atlas[name].size
    finally:
        truecolour._map_sprites.cache_clear()


def test_shaded_pixels_have_the_tones_of_their_nearest_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("resvg_py")
    from tools import truecolour

    # Rendering all sprites in true colour would take ten seconds.
    monkeypatch.setattr(truecolour, "_map_sprites", dict)
    sea, navy = palette.find_index("#41A3B8"), palette.find_index("#0B2E4A")
    canvas = truecolour.TrueCanvas(Sprite(Image.new("RGB", (40, 20), palette.list_colours()[sea]), None))
    tones = [navy if index == sea else index for index in range(256)]
    canvas.shade(10, 5, Image.new("1", (20, 10), 1), tones)
    assert canvas.image.getpixel((15, 8)) == palette.list_colours()[navy]
    assert canvas.image.getpixel((5, 8)) == palette.list_colours()[sea]


def test_shapes_have_their_own_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("resvg_py")
    from tools import truecolour

    monkeypatch.setattr(truecolour, "_map_sprites", dict)
    canvas = truecolour.TrueCanvas(Sprite(Image.new("P", (30, 30)), None))
    canvas.draw_line([(0, 5), (29, 5)], 3, GOLD_COLOUR)
    canvas.fill_disc(15, 15, 4, GOLD_COLOUR)
    canvas.fill_polygon([(0, 20), (29, 20), (29, 29), (0, 29)], GOLD_COLOUR)
    assert {canvas.image.getpixel((15, y)) for y in (5, 15, 25)} == {palette.parse_colour(GOLD_COLOUR)}

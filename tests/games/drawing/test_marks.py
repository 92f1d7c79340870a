"""Rings, frames, trails and other marks on boards are visible in grey on a phone, on any background."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PIL import ImageChops

from games.core.picture import GOLD_COLOUR, NAVY_COLOUR, RING_MARGIN
from games.drawing import palette
from games.drawing.canvas import Canvas
from games.drawing.marks import (
    FRAME_MARGIN,
    make_number_background,
    put_empty_place,
    put_frame,
    put_ring,
    put_trail,
)
from games.drawing.sprites import Sprite
from tests.support.pictures import make_flat_picture, measure_contrast, scale_for_phone

SAND, SEA, CARD = "#F4D592", "#41A3B8", "#FFF4DD"
GROUND_COLOURS = (SAND, SEA, CARD, NAVY_COLOUR)


def make_board(background_colour: str) -> Canvas:
    return Canvas(Sprite(make_flat_picture(600, 600, background_colour), None))


def draw_ring(canvas: Canvas) -> None:
    put_ring(canvas, 240, 240, 120, 120)


def draw_light_ring(canvas: Canvas) -> None:
    put_ring(canvas, 240, 240, 120, 120, is_thin=True)


def draw_round_ring(canvas: Canvas) -> None:
    put_ring(canvas, 270, 270, 60, 60, corner_radius=30)


def draw_trail(canvas: Canvas) -> None:
    put_trail(canvas, (100, 480), (500, 120))


@pytest.mark.parametrize("background_colour", GROUND_COLOURS)
@pytest.mark.parametrize(
    ("mark", "least"), [(draw_ring, 110), (draw_light_ring, 60), (draw_round_ring, 110), (draw_trail, 110)]
)
def test_a_mark_contrasts_with_any_background(
    mark: Callable[[Canvas], None], least: int, background_colour: str
) -> None:
    plain, marked = make_board(background_colour), make_board(background_colour)
    mark(marked)
    assert measure_contrast(plain.image, marked.image) >= least


@pytest.mark.parametrize("background_colour", GROUND_COLOURS)
def test_both_tones_of_a_ring_are_visible_on_a_phone(background_colour: str) -> None:
    canvas = make_board(background_colour)
    draw_ring(canvas)
    levels = scale_for_phone(canvas.image).tobytes()
    assert max(levels) - min(levels) >= 150


def test_a_frame_has_a_gap_to_the_pieces_that_can_be_chosen() -> None:
    canvas, plain = make_board(SEA), make_board(SEA)
    put_frame(canvas, 240, 240, 120, 120)
    for area in ((252, 238, 348, 362), (238, 252, 362, 348)):
        assert canvas.image.crop(area).tobytes() == plain.image.crop(area).tobytes()
    assert (
        canvas.image.crop((240 - FRAME_MARGIN, 252, 238, 348))
        .tobytes()
        .count(palette.find_index(GOLD_COLOUR))
        > 400
    )


@pytest.mark.parametrize("background_colour", GROUND_COLOURS)
def test_the_background_of_a_changed_number_contrasts_with_any_other(background_colour: str) -> None:
    plain, marked = make_board(background_colour), make_board(background_colour)
    marked.put(make_number_background(48, 92), 240, 240)
    assert measure_contrast(plain.image, marked.image) >= 40
    levels = scale_for_phone(marked.image).tobytes()
    assert max(levels) - min(levels) >= 120


def test_a_ring_surrounds_its_box_without_covering_the_piece() -> None:
    canvas, plain = make_board(SEA), make_board(SEA)
    draw_ring(canvas)
    inside = (250, 250, 350, 350)
    assert canvas.image.crop(inside).tobytes() == plain.image.crop(inside).tobytes()
    bounds = ImageChops.difference(canvas.image.convert("RGB"), plain.image.convert("RGB")).getbbox()
    assert bounds == (240 - RING_MARGIN, 240 - RING_MARGIN, 360 + RING_MARGIN, 360 + RING_MARGIN)


@pytest.mark.parametrize("end", [(500, 120), (100, 40), (20, 480), (100, 481), (101, 560), (580, 590)])
def test_a_trail_has_a_head_where_it_ends(end: tuple[int, int]) -> None:
    plain, marked = make_board(SEA), make_board(SEA)
    put_trail(marked, (100, 480), end)
    for x, y in ((100, 480), end):
        box = (max(0, x - 24), max(0, y - 24), x + 24, y + 24)
        assert marked.image.crop(box).tobytes() != plain.image.crop(box).tobytes()


def test_a_trail_turns_at_its_points_and_covers_nothing_beside_them() -> None:
    plain, marked = make_board(SEA), make_board(SEA)
    put_trail(marked, (100, 100), (300, 100), (300, 480))
    difference = ImageChops.difference(marked.image.convert("RGB"), plain.image.convert("RGB"))
    assert difference.crop((130, 130, 260, 480)).getbbox() is None
    assert difference.crop((320, 60, 600, 420)).getbbox() is None
    column = difference.crop((300, 160, 301, 420)).convert("L").tobytes()
    assert 0 < column.count(0) < len(column), "gaps show what the trail crosses"


def test_a_short_trail_has_no_gaps() -> None:
    plain, marked = make_board(SEA), make_board(SEA)
    put_trail(marked, (100, 300), (240, 300))
    difference = ImageChops.difference(marked.image.convert("RGB"), plain.image.convert("RGB"))
    row = difference.crop((100, 300, 230, 301)).convert("L").tobytes()
    assert not row.count(0)


@pytest.mark.parametrize("background_colour", GROUND_COLOURS)
def test_an_empty_place_looks_like_a_hollow_in_its_background(background_colour: str) -> None:
    canvas, plain = make_board(background_colour), make_board(background_colour)
    put_empty_place(canvas, 240, 240, 120, 120)
    inner, rim, ground_level = (
        canvas.image.convert("L").getpixel((300, 300)),
        canvas.image.convert("L").getpixel((241, 300)),
        plain.image.convert("L").getpixel((300, 300)),
    )
    assert isinstance(inner, int) and isinstance(rim, int) and isinstance(ground_level, int)
    assert inner <= ground_level
    # On the darkest background the rim is lighter.
    assert abs(rim - inner) >= 15
    if background_colour != NAVY_COLOUR:
        assert rim < inner < ground_level - 10


@pytest.mark.parametrize("is_light", [False, True])
def test_a_ring_may_be_a_circle(is_light: bool) -> None:
    canvas = make_board(SEA)
    plain = canvas.image.copy()
    put_ring(canvas, 240, 240, 62, 62, is_thin=is_light, corner_radius=31)
    changed = [canvas.image.getpixel(at) != plain.getpixel(at) for at in ((271, 238), (238, 271), (271, 271))]
    assert changed == [True, True, False]

"""Pictures of Das Riff."""

from __future__ import annotations

import io
from dataclasses import replace
from itertools import combinations

import pytest
from PIL import Image, ImageChops

from games.core.outcome import Outcome, drawn, resigned
from games.core.picture import HEIGHT, WIDTH
from games.das_riff.draw import draw
from games.das_riff.events import Boated, Bred, Event, Flipped, Hunted, Paid, Refilled, Took
from games.das_riff.layout import RIBBON, slots
from games.das_riff.parts import BROODS, CARDS, CORAL, PEARL, SHARK, fish
from games.das_riff.view import DOWN, GAP, Coral, View
from games.drawing import palette
from games.drawing.canvas import SPOT
from games.drawing.png import encode
from games.drawing.sprites import atlas
from tests.games.das_riff.positions import END, FULLEST, MIDDLE, MIDDLE_EVENTS, SITUATIONS, scene

Area = tuple[int, int, int, int]


def difference(first: Image.Image, second: Image.Image) -> Area | None:
    return ImageChops.difference(first.convert("RGB"), second.convert("RGB")).getbbox()


def within(area: Area | None, x: int, y: int, w: int, h: int, margin: int = 8) -> bool:
    assert area is not None
    left, top, right, bottom = area
    return x - margin <= left and y - margin <= top and right <= x + w + margin and bottom <= y + h + margin


@pytest.mark.parametrize("name", SITUATIONS)
def test_every_situation_draws(name: str) -> None:
    image = draw(*SITUATIONS[name])
    assert image.size == (1400, 1000)
    assert image.mode == "P"
    assert max(image.tobytes()) < palette.CLEAR
    assert encode(image) == encode(draw(*SITUATIONS[name]))


def test_situations_differ() -> None:
    pictures = {encode(draw(view, told)) for view, told in SITUATIONS.values()}
    assert len(pictures) == len(SITUATIONS)


def test_slots_do_not_overlap_and_fill_the_picture() -> None:
    boxes = slots()
    for a, b in combinations(boxes, 2):
        assert a.x + a.w <= b.x or b.x + b.w <= a.x or a.y + a.h <= b.y or b.y + b.h <= a.y, (a, b)
    assert all(b.x >= 0 and b.x + b.w <= WIDTH and b.y >= 0 and b.y + b.h <= HEIGHT for b in boxes)
    assert sum(b.w * b.h for b in boxes) > 0.55 * WIDTH * HEIGHT


@pytest.mark.parametrize("card", [*range(CARDS), DOWN, GAP])
def test_every_card_has_a_face_of_its_own(card: int) -> None:
    def face(kind: int) -> bytes:
        view = replace(MIDDLE, flipped=None, tableau=(kind, *MIDDLE.tableau[1:]))
        box = (40, 624, 152, 736)
        return draw(view, scene()).crop(box).tobytes()

    others = [face(other) for other in (*range(CARDS), DOWN, GAP) if other != card]
    assert face(card) not in others


@pytest.mark.parametrize("brood", BROODS)
def test_every_brood_draws_open_and_closed(brood: tuple[int, int]) -> None:
    closed = replace(MIDDLE.reefs[0], corals=(Coral(brood=brood),))
    view = replace(MIDDLE, broods=(brood,) * 4, reefs=(closed, MIDDLE.reefs[1]))
    before = draw(
        replace(view, broods=(), reefs=(replace(closed, corals=(Coral(),)), MIDDLE.reefs[1])), scene()
    )
    after = draw(view, scene())
    assert after.crop((264, 838, 376, 950)).tobytes() != before.crop((264, 838, 376, 950)).tobytes()
    assert after.crop((1008, 292, 1192, 396)).tobytes() != before.crop((1008, 292, 1192, 396)).tobytes()


def cell_at(view: View, cell: int) -> tuple[int, int]:
    row, column = divmod(cell, 8)
    level = row if view.viewer == 1 else 3 - row
    return 40 + 120 * column, 264 + 120 * level


@pytest.mark.parametrize("viewer", [None, 0, 1])
@pytest.mark.parametrize(
    ("event", "cell"),
    [
        (Flipped(1, 18, fish(4, 1)), 18),
        (Hunted(1, CORAL, 27, None), 27),
        (Took(1, 9, CORAL, None), 9),
        (Refilled((5,), (CORAL,)), 5),
    ],
)
def test_a_changed_cell_is_outlined(viewer: int | None, event: Event, cell: int) -> None:
    view = replace(MIDDLE, viewer=viewer, flipped=None)
    before, after = draw(view, scene()), draw(view, scene((event,)))
    x, y = cell_at(view, cell)
    around = (x - 8, y - 8, x + 120, y + 120)
    assert difference(before.crop(around), after.crop(around)) is not None
    inside = (x + 5, y + 5, x + 107, y + 107)
    assert before.crop(inside).tobytes() == after.crop(inside).tobytes()
    if isinstance(event, Flipped | Refilled):
        assert within(difference(before, after), x, y, 112, 112)


@pytest.mark.parametrize(
    ("event", "box"),
    [(Bred(0, 3, (1, 5)), (624, 838, 112, 112)), (Boated(0, 8), (922, 750, 70, 44))],
)
def test_a_changed_part_of_a_reef_is_outlined(event: Event, box: Area) -> None:
    assert within(difference(draw(FULLEST, scene()), draw(FULLEST, scene((event,)))), *box)


def test_the_near_edge_is_the_viewers() -> None:
    public, first = draw(MIDDLE, scene()), draw(replace(MIDDLE, viewer=1), scene())
    own_of_1 = draw(
        replace(MIDDLE, viewer=1, tableau=(*MIDDLE.tableau[:24], CORAL, *MIDDLE.tableau[25:])), scene()
    )
    assert within(difference(first, own_of_1), 40, 624, 112, 112)
    own_of_0 = draw(replace(MIDDLE, tableau=(CORAL, *MIDDLE.tableau[1:])), scene())
    assert within(difference(public, own_of_0), 40, 624, 112, 112)


def test_out_of_reach_is_dimmer_in_a_private_view_alone() -> None:
    public, private = draw(MIDDLE, scene()), draw(replace(MIDDLE, viewer=0), scene())
    assert within(difference(public, private), 400, 264, 592, 472, 0)


def test_the_turn_lights_plate_and_edge() -> None:
    first, second = draw(replace(MIDDLE, turn=0), scene()), draw(replace(MIDDLE, turn=1), scene())
    for place in ((4, 900), (4, 100), (30, 850), (30, 40)):
        assert first.getpixel(place) != second.getpixel(place)


@pytest.mark.parametrize("outcome", [drawn("no_progress", 2, (1, 1)), resigned(2, 0)])
def test_other_endings_have_a_ribbon(outcome: Outcome) -> None:
    plain, ended = draw(END, scene()), draw(END, replace(scene(), outcome=outcome))
    ribbon = (340, 450, 700, 520)
    assert plain.crop(ribbon).tobytes() != ended.crop(ribbon).tobytes()


def test_names_differ_in_the_picture() -> None:
    told = scene(MIDDLE_EVENTS)
    assert difference(draw(MIDDLE, told), draw(MIDDLE, replace(told, names=("Ada", "Grace")))) is not None


def test_the_picture_is_half_the_size_of_a_plain_one() -> None:
    image = draw(*SITUATIONS["fullest"])
    plain = io.BytesIO()
    image.convert("RGB").save(plain, "PNG")
    assert len(encode(image)) <= 0.55 * len(plain.getvalue())


@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_the_card_just_moved_stands_out_beyond_a_thin_outline(viewer: int | None) -> None:
    view = replace(MIDDLE, viewer=viewer, flipped=None)
    plain, taken = draw(view, scene()), draw(view, scene((Took(0, 9, fish(1, 1), 1),)))
    side = 830 if viewer in (None, 0) else 18
    x, y = 264 + 120, side + 8
    coral = (x - SPOT, y - SPOT, x + 112 + SPOT, y + 112 + SPOT)
    delta = ImageChops.difference(plain.convert("RGB").crop(coral), taken.convert("RGB").crop(coral))
    lit = sum(delta.convert("L").point([0] + [1] * 255).tobytes())
    # On a phone an outline of four pixels is one pixel wide; this one and its sign are thrice as much.
    assert lit > 3 * 4 * 112 * 4
    sign = atlas("kit")["moved_down" if side == 830 else "moved_up"].image.crop((14, 14, 30, 30))
    assert taken.crop((x + 10, y + 86, x + 26, y + 102)).tobytes() == sign.tobytes()


@pytest.mark.parametrize(("card", "x"), [(PEARL, 872), (SHARK, 936)])
def test_a_card_laid_to_a_stock_stands_out_more_than_what_it_cost(card: int, x: int) -> None:
    plain = draw(MIDDLE, scene())
    won = difference(plain, draw(MIDDLE, scene((Took(0, 9, card, None),))).crop((0, 0, WIDTH, HEIGHT)))
    paid = difference(plain, draw(MIDDLE, scene((Paid(0, (0, 0, 0, 0, 0, 1), 0),))))
    assert won is not None
    assert paid is not None
    assert won[3] - 830 > paid[3] - 830
    assert won[2] >= x + 56 + SPOT


def test_the_winner_is_crowned_and_both_have_their_medals() -> None:
    ended = draw(END, replace(scene(), outcome=Outcome("broods", (2, 1), (3, 5))))
    kit = atlas("kit")
    for seat, top in ((0, 830), (1, 18)):
        medal = kit[f"place_{2 - seat}"].image.crop((14, 26, 38, 48))
        assert ended.crop((192, top + 105, 216, top + 127)).tobytes() == medal.tobytes()
    crown = kit["crown"].image.crop((24, 32, 64, 54))
    x, y = RIBBON.x + 576, RIBBON.y + 24
    assert ended.crop((x + 24, y + 32, x + 64, y + 54)).tobytes() == crown.tobytes()

"""Pictures of Australis."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from PIL import Image, ImageChops

from games.australis.draw import draw
from games.australis.events import (
    CardKept,
    CoralPlaced,
    DieTaken,
    Fed,
    Fished,
    Gained,
    Refilled,
    Scene,
    Swam,
    TileTaken,
    TokenTaken,
)
from games.australis.layout import CARDS, DICE, PLANS, REEF_PLACES, STONES, board_place, slots
from games.australis.parts import CARD_CODES, DIE_OF, TRACK_ENDS
from games.australis.public import view as view_of
from games.australis.state import State
from games.australis.view import CHOOSE, CORAL, OVER, TILE, Task, View
from games.core.outcome import CLOSED, Outcome, drawn, resigned
from games.core.picture import HEIGHT, WIDTH
from games.core.texts import SceneOf
from games.core.words import words
from games.kit import palette
from games.kit.png import encode
from tests.games.australis.build import board, cards, dice, position

NAMES = ("Anna", "Ben", "Charlie", "Dana")
FULL = board(
    points=123,
    space=12,
    food="oogogo",
    fish=40,
    corals="3:2 5:4 8:1",
    own="w20 y31 b5 v6",
    kept="fw tw cw py ty cy pb fb cb pv fv tv db dv dr",
    gold=(7, 12),
    silver=(3, 4, 5),
)


def boards(seats: int) -> tuple[Any, ...]:
    return tuple(replace(FULL, space=12 + 3 * seat) for seat in range(seats))


def state(seats: int, **more: Any) -> State:
    return position(*boards(seats), round=3, **more)


def scene(seats: int, *events: Any, outcome: Outcome | None = None) -> Scene:
    return SceneOf(NAMES[:seats], words(), events, outcome)


def seen(seats: int, viewer: int | None = None, **more: Any) -> View:
    return view_of(state(seats, **more), viewer)


def difference(one: Image.Image, two: Image.Image) -> tuple[int, int, int, int] | None:
    return ImageChops.difference(one.convert("RGB"), two.convert("RGB")).getbbox()


def within(area: tuple[int, int, int, int] | None, x: int, y: int, w: int, h: int, margin: int = 8) -> bool:
    assert area is not None
    left, top, right, bottom = area
    return x - margin <= left and y - margin <= top and right <= x + w + margin and bottom <= y + h + margin


SITUATIONS: dict[str, dict[str, Any]] = {
    "draft": {},
    "choose": {"stage": CHOOSE, "task": Task(None, (), 0, 2)},
    "coral": {"stage": CORAL, "task": Task(None, (), 5, 0)},
    "tile": {"stage": TILE, "podium": (0, 1)},
    "short": {"track_end": 18},
    "gaps": {"display": "py -- -- fw -- --", "offer": ""},
    "over": {"stage": OVER},
}


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", SITUATIONS)
def test_every_situation_draws_for_everybody(name: str, seats: int) -> None:
    more = dict(SITUATIONS[name])
    if "track_end" in more:
        more["arrived"] = tuple(seat for seat, b in enumerate(boards(seats)) if b.space >= 18)
        shown = position(*(replace(b, space=min(b.space, 18)) for b in boards(seats)), **more)
    else:
        shown = state(seats, **more)
    for viewer in (None, *range(seats)):
        image = draw(view_of(shown, viewer), scene(seats))
        assert image.size == (WIDTH, HEIGHT)
        assert image.mode == "P"
        assert max(image.tobytes()) < palette.CLEAR
        assert encode(image) == encode(draw(view_of(shown, viewer), scene(seats)))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_slots_do_not_overlap_and_fill_the_picture(seats: int) -> None:
    boxes = slots(seats)
    for a, b in combinations(boxes, 2):
        assert a.x + a.w <= b.x or b.x + b.w <= a.x or a.y + a.h <= b.y or b.y + b.h <= a.y, (a, b)
    assert all(b.x >= 0 and b.x + b.w <= WIDTH and b.y >= 0 and b.y + b.h <= HEIGHT for b in boxes)
    stones = len(STONES) * 60 * 60
    assert sum(b.w * b.h for b in boxes) + stones > 0.6 * WIDTH * HEIGHT


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_board_has_room_for_all_that_a_seat_can_have(seats: int) -> None:
    plan = PLANS[seats]
    assert plan.columns[0] >= 0
    assert plan.columns[-1] + plan.column - 4 <= plan.width
    assert plan.top + 2 * plan.die + 8 + 3 * (plan.chip[1] + 2) <= 324
    assert 2 * plan.die + 3 <= plan.column - 4
    assert len(DICE[seats]) == 4 * seats + 1


def test_stones_lie_apart_and_clear_of_the_reefs() -> None:
    assert len(STONES) == max(TRACK_ENDS) + 1
    for (ax, ay), (bx, by) in combinations(STONES, 2):
        assert (ax - bx) ** 2 + (ay - by) ** 2 > 80**2
    for x, y in STONES[:-1]:
        for box in REEF_PLACES:
            assert not (box.x - 12 < x < box.x + box.w + 12 and box.y - 12 < y < box.y + box.h + 12)


def test_every_card_and_die_has_a_face_of_its_own() -> None:
    faces = set()
    for code in CARD_CODES:
        picture = draw(replace(seen(2), display=(*cards(code), *seen(2).display[1:])), scene(2))
        box = CARDS[0]
        faces.add(picture.crop((box.x, box.y, box.x + box.w, box.y + box.h)).tobytes())
    assert len(faces) == len(CARD_CODES)
    faces = set()
    for code in DIE_OF:
        box = DICE[4][0]
        picture = draw(replace(seen(4), offer=dice(code)), scene(4))
        faces.add(picture.crop((box.x, box.y, box.x + box.w, box.y + box.h)).tobytes())
    assert len(faces) == len(DIE_OF)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(
    "event",
    [
        DieTaken(1, dice("v6")[0]),
        CardKept(1, cards("tw")[0]),
        Fed(1, True, 17, True),
        Fished(1, 3, 3),
        Gained(1, 2),
        TileTaken(1, True, 12),
    ],
)
def test_a_change_on_a_board_is_outlined_there_alone(event: Any, seats: int) -> None:
    view = seen(seats)
    area = difference(draw(view, scene(seats)), draw(view, scene(seats, event)))
    assert within(area, *board_place(seats, 1))


def test_a_change_on_the_table_is_outlined() -> None:
    view = seen(4)
    plain = draw(view, scene(4))
    assert within(difference(plain, draw(view, scene(4, CoralPlaced(2, 5, 0)))), *REEF_PLACES[2])
    assert within(difference(plain, draw(view, scene(4, Refilled((3,), cards("fw"))))), *CARDS[3])
    moved = difference(plain, draw(view, scene(4, Swam(0, 9, 12, False))))
    assert moved is not None
    x, y = STONES[12]
    assert moved[0] - 10 <= x <= moved[2]
    assert moved[1] <= y <= moved[3]
    token = replace(view, token=3)
    assert within(difference(draw(token, scene(4)), draw(token, scene(4, TokenTaken(3)))), *board_place(4, 3))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_board_on_the_left_is_the_viewers(seats: int) -> None:
    for viewer in range(seats):
        view = seen(seats, viewer)
        more = [replace(b, fish=41) if s == viewer else b for s, b in enumerate(view.boards)]
        area = difference(draw(view, scene(seats)), draw(replace(view, boards=tuple(more)), scene(seats)))
        assert within(area, *board_place(seats, 0))


def test_what_cannot_be_chosen_is_dimmer_for_the_one_who_chooses_alone() -> None:
    more: dict[str, Any] = {"stage": CORAL, "task": Task(None, (), 5, 0)}
    public, own, other = (draw(seen(2, viewer, **more), scene(2)) for viewer in (None, 0, 1))
    assert within(difference(public, own), 110, 155, 820, 155)
    reefs = (30, 395, 940, 545)
    assert public.crop(reefs).tobytes() == own.crop(reefs).tobytes()
    above = (110, 155, 920, 310)
    assert public.crop(above).tobytes() == other.crop(above).tobytes()


@pytest.mark.parametrize(
    "outcome",
    [
        Outcome("most_points", (2, 1, 3), (140, 150, 120)),
        Outcome("turtle_ahead", (2, 1, 3), (150, 150, 120)),
        drawn("agreed_draw", 3),
        drawn(CLOSED, 3),
        resigned(3, 0),
    ],
)
def test_each_ending_has_a_ribbon(outcome: Outcome) -> None:
    view = seen(3, stage=OVER)
    ribbon = (300, 300, 700, 390)
    plain, ended = draw(view, scene(3)), draw(view, scene(3, outcome=outcome))
    assert plain.crop(ribbon).tobytes() != ended.crop(ribbon).tobytes()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_end_shows_what_points_came_from(seats: int) -> None:
    over = seen(seats, stage=OVER)
    b = over.boards[0]
    other = replace(b, ledger=(b.ledger[0] - 1, 1, *b.ledger[2:]))
    changed = replace(over, boards=(other, *over.boards[1:]))
    assert within(difference(draw(over, scene(seats)), draw(changed, scene(seats))), *board_place(seats, 0))

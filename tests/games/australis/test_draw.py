"""Pictures of Australis."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Any

import pytest
from PIL import Image, ImageChops

from assets.studio.__main__ import ART
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
from games.australis.layout import (
    BERTHS,
    BOARD_H,
    CARDS,
    CUBE,
    CUBES,
    DICE,
    PLANS,
    POOLS,
    RANKING,
    REEF_PLACES,
    STOCKS,
    STONE,
    STONES,
    TURN,
    board_place,
    slots,
)
from games.australis.parts import CARD_CODES, DICE_PER_SEAT, DIE_OF, TRACK_ENDS
from games.australis.public import view as view_of
from games.australis.state import State
from games.australis.view import CHOOSE, CORAL, OVER, TILE, Task, View
from games.core.outcome import CLOSED, Outcome, drawn, resigned
from games.core.picture import HEIGHT, WIDTH, Box
from games.core.texts import SceneOf
from games.core.words import list_locales, words
from games.drawing import palette, text
from games.drawing.png import encode
from games.drawing.sprites import atlas
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


def apart(boxes: Iterable[Box]) -> bool:
    return all(
        a.x + a.w <= b.x or b.x + b.w <= a.x or a.y + a.h <= b.y or b.y + b.h <= a.y
        for a, b in combinations(boxes, 2)
    )


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_slots_do_not_overlap_and_fill_the_picture(seats: int) -> None:
    boxes = slots(seats)
    assert apart(boxes)
    assert all(b.x >= 0 and b.x + b.w <= WIDTH and b.y >= 0 and b.y + b.h <= HEIGHT for b in boxes)
    stones = len(STONES) * 60 * 60
    assert sum(b.w * b.h for b in boxes) + stones > 0.6 * WIDTH * HEIGHT


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_board_has_room_for_all_that_a_seat_can_have(seats: int) -> None:
    plan = PLANS[seats]
    assert plan.columns[0] >= 0
    assert plan.columns[-1] + plan.column - 4 <= plan.width
    table = plan.table
    assert table.y + table.h <= BOARD_H
    assert len(plan.dice) == DICE_PER_SEAT
    for a, b in pairwise((*plan.dice, table)):
        assert a.x + a.w <= b.x or a.y + a.h <= b.y
    assert plan.dice[-1].x + plan.dice[-1].w <= plan.width
    assert len(DICE[seats]) == DICE_PER_SEAT * seats + 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_dice_cubes_and_track_are_large_enough_for_a_phone(seats: int) -> None:
    sprites, phone = atlas("australis"), 400 / WIDTH
    for box in (*DICE[seats], *PLANS[seats].dice):
        assert min(box.w, box.h) * phone >= 16
    assert CUBE * phone >= 8.5
    assert STONE * phone >= 17
    for source in ("table_25", "table_18", *(f"die{DICE[seats][0].w}_{code}" for code in ("b5", "v6", "r7"))):
        svg = (ART / "australis" / f"{source}.svg").read_text("utf-8")
        scale = sprites[source].size[0] / 56 if source.startswith("die") else 1
        sizes = [
            float(size) * scale * phone
            for size, written in re.findall(r'font-size="([\d.]+)"[^>]*>\s*(\d+)\s*<', svg)
            if source.startswith("die") or len(written) == 2
        ]
        assert min(sizes) >= 8.5


def test_no_cube_covers_a_number() -> None:
    stones = {space: Box(x - STONE // 2, y - STONE // 2, STONE, STONE) for space, (x, y) in enumerate(STONES)}
    for space, offsets in CUBES.items():
        x, y = STONES[space]
        cubes = [Box(x + dx, y + dy, CUBE, CUBE) for dx, dy in offsets]
        assert apart([*cubes, *stones.values()])


@pytest.mark.parametrize("end", TRACK_ENDS)
def test_turtles_that_have_arrived_leave_the_number_of_their_pool_free(end: int) -> None:
    pool = POOLS[end]
    number = Box(pool.x + pool.w // 2 - 24, pool.y + 6, 48, 28)
    turtles = [Box(pool.x + x - 38, pool.y + y - 33, 76, 66) for x, y in BERTHS]
    for turtle in turtles:
        assert apart([number, turtle])
    for a, b in combinations(turtles, 2):
        assert max(abs(a.x - b.x) / a.w, abs(a.y - b.y) / a.h) > 0.9


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


@pytest.mark.parametrize("locale", list_locales())
@pytest.mark.parametrize("seats", [2, 3])
def test_no_word_of_the_ledger_is_cut(locale: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[str] = []
    tile = text.tile

    def recorded(content: str, *more: Any) -> Any:
        found.append(content)
        return tile(content, *more)

    monkeypatch.setattr(text, "tile", recorded)
    draw(seen(seats, stage=OVER), SceneOf(("A", "B", "C")[:seats], words(locale)))
    assert not [one for one in found if "…" in one]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nothing_peeps_out_beside_the_ledger(seats: int) -> None:
    over = seen(seats, stage=OVER)
    bare = replace(over, boards=tuple(replace(b, dice=(), cards=()) for b in over.boards))
    assert encode(draw(over, scene(seats))) == encode(draw(bare, scene(seats)))
    plan = PLANS[seats]
    for box in (*plan.dice, plan.table):
        assert plan.ledger.x < box.x
        assert plan.ledger.y < box.y
        assert box.x + box.w < plan.ledger.x + plan.ledger.w
        assert box.y + box.h < plan.ledger.y + plan.ledger.h


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_end_ranks_all_where_the_dice_lay(seats: int) -> None:
    outcome = Outcome("most_points", tuple(range(seats, 0, -1)), tuple(100 + seat for seat in range(seats)))
    ended = draw(seen(seats, stage=OVER), scene(seats, outcome=outcome))
    for number, box in enumerate(RANKING[seats], 1):
        medal = atlas("kit")[f"place_{number}"].image.crop((14, 26, 38, 48))
        x, y = box.x + 10 + 14, box.y + box.h // 2 - 32 + 26
        assert ended.crop((x, y, x + 24, y + 22)).tobytes() == medal.tobytes()
    assert apart([*RANKING[seats], TURN, *STOCKS])

"""Pictures of Australis."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations, pairwise, product
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

from games.australis.board_layout import (
    BOARD_HEIGHT,
    BOARD_PLANS_BY_SEAT_COUNT,
    LIVE_PLANS_BY_SEAT_COUNT,
    PLAIN_PLATE_HEIGHT,
    BoardPlan,
    find_board_box,
    fit_plan,
    list_kept_card_boxes,
)
from games.australis.draw import SILVER_COLOUR, draw
from games.australis.events import (
    CardCarriedOut,
    CardKept,
    CoralPlaced,
    CubeCollected,
    DieTaken,
    DisplayRefilled,
    FishCaught,
    PointsGained,
    TileTaken,
    TokenTaken,
    TurtleMoved,
)
from games.australis.layout import (
    ARRIVAL_BOX,
    CUBE_OFFSETS_BY_SPACE,
    CUBE_SIZE,
    DICE_LAYOUTS,
    LEDGER_BOX,
    PANEL_BOX,
    PICTURE_HEIGHT,
    POOL_AREA_BY_SPACE,
    POOL_PLACES,
    RANKING_ROWS_BY_SEAT_COUNT,
    REEF_BOXES,
    REEF_NUMBER_DISC,
    REEF_POINTS,
    ROUND_BOX,
    SECTION_DISC_RADIUS,
    STONE_CENTRES,
    TAG_BOX,
    TILE_BOXES,
    TRAY_BOXES_BY_SEAT_COUNT,
    TURN_BOX,
    arrange_dice,
    find_card_boxes,
    find_dice_boxes,
    find_free_dice_boxes,
    find_section_disc,
    find_tile_boxes,
    list_slots,
    plan_boards,
)
from games.australis.offer_layout import FLAT_CARD_BOXES, OFFER_AREA, arrange_offer
from games.australis.parts import (
    CARD_CODES,
    DICE_PER_SEAT,
    DIE_BY_CODE,
    FOOD_SPACES,
    SECTION_STARTS,
    TRACK_ENDS,
)
from games.australis.public import make_view as view_of
from games.australis.view import (
    CHOOSE_STAGE,
    CORAL_STAGE,
    DRAFT_STAGE,
    EMPTY_PLACE,
    OVER_STAGE,
    TILE_STAGE,
    TurnTask,
)
from games.core.outcome import CLOSED_ENDING, Outcome, make_draw, make_resignation
from games.core.picture import (
    EVERY_FIELD,
    GOLD_COLOUR,
    MAX_BOARD_HEIGHT,
    NAVY_COLOUR,
    PICTURE_WIDTH,
    WHITE_COLOUR,
    Box,
    find_union,
)
from games.core.texts import GenericScene
from games.core.words import list_locales, load_words
from games.drawing import palette, text
from games.drawing.png import encode
from games.drawing.sprites import load_atlas
from games.registry import GAMES
from tests.games.australis.build import make_position, parse_cards, parse_dice
from tests.games.australis.views import SITUATIONS, make_boards, make_scene, make_state, make_view
from tests.games.drawing.written import record_lines
from tests.support.cases import join_cases
from tests.support.nightly import defer_to_ci


def find_difference(first: Image.Image, second: Image.Image) -> tuple[int, int, int, int] | None:
    return ImageChops.difference(first.convert("RGB"), second.convert("RGB")).getbbox()


def is_within(
    area: tuple[int, int, int, int] | None, x: int, y: int, w: int, h: int, margin: int = 8
) -> bool:
    assert area is not None
    left, top, right, bottom = area
    return x - margin <= left and y - margin <= top and right <= x + w + margin and bottom <= y + h + margin


@pytest.mark.parametrize("seat_count", defer_to_ci([2, 3, 4], 3))
@pytest.mark.parametrize("name", SITUATIONS)
def test_every_situation_can_be_drawn_for_everybody(name: str, seat_count: int) -> None:
    more = dict(SITUATIONS[name])
    if "track_end" in more:
        more["arrived"] = tuple(seat for seat, b in enumerate(make_boards(seat_count)) if b.space >= 18)
        shown = make_position(*(replace(b, space=min(b.space, 18)) for b in make_boards(seat_count)), **more)
    else:
        shown = make_state(seat_count, **more)
    for viewer in (None, *range(seat_count)):
        image = draw(view_of(shown, viewer), make_scene(seat_count))
        assert image.size == (PICTURE_WIDTH, PICTURE_HEIGHT)
        assert PICTURE_HEIGHT <= MAX_BOARD_HEIGHT
        assert image.mode == "P"
        assert max(image.tobytes()) < palette.CLEAR_INDEX
    assert image.tobytes() == draw(view_of(shown, viewer), make_scene(seat_count)).tobytes()


def are_apart(boxes: Iterable[Box]) -> bool:
    return all(
        a.x + a.w <= b.x or b.x + b.w <= a.x or a.y + a.h <= b.y or b.y + b.h <= a.y
        for a, b in combinations(boxes, 2)
    )


def are_centred(boxes: Iterable[Box], width: int) -> bool:
    """Return whether the margins beside some boxes in the middle of a board differ by at most 4 pixels."""
    whole = find_union(tuple(boxes))
    return abs(whole.x - (width - whole.x - whole.w)) <= 4


def list_head_boxes(plan: BoardPlan) -> list[Box]:
    """Return the parts above a board's dice: the name plate, and the counts unless they are on it."""
    plate = plan.name_plate
    return [plate, *(box for box in plan.counts if box.y >= plate.y + plate.h)]


@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_slots_do_not_overlap_and_fill_most_of_the_picture(seat_count: int) -> None:
    boxes = list_slots(seat_count)
    assert are_apart(boxes)
    assert all(
        b.x >= 0 and b.x + b.w <= PICTURE_WIDTH and b.y >= 0 and b.y + b.h <= PICTURE_HEIGHT for b in boxes
    )
    stones = len(STONE_CENTRES) * 60 * 60
    assert sum(b.w * b.h for b in boxes) + stones > 0.6 * PICTURE_WIDTH * PICTURE_HEIGHT


@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_a_board_has_room_for_everything_a_seat_can_have(seat_count: int) -> None:
    plan = BOARD_PLANS_BY_SEAT_COUNT[seat_count]
    kept = list_kept_card_boxes(plan, len(CARD_CODES))
    assert len(kept) == len(CARD_CODES)
    assert len(plan.dice) == DICE_PER_SEAT
    places = [*list_head_boxes(plan), *plan.dice, *kept]
    assert are_apart(places)
    assert all(box.x + box.w <= plan.width and box.y + box.h <= BOARD_HEIGHT for box in places)
    assert len(arrange_dice(DICE_PER_SEAT * seat_count + 1)) == DICE_PER_SEAT * seat_count + 1


def test_with_three_seats_the_counts_are_below_the_score() -> None:
    view = make_view(3)
    with record_lines() as lines:
        draw(view, make_scene(3))
    for seat, own in enumerate(view.boards):
        board = find_board_box(3, seat)
        row = [
            line
            for line in lines
            if board.x <= line.left < board.x + board.w and abs(line.top - board.y - 85) < 16
        ]
        row.sort(key=lambda line: line.left)
        tiles = sum(own.gold) + sum(own.silver)
        told = [len(own.food), own.fish, own.supply, *([tiles] if tiles else [])]
        assert [line.content for line in row] == [str(count) for count in told]
        assert all(one.right < other.left for one, other in pairwise(row))


@join_cases(
    [(count, is_choosing) for count in range(1, 4 * DICE_PER_SEAT + 2) for is_choosing in [False, True]]
)
def test_offered_dice_and_free_places_are_even_rows_in_the_middle(count: int, is_choosing: bool) -> None:
    boxes = arrange_offer(count, is_choosing=is_choosing)
    rows = Counter(box.y for box in boxes)
    assert count <= len(boxes) < count + max(rows.values()) and are_apart(boxes)
    assert len(set(rows.values())) == 1 and len({box.x for box in boxes}) * len(rows) == len(boxes)
    whole = find_union(boxes)
    assert 2 * whole.x + whole.w == pytest.approx(2 * OFFER_AREA.x + OFFER_AREA.w, abs=2)
    assert OFFER_AREA.x <= whole.x and OFFER_AREA.y <= whole.y


def test_a_seat_chooses_between_large_tiles() -> None:
    draft = make_view(2)
    choice = replace(draft, stage=TILE_STAGE, offer=draft.offer[:1])
    assert find_tile_boxes(draft) == TILE_BOXES
    tiles, dice = find_tile_boxes(choice), find_dice_boxes(choice)
    assert min(box.w for box in tiles) > 1.8 * TILE_BOXES[0].w
    assert are_apart((*tiles, *dice, ROUND_BOX, *find_card_boxes(choice)))
    shown = draw(choice, make_scene(2))
    for box, kind in zip(tiles, ("gold", "silver"), strict=True):
        tile = load_atlas("australis")[f"choice_{kind}"].image
        assert shown.crop((box.x + 10, box.y + 50, box.x + 20, box.y + 60)).tobytes() == (
            tile.crop((10, 50, 20, 60)).tobytes()
        )


@join_cases(
    [(count, stage) for count in range(4 * DICE_PER_SEAT + 2) for stage in [DRAFT_STAGE, CHOOSE_STAGE]]
)
def test_offered_cards_and_dice_touch_nothing_and_are_where_lessons_light_them(
    count: int, stage: str
) -> None:
    view = replace(make_view(4), stage=stage, offer=parse_dice("b4") * count)
    cards, dice = find_card_boxes(view), (*find_dice_boxes(view), *find_free_dice_boxes(view))
    assert len(find_dice_boxes(view)) == count
    assert are_apart((*cards, *dice, *TILE_BOXES, ROUND_BOX))
    for box in (*cards, *dice):
        assert PANEL_BOX.x <= box.x and box.x + box.w <= PANEL_BOX.x + PANEL_BOX.w
        assert box.y + box.h <= PANEL_BOX.y + PANEL_BOX.h
    shown = tuple(box for box, card in zip(cards, view.display, strict=True) if card != EMPTY_PLACE)
    assert GAMES["australis"].list_places(view, EVERY_FIELD, "1") == shown
    assert GAMES["australis"].list_places(view, EVERY_FIELD, "0") == find_dice_boxes(view)


@join_cases([(count,) for count in range(2, 4 * DICE_PER_SEAT + 1)])
def test_what_a_seat_chooses_from_is_larger_than_while_it_does_not(count: int) -> None:
    draft = replace(make_view(4), stage=DRAFT_STAGE, offer=parse_dice("b4") * count)
    choice = replace(draft, stage=CHOOSE_STAGE)
    assert find_dice_boxes(draft)[0].w >= 1.2 * find_dice_boxes(choice)[0].w
    assert find_card_boxes(choice)[0].h >= 1.1 * find_card_boxes(draft)[0].h
    assert find_card_boxes(choice)[0].h > 1.5 * FLAT_CARD_BOXES[0].h


@pytest.mark.parametrize(
    ("count", "rows"), [(2, [2]), (5, [3, 2]), (7, [4, 3]), (9, [3, 3, 3]), (11, [4, 4, 3])]
)
def test_free_places_fill_the_last_row_of_offered_dice(count: int, rows: list[int]) -> None:
    view = replace(make_view(4), stage=DRAFT_STAGE, offer=parse_dice("b4") * count)
    dice, free = find_dice_boxes(view), find_free_dice_boxes(view)
    assert [*Counter(box.y for box in dice).values()] == rows
    assert len(free) == rows[0] - rows[-1]
    shown = draw(view, make_scene(4))
    for box in free:
        x = box.x + box.w // 2
        assert shown.getpixel((x, box.y + 1)) != shown.getpixel((x, box.y - 2)), "a rim"


@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_cards_and_dice_are_drawn_larger_if_there_are_few(seat_count: int) -> None:
    plan = BOARD_PLANS_BY_SEAT_COUNT[seat_count]
    few, many = list_kept_card_boxes(plan, 2)[0], list_kept_card_boxes(plan, len(CARD_CODES))[0]
    assert few.w * few.h > many.w * many.h
    sizes = [boxes[0].w for boxes in DICE_LAYOUTS]
    assert sizes == sorted(sizes, reverse=True) and sizes[0] > sizes[-1]


@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_a_board_with_few_cards_has_large_ones_however_many_others_have(seat_count: int) -> None:
    view = make_view(seat_count)
    few, many = ((0, 1), tuple(range(9)))
    boards = [replace(view.boards[0], cards=few), *(replace(b, cards=few) for b in view.boards[1:])]
    others = [boards[0], *(replace(b, cards=many) for b in view.boards[1:])]
    box = find_board_box(seat_count, 0)
    own = (box.x, box.y, box.x + box.w - 6, PICTURE_HEIGHT)
    one, other = (
        draw(replace(view, boards=tuple(b)), make_scene(seat_count)).crop(own) for b in (boards, others)
    )
    assert one.tobytes() == other.tobytes()


@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_all_dice_of_a_round_are_large_in_a_tray_above_low_boards(seat_count: int) -> None:
    count = DICE_PER_SEAT * seat_count + 1
    bare = tuple(replace(b, dice=(), cards=()) for b in make_boards(seat_count))
    view = replace(make_view(seat_count), boards=bare, offer=parse_dice(" ".join(["v6"] * count)))
    plan, dice, tray = plan_boards(view)[0], find_dice_boxes(view), TRAY_BOXES_BY_SEAT_COUNT[seat_count]
    boards = [find_board_box(seat_count, seat, plan.height) for seat in range(seat_count)]
    assert len(dice) == count and are_apart((*dice, *find_card_boxes(view), *boards))
    assert are_apart((tray, *boards))
    assert dice[0].w > 1.25 * arrange_offer(count)[0].w and dice[0].w >= 92
    assert plan.large_piece[0] <= dice[0].w or not plan.large_counts
    for box in dice:
        assert tray.x <= box.x and box.x + box.w <= tray.x + tray.w - 4
        assert tray.y <= box.y and box.y + box.h <= tray.y + tray.h - 4
    with record_lines() as lines:
        shown = draw(view, make_scene(seat_count))
    die = load_atlas("australis")[f"die{dice[0].w}_v6"].image
    middle = (die.width // 2 - 10, die.height // 2 - 10, die.width // 2 + 10, die.height // 2 + 10)
    x, y = dice[-1].x, dice[-1].y
    place = (x + middle[0], y + middle[1], x + middle[2], y + middle[3])
    assert shown.crop(place).tobytes() == die.crop(middle).tobytes()
    for board, own in zip(boards, bare, strict=True):
        across = range(board.x, board.x + board.w)
        written = [line for line in lines if line.left in across and line.top > board.y]
        assert {str(len(own.food)), str(own.fish), str(own.supply)} <= {line.content for line in written}
        assert all(
            line.right <= board.x + board.w and line.bottom <= board.y + board.h - 4 for line in written
        )
    later = replace(view, offer=view.offer[1:], boards=(make_boards(seat_count)[0], *bare[1:]))
    assert plan_boards(later)[0].height == BOARD_HEIGHT


@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_a_seat_without_dice_and_cards_has_large_numbers(seat_count: int) -> None:
    bare = tuple(replace(b, dice=(), cards=()) for b in make_boards(seat_count))
    with record_lines() as lines:
        draw(replace(make_view(seat_count), boards=bare), make_scene(seat_count))
    plan = LIVE_PLANS_BY_SEAT_COUNT[seat_count]
    plate = plan.name_plate if seat_count == 4 else plan.name_plate._replace(h=PLAIN_PLATE_HEIGHT)
    assert are_apart([plate, *plan.large_counts])
    for seat, own in enumerate(bare):
        board = find_board_box(seat_count, seat)
        assert all(box.x + box.w <= board.w and box.y + box.h <= board.h for box in plan.large_counts)
        for box, count in zip(plan.large_counts, (len(own.food), own.fish, own.supply), strict=True):
            across = range(board.x + box.x, board.x + box.x + box.w)
            written = [line for line in lines if line.left in across and line.top > board.y + box.y]
            assert [line.content for line in written] == [str(count)]
            assert written[0].right <= across.stop and written[0].bottom <= board.y + box.y + box.h


@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_dice_on_a_board_without_cards_are_as_large_as_their_number_allows(seat_count: int) -> None:
    plan, sizes = LIVE_PLANS_BY_SEAT_COUNT[seat_count], []
    for count in range(1, DICE_PER_SEAT + 1):
        places = fit_plan(seat_count, count, 0).dice
        assert len(places) == count and are_apart([*list_head_boxes(plan), *places])
        assert all(box.x + box.w <= plan.width - 8 and box.y + box.h <= BOARD_HEIGHT - 6 for box in places)
        assert are_centred(places, plan.width - 4)
        sizes.append(places[0].w)
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[:2] == ([156, 156] if seat_count == 4 else [210, 210]) and sizes[-1] > plan.dice[0].w


def test_no_cube_covers_a_number_or_a_reef() -> None:
    numbers = [Box(x - 24, y - 17, 48, 34) for x, y in STONE_CENTRES]
    for space, offsets in CUBE_OFFSETS_BY_SPACE.items():
        x, y = STONE_CENTRES[space]
        cubes = [Box(x + dx, y + dy, CUBE_SIZE, CUBE_SIZE) for dx, dy in offsets]
        assert are_apart([*cubes, *numbers])
        assert all(are_apart([cube, reef]) for cube in cubes for reef in REEF_BOXES)


def test_a_food_cube_is_clearly_nearest_to_its_own_space() -> None:
    for space in FOOD_SPACES:
        x, y = STONE_CENTRES[space]
        dx, dy = CUBE_OFFSETS_BY_SPACE[space][0]
        cube = (x + dx + CUBE_SIZE // 2, y + dy + CUBE_SIZE // 2)
        own, *others = sorted(math.dist(cube, stone) for stone in STONE_CENTRES)
        assert own == math.dist(cube, (x, y)) and others[0] > own + 8, space


def list_number_boxes() -> list[Box]:
    """Return the boxes of all printed numbers: of reefs, their points, and sections."""
    x, y, r = REEF_NUMBER_DISC
    found = [Box(box.x + x - r, box.y + y - r, 2 * r, 2 * r) for box in REEF_BOXES]
    found += [Box(box.x + p.x, box.y + p.y, p.w, p.h) for box in REEF_BOXES for p in REEF_POINTS]
    for start in SECTION_STARTS[1:]:
        x, y = find_section_disc(start)
        found.append(
            Box(
                x - SECTION_DISC_RADIUS + 6,
                y - SECTION_DISC_RADIUS + 6,
                2 * SECTION_DISC_RADIUS - 12,
                2 * SECTION_DISC_RADIUS - 12,
            )
        )
    return found


def test_no_turtle_covers_the_number_of_a_reef() -> None:
    for x, y in STONE_CENTRES[:-1]:
        shell, tag = Box(x - 25, y - 21, 50, 42), Box(x + TAG_BOX.x, y + TAG_BOX.y, TAG_BOX.w, TAG_BOX.h)
        for number in list_number_boxes():
            assert are_apart([number, shell])
            assert are_apart([number, tag])


@pytest.mark.parametrize("end", TRACK_ENDS)
def test_turtles_that_have_arrived_leave_the_number_of_their_pool_free(end: int) -> None:
    pool = POOL_AREA_BY_SPACE[end]
    number = Box(pool.x + pool.w // 2 - 22, pool.y + 10, 44, 26)
    shells = [Box(pool.x + x - 25, pool.y + y - 21, 50, 42) for x, y in POOL_PLACES]
    for shell in shells:
        assert are_apart([number, shell])
    assert are_apart(shells)
    discs = [
        Box(pool.x + x + ARRIVAL_BOX.x, pool.y + y + ARRIVAL_BOX.y, *ARRIVAL_BOX[2:]) for x, y in POOL_PLACES
    ]
    assert all(disc.y + disc.h <= pool.y + pool.h for disc in discs)
    assert are_apart([number, *discs])


def test_stones_lie_apart_and_clear_of_the_reefs() -> None:
    assert len(STONE_CENTRES) == max(TRACK_ENDS) + 1
    for (ax, ay), (bx, by) in combinations(STONE_CENTRES, 2):
        assert (ax - bx) ** 2 + (ay - by) ** 2 > 90**2
    for x, y in STONE_CENTRES[:-1]:
        for box in REEF_BOXES:
            assert not (box.x - 12 < x < box.x + box.w + 12 and box.y - 12 < y < box.y + box.h + 12)


def test_every_card_and_die_looks_different() -> None:
    faces = set()
    for code in CARD_CODES:
        picture = draw(
            replace(make_view(2), display=(*parse_cards(code), *make_view(2).display[1:])), make_scene(2)
        )
        box = find_card_boxes(make_view(2))[0]
        faces.add(picture.crop((box.x, box.y, box.x + box.w, box.y + box.h)).tobytes())
    assert len(faces) == len(CARD_CODES)
    faces = set()
    for code in DIE_BY_CODE:
        box = arrange_offer(1)[0]
        picture = draw(replace(make_view(4), offer=parse_dice(code)), make_scene(4))
        faces.add(picture.crop((box.x, box.y, box.x + box.w, box.y + box.h)).tobytes())
    assert len(faces) == len(DIE_BY_CODE)


@pytest.mark.parametrize("seat_count", [2, 3, 4])
@pytest.mark.parametrize(
    "event",
    [
        DieTaken(1, parse_dice("v6")[0]),
        CardKept(1, parse_cards("tw")[0]),
        CubeCollected(1, True, 17, True),
        FishCaught(1, 3, 3),
        PointsGained(1, 2),
        TileTaken(1, True, 12),
    ],
)
def test_a_change_is_outlined_only_on_its_board(event: Any, seat_count: int) -> None:
    view = make_view(seat_count)
    area = find_difference(draw(view, make_scene(seat_count)), draw(view, make_scene(seat_count, event)))
    assert is_within(area, *find_board_box(seat_count, 1), margin=9)


def test_a_change_on_the_table_is_outlined() -> None:
    view = make_view(4)
    plain = draw(view, make_scene(4))
    sea = (0, 0, 1000, 740)
    laid = draw(view, make_scene(4, CoralPlaced(2, 5, 0)))
    assert is_within(find_difference(plain.crop(sea), laid.crop(sea)), *REEF_BOXES[2])
    refilled, own = make_scene(4, DisplayRefilled((3,), parse_cards("fw"))), make_view(4, 0)
    assert is_within(find_difference(draw(own, make_scene(4)), draw(own, refilled)), *find_card_boxes(own)[3])
    assert find_difference(plain, draw(view, refilled)) is None, "spectators see fewer marks"
    boards = tuple(replace(board, cards=()) for board in view.boards)
    gap = replace(view, boards=boards, display=(*view.display[:3], EMPTY_PLACE, *view.display[4:]))
    used = draw(gap, make_scene(4, CardCarriedOut(0, view.display[3], True)))
    assert is_within(find_difference(draw(gap, make_scene(4)), used), *find_card_boxes(gap)[3])
    moved = find_difference(plain, draw(view, make_scene(4, TurtleMoved(0, 9, 12, False))))
    assert moved is not None
    for space in (9, 10, 11, 12):
        x, y = STONE_CENTRES[space]
        assert moved[0] <= x <= moved[2]
        assert moved[1] <= y <= moved[3]
    token = replace(view, token=3)
    assert is_within(
        find_difference(draw(token, make_scene(4)), draw(token, make_scene(4, TokenTaken(3)))),
        *find_board_box(4, 3),
    )


@pytest.mark.parametrize("end", TRACK_ENDS)
def test_a_trail_does_not_cover_numbers(end: int) -> None:
    view = replace(make_view(2), track_end=end)
    board = replace(view.boards[0], space=1)
    view = replace(view, boards=(board, replace(view.boards[1], space=2)))
    plain, swum = (draw(view, make_scene(2, *events)) for events in ((), (TurtleMoved(0, end, 1, False),)))
    places = [(*STONE_CENTRES[space], 20) for space in range(3, end)]
    places += [
        (*find_section_disc(start), SECTION_DISC_RADIUS - 6) for start in SECTION_STARTS[1:] if start <= end
    ]
    for x, y, half in places:
        box = (x - half, y - half // 2, x + half, y + half // 2)
        assert plain.crop(box).tobytes() == swum.crop(box).tobytes()


def test_dice_and_cards_of_a_wide_board_are_apart_and_centred() -> None:
    assert fit_plan(2, 0, 5).dice == ()
    for dice in range(1, DICE_PER_SEAT + 1):
        fitted = fit_plan(2, dice, 5)
        kept = list_kept_card_boxes(fitted, 5)
        assert are_apart([*fitted.dice, *kept]) and are_centred([*fitted.dice, *kept], 684)


@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_few_dice_and_cards_fill_the_board(seat_count: int) -> None:
    plan, larger = LIVE_PLANS_BY_SEAT_COUNT[seat_count], 0
    for held, count in product(range(DICE_PER_SEAT + 1), range(1, len(CARD_CODES) + 1)):
        fitted = fit_plan(seat_count, held, count)
        kept, plain = list_kept_card_boxes(fitted, count), list_kept_card_boxes(plan, count)
        assert seat_count == 2 or kept[0].w * kept[0].h >= plain[0].w * plain[0].h
        assert not held or fitted.dice[0].w >= 72
        assert are_apart([*list_head_boxes(plan), *fitted.dice[:held], *kept])
        assert all(box.x + box.w <= plan.width - 6 for box in (*fitted.dice[:held], *kept))
        assert all(box.y + box.h <= BOARD_HEIGHT for box in (*fitted.dice[:held], *kept))
        larger += kept[0].w * kept[0].h > plain[0].w * plain[0].h
    assert larger or seat_count == 2
    assert fit_plan(seat_count, 1, 1).dice[0].w > plan.dice[0].w


@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_a_replay_redraws_only_what_changes(seat_count: int) -> None:
    """A replay looks the same whoever moves next. Dice and kept cards keep their places."""
    view, scene = (
        make_view(seat_count),
        replace(make_scene(seat_count, DieTaken(1, parse_dice("v6")[0])), is_steady=True, mover_seat=1),
    )
    assert encode(draw(view, scene)) == encode(draw(replace(view, active_seat=1, stage=CHOOSE_STAGE), scene))
    box, plan = find_board_box(seat_count, 0), BOARD_PLANS_BY_SEAT_COUNT[seat_count]
    first, *_, last = list_kept_card_boxes(plan, 3, is_steady=True)
    kept = [
        draw(replace(view, boards=tuple(replace(b, cards=b.cards[:count]) for b in view.boards)), scene)
        for count in (2, 3)
    ]
    board = (box.x, box.y, box.x + box.w - 6, PICTURE_HEIGHT)
    assert is_within(find_difference(*(picture.crop(board) for picture in kept)), *last)
    assert first.w == last.w
    offer, taken = (1010, 215, 1392, 520), ("w11 b5 v6 r7", "w11 v6 r7")
    shown = [draw(replace(view, offer=parse_dice(codes)), scene).crop(offer) for codes in taken]
    changed = find_difference(*shown)
    assert changed is not None
    assert changed[2] - changed[0] <= 88
    assert changed[3] - changed[1] <= 88


@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_the_viewers_board_is_on_the_left(seat_count: int) -> None:
    for viewer in range(seat_count):
        view = make_view(seat_count, viewer)
        more = [replace(b, fish=41) if s == viewer else b for s, b in enumerate(view.boards)]
        area = find_difference(
            draw(view, make_scene(seat_count)),
            draw(replace(view, boards=tuple(more)), make_scene(seat_count)),
        )
        assert is_within(area, *find_board_box(seat_count, 0))


def test_reefs_out_of_reach_are_dimmed_for_everybody_and_the_others_have_a_frame() -> None:
    sea = (0, 0, 1000, 740)
    for most, barred in ((5, REEF_BOXES[3:]), (7, REEF_BOXES[5:])):
        choosing: dict[str, Any] = {"stage": CORAL_STAGE, "task": TurnTask(None, (), most, 0)}
        pictures = [draw(make_view(2, viewer, **choosing), make_scene(2)) for viewer in (None, 0, 1)]
        assert len({picture.crop(sea).tobytes() for picture in pictures}) == 1
        plain = draw(replace(make_view(2, **choosing), active_seat=None), make_scene(2))
        for box in REEF_BOXES:
            area = (box.x - 8, box.y - 8, box.x + box.w + 8, box.y + box.h + 8)
            shown, without = (
                Counter(picture.crop(area).tobytes())[palette.find_index(GOLD_COLOUR)]
                for picture in (pictures[0], plain)
            )
            if box in barred:
                assert measure_brightness(plain, box) > 1.05 * measure_brightness(pictures[0], box)
                assert shown <= without
            else:
                assert shown - without > 4 * 2 * (box.w + box.h - 60)
                inner = (box.x + 20, box.y + 80, box.x + box.w - 20, box.y + box.h - 20)
                assert pictures[0].crop(inner).tobytes() == plain.crop(inner).tobytes()
                enlarged = draw(make_view(2, 0, **choosing), replace(make_scene(2), mover_seat=0))
                assert enlarged.crop(area).tobytes() == plain.crop(area).tobytes()


def test_a_count_without_points_has_no_background() -> None:
    boards = tuple(
        replace(board, corals=(corals, 0, 0, 0, 0, 0))
        for board, corals in zip(make_boards(3), (3, 2, 1), strict=True)
    )
    box = REEF_BOXES[0]
    picture = draw(replace(make_view(3), boards=boards), make_scene(3))
    lower = Counter(picture.crop((box.x + 20, box.y + 108, box.x + box.w - 20, box.y + 156)).tobytes())
    assert lower[palette.find_index(GOLD_COLOUR)] > 200, "the most corals score on reef 3"
    assert lower[palette.find_index(SILVER_COLOUR)] == lower[palette.find_index(NAVY_COLOUR)] == 0


def test_last_move_marks_are_white_and_choice_marks_golden() -> None:
    x, y = ((one + other) // 2 for one, other in zip(STONE_CENTRES[9], STONE_CENTRES[10], strict=True))
    around = (x - 50, y - 50, x + 50, y + 50)
    view = replace(make_view(4), active_seat=None)
    plain, swum = (
        draw(view, make_scene(4, *events)).crop(around) for events in ((), (TurtleMoved(0, 9, 12, False),))
    )
    before, after = (Counter(picture.tobytes()) for picture in (plain, swum))
    gold, white = palette.find_index(GOLD_COLOUR), palette.find_index(WHITE_COLOUR)
    assert after[white] > before[white] + 300 and after[gold] == before[gold]


def test_everybody_sees_what_the_seat_to_act_can_reach() -> None:
    idle: dict[str, Any] = {"stage": CORAL_STAGE, "task": TurnTask(None, (), 5, 0)}
    lower = {**idle, "task": TurnTask(None, (), 4, 0)}
    sea = (0, 0, 1000, 740)
    five, four = (draw(make_view(2, **one), make_scene(2)).crop(sea) for one in (idle, lower))
    assert is_within(find_difference(five, four), *REEF_BOXES[2])
    none, some = (
        draw(make_view(2, offer=offer), make_scene(2)).crop(sea) for offer in ("y31 v6", "y31 v6 b4")
    )
    x, y = STONE_CENTRES[16]
    assert is_within(find_difference(none, some), x - 42, y - 42, 84, 84)


def measure_brightness(picture: Image.Image, *boxes: Box) -> float:
    grey = picture.convert("RGB").convert("L")
    parts = [grey.crop((box.x, box.y, box.x + box.w, box.y + box.h)) for box in boxes]
    return sum(ImageStat.Stat(part).mean[0] for part in parts) / len(parts)


def measure_contrast(picture: Image.Image, *boxes: Box) -> float:
    grey = picture.convert("RGB").convert("L")
    parts = [grey.crop((box.x, box.y, box.x + box.w, box.y + box.h)) for box in boxes]
    return sum(ImageStat.Stat(part).stddev[0] for part in parts) / len(parts)


def test_only_dice_and_cards_that_can_be_taken_now_have_full_contrast() -> None:
    draft, choose = make_view(2), make_view(2, stage=CHOOSE_STAGE, task=TurnTask(None, (), 0, 1))
    picking, taking = draw(draft, make_scene(2)), draw(choose, make_scene(2))
    assert measure_contrast(picking, *find_dice_boxes(draft)) > 1.5 * measure_contrast(
        taking, *find_dice_boxes(choose)
    )
    assert measure_contrast(taking, *find_card_boxes(choose)) > 1.5 * measure_contrast(
        picking, *find_card_boxes(draft)
    )
    frame = draw(draft, replace(make_scene(2), is_steady=True))
    assert measure_contrast(frame, *FLAT_CARD_BOXES) > 1.5 * measure_contrast(
        picking, *find_card_boxes(draft)
    ), "nothing flickers in a replay"


@pytest.mark.parametrize(
    "outcome",
    [
        Outcome("most_points", (2, 1, 3), (140, 150, 120)),
        Outcome("turtle_ahead", (2, 1, 3), (150, 150, 120)),
        make_draw("agreed_draw", 3),
        make_draw(CLOSED_ENDING, 3),
        make_resignation(3, 0),
    ],
)
def test_each_ending_is_described_on_the_plate(outcome: Outcome) -> None:
    view = make_view(3, stage=OVER_STAGE)
    x, y, w, h = TURN_BOX
    plain, ended = draw(view, make_scene(3)), draw(view, make_scene(3, outcome=outcome))
    assert plain.crop((x, y, x + w, y + h)).tobytes() != ended.crop((x, y, x + w, y + h)).tobytes()


@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_the_end_shows_where_points_came_from(seat_count: int) -> None:
    over = make_view(seat_count, stage=OVER_STAGE)
    b = over.boards[0]
    other = replace(b, ledger=(b.ledger[0] - 1, 1, *b.ledger[2:]))
    changed = replace(over, boards=(other, *over.boards[1:]))
    assert is_within(
        find_difference(draw(over, make_scene(seat_count)), draw(changed, make_scene(seat_count))),
        *LEDGER_BOX,
    )


@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_the_frame_of_the_winning_column_does_not_touch_numbers(seat_count: int) -> None:
    outcome = Outcome("most_points", tuple(range(1, seat_count + 1)), tuple(range(99, 99 - seat_count, -1)))
    with record_lines() as lines:
        ended = draw(make_view(seat_count, stage=OVER_STAGE), make_scene(seat_count, outcome=outcome))
    lowest = max(line.bottom for line in lines)
    number = next(line for line in lines if line.bottom == lowest and line.content.isdigit())
    below = ended.crop((number.left, lowest, number.left + 1, ended.height)).tobytes()
    assert below.index(palette.find_index(GOLD_COLOUR)) >= 10


@pytest.mark.parametrize("locale", list_locales())
@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_no_word_of_the_ledger_is_truncated(
    locale: str, seat_count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[str] = []
    tile = text.draw_cached

    def record_and_draw(content: str, *args: Any) -> Any:
        found.append(content)
        return tile(content, *args)

    monkeypatch.setattr(text, "draw_cached", record_and_draw)
    draw(
        make_view(seat_count, stage=OVER_STAGE),
        GenericScene(("A", "B", "C", "D")[:seat_count], load_words(locale)),
    )
    assert not [one for one in found if "…" in one]


@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_the_end_shows_the_ranking_in_place_of_the_dice(seat_count: int) -> None:
    outcome = Outcome(
        "most_points", tuple(range(seat_count, 0, -1)), tuple(100 + seat for seat in range(seat_count))
    )
    ended = draw(make_view(seat_count, stage=OVER_STAGE), make_scene(seat_count, outcome=outcome))
    for number, box in enumerate(RANKING_ROWS_BY_SEAT_COUNT[seat_count], 1):
        medal = load_atlas("kit")[f"place_{number}"].image.crop((14, 26, 38, 48))
        crop = ended.crop((box.x, box.y, box.x + box.w, box.y + box.h))
        assert any(
            crop.crop((x, y, x + 24, y + 22)).tobytes() == medal.tobytes()
            # The medal is in the middle, next to the score.
            for x in range(40, box.w - 30)
            for y in range(box.h - 76, box.h - 20)
        )
    assert are_apart([*RANKING_ROWS_BY_SEAT_COUNT[seat_count], TURN_BOX])

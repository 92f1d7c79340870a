"""An Australis board is legible on a phone, and its last change is visible."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

import pytest
from PIL import ImageChops

from games.australis.board_layout import (
    BOARD_PLANS_BY_SEAT_COUNT,
    MAX_DICE_RATIO,
    find_board_box,
    fit_plan,
    fit_plans,
    list_kept_card_boxes,
)
from games.australis.draw import draw
from games.australis.events import CardKept, CoralPlaced, CubeCollected, DieTaken, FishCaught, TurtleMoved
from games.australis.layout import REEF_BOXES, STONE_CENTRES
from games.australis.parts import REEF_NUMBERS
from games.australis.view import CHOOSE_STAGE, CORAL_STAGE, DRAFT_STAGE, OVER_STAGE, TILE_STAGE, TurnTask
from games.core.outcome import CLOSED_ENDING, make_draw, make_resignation
from games.core.texts import GenericScene
from games.core.words import list_locales, load_words
from games.drawing.name_plates import place_moved_arrow
from games.registry import GAMES
from tests.games.australis.build import parse_cards, parse_dice
from tests.games.australis.views import SITUATIONS, make_scene, make_view
from tests.support.nightly import defer_to_ci
from tests.support.pictures import PHONE_WIDTH, measure_contrast, scale_for_phone
from tests.support.text_sizes import find_texts_in_sprite, find_too_small_texts, record_text_sizes
from tools.walks import Case

MIN_CONTRAST = 60
"""Minimum difference in grey level (0 to 255) between the mark of a change and the pixels before it."""
MIN_NUMBER_SIZE = 44
"""Minimum font size of the numbers on the current and the reefs: 11 pixels on a phone."""
PHONE_SCALE = PHONE_WIDTH / 1400


@cache
def make_case(seat_count: int, seed: int) -> Case:
    game = GAMES["australis"]
    return Case(game, seat_count, game.get_default_options(), seed, is_rich=True)


@pytest.mark.parametrize("sprite", ["table_25", *(f"reef_{number}" for number in REEF_NUMBERS)])
def test_the_numbers_of_spaces_and_reefs_are_large(sprite: str) -> None:
    found = find_texts_in_sprite("australis", sprite)
    assert found and find_too_small_texts({*found}, MIN_NUMBER_SIZE) == []


@pytest.mark.parametrize("locale", defer_to_ci(list_locales(), "en", "nl"))
@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_every_text_and_digit_of_a_match_can_be_read_on_a_phone(seat_count: int, locale: str) -> None:
    stages = dict[str, tuple[Case, int]]()
    for seed in (5, 7000):
        case = make_case(seat_count, seed)
        for ply in range(case.match.ply + 1):
            state: Any = case.match.state_at(ply)
            stages[state.stage] = case, ply
    assert {DRAFT_STAGE, CHOOSE_STAGE, CORAL_STAGE, TILE_STAGE, OVER_STAGE} <= set(stages)
    with record_text_sizes() as found:
        for case, ply in [*stages.values(), *((make_case(seat_count, 5), ply) for ply in range(0, 60, 15))]:
            state = case.match.state_at(ply)
            for viewer in (None, 0):
                shown: Any = replace(case.make_scene(ply, viewer, state), w=load_words(locale))
                draw(case.rules.view(state, viewer), shown)
    assert {"Ada", "Bob"} <= {one.content for one in found}
    assert find_too_small_texts(found) == []


@pytest.mark.parametrize("locale", defer_to_ci(list_locales(), "en", "nl"))
@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_everything_can_be_read_even_with_long_names_and_full_boards(seat_count: int, locale: str) -> None:
    names = ("Maximiliane von Hohenstein", "Bartholomäus der Ältere", "Wilhelmina-Charlotte", "W" * 32)[
        :seat_count
    ]
    endings = (
        None,
        make_resignation(seat_count, 0),
        make_draw("agreed_draw", seat_count),
        make_draw(CLOSED_ENDING, seat_count),
    )
    with record_text_sizes() as found:
        for name, more in SITUATIONS.items():
            if name != "short":
                for outcome in endings:
                    draw(make_view(seat_count, **more), GenericScene(names, load_words(locale), (), outcome))
    assert find_too_small_texts(found) == []


def scale_box(box: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """Scale a box of the board to the size on a phone, with a margin."""
    x, y, w, h = box
    return (
        round((x - 8) * PHONE_SCALE),
        round((y - 8) * PHONE_SCALE),
        round((x + w + 8) * PHONE_SCALE),
        round((y + h + 8) * PHONE_SCALE),
    )


def check_change_is_visible(
    seat_count: int, event: Any, box: tuple[int, int, int, int], share: float = 0.1
) -> None:
    """Check that an event visibly changes part of a box on the board, in grey and at the size on a phone.

    :param share: minimum share of the box's pixels that must change clearly.
    """
    view = make_view(seat_count)
    before, after = (
        scale_for_phone(draw(view, make_scene(seat_count, *events))) for events in ((), (event,))
    )
    steps = ImageChops.difference(before, after).crop(scale_box(box))
    clear = sum(step >= MIN_CONTRAST for step in steps.tobytes())
    assert clear >= share * steps.width * steps.height, clear


@pytest.mark.parametrize("seat_count", [2, 3, 4])
@pytest.mark.parametrize("seat", [0, 1])
def test_changes_on_a_board_are_visible_on_a_phone_in_grey(seat_count: int, seat: int) -> None:
    place, own = find_board_box(seat_count, seat), make_view(seat_count).boards[seat]
    plan = fit_plans(make_view(seat_count).holdings)[seat]

    def place_on_board(box: Any) -> tuple[int, int, int, int]:
        return place.x + box.x, place.y + box.y, box.w, box.h

    check_change_is_visible(
        seat_count, DieTaken(seat, parse_dice("v6")[0]), place_on_board(plan.dice[len(own.dice) - 1])
    )
    check_change_is_visible(seat_count, CubeCollected(seat, True, 17, True), place_on_board(plan.counts[0]))
    check_change_is_visible(seat_count, FishCaught(seat, 3, 3), place_on_board(plan.counts[1]))
    if seat != make_view(seat_count).active_seat:
        sign = place_moved_arrow(plan.name_plate)
        check_change_is_visible(seat_count, CardKept(seat, parse_cards("tw")[0]), place_on_board(sign), 0.1)


@pytest.mark.parametrize("seat_count", [2, 3, 4])
@pytest.mark.parametrize(("origin", "space"), [(9, 12), (4, 12), (11, 12)])
def test_a_turtles_trail_is_visible_on_a_phone_in_grey(seat_count: int, origin: int, space: int) -> None:
    view = make_view(seat_count)
    before, after = (
        scale_for_phone(draw(view, make_scene(seat_count, *events)))
        for events in ((), (TurtleMoved(0, origin, space, False),))
    )
    steps = ImageChops.difference(before, after)
    for first in range(origin, space):
        (ax, ay), (bx, by) = STONE_CENTRES[first], STONE_CENTRES[first + 1]
        x, y = round((ax + bx) / 2 * PHONE_SCALE), round((ay + by) / 2 * PHONE_SCALE)
        around = steps.crop((x - 2, y - 2, x + 3, y + 3)).tobytes()
        assert sorted(around)[len(around) // 2] >= MIN_CONTRAST


@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_a_new_coral_is_visible_on_a_phone_in_grey(seat_count: int) -> None:
    for seat, reef in ((0, 3), (0, 5), (1, 8)):
        box = REEF_BOXES[reef - 3]
        check_change_is_visible(
            seat_count, CoralPlaced(seat, reef, 0), (box.x, box.y + 60, box.w, box.h - 60), 0.05
        )


@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_the_seat_that_moved_looks_different_from_the_one_to_move(seat_count: int) -> None:
    """The plate of the seat to move is bright, and that of the one that moved has a white arrow."""
    event = DieTaken(1, parse_dice("v6")[0])
    picture = scale_for_phone(
        draw(replace(make_view(seat_count), active_seat=0), make_scene(seat_count, event))
    )
    places = (find_board_box(seat_count, seat) for seat in (0, 1))
    plates = [picture.crop(scale_box((place.x, place.y, 200, 60))) for place in places]
    middle = [sorted(plate.tobytes())[len(plate.tobytes()) // 2] for plate in plates]
    assert middle[0] - middle[1] >= MIN_CONTRAST
    sign = place_moved_arrow(BOARD_PLANS_BY_SEAT_COUNT[seat_count].name_plate)
    ends = [
        picture.crop(scale_box((place.x + sign.x, place.y + sign.y, sign.w, sign.h))).tobytes()
        for place in (find_board_box(seat_count, seat) for seat in (0, 1))
    ]
    assert max(ends[1]) - middle[1] >= MIN_CONTRAST > max(ends[0]) - middle[0]


@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_what_the_seat_in_turn_decides_is_written_larger_than_its_name(seat_count: int) -> None:
    choosing = make_view(seat_count, stage=CORAL_STAGE, task=TurnTask(None, (), 5, 0))
    for view, task in ((make_view(seat_count), "takes a die"), (choosing, "coral up to reef 5")):
        with record_text_sizes() as found:
            names = ("Ada", "Bob", "Cleo", "Dan")[:seat_count]
            draw(replace(view, active_seat=0), replace(make_scene(seat_count), names=names))
        (size,) = {text.size for text in found if text.content == task}
        assert size > min(text.size for text in found if text.content == "Ada")


@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_reefs_out_of_reach_look_different_on_a_phone(seat_count: int) -> None:
    choosing = make_view(seat_count, stage=CORAL_STAGE, task=TurnTask(None, (), 5, 0))
    idle = replace(choosing, active_seat=None)
    for box in REEF_BOXES[3:]:
        area = (box.x, box.y, box.x + box.w, box.y + box.h)
        plain, marked = (draw(view, make_scene(seat_count)).crop(area) for view in (idle, choosing))
        assert measure_contrast(plain, marked, 0.9) >= MIN_CONTRAST


@pytest.mark.parametrize("seat_count", [3, 4])
def test_up_to_four_kept_cards_fill_the_height_of_a_board(seat_count: int) -> None:
    plan = BOARD_PLANS_BY_SEAT_COUNT[seat_count]
    for count in range(1, 5):
        assert all(box.h == 128 for box in list_kept_card_boxes(plan, count))


@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_no_dice_dwarf_those_on_another_board(seat_count: int) -> None:
    for holdings in product([(1, 0), (1, 4), (2, 3), (4, 6)], repeat=seat_count):
        sides = [plan.dice[0].w for plan in fit_plans(holdings)]
        assert max(sides) <= MAX_DICE_RATIO * min(sides), (holdings, sides)


@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_dice_and_cards_of_a_board_are_about_equally_large(seat_count: int) -> None:
    for dice, cards in product(range(1, 5), range(1, 5)):
        plan = fit_plan(seat_count, dice, cards)
        card = list_kept_card_boxes(plan, cards)[0]
        assert 0.35 <= plan.dice[0].w ** 2 / (card.w * card.h) <= 1.3, (dice, cards)

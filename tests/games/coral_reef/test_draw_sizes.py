"""Coral Reef boards at the size on a phone: texts are legible, and the last move is visible in grey."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image

from games.coral_reef.draw import NUMBER_SIZE, SMALL_TAG_HEIGHT, draw
from games.coral_reef.events import CardDrawn, CoralsPlayed, Event, NineSeeded, Scene
from games.coral_reef.layout import (
    BOARD_MARGIN,
    RAISED_CARD_OFFSET,
    RING_GAP,
    STACK_GAP,
    STACKS_GAP,
    STATUS_PLATE,
    choose_grid,
    find_hand,
    find_stack_area,
    find_tag,
    list_cells,
    list_plates,
    measure_card,
    spread_hand,
)
from games.coral_reef.rules import RULES
from games.coral_reef.state import State
from games.coral_reef.view import HAND_EMPTY_ENDING
from games.core.outcome import Outcome
from games.core.picture import PICTURE_WIDTH, RING_MARGIN, Box
from games.core.texts import GenericScene
from games.core.words import load_words
from games.drawing.name_plates import place_moved_arrow
from games.registry import GAMES
from tests.games.coral_reef.build import make_position
from tests.support.cases import join_cases
from tests.support.nightly import defer_to_ci
from tests.support.pictures import PHONE_WIDTH, scale_for_phone
from tests.support.text_sizes import find_too_small_texts, record_text_sizes
from tools.walks import Case

GAME = GAMES["coral_reef"]
LONG_NAMES = ("Maximiliane von Hohenstein", "Bartholomäus der Ältere", "Wilhelmina-Charlotte") * 2
DRAWN_PROGRESS_PERCENTAGES = (0, 15, 35, 55, 75, 90, 100)
"""How far each drawn position is into its match, in percent of the plies."""
MIN_RING_CONTRAST = 60
"""Minimum difference in grey level (0 to 255) between the two tones of a ring."""
MIN_BAND_CONTRAST = 160
"""Minimum difference in grey between the ring's two bands, and between the ring and a card."""
MIN_PLATE_CONTRAST = 90
"""Minimum difference in grey between the plate of the active seat and another plate."""
LARGE_HAND = "9 8 7 6 5 a a 2 3 4 5 6 7 8 9 9 9 2 3 4 5 6 7 8 a a"


@pytest.mark.parametrize("options", [{}, {"rounds_to_win": "3"}, {"corals": "tiles"}])
@pytest.mark.parametrize("seat_count", defer_to_ci(GAME.seat_counts, 3, 5))
def test_everything_on_a_board_can_be_read_on_a_phone(seat_count: int, options: dict[str, str]) -> None:
    case = Case(GAME, seat_count, {**GAME.get_default_options(), **options}, 7, is_rich=True)
    with record_text_sizes() as found:
        for percentage in DRAWN_PROGRESS_PERCENTAGES:
            ply = case.match.ply * percentage // 100
            state = case.match.state_at(ply)
            for viewer in (None, ply % seat_count):
                scene = replace(
                    case.make_scene(ply, viewer, state), names=LONG_NAMES[:seat_count], w=load_words("de")
                )
                GAME.draw(case.rules.view(state, viewer), scene)
    assert len(found) > 20
    assert any(text.sprite for text in found)
    assert not find_too_small_texts(found)


@pytest.mark.parametrize("stacks", [4, 6, 8, 12, 16, 24, 30])
@pytest.mark.parametrize("viewer", [None, 0])
def test_many_stacks_and_large_hands_can_be_read_on_a_phone(stacks: int, viewer: int | None) -> None:
    laid = " ".join(("92345t " + LARGE_HAND + " 2 3 4 5").split()[:stacks])
    state = make_position("2233445566778899aakkqqjjtt", "tj", stacks=laid, rounds=5, wins=(2, 0))
    end = Outcome(HAND_EMPTY_ENDING, (2, 1), (2, 3))
    with record_text_sizes() as found:
        for outcome in (None, end):
            shown = replace(state, ending=HAND_EMPTY_ENDING if outcome else "")
            draw(RULES.view(shown, viewer), GenericScene(LONG_NAMES[:2], load_words(), (), outcome))
    assert not find_too_small_texts(found)


def draw_for_phone(state: State, events: tuple[Event, ...]) -> Image.Image:
    names = ("Ada", "Bob", "Cleo", "Dan", "Eve", "Fay")[: len(state.hands)]
    scene: Scene = GenericScene(names, load_words(), events)
    return scale_for_phone(draw(RULES.view(state, None), scene))


def measure_grey_contrast(image: Image.Image, x: int, top: int, bottom: int, across: tuple[int, int]) -> int:
    """Return the difference in grey between the lightest and the darkest column of an area."""
    scale = PHONE_WIDTH / PICTURE_WIDTH
    columns = []
    for column in range(round((x + across[0]) * scale), round((x + across[1]) * scale) + 1):
        levels = sorted(image.crop((column, round(top * scale), column + 1, round(bottom * scale))).tobytes())
        columns.append(levels[len(levels) // 2])
    return max(columns) - min(columns)


@pytest.mark.parametrize("stack", range(4))
def test_the_newest_cards_stand_out_in_grey_on_light_and_on_dark_sea(stack: int) -> None:
    stacks = ["9", "9", "9", "9"]
    stacks[stack] = "945"
    state = make_position("45k", "9jq2", stacks=" ".join(stacks), deck=None)
    area = find_stack_area(None, has_ribbon=False, is_wide=True)
    grid, box = choose_grid(4, area, tallest=3), list_cells(4, area, tallest=3)[stack]
    left = box.x + (box.w - grid.card_width) // 2
    events = (CoralsPlayed(1, stack, state.stacks[stack][1:], 9, 3),)
    image, scale = draw_for_phone(state, events), PHONE_WIDTH / PICTURE_WIDTH
    row = round((box.y + (box.h + measure_card(grid.card_width)) // 2 - 120) * scale)
    levels = [
        image.crop((x, row, x + 1, row + 1)).tobytes()[0]
        for x in range(round((left - RING_GAP - 16) * scale), round((left + 24) * scale) + 1)
    ]
    # From the sea inwards: the light band of the ring, its dark band, the card.
    dark = min(range(len(levels) // 3, len(levels)), key=levels.__getitem__)
    light, card = max(levels[:dark]), max(levels[dark:])
    assert light - levels[dark] >= MIN_BAND_CONTRAST and card - levels[dark] >= MIN_BAND_CONTRAST, levels


@pytest.mark.parametrize("seat_count", [2, 4, 6])
def test_the_plates_of_the_last_mover_and_the_active_seat_differ_in_grey(seat_count: int) -> None:
    state = make_position("45k", "9jq2", *["23"] * (seat_count - 2), stacks="9 945", deck=None, seat=0)
    image = draw_for_phone(state, (CoralsPlayed(1, 1, state.stacks[1][1:], 9, 3),))
    scale = PHONE_WIDTH / PICTURE_WIDTH

    def measure_grey(plate: Box) -> int:
        left, top = plate.x + plate.w // 2, plate.y + plate.h // 2
        x, y = round(left * scale), round(top * scale)
        levels = sorted(image.crop((x, y, x + 7, y + 4)).tobytes())
        return levels[len(levels) // 2]

    turn, mover = list_plates(seat_count, has_status=True)[:2]
    assert measure_grey(turn) - measure_grey(mover) >= MIN_PLATE_CONTRAST
    # Compare the shaft of the mover's white arrow with the part of the plate to its left.
    sign = place_moved_arrow(mover)
    arrow = measure_grey_contrast(image, sign.x, sign.y + 14, sign.y + 26, (-12, sign.w // 2))
    assert arrow >= 2 * MIN_RING_CONTRAST


def test_cards_that_can_and_cannot_be_played_differ_on_a_phone_in_grey() -> None:
    state = make_position("4k8", "9", stacks="4 7")
    view = RULES.view(state, 0)
    assert view.playable == "4"
    picture = draw(view, GenericScene(LONG_NAMES[:2], load_words())).convert("RGB").convert("L")
    assert RAISED_CARD_OFFSET * PHONE_WIDTH >= 6 * PICTURE_WIDTH, "six pixels on a phone"
    level = find_hand(3).y + 60
    first, second, _ = (held.x + 120 for held in spread_hand("48k"))
    able, unable, sand = (
        picture.crop((x, level, x + 1, level + 1)).tobytes()[0] for x in (first, second, BOARD_MARGIN)
    )
    assert unable < sand < able, "cards that can't be played are darker than the sand"


def test_a_seed_and_a_draw_are_visible_on_a_phone() -> None:
    state = make_position("45k", "9jq2", stacks="9 9 9 9 9", deck=None)
    before = draw_for_phone(state, ())
    for events in ((NineSeeded(1, 4, state.stacks[4][0], 3),), (CardDrawn(0, None, True),)):
        after = draw_for_phone(state, events)
        steps = sorted(abs(a - b) for a, b in zip(before.tobytes(), after.tobytes(), strict=True))
        assert steps[-40] >= MIN_RING_CONTRAST


@pytest.mark.parametrize("seat_count", [2, 5, 6])
def test_plates_and_open_hands_lie_on_one_shelf_at_the_end(seat_count: int) -> None:
    case = Case(GAME, seat_count, GAME.get_default_options(), 7000, is_rich=True)
    state = case.match.state_at(case.match.ply)
    board = GAME.draw(case.rules.view(state, None), case.make_scene(case.match.ply, None, state))
    last = list_plates(seat_count, 1)[-1]
    # Check a point below the last plate and to the right of its small cards, where the shelf must be visible.
    x, y = PICTURE_WIDTH - 8, last.y + last.h + 20
    assert board.getpixel((x, y)) == board.getpixel((x, 100))


@pytest.mark.parametrize(("width", "least"), [(300, 50), (232, 50), (176, 40), (150, 40), (112, 30)])
def test_the_numbers_below_a_stack_grow_with_its_cards(width: int, least: int) -> None:
    tag = find_tag(width)
    assert NUMBER_SIZE * tag.h // SMALL_TAG_HEIGHT >= least
    assert tag.w < width + STACK_GAP and tag.y > RING_GAP + RING_MARGIN, "the ring doesn't touch it"


@join_cases([(seat_count, status) for seat_count in [2, 3, 4, 5, 6] for status in [False, True]])
def test_name_plates_are_in_equal_columns_of_the_whole_width(seat_count: int, status: bool) -> None:
    plates = list_plates(seat_count, has_status=status)
    rows = {box.y: [one for one in plates if one.y == box.y] for box in plates}
    first, *others = rows.values()
    right = (STATUS_PLATE.x - STACKS_GAP) if status else PICTURE_WIDTH - BOARD_MARGIN
    assert first[0].x == BOARD_MARGIN and first[-1].x + first[-1].w == right
    assert max(box.w for box in first) - min(box.w for box in first) <= 2, "a row is shared evenly"
    for row in others:
        assert [(box.x, box.w) for box in row] == [(box.x, box.w) for box in first[: len(row)]]

"""A seat's own part of a picture can be shown alone."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pytest
from PIL import Image

from games.australis.board_layout import BOARD_TOP
from games.australis.layout import PANEL_BOX, REEF_BOXES
from games.australis.parts import REEF_NUMBERS
from games.australis.view import CHOOSE_STAGE, CORAL_STAGE, DRAFT_STAGE, TILE_STAGE, View
from games.core.match import view_at
from games.core.picture import OWN_FIELD, SAND_COLOUR, Box, find_union
from games.core.texts import Scene
from games.core.words import load_words
from games.das_riff.layout import BROOD_BOXES, CARD_SIZE, NO_WORMS_STOCK, arrange_stocks, list_slots
from games.das_riff.places import MIN_ENLARGED_COLUMNS
from games.das_riff.view import Coral
from games.drawing import palette
from games.drawing.enlarge import (
    CORNER_RADIUS,
    MAX_INK_BRIGHTNESS,
    PICTURE_MARGIN,
    PLATE_HEIGHT,
    ROW_GAP,
    draw_own_parts,
)
from games.reef.layout import CARD_SIZE as REEF_CARD_SIZE
from games.reef.texts.position import find_best_score
from games.registry import GAMES
from tests.games.drawing.written import record_lines
from tests.support.game_parts import GAMES_WITH_OWN_PARTS
from tests.support.nightly import defer_to_night
from tools.walks import Case

GAMES_AND_SEAT_COUNTS = [(key, seats) for key in GAMES_WITH_OWN_PARTS for seats in GAMES[key].seat_counts]
MIN_SCALE = 1.7
"""Minimum width of a piece in an enlarged picture, relative to its width on the whole board.

Both pictures are shown at the same width.
"""
MIN_RIVER_SCALE = 1.2
"""The same minimum if a seat of Das Riff reaches too much of the river for a larger picture of it."""


@pytest.mark.parametrize(("key", "seat_count"), GAMES_AND_SEAT_COUNTS)
@pytest.mark.parametrize("max_plies", defer_to_night([1, 12], 1))
def test_a_seats_own_part_is_about_twice_as_large(key: str, seat_count: int, max_plies: int) -> None:
    game = GAMES[key]
    match = Case(game, seat_count, game.get_default_options(), 3, is_rich=True, max_plies=max_plies).match
    if match.outcome is not None:
        match = Case(game, seat_count, game.get_default_options(), 3, is_rich=True, max_plies=1).match
    for seat in range(seat_count):
        view = view_at(match, match.ply, seat)
        scene = Scene(("Anna",) * seat_count, load_words(), reader_seat=seat)
        board = game.draw(view, scene)
        rows = game.list_own_parts(view)
        assert rows
        for box in (box for row in rows for part in row.parts for box in part):
            assert 0 <= box.x < box.x + box.w <= board.width
            assert 0 <= box.y < box.y + box.h <= board.height
        picture = draw_own_parts(game, view, scene, seat)
        widest = max(find_union(part).w for row in rows for part in row.parts)
        reaches_far = key == "das_riff" and widest > board.width // MIN_SCALE - 2 * PICTURE_MARGIN
        assert board.width / picture.width >= (MIN_RIVER_SCALE if reaches_far else MIN_SCALE)
        assert picture.mode == "P" and picture.height <= 1.5 * picture.width


@pytest.mark.parametrize("key", GAMES_WITH_OWN_PARTS)
def test_own_pieces_keep_their_size_and_lie_on_plain_ground(key: str) -> None:
    game = GAMES[key]
    match = Case(game, game.seat_counts.start, game.get_default_options(), 3, is_rich=True, max_plies=6).match
    view = view_at(match, match.ply, 1)
    scene = Scene(("Anna", "Ben"), load_words(), reader_seat=1)
    picture = draw_own_parts(game, view, scene, 1)
    board = game.draw(view, replace(scene, mover_seat=1))
    rows = game.list_own_parts(view)
    for row in rows:
        for box in (box for part in row.parts for box in part if box not in row.label_boxes):
            inner = Box(box.x + 6, box.y + box.h // 2, box.w - 12, 1)
            assert _contains_strip(board, picture, inner), "pieces are copied unscaled"
    first, last = (palette.find_index(row.background_colour) for row in (rows[0], rows[-1]))
    assert {picture.getpixel((x, 3)) for x in range(picture.width)} == {first}
    assert {picture.getpixel((x, picture.height - 3)) for x in range(picture.width)} == {last}


@pytest.mark.parametrize("key", ["das_riff", "reef"])
def test_numbers_and_letters_lie_on_plain_ground(key: str) -> None:
    game = GAMES[key]
    match = Case(game, 2, game.get_default_options(), 3, is_rich=True, max_plies=6).match
    view = view_at(match, match.ply, 1)
    picture = draw_own_parts(game, view, Scene(("Anna", "Ben"), load_words(), reader_seat=1), 1)
    row = next(row for row in game.list_own_parts(view) if row.label_boxes)
    top = min(find_union(part).y for part in row.parts)
    lowest = max(row.label_boxes, key=lambda box: box.y)
    first = PICTURE_MARGIN + PLATE_HEIGHT + ROW_GAP + lowest.y - top
    if key == "das_riff":
        broods, river, *_ = game.list_own_parts(view)
        first += find_union(broods.parts[0]).h + ROW_GAP + find_union(river.parts[0]).h + 2 * PICTURE_MARGIN
    lower_half = picture.crop((0, first + lowest.h // 2, picture.width, first + lowest.h))
    colours = palette.list_colours()
    found = {colours[index] for index in lower_half.tobytes()}
    light = {colour for colour in found if sum(colour) >= MAX_INK_BRIGHTNESS}
    assert light == {palette.parse_colour(row.background_colour)} and found != light


def _contains_strip(board: Image.Image, picture: Image.Image, strip: Box) -> bool:
    """Return whether a strip of a board appears in a picture."""
    cropped = board.crop((strip.x, strip.y, strip.x + strip.w, strip.y + 1)).tobytes()
    return cropped in picture.tobytes()


def test_a_plate_with_name_and_score_is_above_pieces_without_one() -> None:
    match = Case(GAMES["das_riff"], 2, {}, 3, is_rich=True, max_plies=1).match
    scene = Scene(("Anna", "Ben"), load_words(), reader_seat=1)
    for key in ("das_riff", "coral_reef"):
        game = GAMES[key]
        match = Case(game, 2, game.get_default_options(), 3, is_rich=True, max_plies=1).match
        view = view_at(match, match.ply, 1)
        draw_own_parts(game, view, scene, 1)
        with record_lines() as lines:
            picture = draw_own_parts(game, view, scene, 1)
        assert lines[-1].content == "Ben"
        assert picture.width > 2 * PICTURE_MARGIN + 2 * CORNER_RADIUS


def test_the_name_plate_is_as_wide_as_the_cards_below_it() -> None:
    """If the plate were wider, the cards wouldn't fill its width without wider gaps between them."""
    game = GAMES["coral_reef"]
    match = Case(game, 3, game.get_default_options(), 7000, is_rich=True, max_plies=1).match
    view = view_at(match, match.ply, 1)
    rows = game.list_own_parts(view)
    cards = max(
        sum(find_union(part).w for part in row.parts) + row.gap * (len(row.parts) - 1) for row in rows
    )
    picture = draw_own_parts(game, view, Scene(("Anna", "Ben", "Cleo"), load_words(), reader_seat=1), 1)
    ground, y = palette.find_index(SAND_COLOUR), PICTURE_MARGIN + PLATE_HEIGHT // 2
    filled = [x for x in range(picture.width) if picture.getpixel((x, y)) != ground]
    assert abs(filled[-1] - filled[0] + 1 - cards) <= 4
    assert abs(filled[0] - (picture.width - 1 - filled[-1])) <= 4, "it is in the middle"


def test_nothing_is_enlarged_once_all_hands_are_open() -> None:
    game = GAMES["coral_reef"]
    match = Case(game, 2, game.get_default_options(), 5, is_rich=True, max_plies=200).match
    assert match.outcome is not None
    assert game.list_own_parts(view_at(match, match.ply, 0)) == ()


def test_own_pieces_can_be_drawn_for_a_game_without_places() -> None:
    game = replace(GAMES["das_riff"], places_path="")
    view = view_at(Case(game, 2, game.get_default_options(), 3, is_rich=True, max_plies=1).match, 0, 1)
    scene = Scene(("Anna", "Ben"), load_words(), reader_seat=1)
    with record_lines() as lines:
        draw_own_parts(game, view, scene, 1)
    assert lines[-1].top < PICTURE_MARGIN + PLATE_HEIGHT, "the plate is drawn last"


def test_an_enlarged_picture_of_das_riff_shows_the_river_in_reach() -> None:
    """Players choose from the river, so their own pieces alone don't help."""
    game = GAMES["das_riff"]
    match = Case(game, 2, game.get_default_options(), 3, is_rich=True, max_plies=1).match
    view = view_at(match, 0, 0)
    own, other = view.reefs  # type: ignore[attr-defined]
    for boats in range(1, 9):
        reached = replace(view, reefs=(replace(own, boats=boats), other))  # type: ignore[type-var]
        _, (((river,),), *_), *_ = game.list_own_parts(reached)
        found = [cell for cell in list_slots() if find_union((cell, river)) == river]
        columns = {cell.x for cell in found if cell.h == CARD_SIZE}
        assert len(columns) == max(boats, MIN_ENLARGED_COLUMNS)
        assert sum(cell.h == CARD_SIZE for cell in found) == 4 * len(columns)


def test_an_enlarged_picture_of_das_riff_begins_with_the_open_broods() -> None:
    """They are the goal for which players choose from the river."""
    game = GAMES["das_riff"]
    match = Case(game, 2, game.get_default_options(), 3, is_rich=True, max_plies=9).match
    view = view_at(match, match.ply, 1)
    goals, *_ = game.list_own_parts(view)
    assert goals.parts == (BROOD_BOXES[:2], BROOD_BOXES[2:])
    assert all(box.w // 2 >= CARD_SIZE and box.h >= 86 for box in BROOD_BOXES), "two large fish"
    none = replace(view, broods=())  # type: ignore[type-var]
    assert len(game.list_own_parts(none)) == len(game.list_own_parts(view)) - 1


def test_an_enlarged_reef_of_das_riff_shows_only_what_it_has() -> None:
    game = GAMES["das_riff"]
    match = Case(game, 2, game.get_default_options(), 3, is_rich=True, max_plies=1).match
    view = view_at(match, 0, 0)
    own, other = view.reefs  # type: ignore[attr-defined]
    bare = replace(own, corals=(), worms=(0,) * 6, pearls=0, sharks=0)
    _, _, empty = game.list_own_parts(replace(view, reefs=(bare, other)))  # type: ignore[type-var]
    assert empty.parts == ((arrange_stocks([NO_WORMS_STOCK], 1)[NO_WORMS_STOCK],),), (
        "only the sign of no worms"
    )
    full = replace(own, corals=(Coral(),) * 5, worms=(1,) * 6, pearls=1, sharks=2)
    _, _, corals, *stocks = game.list_own_parts(replace(view, reefs=(full, other)))  # type: ignore[type-var]
    assert [len(row.parts) for row in (corals, *stocks)] == [5, 4, 4]
    assert all(row.background_colour == SAND_COLOUR for row in (corals, *stocks))
    six = replace(own, corals=(), worms=(1,) * 6, pearls=0, sharks=0)
    _, _, *rows = game.list_own_parts(replace(view, reefs=(six, other)))  # type: ignore[type-var]
    assert [len(row.parts) for row in rows] == [6], "one row, as wide as the river"
    far = replace(view, reefs=(replace(full, boats=8), other))  # type: ignore[type-var]
    _, _, beside = game.list_own_parts(far)
    assert [len(part) for part in beside.parts] == [2, 2, 2, 2, 2, 8], "stocks are beside corals"
    for coral, number in corals.parts:
        assert find_union((coral, number)).h < coral.h + 40, "each coral has its number"


@pytest.mark.parametrize("seat_count", [2, 4])
def test_an_enlarged_reef_hides_the_rim_behind_it(seat_count: int) -> None:
    game = GAMES["reef"]
    match = Case(game, seat_count, game.get_default_options(), 7003, is_rich=True).match
    view = view_at(match, match.ply * 62 // 100, 1)
    row = game.list_own_parts(view)[0]
    last = max(row.outlined_boxes, key=lambda box: (box.y + box.h, box.x))
    scene = Scene(("Anna",) * seat_count, load_words(), reader_seat=1)
    picture, whole = draw_own_parts(game, view, scene, 1), find_union(row.parts[0])
    x = (picture.width - whole.w) // 2 + last.x + last.w - whole.x
    y = PICTURE_MARGIN + PLATE_HEIGHT + ROW_GAP + last.y + last.h - whole.y
    corner = picture.crop((x - 8, y - 24, x + 4, y))
    lightest = max(sum(palette.list_colours()[index]) for index in corner.tobytes())
    assert lightest == sum(palette.list_colours()[palette.find_index(SAND_COLOUR)])


def test_an_enlarged_hand_of_reef_has_room_for_scores_only_if_there_are_any() -> None:
    game = GAMES["reef"]
    match = Case(game, 3, game.get_default_options(), 7000, is_rich=True).match
    found = set()
    for ply in range(0, match.ply, 7):
        view = view_at(match, ply, 0)
        hand = view.hand  # type: ignore[attr-defined]
        if len(hand) > 2:
            scores = any(find_best_score(view, number) for number in hand)  # type: ignore[arg-type]
            heights = {box.h for row in game.list_own_parts(view)[1:] for (box,) in row.parts}
            assert all((high > REEF_CARD_SIZE[1]) is scores for high in heights)
            found.add(scores)
    assert found == {True, False}


@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_an_enlarged_board_of_australis_is_below_all_choices(seat_count: int) -> None:
    game, found = GAMES["australis"], set[str]()
    match = Case(game, seat_count, game.get_default_options(), 3, is_rich=True).match
    for ply in range(match.ply):
        (seat,) = view_at(match, ply, None).to_act
        for viewer in (seat, (seat + 1) % seat_count):
            view = cast(View, view_at(match, ply, viewer))
            boxes = {box for row in game.list_own_parts(view) for part in row.parts for box in part}
            stage = view.stage if viewer == seat else ""
            dice, cards = (set(game.list_places(view, "every", kind)) for kind in "01")
            chosen_from = {DRAFT_STAGE: dice, CHOOSE_STAGE: cards}.get(stage, set())
            if stage == CORAL_STAGE:
                chosen_from = set(REEF_BOXES[: view.task.reef - REEF_NUMBERS[0] + 1])
            elif stage == TILE_STAGE:
                chosen_from = {box for box in boxes if box.x >= PANEL_BOX.x and box.y < BOARD_TOP}
                assert len(chosen_from) == 2, "gold and silver"
            (board,) = game.list_places(view, OWN_FIELD, "")
            assert boxes == chosen_from | {board}
            assert game.list_own_parts(view)[-1].parts == ((board,),)
            if stage not in found:
                found.add(stage)
                scene = Scene(("Anna",) * seat_count, load_words(), reader_seat=viewer)
                picture = draw_own_parts(game, view, scene, viewer)
                assert game.draw(view, scene).width / picture.width >= MIN_SCALE
                assert picture.height <= 1.5 * picture.width
    assert found >= {DRAFT_STAGE, CHOOSE_STAGE, CORAL_STAGE, TILE_STAGE, ""}

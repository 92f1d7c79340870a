"""On all boards, the text on plates is legible and stays within the plate."""

from __future__ import annotations

from itertools import product

import pytest

from games.core.picture import NAVY_COLOUR, Box
from games.drawing.canvas import Canvas
from games.drawing.name_plates import NARROW_WIDTH, NamePlate, place_moved_arrow
from games.drawing.plates import (
    MIN_SIZE,
    MIN_TWO_ROW_HEIGHT,
    NOTE_SIZE,
    PLATE_PADDING,
    RAISED_SIGN_TOP,
    put_line_plate,
    put_turn_plate,
)
from games.drawing.sprites import Sprite, load_atlas
from tests.games.drawing.written import record_lines
from tests.support.cases import join_cases
from tests.support.pictures import make_flat_picture, scale_for_phone
from tests.support.text_sizes import find_too_small_texts, record_text_sizes

NAMES = ("Ada", "Maximiliane Friederike von Hohen", "W" * 32, "魚 さかな")
PLATE_BOXES = (
    Box(20, 20, 250, 160),
    Box(20, 20, 420, 76),
    Box(20, 20, 232, MIN_TWO_ROW_HEIGHT),
    Box(20, 20, 280, 160),
)
MIN_WIDE_PLATE_WIDTH = 400
"""Minimum width of a plate that has the score in the name's row."""


def make_board() -> Canvas:
    return Canvas(Sprite(make_flat_picture(500, 220, NAVY_COLOUR), None))


@pytest.mark.parametrize("box", PLATE_BOXES)
@pytest.mark.parametrize("seat", range(len(NAMES)))
def test_the_text_of_a_name_plate_fits_and_is_readable(box: Box, seat: int) -> None:
    for lit, place in product((False, True), (None, 1)):
        with record_text_sizes() as sizes, record_lines() as lines:
            plate = NamePlate(make_board(), box, NAMES, seat, is_lit=lit)
            plate.put_medal(place)
            plate.write_score("27")
            plate.write_name()
        assert find_too_small_texts(sizes) == []
        assert "27" in {line.content for line in lines}
        for line in lines:
            assert box.x <= line.left and line.right <= box.x + box.w, line
            assert box.y - 2 <= line.top and line.bottom <= box.y + box.h, line


@pytest.mark.parametrize("seat", range(len(NAMES)))
def test_the_text_of_a_turn_plate_leaves_space_for_the_sign_at_its_end(
    seat: int,
) -> None:
    box, sign = Box(20, 20, 376, 76), load_atlas("kit")["arrow_up"]
    for make in (None, "Turn: {}".format):
        with record_text_sizes() as sizes, record_lines() as lines:
            put_turn_plate(make_board(), box, NAMES, seat, sign, make, 100)
        assert find_too_small_texts(sizes) == [] and lines
        for line in lines:
            assert box.x <= line.left and line.right <= box.x + box.w - 100 - sign.size[0], line


def test_a_note_of_one_line_is_large_because_it_runs_below_the_sign() -> None:
    box, sign = Box(20, 20, 376, 124), load_atlas("australis")["shell_0"]
    beside, below = box.x + box.w - PLATE_PADDING - sign.size[0], box.y + RAISED_SIGN_TOP + sign.size[1]
    with record_text_sizes() as sizes, record_lines() as lines:
        put_turn_plate(make_board(), box, ("Ada",), 0, sign, note="coral up to reef 8")
    (note,) = (line for line in lines if line.content != "Ada")
    assert note.right > beside and note.top >= below
    assert {text.size for text in sizes if text.content == note.content} == {NOTE_SIZE}
    with record_lines() as lines:
        put_turn_plate(make_board(), box, ("Ada",), 0, sign, note="a note that needs two lines of a plate")
    assert all(line.right <= beside for line in lines)


def test_a_line_plate_fits_its_line_in_legible_text() -> None:
    with record_text_sizes() as sizes, record_lines() as lines:
        put_line_plate(
            make_board(), Box(0, 0, 376, 76), "Die Partie ist zu Ende und niemand hat sie gewonnen"
        )
    assert find_too_small_texts(sizes) == []
    assert lines[0].content.startswith("Die Partie") and all(line.right <= 376 for line in lines)


def test_the_seat_to_act_and_the_one_that_moved_look_different() -> None:
    def draw_for_phone(is_lit: bool, has_moved: bool) -> bytes:
        canvas = make_board()
        NamePlate(canvas, PLATE_BOXES[0], NAMES, 0, is_lit=is_lit, has_moved=has_moved).write_name()
        return canvas.image.convert("L").resize((111, 49)).tobytes()

    pictures = {draw_for_phone(lit, moved) for lit, moved in product((False, True), repeat=2)}
    assert len(pictures) == 3
    assert draw_for_phone(True, True) == draw_for_phone(True, False), (
        "an active seat's turn is all that counts"
    )


def find_arrow(box: Box, seat: int) -> Box:
    """Return the place of the arrow of the last move on a plate with the score 27."""
    # Beside long names, a narrow plate has space for the arrow only in the score's row.
    low = box.h >= MIN_TWO_ROW_HEIGHT and box.w < NARROW_WIDTH and seat in (1, 2)
    return place_moved_arrow(box, in_score_row=low)


@join_cases([(box, seat) for box in PLATE_BOXES for seat in range(len(NAMES))])
def test_the_arrow_of_the_last_move_is_visible_on_a_phone_in_grey(box: Box, seat: int) -> None:
    sign = find_arrow(box, seat)
    area = (sign.x, sign.y, sign.x + sign.w, sign.y + sign.h)
    pictures = list[bytes]()
    for moved in (False, True):
        canvas = make_board()
        with record_lines() as lines:
            plate = NamePlate(canvas, box, NAMES, seat, is_lit=False, has_moved=moved)
            plate.write_score("27")
            plate.write_name()
        pictures.append(scale_for_phone(canvas.image.crop(area)).tobytes())
        if moved:
            for line in lines:
                beside = line.right <= sign.x + 2 or line.left >= sign.x + sign.w
                apart = line.bottom <= sign.y or line.top >= sign.y + sign.h
                assert beside or apart, "it covers no text"
                assert apart or line.right <= sign.x + 2, "it isn't before a number"
    if seat == 0 or box.w < NARROW_WIDTH:
        plain, marked = pictures
        changed = sum(abs(one - other) >= 60 for one, other in zip(plain, marked, strict=True))
        assert max(marked) >= 200 and changed > len(plain) // 3


@pytest.mark.parametrize("box", PLATE_BOXES)
@pytest.mark.parametrize("badge", [None, "shell_0"])
def test_all_names_begin_at_the_same_distance_from_the_edge(box: Box, badge: str | None) -> None:
    piece = None if badge is None else load_atlas("australis")[badge]
    wide = (False, True) if box.w > MIN_WIDE_PLATE_WIDTH else (False,)
    for moved, place, open_foot, is_badge_first in product((False, True), (None, 2), wide, (False, True)):
        with record_lines() as lines:
            plate = NamePlate(
                make_board(), box, NAMES, 0, is_lit=False, has_moved=moved, has_open_foot=open_foot
            )
            plate.put_medal(place)
            plate.put_badge(None if is_badge_first else piece)
            plate.write_score("27", badge=piece if is_badge_first else None)
            plate.write_name()
        left = min(line.left for line in lines if line.content != "27") - box.x
        assert left in (PLATE_PADDING, PLATE_PADDING + 1), "some letters have space before them"


def test_a_plate_with_a_free_foot_has_everything_in_its_first_row() -> None:
    canvas, box = make_board(), PLATE_BOXES[0]
    with record_lines() as lines:
        plate = NamePlate(canvas, box, NAMES, 0, is_lit=True, has_open_foot=True)
        plate.write_score("27")
        free = plate.write_name()
    assert {line.content for line in lines} == {"Ada", "27"}
    assert all(line.bottom <= free.y for line in lines) and free.w == box.w - 28
    assert len({(line.top + line.bottom) // 8 for line in lines}) == 1, "on the same line"


def test_a_long_score_leaves_space_for_its_unit_and_the_arrow() -> None:
    box, unit = PLATE_BOXES[2], load_atlas("reef")["coin"]
    with record_lines() as lines:
        plate = NamePlate(make_board(), box, NAMES, 0, is_lit=False, has_moved=True)
        plate.write_score("1234", unit=unit)
        plate.write_name()
    score = next(line for line in lines if line.content == "1234")
    assert score.right + unit.size[0] <= place_moved_arrow(box, in_score_row=True).x


def test_a_long_name_takes_the_place_of_the_unit_on_a_plate_with_one_row() -> None:
    box, unit = Box(20, 20, 374, 74), load_atlas("reef")["coin"]
    ends = []
    for name in ("Ada", "Bartholomäus der Ältere"):
        with record_lines() as lines:
            plate = NamePlate(make_board(), box, (name,), 0, is_lit=False, has_moved=True)
            plate.write_score("11", unit=unit)
            plate.write_name()
        written = " ".join(line.content for line in lines if line.content != "11")
        assert written == name, "the whole name"
        ends.append(next(line.right for line in lines if line.content == "11"))
    assert ends[1] - ends[0] >= unit.size[0]


def test_the_space_next_to_a_score_is_free() -> None:
    canvas, plain = make_board(), make_board()
    with record_lines() as lines:
        plate = NamePlate(canvas, PLATE_BOXES[0], NAMES, 0, is_lit=True)
        plate.put_medal(2)
        plate.write_score("27")
        free = plate.write_name()
    NamePlate(plain, PLATE_BOXES[0], NAMES, 0, is_lit=True).write_name()
    area = (free.x, free.y + 4, free.x + free.w, free.y + free.h)
    assert canvas.image.crop(area).tobytes() == plain.image.crop(area).tobytes()
    assert free.w > 60 and free.h >= MIN_SIZE and {line.content for line in lines} == {"Ada", "27"}

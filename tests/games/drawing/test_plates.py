"""The text on the plates of all boards is legible and stays on them."""

from __future__ import annotations

from itertools import product

import pytest

from games.core.picture import NAVY, Box
from games.drawing.canvas import Canvas
from games.drawing.plates import LEAST, MOVED, NARROW, TALL, put_line_plate, put_name_plate, put_turn_plate
from games.drawing.sprites import Sprite, load_atlas
from tests.games.drawing.written import record_lines
from tests.support.pictures import make_flat_picture, scale_for_phone
from tests.support.text_sizes import find_too_small, record_text_sizes

NAMES = ("Ada", "Maximiliane Friederike von Hohen", "W" * 32, "魚 さかな")
BOXES = (Box(20, 20, 250, 160), Box(20, 20, 420, 76), Box(20, 20, 232, TALL))


def make_board() -> Canvas:
    return Canvas(Sprite(make_flat_picture(500, 220, NAVY), None))


@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize("seat", range(len(NAMES)))
def test_the_text_of_a_name_plate_fits_and_is_readable(box: Box, seat: int) -> None:
    for lit, place in product((False, True), (None, 1)):
        with record_text_sizes() as sizes, record_lines() as lines:
            put_name_plate(make_board(), box, NAMES, seat, lit=lit, score="27", place=place)
        assert find_too_small(sizes) == []
        assert "27" in {line.content for line in lines}
        for line in lines:
            assert box.x <= line.left and line.right <= box.x + box.w, line
            assert box.y - 2 <= line.top and line.bottom <= box.y + box.h, line


@pytest.mark.parametrize("seat", range(len(NAMES)))
def test_the_tail_of_a_turn_plate_stays_free(seat: int) -> None:
    box, sign = Box(20, 20, 376, 76), load_atlas("kit")["arrow_up"]
    for make in (None, "Turn: {}".format):
        with record_text_sizes() as sizes, record_lines() as lines:
            put_turn_plate(make_board(), box, NAMES, seat, sign, make, 100)
        assert find_too_small(sizes) == [] and lines
        for line in lines:
            assert box.x + sign.size[0] <= line.left and line.right <= box.x + box.w - 100, line


def test_a_line_plate_shows_its_line() -> None:
    with record_text_sizes() as sizes, record_lines() as lines:
        put_line_plate(
            make_board(), Box(0, 0, 376, 76), "Die Partie ist zu Ende und niemand hat sie gewonnen"
        )
    assert find_too_small(sizes) == []
    assert lines[0].content.startswith("Die Partie") and all(line.right <= 376 for line in lines)


def test_the_seat_to_act_and_the_one_that_moved_look_different() -> None:
    pictures = set()
    for lit, moved in product((False, True), repeat=2):
        canvas = make_board()
        put_name_plate(canvas, BOXES[0], NAMES, 0, lit=lit, moved=moved)
        pictures.add(canvas.image.convert("L").resize((111, 49)).tobytes())
    assert len(pictures) == 4


@pytest.mark.parametrize("box", BOXES)
@pytest.mark.parametrize("lit", [False, True])
def test_the_tab_of_the_seat_that_moved_is_visible_on_a_phone_in_grey(box: Box, lit: bool) -> None:
    pictures = []
    for moved in (False, True):
        canvas = make_board()
        with record_lines() as lines:
            put_name_plate(canvas, box, NAMES, 0, lit=lit, moved=moved, score="27")
        # On a narrow plate the tab is before the score, so that a name has the whole width.
        narrow = box.w < NARROW and box.h >= TALL
        top = box.y + (box.h * 54 // 100 if narrow else 0)
        pictures.append(scale_for_phone(canvas.image.crop((box.x, top, box.x + MOVED, top + 50))))
        name, score = lines[-1], lines[0]
        assert (score if narrow else name).left >= box.x + MOVED * moved, "the tab covers no text"
        assert not narrow or name.left < box.x + MOVED
    plain, marked = (picture.tobytes() for picture in pictures)
    # The tab has two tones: its paper and its tick.
    assert max(marked) >= 230 and min(marked[len(marked) // 4 : -len(marked) // 4]) < 130
    changed = sum(abs(one - other) >= 25 for one, other in zip(plain, marked, strict=True))
    assert changed > len(plain) // (3 if narrow else 2)


def test_the_space_next_to_a_score_is_free() -> None:
    canvas, plain = make_board(), make_board()
    with record_lines() as lines:
        free = put_name_plate(canvas, BOXES[0], NAMES, 0, lit=True, score="27", place=2)
    put_name_plate(plain, BOXES[0], NAMES, 0, lit=True)
    area = (free.x, free.y + 4, free.x + free.w, free.y + free.h)
    assert canvas.image.crop(area).tobytes() == plain.image.crop(area).tobytes()
    assert free.w > 60 and free.h >= LEAST and {line.content for line in lines} == {"Ada", "27"}

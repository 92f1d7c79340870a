"""A single winner's plate has a large line, a row with medal, score and sign, and a crown if it fits."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations

import pytest
from PIL import Image

from games.core.picture import Box
from games.drawing.canvas import Canvas
from games.drawing.sprites import Sprite, load_atlas
from games.drawing.win_plate import join_boxes, put_rank_plate, put_win_plate
from tests.games.drawing.written import record_lines

PLATE_BOXES = (Box(1012, 14, 376, 256), Box(1010, 18, 376, 278), Box(1010, 18, 376, 396))


@pytest.mark.parametrize("box", PLATE_BOXES)
@pytest.mark.parametrize("note", ["", "tie: turtle ahead", "Gleichstand: Schildkröte weiter vorn"])
@pytest.mark.parametrize("name", ["Ann", "Oktavia", "Wilhelmina Abendroths", "W" * 32])
def test_everything_fits_on_the_plate_of_a_winner(box: Box, note: str, name: str) -> None:
    canvas = Canvas(Sprite(Image.new("P", (1400, 600), 0), None))
    sign, medal = load_atlas("australis")["shell_0"], load_atlas("kit")["place_1"]
    with record_lines() as lines, record_sprites() as drawn:
        put_win_plate(
            canvas, box, (name,), 0, lambda name: f"{name} gewinnt", score="209", sign=sign, note=note
        )
    assert len(lines) >= 2 + bool(note)
    for line in lines:
        assert box.x <= line.left and line.right <= box.x + box.w, line
        assert box.y <= line.top and line.bottom <= box.y + box.h, line
    assert [(one, two) for one, two in combinations(lines, 2) if one.overlaps(two)] == []
    score = next(line for line in lines if line.content == "209")
    (left, top), (right, low) = (next((x, y) for one, x, y in drawn if one is put) for put in (medal, sign))
    middle = (score.top + score.bottom) / 2
    assert abs(top + medal.size[1] / 2 - middle) <= 4 and abs(low + sign.size[1] / 2 - middle) <= 4
    before, after = score.left - left - medal.size[0], right - score.right
    assert abs(before - after) <= 8 and min(before, after) > 0, "the gaps are equal"
    assert abs((left + right + sign.size[0]) / 2 - (box.x + box.w / 2)) <= 2, "the row is centred"
    outside = canvas.image.crop((0, 0, box.x, 600)).histogram()
    assert outside[0] == box.x * 600, "nothing is beside the plate"


@contextmanager
def record_sprites() -> Iterator[list[tuple[Sprite, int, int]]]:
    """Record the sprites drawn on any canvas, with their places."""
    drawn, put = list[tuple[Sprite, int, int]](), Canvas.put

    def record_and_put(self: Canvas, sprite: Sprite, x: int, y: int) -> None:
        drawn.append((sprite, x, y))
        put(self, sprite, x, y)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Canvas, "put", record_and_put)
        yield drawn


def test_a_short_name_leaves_space_for_the_crown() -> None:
    crown, sign = load_atlas("kit")["crown"], load_atlas("reef")["coin"]
    for name, crowned in (("Ann", True), ("Wilhelmina Abendroths of the Reef", False)):
        canvas = Canvas(Sprite(Image.new("P", (1400, 600), 0), None))
        with record_sprites() as drawn:
            put_win_plate(
                canvas, PLATE_BOXES[0], (name,), 0, lambda name: f"{name} wins", score="43", sign=sign
            )
        assert any(one is crown for one, _, _ in drawn) == crowned
        assert any(one is sign for one, _, _ in drawn)


def test_boxes_below_each_other_are_joined() -> None:
    assert join_boxes(Box(10, 20, 100, 30), Box(10, 70, 100, 40)) == Box(10, 20, 100, 90)


@pytest.mark.parametrize("high", [132, 152, 184, 250])
@pytest.mark.parametrize("place", [None, 2])
@pytest.mark.parametrize("name", ["Ann", "Wilhelmina Abendroths", "W" * 32])
def test_everything_fits_on_the_plate_of_another_seat(high: int, place: int | None, name: str) -> None:
    canvas, box = Canvas(Sprite(Image.new("P", (1400, 600), 0), None)), Box(1012, 14, 376, high)
    sign = load_atlas("reef")["coin"]
    with record_lines() as lines, record_sprites() as drawn:
        put_rank_plate(canvas, box, (name,), 0, is_lit=False, score="209", sign=sign, placement=place)
    for line in lines:
        assert box.x <= line.left and line.right <= box.x + box.w, line
        assert box.y <= line.top and line.bottom <= box.y + box.h, line
    assert [(one, two) for one, two in combinations(lines, 2) if one.overlaps(two)] == []
    medals = [one for one, _, _ in drawn if one is load_atlas("kit")["place_2"]]
    assert len(medals) == (place is not None)

"""In pictures of lessons and puzzles, the hand fits into the lower part of the panel."""

from __future__ import annotations

from itertools import combinations

import pytest

from games.drawing.contours import measure_gap
from games.drawing.sprites import load_atlas
from games.reef.layout import CARD_SIZE, HAND_BOXES, LOWER_PANEL_BOX, list_quiz_hand
from games.reef.parts import MAX_HAND_SIZE


@pytest.mark.parametrize("count", range(1, MAX_HAND_SIZE + 1))
def test_the_cards_lie_close_together_in_the_panel(count: int) -> None:
    boxes = list_quiz_hand(count)
    assert len(boxes) == count
    for box in boxes:
        assert LOWER_PANEL_BOX.x <= box.x and box.x + box.w <= LOWER_PANEL_BOX.x + LOWER_PANEL_BOX.w
        assert HAND_BOXES[0].y <= box.y and box.y + box.h <= LOWER_PANEL_BOX.y + LOWER_PANEL_BOX.h - 8
        assert box.w >= CARD_SIZE[0] and box.h >= CARD_SIZE[1]
    gaps = [measure_gap(one, other) for one, other in combinations(boxes, 2)]
    assert all(gap == 8 for gap in gaps)


def test_a_scaled_card_has_the_size_and_the_look_of_the_card() -> None:
    sprites = load_atlas("reef")
    large = sprites.scale("card_4", (225, 232))
    assert large.size == (225, 232)
    assert large is sprites.scale("card_4", (225, 232)), "it is scaled only once"
    small = sprites["card_4"]
    for x, y in ((92, 30), (92, 100), (20, 170)):
        spot = small.image.getpixel((x, y))
        assert large.image.getpixel((x * 225 // 184, y * 232 // 190)) == spot

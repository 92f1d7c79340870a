"""Points on a card hide nothing of its pattern."""

from __future__ import annotations

import pytest

from games.drawing.sprites import Sprite, load_atlas
from games.reef.layout import (
    CARD_SIZE,
    SMALL_SCORE_SIZE,
    find_points_box,
    find_score_box,
    list_hand_boxes,
)
from games.reef.parts import CARDS
from tests.support.cases import join_cases

PAPER_SPOT = (15, 120)
"""A pixel of card 1 beside its pattern."""
BAND_BOTTOM = 66
"""Lower edge of the band of water at the top of a card."""
BORDER_WIDTH = 5


def count_hidden_pixels(card: Sprite, mark: Sprite, left: int, top: int, band_bottom: int) -> int:
    """Return how many pixels of a card's pattern and of its printed points a mark hides."""
    paper = load_atlas("reef")["card_1"].image.getpixel(PAPER_SPOT)
    assert mark.mask is not None
    hidden = 0
    for x in range(mark.size[0]):
        for y in range(mark.size[1]):
            on_card = (
                left + x < card.size[0] - BORDER_WIDTH and band_bottom < top + y < card.size[1] - BORDER_WIDTH
            )
            if on_card and mark.mask.getpixel((x, y)):
                hidden += card.image.getpixel((left + x, top + y)) != paper
    return hidden


@join_cases([(number,) for number in CARDS])
def test_points_hide_nothing_of_a_card(number: int) -> None:
    sprites, box = load_atlas("reef"), find_points_box(number)
    mark = sprites[f"extra_{box.w}"]
    assert mark.size == box[2:] and box.x + box.w <= CARD_SIZE[0] and box.y + box.h <= CARD_SIZE[1]
    assert count_hidden_pixels(sprites[f"card_{number}"], mark, box.x, box.y, BAND_BOTTOM) == 0


@pytest.mark.parametrize("number", CARDS)
def test_the_score_hides_nothing_of_a_large_card(number: int) -> None:
    card = list_hand_boxes(2, is_large=True)[0]
    sprites, box = load_atlas("reef"), find_score_box(number, card)
    mark = sprites["told_coin_small" if box[2:] == SMALL_SCORE_SIZE else "told_coin"]
    large = sprites.scale(f"card_{number}", card[2:])
    band = BAND_BOTTOM * card.h // CARD_SIZE[1]
    assert count_hidden_pixels(large, mark, box.x - card.x, box.y - card.y, band) == 0

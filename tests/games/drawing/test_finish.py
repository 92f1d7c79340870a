"""The result at the end of a film: all seats in their order, whatever their names and languages."""

from __future__ import annotations

import pytest
from PIL import ImageStat

from games.core.picture import GOLD
from games.drawing import captions, palette
from games.drawing.finish import FIRST, ROW, Rank, draw_finish

WIDTH = 700
LONG = "0 Runden · 26 Karten, noch auf der Hand: " + ", ".join("33556677788990000JJQQK")


@pytest.mark.parametrize("name", ["Ann", "Maximiliane von Hohenstein", "W" * 32])
@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_the_result_card_shows_every_seat_in_colours_of_the_palette(count: int, name: str) -> None:
    ranks = [Rank(seat + 1, name, LONG) for seat in range(count)]
    card = draw_finish(WIDTH, f"Eine Farbe ist aufgebraucht. {name} gewinnt: 25 Punkte!", ranks)
    assert card.size[0] == WIDTH and card.size[1] >= captions.HEIGHT
    assert card.image.histogram()[palette.CLEAR] == 0


def test_a_winner_is_larger_and_gold() -> None:
    ranks = [Rank(1, "Ann", "25 points"), Rank(2, "Ben", "20 points")]
    card = draw_finish(WIDTH, "Ann wins.", ranks).image
    gold = palette.index(GOLD)
    row = card.crop((0, card.height - FIRST - ROW - 30, WIDTH, card.height))
    assert row.histogram()[gold] > WIDTH * FIRST // 2
    assert FIRST > ROW
    both = [Rank(1, "Ann", "25 points"), Rank(1, "Ben", "25 points")]
    drawn = draw_finish(WIDTH, "A draw.", both).image
    assert drawn.histogram()[gold] > 1.7 * card.histogram()[gold]


def test_cards_kept_in_hand_are_left_out_if_they_do_not_fit() -> None:
    one = draw_finish(WIDTH, "Ann wins.", [Rank(1, "Ann", LONG)]).image
    other = draw_finish(WIDTH, "Ann wins.", [Rank(1, "Ann", "0 Runden · 26 Karten")]).image
    assert one.tobytes() == other.tobytes()
    assert ImageStat.Stat(one.convert("L")).stddev[0] > 0

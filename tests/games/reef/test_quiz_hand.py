"""The viewer's hand fits into the lower part of the panel, during a match and in lessons and puzzles."""

from __future__ import annotations

from itertools import combinations

import pytest

from games.core.texts import GenericScene
from games.core.words import load_words
from games.drawing.contours import measure_gap
from games.drawing.sprites import load_atlas
from games.reef import draw_side
from games.reef.draw import draw
from games.reef.layout import (
    CARD_SIZE,
    HAND_BOXES,
    LARGE_SITE,
    LAST_CARD_SIZE,
    LOWER_PANEL_BOX,
    PANEL_WIDTH,
    PANEL_X,
    SAND_MOVE_BOX,
    SITE_PLACES_BY_SEAT_COUNT,
    find_score_box,
    list_hand_boxes,
    list_quiz_hand_boxes,
)
from games.reef.parts import CARDS, MAX_HAND_SIZE
from games.reef.rules import RULES
from tests.games.drawing.written import record_lines
from tests.games.reef.build import make_position

HELD_CARD = 57


@pytest.mark.parametrize("count", range(1, MAX_HAND_SIZE + 1))
def test_the_cards_lie_close_together_in_the_panel(count: int) -> None:
    boxes = list_quiz_hand_boxes(count)
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
    for x, y in ((120, 30), (92, 100), (20, 170)):
        spot = small.image.getpixel((x, y))
        assert large.image.getpixel((x * 225 // 184, y * 232 // 190)) == spot


@pytest.mark.parametrize("number", CARDS)
def test_the_score_of_a_large_card_is_on_the_card_and_beside_its_points(number: int) -> None:
    card = list_hand_boxes(2, is_large=True)[0]
    x, y, wide, high = find_score_box(number, card)
    assert card.x <= x and x + wide <= card.x + card.w - 3
    assert card.y + card.h * 56 // 190 <= y and y + high <= card.y + card.h - 3, "below the corals and number"
    assert x + wide <= card.x + 150 or y + high <= card.y + 165, "the points are in the lower right corner"


@pytest.mark.parametrize("number", CARDS)
def test_a_score_of_two_digits_is_whole_on_a_large_card(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draw_side, "find_best_score", lambda view, number: 48)
    view = RULES.view(make_position(hands=((number, 1 + number % len(CARDS)), ()), display=()), 0)
    with record_lines() as lines:
        draw(view, GenericScene(("Anna", "Ben"), load_words()))
    place = view.hand.index(number)
    score = [line for line in lines if line.content == "+48"][place]
    box = find_score_box(number, list_hand_boxes(2, is_large=True)[place])
    assert box.x < score.left and score.right < box.x + box.w
    assert score.bottom - score.top >= 20, "30 px letters"


@pytest.mark.parametrize("points", [0, 48])
def test_a_hand_of_one_card_is_as_large_as_the_panel(points: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draw_side, "find_best_score", lambda view, number: points)
    view = RULES.view(make_position(hands=((HELD_CARD,), ()), display=()), 0)
    (box,) = list_hand_boxes(1, is_large=True)
    with record_lines() as lines:
        draw(view, GenericScene(("Anna", "Ben"), load_words()))
    (number,) = [line for line in lines if line.content == str(HELD_CARD)]
    assert box.w == PANEL_WIDTH and box.y < number.top < box.y + LAST_CARD_SIZE[1]
    scores = [line for line in lines if line.content.startswith("+")]
    assert len(scores) == bool(points)
    for score in scores:
        assert box.y + LAST_CARD_SIZE[1] <= score.top and score.bottom <= box.y + box.h
        assert score.bottom - score.top >= 44


@pytest.mark.parametrize("seat_count", [2, 3, 4])
@pytest.mark.parametrize("count", range(1, MAX_HAND_SIZE + 1))
def test_a_hand_of_one_or_two_cards_fills_the_panel(seat_count: int, count: int) -> None:
    small, large = list_hand_boxes(count, is_large=False), list_hand_boxes(count, is_large=True)
    assert len(small) == len(large) == count
    for box in large:
        assert LOWER_PANEL_BOX.x <= box.x and box.x + box.w <= LOWER_PANEL_BOX.x + LOWER_PANEL_BOX.w
        assert box.y + box.h <= LOWER_PANEL_BOX.y + LOWER_PANEL_BOX.h
    assert (large == small) == (count > 2), "one or two cards may have to leave room for the last move"
    for box in large[: 2 * (count <= 2)]:
        assert abs(2 * box.x + box.w - 2 * PANEL_X - PANEL_WIDTH) <= 1, "the cards are centred"
    site = SITE_PLACES_BY_SEAT_COUNT[seat_count][0][0]
    aside = SAND_MOVE_BOX
    if site is LARGE_SITE:
        assert aside.y >= site.plate.y + site.plate.h, "it is below the name plate"
        assert aside.x + aside.w < site.first_space[0] - 30, "it covers no row number"
        assert aside.y + aside.h <= site.size[1]

"""A seat's own part of a picture can be enlarged."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image

from games.core.match import view_at
from games.core.picture import Box
from games.core.texts import Scene
from games.core.words import load_words
from games.das_riff.view import Coral
from games.drawing.enlarge import MAX_SCALE, enlarge_parts
from games.registry import GAMES
from tests.support.game_parts import GAMES_WITH_OWN_PARTS
from tests.support.nightly import defer_to_night
from tools.walks import Case

GAMES_AND_SEATS = [(key, seats) for key in GAMES_WITH_OWN_PARTS for seats in GAMES[key].seats]
MIN_SCALE = 1.8
"""Minimum size of an enlarged part, relative to its size on a board of the same width."""


@pytest.mark.parametrize(("key", "seats"), GAMES_AND_SEATS)
@pytest.mark.parametrize("most", defer_to_night([1, 12], 1))
def test_a_seats_own_part_is_about_twice_as_large(key: str, seats: int, most: int) -> None:
    game = GAMES[key]
    match = Case(game, seats, game.get_defaults(), 3, rich=True, most=most).match
    if match.outcome is not None:
        match = Case(game, seats, game.get_defaults(), 3, rich=True, most=1).match
    for seat in range(seats):
        view = view_at(match, match.ply, seat)
        board = game.draw(view, Scene(("Anna",) * seats, load_words(), reader_seat=seat))
        rows = game.list_own_parts(view)
        assert rows
        for box in (box for row in rows for box in row):
            assert 0 <= box.x < box.x + box.w <= board.width
            assert 0 <= box.y < box.y + box.h <= board.height
        picture = enlarge_parts(board, rows)
        widest = max(sum(box.w for box in row) for row in rows)
        assert board.width / widest >= MIN_SCALE
        assert picture.width <= board.width
        assert picture.width - 48 <= MAX_SCALE * (widest + 64)


def test_nothing_is_enlarged_once_all_hands_are_open() -> None:
    game = GAMES["coral_reef"]
    match = Case(game, 2, game.get_defaults(), 5, rich=True, most=200).match
    assert match.outcome is not None
    assert game.list_own_parts(view_at(match, match.ply, 0)) == ()


def test_an_enlarged_reef_of_das_riff_shows_only_what_it_has() -> None:
    game = GAMES["das_riff"]
    match = Case(game, 2, game.get_defaults(), 3, rich=True, most=1).match
    view = view_at(match, 0, 0)
    (plate, corals), stocks = game.list_own_parts(view)
    assert corals.w < plate.w and len(stocks) == 1, "a single empty place beside the plate"
    own, other = view.reefs  # type: ignore[attr-defined]
    bare = replace(view, reefs=(replace(own, worms=(0,) * 6, pearls=0, sharks=0), other))  # type: ignore[type-var]
    assert game.list_own_parts(bare) == ((plate, corals),)
    grown = replace(view, reefs=(replace(own, corals=(Coral(),) * 5), other))  # type: ignore[type-var]
    (above,), below = game.list_own_parts(grown)
    assert above.w > 4 * corals.w and below == (plate, *stocks)


def test_a_row_wider_than_the_first_is_enlarged_less() -> None:
    board = Image.new("P", (1400, 1000), 0)
    narrow, wide = Box(0, 0, 400, 100), Box(0, 200, 800, 100)
    alone, both = enlarge_parts(board, ((narrow,),)), enlarge_parts(board, ((narrow,), (wide,)))
    assert both.width == alone.width, "the first row keeps its scale"
    assert both.height < 2 * alone.height

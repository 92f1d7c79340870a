"""The ground under the viewer's pieces is lit in its own shape."""

from __future__ import annotations

import pytest
from PIL import Image

from games.core.lesson import LEARNER_SEAT, view_step
from games.core.narrow import FieldQuestion, find_next_question
from games.core.picture import GROUND_FIELD, NAVY_COLOUR, SAND_COLOUR, Box
from games.core.puzzle import make_puzzle_match, read_puzzles
from games.core.texts import Scene
from games.core.words import load_words
from games.drawing import palette
from games.drawing.grounds import light_ground
from games.drawing.spotlight import (
    DIM_SHARE,
    LitPlaces,
    Spotlight,
    Surroundings,
    draw_spotlight,
    light_places,
    list_lit_places,
)
from games.drawing.veil import dim_board
from games.registry import GAMES
from tests.support.pictures import make_flat_picture
from tools.walks import NAMES, Case

GROUND_BOX = Box(20, 20, 200, 100)
SAND, WATER = palette.find_index(SAND_COLOUR), palette.find_index(NAVY_COLOUR)


def make_island() -> Image.Image:
    """Return sand with a pool of water in its middle, in the middle of :data:`GROUND_BOX`."""
    board = make_flat_picture(300, 200, NAVY_COLOUR)
    board.paste(SAND, (40, 40, 200, 100))
    board.paste(WATER, (100, 60, 120, 80))
    return board


def test_a_ground_is_lit_without_the_water_around_it() -> None:
    board = make_island()
    shown = make_flat_picture(300, 200, SAND_COLOUR)
    light_ground(shown, board, GROUND_BOX)
    assert shown.getpixel((25, 25)) == SAND, "the water around the island isn't copied"
    assert shown.getpixel((110, 70)) == WATER, "water on the island is"


def test_an_island_of_reef_is_lit_as_a_whole_when_all_its_spaces_are() -> None:
    game = GAMES["reef"]
    case = Case(game, 2, game.get_default_options(), 5, is_rich=True)
    view = case.rules.view(case.match.state_at(case.match.ply // 2), 0)
    board = game.draw(view, Scene(NAMES[:2], load_words(), reader_seat=0, is_quiz=True))
    (island,) = game.list_places(view, GROUND_FIELD, "")
    spaces = tuple(
        box for column in "abcd" for row in "1234" for box in game.list_places(view, "cell", column + row)
    )
    assert len(spaces) == 16
    shown = light_places(board, LitPlaces((), spaces), Surroundings(grounds=(island,)))
    left = min(box.x for box in spaces)
    beside = (left - 80, island.y + island.h - 200, left - 40, island.y + island.h - 160)
    corner = (island.x + 2, island.y + 40, island.x + 6, island.y + 44)
    assert shown.crop(beside).tobytes() == board.crop(beside).tobytes(), "the sand beside the spaces is lit"
    dimmed = dim_board(board, DIM_SHARE)
    assert shown.crop(corner).tobytes() == dimmed.crop(corner).tobytes(), "the water isn't"


def test_an_unlit_piece_on_a_ground_is_dimmed() -> None:
    board = make_flat_picture(300, 200, SAND_COLOUR)
    lit, other = Box(40, 40, 40, 40), Box(150, 40, 40, 40)
    shown = light_places(board, LitPlaces((lit,)), Surroundings(grounds=(GROUND_BOX,), pieces=(lit, other)))
    assert shown.getpixel((60, 60)) == SAND == shown.getpixel((110, 60)), "the ground and its lit piece"
    assert shown.getpixel((170, 60)) != SAND


@pytest.mark.parametrize("key", ["das_riff", "coral_reef", "reef"])
def test_the_viewers_ground_is_lit_in_each_step_of_a_lesson(key: str) -> None:
    game = GAMES[key]
    scene = Scene(NAMES[:2], load_words(), reader_seat=LEARNER_SEAT, is_quiz=True)
    for step in game.lesson_steps:
        view = view_step(game.rules[game.version], step)
        (ground,) = game.list_places(view, GROUND_FIELD, "")
        board = game.draw(view, scene)
        shown = draw_spotlight(game, view, scene, Spotlight(LitPlaces((Box(700, 300, 40, 40),))))
        left, top = ground.x + ground.w // 2, ground.y + ground.h * 3 // 4
        strip = (left, top, left + 12, top + 12)
        assert shown.crop(strip).tobytes() == board.crop(strip).tobytes()


@pytest.mark.parametrize("key", ["das_riff", "coral_reef"])
def test_the_sand_below_the_viewers_pieces_is_lit_in_puzzles(key: str) -> None:
    game = GAMES[key]
    puzzle = read_puzzles(key)[0]
    match = make_puzzle_match(game, puzzle)
    view = match.rules.view(match.state, puzzle.seat)
    scene = Scene(NAMES[:2], load_words(), reader_seat=puzzle.seat, is_quiz=True)
    question = find_next_question(match.legal_actions(puzzle.seat), (), game.field_settings)
    assert isinstance(question, FieldQuestion)
    board = game.draw(view, scene)
    shown = draw_spotlight(game, view, scene, Spotlight(list_lit_places(game, view, question)))
    (shelf,) = game.list_places(view, GROUND_FIELD, "")
    edge = (shelf.x, shelf.y + 40, shelf.x + 8, shelf.y + shelf.h)
    assert shown.crop(edge).tobytes() == board.crop(edge).tobytes()
    dimmed = (shelf.x, shelf.y - 60, shelf.x + 8, shelf.y - 20)
    assert shown.crop(dimmed).tobytes() != board.crop(dimmed).tobytes()

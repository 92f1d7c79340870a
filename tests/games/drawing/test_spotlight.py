"""The spotlight of lessons and puzzles: it lights what a question is about and dims the rest."""

from __future__ import annotations

import pytest
from PIL import Image, ImageStat

from games.core.lesson import PUPIL, list_offers, view_step
from games.core.narrow import Question, narrow
from games.core.picture import PLATES, Box
from games.core.shapes import ActionLike
from games.core.texts import Scene
from games.core.words import words
from games.drawing.spotlight import light, list_concerned, list_lit
from games.registry import GAMES
from tests.games.contract.texts import names
from tests.support.brought import WITH_LESSON, WITH_PLACES
from tools.walks import Case

SEATED = [(key, seats) for key in WITH_PLACES for seats in GAMES[key].seats]
ALL_LIT = 0.9
"""A spotlight that lights more of a board than this share would show nothing."""


def measure_light(box: Box, board: Image.Image) -> float:
    """Return the mean brightness of a box of a board."""
    part = board.convert("RGB").crop((box.x, box.y, box.x + box.w, box.y + box.h))
    return float(ImageStat.Stat(part.convert("L")).mean[0])


def list_corners(board: Image.Image) -> list[Box]:
    """Return small boxes in the corners of a board."""
    return [Box(x, y, 60, 60) for x in (0, board.width - 60) for y in (0, board.height - 60)]


@pytest.mark.parametrize(("key", "seats"), SEATED)
def test_every_choice_has_a_place_on_the_choosing_seats_board(key: str, seats: int) -> None:
    game = GAMES[key]
    case = Case(game, seats, game.defaults(), 11, rich=True)
    placed = set[str]()
    for ply in case.plies(12):
        state = case.match.state_at(ply)
        for seat in case.rules.to_act(state):
            view = case.rules.view(state, seat)
            board = game.draw(view, Scene(names(seats), words(), reader=seat))
            for action in case.rules.legal_actions(state, seat)[:200]:
                for box in list_concerned(game, view, action):
                    placed.add(str(action.path[0].value))
                    assert 0 <= box.x < box.x + box.w <= board.width
                    assert 0 <= box.y < box.y + box.h <= board.height
    assert placed, "choices have places"


@pytest.mark.parametrize("key", [key for key in WITH_LESSON if key in WITH_PLACES])
def test_lessons_light_the_subject_of_each_step(key: str) -> None:
    game, lit = GAMES[key], 0
    rules = game.rules[game.version]
    for step in game.lesson:
        view = view_step(rules, step)
        found = narrow(list_offers(rules, step), (), game.fields)
        assert isinstance(found, Question)
        kinds = {str(rules.read(token).path[0].value) for token in step.task.answers}
        places = list_lit(game, view, found, kinds)
        board = game.draw(view, Scene(names(game.seats.start), words(), reader=PUPIL))
        shown = light(board, places)
        if not places:
            assert shown is board
            continue
        lit += 1
        same = sum(one == other for one, other in zip(board.tobytes(), shown.tobytes(), strict=True))
        assert same < ALL_LIT * board.width * board.height
        for box in places:
            assert measure_light(box, shown) == measure_light(box, board)
        assert set(game.list_places(view, PLATES, "")) <= set(places)
        assert any(
            measure_light(corner, shown) < measure_light(corner, board) for corner in list_corners(board)
        )
    assert lit >= len(game.lesson) - 2


def test_a_kind_of_move_lights_the_places_of_all_its_moves() -> None:
    game = GAMES["das_riff"]
    case = Case(game, 2, game.defaults(), 11, rich=True)
    rules, legal, state = case.rules, tuple[ActionLike, ...](), case.match.opening
    for ply in range(case.match.ply):
        state = case.match.state_at(ply)
        legal = rules.legal_actions(state, rules.turn(state) or 0)
        if {"take", "end"} <= {action.path[0].value for action in legal}:
            break
    view = rules.view(state, rules.turn(state))
    question = narrow(legal, (), game.fields)
    assert isinstance(question, Question) and question.field == "kind"
    takes = {
        box
        for action in legal
        if action.path[0].value == "take"
        for box in list_concerned(game, view, action)
    }
    assert takes and takes <= set(list_lit(game, view, question))
    assert set(list_lit(game, view, question, {"take"})) == takes
    assert list_lit(game, view, question, {"end"}) == ()


def test_the_light_has_one_smooth_outline_around_neighbours() -> None:
    game = GAMES["das_riff"]
    view = view_step(game.rules[game.version], game.lesson[0])
    board = game.draw(view, Scene(names(2), words(), reader=PUPIL))
    pair = (Box(400, 400, 100, 100), Box(506, 400, 100, 100))
    shown = light(board, pair)
    gap, near, far = Box(501, 400, 4, 100), Box(612, 440, 4, 20), Box(700, 380, 100, 140)
    assert measure_light(gap, shown) == measure_light(gap, board)
    shares = [measure_light(box, shown) / measure_light(box, board) for box in (near, far)]
    assert shares[1] < shares[0] < 1, "the light fades out"


def test_a_stack_lights_only_cards_that_can_be_played_on_it() -> None:
    game = GAMES["coral_reef"]
    view = view_step(game.rules[game.version], game.lesson[0])
    lit = game.list_places(view, "stack", "1")
    assert len(lit) == 1 + len("45"), "the seven can't be played"

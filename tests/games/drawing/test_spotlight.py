"""The spotlight of lessons and puzzles, which dims everything except the subject of a question."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image, ImageDraw, ImageStat

from games.core.lesson import PUPIL, list_offers, view_step
from games.core.narrow import Question, narrow
from games.core.picture import GOLD, LABELS, NAVY, PLATES, WHITE, WIDTH, Box
from games.core.shapes import ActionLike
from games.core.texts import Scene
from games.core.words import list_locales, words
from games.drawing import palette
from games.drawing.spotlight import (
    FRAME,
    OUT,
    STRIP,
    Lit,
    Spotlight,
    draw_spotlight,
    light,
    list_action_places,
    list_lit_places,
)
from games.registry import GAMES
from tests.games.contract.texts import make_names
from tests.games.drawing.written import record_lines
from tests.support.game_parts import WITH_LESSON, WITH_PLACES
from tools.walks import Case

SEATED = [(key, seats) for key in WITH_PLACES for seats in GAMES[key].seats]
ALL_LIT = 0.9
"""A spotlight that lights more of a board than this share would show nothing."""


def measure_light(box: Box, board: Image.Image) -> float:
    """Return the mean brightness of a box of a board."""
    part = board.convert("RGB").crop((box.x, box.y, box.x + box.w, box.y + box.h))
    return float(ImageStat.Stat(part.convert("L")).mean[0])


def cut_frame(box: Box) -> Box:
    """Shrink a box so that it excludes the frame around it."""
    rim = sum(thick for _, thick in FRAME)
    return Box(box.x + rim, box.y + rim, box.w - 2 * rim, box.h - 2 * rim)


def count_gold(box: Box, board: Image.Image) -> int:
    """Return the number of golden pixels in a box."""
    return board.crop((box.x, box.y, box.x + box.w, box.y + box.h)).histogram()[palette.index(GOLD)]


def make_white(wide: int, high: int) -> Image.Image:
    """Return a white picture in the shared palette."""
    board = Image.new("P", (wide, high), palette.index(WHITE))
    board.putpalette(palette.flat())
    return board


def list_corners(board: Image.Image) -> list[Box]:
    """Return small boxes in the corners of a board."""
    return [Box(x, y, 60, 60) for x in (0, board.width - 60) for y in (0, board.height - 60)]


@pytest.mark.parametrize(("key", "seats"), SEATED)
def test_every_choice_has_a_place_on_the_choosing_seats_board(key: str, seats: int) -> None:
    game = GAMES[key]
    case = Case(game, seats, game.get_defaults(), 11, rich=True)
    placed = set[str]()
    for ply in case.plies(12):
        state = case.match.state_at(ply)
        for seat in case.rules.to_act(state):
            view = case.rules.view(state, seat)
            board = game.draw(view, Scene(make_names(seats), words(), reader=seat))
            for action in case.rules.legal_actions(state, seat)[:200]:
                for box in list_action_places(game, view, action):
                    placed.add(str(action.path[0].value))
                    assert 0 <= box.x < box.x + box.w <= board.width
                    assert 0 <= box.y < box.y + box.h <= board.height
    assert placed, "choices have places"


@pytest.mark.parametrize("key", [key for key in WITH_LESSON if key in WITH_PLACES])
def test_lessons_highlight_the_subject_of_each_step(key: str) -> None:
    game, lit = GAMES[key], 0
    rules = game.rules[game.version]
    for step in game.lesson:
        view = view_step(rules, step)
        found = narrow(list_offers(rules, step), (), game.fields)
        assert isinstance(found, Question)
        kinds = {str(rules.read(token).path[0].value) for token in step.task.answers}
        places = list_lit_places(game, view, found, kinds)
        boxes = (*places.chosen, *places.concerned)
        board = game.draw(view, Scene(make_names(game.seats.start), words(), reader=PUPIL))
        plates, labels = (game.list_places(view, field, "") for field in (PLATES, LABELS))
        shown = light(board, places, plates, labels)
        if not boxes:
            assert shown is board
            continue
        lit += 1
        same = sum(one == other for one, other in zip(board.tobytes(), shown.tobytes(), strict=True))
        assert same < ALL_LIT * board.width * board.height
        for box in (*boxes, *plates):
            seen = cut_frame(box)
            assert measure_light(seen, shown) == measure_light(seen, board)
        assert any(
            measure_light(corner, shown) < measure_light(corner, board) for corner in list_corners(board)
        )
    assert lit >= len(game.lesson) - 2


def test_a_kind_of_move_highlights_the_places_of_all_its_moves() -> None:
    game = GAMES["das_riff"]
    case = Case(game, 2, game.get_defaults(), 11, rich=True)
    rules, legal, state = case.rules, tuple[ActionLike, ...](), case.match.opening
    for ply in range(case.match.ply):
        state = case.match.state_at(ply)
        legal = rules.legal_actions(state, rules.turn(state) or 0)
        if {"take", "end"} <= {action.path[0].value for action in legal}:
            break
    view = rules.view(state, rules.turn(state))
    question = narrow(legal, (), game.fields)
    assert isinstance(question, Question) and question.field == "kind"
    takes = [action for action in legal if action.path[0].value == "take"]
    firsts = {
        box
        for action in takes
        for box in game.list_places(view, action.path[1].field, str(action.path[1].value))
    }
    concerned = {box for action in takes for box in list_action_places(game, view, action)}
    assert firsts and firsts <= set(list_lit_places(game, view, question).chosen)
    lit = list_lit_places(game, view, question, {"take"})
    assert set(lit.chosen) == firsts and set(lit.concerned) == concerned - firsts
    assert list_lit_places(game, view, question, {"end"}) == Lit()


def test_each_place_has_its_own_frame_on_a_dimmed_board() -> None:
    game = GAMES["das_riff"]
    view = view_step(game.rules[game.version], game.lesson[0])
    board = game.draw(view, Scene(make_names(2), words(), reader=PUPIL))
    pair = (Box(400, 400, 100, 100), Box(506, 400, 100, 100))
    shown = light(board, Lit(pair))
    far = Box(700, 380, 100, 140)
    assert measure_light(far, shown) < measure_light(far, board)
    for box in pair:
        inside = cut_frame(box)
        assert measure_light(inside, shown) == measure_light(inside, board)
        for edge in (box._replace(w=10), box._replace(x=box.x + box.w - 10, w=10)):
            assert count_gold(edge, shown) > 4 * box.h, "the frame is visible on a phone"


def test_a_rectangle_full_of_places_has_one_frame() -> None:
    board = make_white(600, 500)
    places = [Box(x, y, 100, 80) for x in (60, 168) for y in (60, 146)]
    gap, outside = Box(161, 70, 6, 140), Box(54, 90, 10, 100)
    whole = light(board, Lit(tuple(places)))
    assert count_gold(gap, whole) == 0 and count_gold(outside, whole) > 400
    assert measure_light(gap, whole) == measure_light(gap, board)
    assert count_gold(gap, light(board, Lit(tuple(places[:3])))) > 100


def test_places_that_a_choice_concerns_are_lit_without_a_frame() -> None:
    board = make_white(600, 500)
    chosen, concerned = Box(60, 60, 100, 80), (Box(300, 60, 90, 90), Box(396, 60, 90, 90))
    shown = light(board, Lit((chosen,), concerned))
    for box in (*concerned, Box(391, 64, 4, 80)):
        assert measure_light(box, shown) == measure_light(box, board) and count_gold(box, shown) == 0


def test_a_place_that_the_question_mentions_has_a_pointer_and_a_white_frame() -> None:
    board = make_white(600, 500).point(lambda index: palette.index(NAVY))
    place = Box(200, 200, 100, 100)
    shown = light(board, Lit((place,), mentioned=(place,)))
    assert count_gold(place, shown) == 0, "the pointer's frame replaces the golden one"
    above = Box(200, 150, 100, 40)
    white = palette.index(WHITE)
    assert shown.crop((200, 196, 300, 206)).histogram()[white] > 400
    assert shown.crop((above.x, above.y, above.x + above.w, above.y + above.h)).histogram()[white] > 500
    # A pointer that would leave the picture, or cover something, is below the place instead.
    edge = Box(200, 10, 100, 100)
    pen = ImageDraw.Draw(board)
    pen.line((226, 170, 274, 190), fill=palette.index(GOLD), width=4)
    for box in (edge, place):
        low = box.y + box.h + 10
        shown = light(board, Lit(mentioned=(box,)))
        assert shown.crop((box.x, low, box.x + box.w, low + 25)).histogram()[white] > 200


@pytest.mark.parametrize("key", ["coral_reef", "das_riff"])
def test_no_frame_covers_a_label(key: str) -> None:
    game = GAMES[key]
    rules = game.rules[game.version]
    for step in game.lesson:
        view = view_step(rules, step)
        board = game.draw(view, Scene(make_names(2), words(), reader=PUPIL))
        labels = game.list_places(view, LABELS, "")
        places = {
            box for action in list_offers(rules, step) for box in list_action_places(game, view, action)
        }
        shown = light(board, Lit(tuple(places)), labels=labels)
        assert len(labels) >= 4
        for label in labels:
            assert count_gold(label, shown) <= count_gold(label, board)


def test_a_frame_is_closed_at_the_edge_of_the_picture() -> None:
    board = make_white(400, 302)
    shown = light(board, Lit((Box(296, 198, 104, 104),)))
    for box in (Box(400 - 16, 220, 16, 40), Box(320, 302 - 16, 40, 16)):
        assert count_gold(box, shown) >= 6 * 40
    assert OUT < 16


def test_a_label_next_to_a_lit_place_is_lit_too() -> None:
    board = make_white(400, 400)
    place, label, far = Box(100, 100, 100, 100), Box(70, 130, 20, 30), Box(40, 130, 10, 30)
    shown = light(board, Lit((place,)), labels=(label, far))
    assert measure_light(label, shown) == measure_light(label, board) > measure_light(far, shown)


@pytest.mark.parametrize("key", WITH_PLACES)
def test_a_puzzle_marks_neither_the_last_move_nor_what_a_card_scores(key: str) -> None:
    game = GAMES[key]
    case = Case(game, game.seats.start, game.get_defaults(), 11, rich=True)
    ply = case.match.ply // 2
    view = case.rules.view(case.match.state_at(ply), 0)
    scene = Scene(make_names(game.seats.start), words(), case.match.steps[ply - 1].events, reader=0)
    plain = draw_spotlight(game, view, replace(scene, events=()), Spotlight(Lit()))
    assert draw_spotlight(game, view, scene, Spotlight(Lit())).tobytes() == plain.tobytes()
    with record_lines() as lines:
        draw_spotlight(game, view, scene, Spotlight(Lit()))
    assert not any(line.content.startswith("now ") for line in lines)


@pytest.mark.parametrize("locale", list_locales())
@pytest.mark.parametrize("key", [key for key in WITH_LESSON if key in WITH_PLACES])
def test_every_task_fits_above_the_board(key: str, locale: str) -> None:
    game, w = GAMES[key], words(locale)
    for step in game.lesson:
        view, scene = view_step(game.rules[game.version], step), Scene(make_names(game.seats.start), w)
        with record_lines() as lines:
            shown = draw_spotlight(game, view, scene, Spotlight(Lit(), w.msg(step.task.asks)))
        assert shown.size == (WIDTH, STRIP + game.draw(view, scene).height)
        asked = " ".join(line.content for line in lines[-2:])
        assert w.msg(step.task.asks) in asked and "…" not in asked


def test_choosing_a_stack_highlights_only_cards_that_can_be_played_on_it() -> None:
    game = GAMES["coral_reef"]
    view = view_step(game.rules[game.version], game.lesson[0])
    lit = game.list_places(view, "stack", "1")
    assert len(lit) == 1 + len("45"), "the seven can't be played"

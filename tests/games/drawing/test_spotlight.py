"""The spotlight of lessons and puzzles, which dims everything except the subject of a question."""

from __future__ import annotations

import pytest
from PIL import Image, ImageStat

from games.core.lesson import PUPIL, list_offers, view_step
from games.core.narrow import Question, narrow
from games.core.picture import GOLD, LABELS, PLATES, WHITE, WIDTH, Box
from games.core.shapes import ActionLike
from games.core.texts import Scene
from games.core.words import list_locales, words
from games.drawing import palette
from games.drawing.spotlight import (
    COARSE,
    EDGE,
    STRIP,
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


def cut_rim(box: Box, board: Image.Image) -> Box:
    """Shrink a box so that it excludes the rim at the edge of the board."""
    rim = 3 * EDGE * COARSE
    left, top = max(box.x, rim), max(box.y, rim)
    right, low = min(box.x + box.w, board.width - rim), min(box.y + box.h, board.height - rim)
    return Box(left, top, right - left, low - top)


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
        board = game.draw(view, Scene(make_names(game.seats.start), words(), reader=PUPIL))
        plates, labels = (game.list_places(view, field, "") for field in (PLATES, LABELS))
        shown = light(board, places, plates, labels)
        if not places:
            assert shown is board
            continue
        lit += 1
        same = sum(one == other for one, other in zip(board.tobytes(), shown.tobytes(), strict=True))
        assert same < ALL_LIT * board.width * board.height
        for box in (*places, *plates):
            seen = cut_rim(box, board)
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
    takes = {
        box
        for action in legal
        if action.path[0].value == "take"
        for box in list_action_places(game, view, action)
    }
    assert takes and takes <= set(list_lit_places(game, view, question))
    assert set(list_lit_places(game, view, question, {"take"})) == takes
    assert list_lit_places(game, view, question, {"end"}) == ()


def test_neighbours_share_one_golden_rim_on_a_dimmed_board() -> None:
    game = GAMES["das_riff"]
    view = view_step(game.rules[game.version], game.lesson[0])
    board = game.draw(view, Scene(make_names(2), words(), reader=PUPIL))
    pair = (Box(400, 400, 100, 100), Box(506, 400, 100, 100))
    shown = light(board, pair)
    gap, beside, far = Box(501, 400, 4, 100), Box(610, 420, 20, 60), Box(700, 380, 100, 140)
    assert measure_light(gap, shown) == measure_light(gap, board)
    assert measure_light(far, shown) < measure_light(far, board)
    part = shown.crop((beside.x, beside.y, beside.x + beside.w, beside.y + beside.h)).tobytes()
    assert part.count(palette.index(GOLD)) > 5 * beside.h, "the rim is visible on a phone"


def test_no_rim_covers_a_label() -> None:
    game = GAMES["reef"]
    view = view_step(game.rules[game.version], game.lesson[1])
    board = game.draw(view, Scene(make_names(2), words(), reader=PUPIL))
    labels = game.list_places(view, LABELS, "")
    cells = [box for name in ("a1", "d4") for box in game.list_places(view, "cell", name)]
    shown = light(board, cells, labels=labels)
    assert len(labels) > 8
    for x, y, w, h in labels:
        assert palette.index(GOLD) not in shown.crop((x, y, x + w, y + h)).tobytes()


def test_a_rim_is_closed_at_the_edge_of_the_picture() -> None:
    board = make_white(400, 302)
    shown = light(board, [Box(296, 198, 98, 98)])
    rim = (EDGE + 1) * COARSE
    gold, white = palette.index(GOLD), palette.index(WHITE)
    for box in ((400 - rim, 220, 400, 260), (320, 302 - rim, 360, 302)):
        part = shown.crop(box).histogram()
        assert part[gold] >= 7 * 40 and part[white] <= (rim - EDGE * COARSE + 2) * 40


def test_a_label_next_to_a_lit_place_is_lit_too() -> None:
    board = make_white(400, 400)
    place, label, far = Box(100, 100, 100, 100), Box(76, 130, 20, 30), Box(40, 130, 10, 30)
    shown = light(board, [place], labels=(label, far))
    assert measure_light(label, shown) == measure_light(label, board) > measure_light(far, shown)


def test_neighbours_share_a_rim_only_if_there_are_many_lights() -> None:
    board = make_white(600, 500)
    row, gap = [Box(100, 60, 100, 100), Box(270, 60, 100, 100)], Box(230, 90, 10, 40)
    assert measure_light(gap, light(board, row)) < measure_light(gap, board)
    assert measure_light(gap, light(board, [*row, Box(100, 300, 80, 80)])) == measure_light(gap, board)
    apart = [row[0], row[1]._replace(x=310), Box(100, 300, 80, 80)]
    assert measure_light(gap, light(board, apart)) < measure_light(gap, board)


@pytest.mark.parametrize("locale", list_locales())
@pytest.mark.parametrize("key", [key for key in WITH_LESSON if key in WITH_PLACES])
def test_every_task_fits_above_the_board(key: str, locale: str) -> None:
    game, w = GAMES[key], words(locale)
    for step in game.lesson:
        view, scene = view_step(game.rules[game.version], step), Scene(make_names(game.seats.start), w)
        with record_lines() as lines:
            shown = draw_spotlight(game, view, scene, Spotlight((), w.msg(step.task.asks)))
        assert shown.size == (WIDTH, STRIP + game.draw(view, scene).height)
        asked = " ".join(line.content for line in lines[-2:])
        assert w.msg(step.task.asks) in asked and "…" not in asked


def test_choosing_a_stack_highlights_only_cards_that_can_be_played_on_it() -> None:
    game = GAMES["coral_reef"]
    view = view_step(game.rules[game.version], game.lesson[0])
    lit = game.list_places(view, "stack", "1")
    assert len(lit) == 1 + len("45"), "the seven can't be played"

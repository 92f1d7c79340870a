"""Lessons and puzzles dim everything on a board except the subject of the question."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image, ImageChops, ImageStat

from games.core.lesson import LEARNER_SEAT, list_offered_actions, view_step
from games.core.match import view_at
from games.core.narrow import FieldQuestion, find_next_question
from games.core.picture import (
    COMPLETED_FIELD,
    EVERY_FIELD,
    GOLD_COLOUR,
    GROUND_FIELD,
    HELD_VALUE,
    INK_COLOUR,
    LABELS_FIELD,
    NAVY_COLOUR,
    OUTLINED_FIELD,
    OWN_FIELD,
    PICTURE_WIDTH,
    PLATES_FIELD,
    UNAVAILABLE_FIELD,
    WHITE_COLOUR,
    Box,
    find_union,
)
from games.core.shapes import ActionLike
from games.core.texts import Scene
from games.core.words import list_locales, load_words
from games.drawing import palette
from games.drawing.contours import (
    CHOICE_CONTOUR,
    MENTION_CONTOUR,
    ContourLines,
    draw_contour,
    fit_contour,
    measure_reach,
)
from games.drawing.spotlight import (
    DIM_SHARE,
    MAX_FRAMES,
    PUZZLE_DIM_SHARE,
    STRIP_HEIGHT,
    LitPlaces,
    Spotlight,
    Surroundings,
    draw_spotlight,
    find_fully_offered_places,
    focus_on_mentions,
    light_places,
    list_action_places,
    list_lit_places,
    list_place_kinds,
)
from games.drawing.veil import tan_picture
from games.reef.parts import MAX_STACK_HEIGHT
from games.reef.stacks import STACK_HEIGHTS
from games.registry import GAMES
from tests.games.contract.texts import make_names
from tests.games.drawing.written import record_lines
from tests.support.cases import join_cases
from tests.support.game_parts import GAMES_WITH_LESSON, GAMES_WITH_PLACES
from tests.support.nightly import defer_middle_seat_counts, defer_to_ci
from tools.walks import Case

GAMES_AND_SEAT_COUNTS = [(key, seats) for key in GAMES_WITH_PLACES for seats in GAMES[key].seat_counts]
MAX_LIT_SHARE = 0.9
"""Maximum share of a board that a spotlight may light. With more, nothing would stand out."""
MIDDLE_Y = 600
"""Y coordinate of the middle of a board, above the viewer's hand."""


MIN_CONTRAST = 40
"""Minimum difference in grey between a contour and its surroundings, on a board 312 pixels wide."""


def crop_pixels(picture: Image.Image, box: Box) -> bytes:
    return picture.crop((box.x, box.y, box.x + box.w, box.y + box.h)).tobytes()


def measure_light(box: Box, board: Image.Image) -> float:
    part = board.convert("RGB").crop((box.x, box.y, box.x + box.w, box.y + box.h))
    return float(ImageStat.Stat(part.convert("L")).mean[0])


def shrink_box(box: Box, margin: int = 5) -> Box:
    """Return the part of a box that its rounded corners don't touch."""
    return Box(box.x + margin, box.y + margin, box.w - 2 * margin, box.h - 2 * margin)


def measure_contrast(box: Box, picture: Image.Image) -> int:
    """Return the difference between the lightest and the darkest grey in a box."""
    low, high = crop_grey(box, picture).getextrema()
    return int(high) - int(low)  # type: ignore[arg-type]


def crop_grey(box: Box, picture: Image.Image) -> Image.Image:
    part = picture.crop((box.x, box.y, box.x + box.w, box.y + box.h))
    return part.convert("RGB").convert("L")


def list_surrounding_strips(box: Box, extra_width: int = 0) -> list[Box]:
    """Return the strips left, right, above and below a box, ``extra_width`` pixels wider than a contour."""
    reach = measure_reach(CHOICE_CONTOUR) + extra_width
    return [
        Box(box.x - reach, box.y + 20, reach, box.h - 40),
        Box(box.x + box.w, box.y + 20, reach, box.h - 40),
        Box(box.x + 20, box.y - reach, box.w - 40, reach),
        Box(box.x + 20, box.y + box.h, box.w - 40, reach),
    ]


def count_gold_pixels(box: Box, board: Image.Image) -> int:
    return count_pixels(box, board, GOLD_COLOUR)


def count_pixels(box: Box, board: Image.Image, colour: str) -> int:
    return board.crop((box.x, box.y, box.x + box.w, box.y + box.h)).histogram()[palette.find_index(colour)]


def make_white_board(width: int, height: int) -> Image.Image:
    board = Image.new("P", (width, height), palette.find_index(WHITE_COLOUR))
    board.putpalette(palette.to_bytes())
    return board


def list_corners(board: Image.Image) -> list[Box]:
    return [Box(x, y, 60, 60) for x in (0, board.width - 60) for y in (0, board.height - 60)]


@pytest.mark.parametrize(("key", "seat_count"), defer_middle_seat_counts(GAMES_AND_SEAT_COUNTS))
def test_every_choice_has_a_place_on_the_choosing_seats_board(key: str, seat_count: int) -> None:
    game = GAMES[key]
    case = Case(game, seat_count, game.get_default_options(), 11, is_rich=True)
    placed = set[str]()
    for ply in case.list_plies(12):
        state = case.match.state_at(ply)
        for seat in case.rules.to_act(state):
            view = case.rules.view(state, seat)
            board = game.draw(view, Scene(make_names(seat_count), load_words(), reader_seat=seat))
            for action in case.rules.legal_actions(state, seat)[:200]:
                for box in list_action_places(game, view, action):
                    placed.add(str(action.path[0].value))
                    assert 0 <= box.x < box.x + box.w <= board.width
                    assert 0 <= box.y < box.y + box.h <= board.height
    assert placed, "choices have places"


@pytest.mark.parametrize("key", [key for key in GAMES_WITH_LESSON if key in GAMES_WITH_PLACES])
def test_lessons_highlight_the_subject_of_each_step(key: str) -> None:
    game, lit = GAMES[key], 0
    rules = game.rules[game.version]
    for step in game.lesson_steps:
        view = view_step(rules, step)
        found = find_next_question(list_offered_actions(rules, step), (), game.field_settings)
        assert isinstance(found, FieldQuestion)
        kinds = {str(rules.read(token).path[0].value) for token in step.task.right_tokens}
        places = list_lit_places(game, view, found, kinds)
        boxes = (*places.choices, *places.affected)
        board = game.draw(
            view, Scene(make_names(game.seat_counts.start), load_words(), reader_seat=LEARNER_SEAT)
        )
        plates, labels = (game.list_places(view, field, "") for field in (PLATES_FIELD, LABELS_FIELD))
        shown = light_places(board, places, Surroundings(plates, labels=labels))
        if not boxes:
            assert shown is board
            continue
        lit += 1
        same = ImageChops.difference(board, shown).histogram()[0]
        assert same < MAX_LIT_SHARE * board.width * board.height
        for box in (shrink_box(box, 9) for box in boxes):
            assert measure_light(box, shown) == measure_light(box, board), "contours cover only edges"
        for box in map(shrink_box, plates):
            assert measure_light(box, shown) == measure_light(box, board)
        assert any(
            measure_light(corner, shown) < measure_light(corner, board) for corner in list_corners(board)
        )
    assert lit >= len(game.lesson_steps) - 2


def test_a_kind_of_move_highlights_the_places_of_all_its_moves() -> None:
    game = GAMES["das_riff"]
    case = Case(game, 2, game.get_default_options(), 11, is_rich=True)
    rules, legal, state = case.rules, tuple[ActionLike, ...](), case.match.opening_state
    for ply in range(case.match.ply):
        state = case.match.state_at(ply)
        legal = rules.legal_actions(state, rules.find_active_seat(state) or 0)
        if {"take", "end"} <= {action.path[0].value for action in legal}:
            break
    view = rules.view(state, rules.find_active_seat(state))
    question = find_next_question(legal, (), game.field_settings)
    assert isinstance(question, FieldQuestion) and question.field == "kind"
    takes = [action for action in legal if action.path[0].value == "take"]
    firsts = {
        box
        for action in takes
        for box in game.list_places(view, action.path[1].field, str(action.path[1].value))
    }
    concerned = {box for action in takes for box in list_action_places(game, view, action)}
    assert firsts and firsts <= set(list_lit_places(game, view, question).choices)
    lit = list_lit_places(game, view, question, {"take"})
    assert set(lit.choices) == firsts and set(lit.affected) == concerned - firsts
    assert list_lit_places(game, view, question, {"end"}) == LitPlaces()


def test_a_contour_surrounds_its_piece_without_covering_it() -> None:
    game = GAMES["das_riff"]
    view = view_step(game.rules[game.version], game.lesson_steps[0])
    board = game.draw(view, Scene(make_names(2), load_words(), reader_seat=LEARNER_SEAT))
    place = Box(400, 400, 128, 128)
    shown = light_places(board, LitPlaces((place,)))
    far = Box(700, 380, 100, 140)
    assert measure_contrast(far, shown) < measure_contrast(far, board)
    assert crop_pixels(shown, shrink_box(place)) == crop_pixels(board, shrink_box(place))
    for strip in list_surrounding_strips(place):
        assert count_gold_pixels(strip, shown) >= 4 * max(strip.w, strip.h), (
            "the contour is visible on a phone"
        )


@pytest.mark.parametrize("lines", [CHOICE_CONTOUR, MENTION_CONTOUR])
@pytest.mark.parametrize("gap", [6, 9, 14])
def test_a_contour_keeps_off_neighbours(lines: ContourLines, gap: int) -> None:
    board = make_white_board(600, 500).point(lambda index: palette.find_index(NAVY_COLOUR))
    place = Box(200, 200, 100, 100)
    near = Box(place.x + place.w + gap, 180, 100, 140)
    for neighbours in ((near,), (near, place._replace(y=place.y + 40))):
        shown = board.copy()
        whole = draw_contour(shown, board, [place], lines, neighbours)
        assert whole.x + whole.w <= near.x and crop_pixels(shown, near) == crop_pixels(board, near)
        colour = palette.find_index(lines[1][0])
        row = shown.crop((place.x - 20, place.y + 50, place.x + 20, place.y + 51)).tobytes()
        assert row.count(colour) >= 6, "the contour is visible on a phone"
        assert crop_pixels(shown, shrink_box(place, 9)) == crop_pixels(board, shrink_box(place, 9))


@join_cases([(overlap,) for overlap in range(1, 16)])
def test_places_whose_edges_barely_overlap_can_share_a_contour(overlap: int) -> None:
    board = make_white_board(600, 500)
    places = [Box(200, 200, 100, 100), Box(300 - overlap, 306, 100, 100)]
    near = (Box(200, 106, 100, 90), Box(406 - overlap, 306, 100, 100))
    for lines in (CHOICE_CONTOUR, MENTION_CONTOUR):
        shown = board.copy()
        whole = draw_contour(shown, board, places, lines, near)
        assert find_union((*places, whole)) == whole


def test_many_groups_of_choices_have_no_contours() -> None:
    board = make_white_board(1400, 500)
    places = tuple(Box(60 + 180 * i, 60, 100, 80) for i in range(MAX_FRAMES + 1))
    some, many = (light_places(board, LitPlaces(places[:count])) for count in (MAX_FRAMES, MAX_FRAMES + 1))
    assert count_gold_pixels(Box(0, 0, 1400, 500), some) and not count_gold_pixels(Box(0, 0, 1400, 500), many)
    for place in places:
        assert crop_pixels(many, shrink_box(place)) == crop_pixels(board, shrink_box(place)), "they are lit"


@pytest.mark.parametrize("key", GAMES_WITH_PLACES)
def test_a_puzzle_keeps_the_solvers_own_pieces_lit(key: str) -> None:
    game = GAMES[key]
    view = view_step(game.rules[game.version], game.lesson_steps[3])
    scene = Scene(make_names(game.seat_counts.start), load_words(), reader_seat=LEARNER_SEAT)
    own = game.list_places(view, OWN_FIELD, "")
    board = game.draw(view, replace(scene, is_quiz=True))
    shown = draw_spotlight(game, view, scene, Spotlight(LitPlaces((Box(700, 40, 60, 60),))))
    assert own
    grounds = game.list_places(view, GROUND_FIELD, "")
    for box in own:
        # The water around a ground isn't lit.
        less = 60 if box in grounds else 9
        assert crop_pixels(shown, shrink_box(box, less)) == crop_pixels(board, shrink_box(box, less))


@pytest.mark.parametrize("key", GAMES_WITH_PLACES)
def test_a_lesson_keeps_what_the_learner_holds_lit_unless_it_is_about_that(key: str) -> None:
    game = GAMES[key]
    view = view_step(game.rules[game.version], game.lesson_steps[3])
    scene = Scene(make_names(game.seat_counts.start), load_words(), reader_seat=LEARNER_SEAT)
    held = game.list_places(view, OWN_FIELD, HELD_VALUE)
    board = game.draw(view, replace(scene, is_quiz=True))
    for chosen in (Box(700, 40, 60, 60), held[0]):
        lit = Spotlight(LitPlaces((chosen,)), frames_groups=True)
        shown = draw_spotlight(game, view, scene, lit)
        box = shrink_box(held[-1], 9)
        assert (crop_pixels(shown, box) == crop_pixels(board, box)) is (chosen != held[0] or len(held) == 1)


@pytest.mark.parametrize("index", [4, 9])
def test_completed_pairs_stay_lit_when_a_lesson_is_about_other_own_pieces(index: int) -> None:
    game = GAMES["das_riff"]
    view = view_step(game.rules[game.version], game.lesson_steps[index])
    scene = Scene(make_names(2), load_words(), reader_seat=LEARNER_SEAT)
    pairs = game.list_places(view, COMPLETED_FIELD, "")
    stock = game.list_places(view, OWN_FIELD, HELD_VALUE)[-1]
    board = game.draw(view, replace(scene, is_quiz=True))
    shown = draw_spotlight(game, view, scene, Spotlight(LitPlaces((stock,)), frames_groups=True))
    assert pairs
    for box in pairs:
        assert crop_pixels(shown, shrink_box(box, 12)) == crop_pixels(board, shrink_box(box, 12))


def test_dimmed_cards_on_lit_sand_look_like_sand() -> None:
    game = GAMES["coral_reef"]
    view = view_step(game.rules[game.version], game.lesson_steps[4])
    scene = Scene(make_names(2), load_words(), reader_seat=LEARNER_SEAT)
    first, *_, last = game.list_places(view, OWN_FIELD, "")
    shown = draw_spotlight(game, view, scene, Spotlight(LitPlaces((first,)), frames_groups=True))
    board = game.draw(view, replace(scene, is_quiz=True))
    box = shrink_box(last, 12)
    assert crop_pixels(shown, box) == crop_pixels(tan_picture(board), box)


def test_the_viewers_turtle_stays_lit_without_the_water_around_it() -> None:
    game = GAMES["australis"]
    view = view_step(game.rules[game.version], game.lesson_steps[5])
    scene = Scene(make_names(2), load_words(), reader_seat=LEARNER_SEAT)
    (box,) = game.list_places(view, OUTLINED_FIELD, "")
    board = game.draw(view, replace(scene, is_quiz=True))
    shown = draw_spotlight(game, view, scene, Spotlight(LitPlaces((Box(700, 40, 60, 60),))))
    middle = Box(box.x + box.w // 2 - 12, box.y + box.h // 2 - 20, 16, 16)
    assert crop_pixels(shown, middle) == crop_pixels(board, middle)
    corner = Box(box.x, box.y, 8, 8)
    assert crop_pixels(shown, corner) != crop_pixels(board, corner)


def test_neighbours_to_choose_from_share_a_contour_with_a_line_between_them() -> None:
    board = make_white_board(600, 500)
    places = [Box(x, y, 100, 80) for x in (60, 168) for y in (60, 146)]
    upright, level, outside = Box(160, 64, 8, 72), Box(64, 140, 92, 6), Box(48, 80, 12, 120)
    for count in (4, 3):
        shown = light_places(board, LitPlaces(tuple(places[:count])))
        assert count_gold_pixels(outside, shown) > 400
        for gap in (upright, level):
            assert count_gold_pixels(gap, shown) >= 4 * max(gap.w, gap.h), "each has a frame"
        for place in map(shrink_box, places[:count]):
            assert crop_pixels(shown, place) == crop_pixels(board, place), "no line covers a piece"
    mentioned = light_places(board, LitPlaces(mentioned=tuple(places)))
    for gap in (upright, level):
        assert crop_pixels(mentioned, gap) == crop_pixels(board, gap), "they belong together"
    near = light_places(board, LitPlaces((places[0], places[2]._replace(x=163))))
    assert count_gold_pixels(Box(160, 64, 3, 72), near) == 0, "the gap has no room for a line"
    apart = light_places(board, LitPlaces((places[0], places[2]._replace(x=places[2].x + 60))))
    assert count_gold_pixels(Box(160, 80, 68, 40), apart) > 2 * 4 * 40, "pieces that are apart have their own"


def test_places_affected_by_a_choice_are_lit_without_a_contour() -> None:
    board = make_white_board(600, 500).point(lambda index: palette.find_index(NAVY_COLOUR))
    chosen, concerned = Box(60, 60, 100, 80), (Box(300, 60, 90, 90), Box(396, 60, 90, 90))
    shown = light_places(board, LitPlaces((chosen,), concerned))
    for box in (*map(shrink_box, concerned), Box(391, 64, 4, 80)):
        assert measure_light(box, shown) == measure_light(box, board)
    whole = Box(280, 40, 226, 130)
    assert count_gold_pixels(whole, shown) == 0
    assert palette.find_index(WHITE_COLOUR) not in crop_pixels(shown, whole)
    widths = [sum(thick for _, thick in lines) for lines in (CHOICE_CONTOUR, MENTION_CONTOUR)]
    assert widths == sorted(widths), "what a question mentions has the widest"


def test_a_place_that_the_question_mentions_has_a_white_contour() -> None:
    board = make_white_board(600, 500).point(lambda index: palette.find_index(NAVY_COLOUR))
    place, near, far = Box(200, 200, 100, 100), Box(308, 200, 100, 100), Box(460, 200, 100, 100)
    shown = light_places(board, LitPlaces((place, near, far), mentioned=(place,)))
    assert not any(count_gold_pixels(strip, shown) for strip in list_surrounding_strips(place)), (
        "it replaces the golden one"
    )
    assert shown.crop((210, 184, 290, 200)).histogram()[palette.find_index(WHITE_COLOUR)] >= 7 * 70
    assert not any(count_gold_pixels(strip, shown) for strip in list_surrounding_strips(near)), (
        "no golden one ends at it"
    )
    inner = Box(near.x + 12, near.y + 12, 76, 76)
    assert crop_pixels(shown, inner) == crop_pixels(board, inner), "the choice beside it is lit"
    assert any(count_gold_pixels(strip, shown) for strip in list_surrounding_strips(far))


@pytest.mark.parametrize("lines", [CHOICE_CONTOUR, MENTION_CONTOUR])
def test_contours_are_visible_in_grey_on_a_phone(lines: ContourLines) -> None:
    game = GAMES["das_riff"]
    view = view_step(game.rules[game.version], game.lesson_steps[0])
    board = game.draw(view, Scene(make_names(2), load_words(), reader_seat=LEARNER_SEAT))
    place = Box(400, 400, 128, 128)
    lit = LitPlaces((place,)) if lines == CHOICE_CONTOUR else LitPlaces(mentioned=(place,))
    small = (
        light_places(board, lit).convert("RGB").convert("L").resize((312, 312 * board.height // board.width))
    )
    share = 312 / board.width
    row = round(share * (place.y + place.h // 2))
    edge = round(share * place.x)
    values = small.crop((edge - 5, row, edge + 2, row + 1)).tobytes()
    assert max(values) - min(values) >= MIN_CONTRAST


def test_a_full_stack_is_marked_with_a_sign_beside_available_places() -> None:
    game = GAMES["reef"]
    view = view_step(game.rules[game.version], game.lesson_steps[4])
    own = view.seats[LEARNER_SEAT]  # type: ignore[attr-defined]
    assert not game.list_places(view, UNAVAILABLE_FIELD, "")
    full = replace(own, reef=(STACK_HEIGHTS.index(MAX_STACK_HEIGHT), *own.reef[1:]))
    seats = tuple(full if seat == LEARNER_SEAT else one for seat, one in enumerate(view.seats))  # type: ignore[attr-defined]
    (box,) = game.list_places(replace(view, seats=seats), UNAVAILABLE_FIELD, "")  # type: ignore[type-var]
    board = make_white_board(PICTURE_WIDTH, 1166)
    beside = box._replace(x=box.x + box.w + 8)
    shown = light_places(board, LitPlaces(affected=(beside,)), Surroundings(unavailable=(box,)))
    assert shown.tobytes() != light_places(board, LitPlaces(affected=(beside,))).tobytes()
    far = light_places(board, LitPlaces(affected=(Box(1000, 20, 80, 80),)), Surroundings(unavailable=(box,)))
    assert far.tobytes() == light_places(board, LitPlaces(affected=(Box(1000, 20, 80, 80),))).tobytes()


@pytest.mark.parametrize("key", ["coral_reef", "das_riff"])
def test_no_contour_covers_a_label(key: str) -> None:
    game = GAMES[key]
    rules = game.rules[game.version]
    for step in game.lesson_steps:
        view = view_step(rules, step)
        board = game.draw(view, Scene(make_names(2), load_words(), reader_seat=LEARNER_SEAT))
        labels = game.list_places(view, LABELS_FIELD, "")
        places = {
            box
            for action in list_offered_actions(rules, step)
            for box in list_action_places(game, view, action)
        }
        shown = light_places(board, LitPlaces(tuple(places)), Surroundings(labels=labels))
        assert len(labels) >= 4
        for label in labels:
            assert count_gold_pixels(shrink_box(label), shown) <= count_gold_pixels(shrink_box(label), board)


def test_a_contour_is_closed_at_the_edge_of_the_picture() -> None:
    board = make_white_board(400, 302)
    shown = light_places(board, LitPlaces((Box(292, 190, 104, 108),)))
    for box in (Box(280, 220, 16, 40), Box(320, 176, 40, 16)):
        assert count_gold_pixels(box, shown) >= 4 * 40
    assert all(
        palette.find_index(WHITE_COLOUR) == board.getpixel(place) for place in ((399, 240), (340, 301))
    )


def test_a_label_next_to_a_lit_place_is_lit_too() -> None:
    board = make_white_board(400, 400)
    place, label, far = Box(100, 100, 100, 100), Box(70, 130, 20, 30), Box(40, 130, 10, 30)
    label_middle = Box(74, 134, 12, 22)
    shown = light_places(board, LitPlaces((place,)), Surroundings(labels=(label, far)))
    assert measure_light(label_middle, shown) == measure_light(label_middle, board)
    assert measure_light(label_middle, shown) > measure_light(far, shown)


@pytest.mark.parametrize("key", GAMES_WITH_PLACES)
def test_a_puzzle_marks_neither_the_last_move_nor_what_a_card_scores(key: str) -> None:
    game = GAMES[key]
    case = Case(game, game.seat_counts.start, game.get_default_options(), 11, is_rich=True)
    ply = case.match.ply // 2
    view = case.rules.view(case.match.state_at(ply), 0)
    scene = Scene(
        make_names(game.seat_counts.start), load_words(), case.match.steps[ply - 1].events, reader_seat=0
    )
    plain = draw_spotlight(game, view, replace(scene, events=()), Spotlight(LitPlaces()))
    assert draw_spotlight(game, view, scene, Spotlight(LitPlaces())).tobytes() == plain.tobytes()
    with record_lines() as lines:
        draw_spotlight(game, view, scene, Spotlight(LitPlaces()))
    # The points that lie on open cards are higher up in the picture.
    assert not any(line.content.startswith("+") and line.top > MIDDLE_Y for line in lines)


@pytest.mark.parametrize("locale", defer_to_ci(list_locales(), "en", "nl"))
@pytest.mark.parametrize("key", [key for key in GAMES_WITH_LESSON if key in GAMES_WITH_PLACES])
def test_every_task_fits_above_the_board(key: str, locale: str) -> None:
    game, w = GAMES[key], load_words(locale)
    for step in game.lesson_steps:
        view, scene = view_step(game.rules[game.version], step), Scene(make_names(game.seat_counts.start), w)
        with record_lines() as lines:
            shown = draw_spotlight(game, view, scene, Spotlight(LitPlaces(), w.msg(step.task.task_text)))
        assert shown.size == (PICTURE_WIDTH, STRIP_HEIGHT + game.draw(view, scene).height)
        asked = " ".join(line.content for line in lines[-2:])
        assert w.msg(step.task.task_text) in asked and "…" not in asked


def test_choosing_a_stack_highlights_only_cards_that_can_be_played_on_it() -> None:
    game = GAMES["coral_reef"]
    view = view_step(game.rules[game.version], game.lesson_steps[0])
    lit = game.list_places(view, "stack", "1")
    assert len(lit) == 1 + len("45"), "the seven can't be played"


def test_a_puzzle_dims_less_than_a_lesson() -> None:
    board = make_white_board(600, 500)
    place, far = Box(60, 60, 100, 80), Box(400, 300, 100, 100)
    faint, usual = (
        light_places(board, LitPlaces((place,)), strength=one) for one in (PUZZLE_DIM_SHARE, DIM_SHARE)
    )
    assert measure_light(far, usual) < measure_light(far, faint) < measure_light(far, board)


def test_if_all_stacks_can_be_chosen_they_are_lit_without_frames() -> None:
    game = GAMES["coral_reef"]
    match = Case(game, 2, game.get_default_options(), 7, is_rich=True).match
    view = view_at(match, 0, match.rules.find_active_seat(match.opening_state))
    stacks, hand = (game.list_places(view, EVERY_FIELD, kind) for kind in ("0", "1"))
    assert len(stacks) == 4 and hand and not game.list_places(view, EVERY_FIELD, "2")
    assert find_fully_offered_places(list_place_kinds(game, view), LitPlaces(stacks, hand)) == (
        *stacks,
        *hand,
    )
    assert find_fully_offered_places(list_place_kinds(game, view), LitPlaces(stacks[1:], hand)) == hand
    scene = Scene(("Ann", "Ben"), load_words())
    plain = game.draw(view, replace(scene, is_quiz=True))
    assert draw_spotlight(game, view, scene, Spotlight(LitPlaces(stacks, hand))).tobytes() == plain.tobytes()
    some = draw_spotlight(game, view, scene, Spotlight(LitPlaces(stacks[1:], hand)))
    frame = hand[0]._replace(x=hand[0].x - 12, w=12)
    assert palette.find_index(GOLD_COLOUR) not in crop_pixels(some, frame)
    assert palette.find_index(GOLD_COLOUR) in crop_pixels(some, stacks[1]._replace(x=stacks[1].x - 12, w=12))


def test_of_equal_choices_only_those_that_the_question_mentions_are_lit() -> None:
    game = GAMES["australis"]
    view = view_step(game.rules[game.version], game.lesson_steps[0])
    dice = game.list_places(view, EVERY_FIELD, "0")
    kinds, mentioned = list_place_kinds(game, view), dice[1:3]
    assert focus_on_mentions(kinds, LitPlaces(dice, mentioned=mentioned)).choices == mentioned
    for lit in (LitPlaces(dice), LitPlaces(dice[1:], mentioned=mentioned)):
        assert focus_on_mentions(kinds, lit) == lit
    counts = game.list_places(view, "own", "fish")
    assert focus_on_mentions(kinds, LitPlaces(dice, mentioned=counts)).choices == dice
    shown = draw_spotlight(
        game,
        view,
        Scene(make_names(2), load_words(), reader_seat=LEARNER_SEAT),
        Spotlight(LitPlaces(dice, mentioned=mentioned), frames_groups=True),
    )
    plain = game.draw(view, Scene(make_names(2), load_words(), reader_seat=LEARNER_SEAT, is_quiz=True))
    faces = [Box(box.x + 16, box.y + 16, box.w - 32, box.h - 32) for box in dice]
    bright = [crop_pixels(shown, face) == crop_pixels(plain, face) for face in faces]
    assert bright == [box in mentioned for box in dice]


def test_a_space_of_australis_is_marked_with_everything_on_it() -> None:
    game = GAMES["australis"]
    step = next(step for step in game.lesson_steps if ("space", "1") in step.task.mentioned_values)
    view = view_step(game.rules[game.version], step)
    boxes = {value: game.list_places(view, "space", value)[0] for value in ("1", "4", "5")}
    assert boxes["1"].h > boxes["4"].h, "a turtle and its tag are on space 1"
    assert boxes["5"].w > boxes["4"].w, "a food cube is on space 5"


def test_names_of_spaces_beside_a_lit_reef_are_lit_too() -> None:
    game = GAMES["reef"]
    view = view_step(game.rules[game.version], game.lesson_steps[1])
    board = game.draw(view, Scene(make_names(2), load_words(), reader_seat=LEARNER_SEAT))
    (marked,) = game.list_places(view, "cell", "c1")
    labels = game.list_places(view, LABELS_FIELD, "")
    shown = light_places(board, LitPlaces(mentioned=(marked,)), Surroundings(labels=labels))
    below = [box for box in labels if marked.x < box.x < marked.x + marked.w and box.y > marked.y + marked.h]
    assert len(below) == 1 and crop_pixels(shown, shrink_box(below[0])) == crop_pixels(
        board, shrink_box(below[0])
    )


def test_a_lesson_frames_pieces_that_can_all_be_chosen_if_they_are_beside_each_other() -> None:
    game = GAMES["australis"]
    view = view_step(game.rules[game.version], game.lesson_steps[7])
    dice = game.list_places(view, EVERY_FIELD, "0")
    assert len(dice) == 2
    assert find_fully_offered_places(list_place_kinds(game, view), LitPlaces(dice)) == dice
    assert find_fully_offered_places(list_place_kinds(game, view), LitPlaces(dice), frames_groups=True) == ()
    scene = Scene(make_names(2), load_words(), reader_seat=LEARNER_SEAT)
    shown = [
        draw_spotlight(game, view, scene, Spotlight(LitPlaces(dice), frames_groups=framed))
        for framed in (False, True)
    ]
    strips = list_surrounding_strips(dice[0])
    assert count_gold_pixels(strips[2], shown[1]) > count_gold_pixels(strips[2], shown[0])
    stacks = GAMES["coral_reef"]
    apart = view_step(stacks.rules[stacks.version], stacks.lesson_steps[4])
    piles = stacks.list_places(apart, EVERY_FIELD, "0")
    assert (
        find_fully_offered_places(list_place_kinds(stacks, apart), LitPlaces(piles), frames_groups=True)
        == piles
    )


def test_a_label_beside_a_viewers_own_place_is_lit() -> None:
    board = Image.new("P", (400, 300), palette.find_index(GOLD_COLOUR))
    own, label = Box(100, 100, 90, 80), Box(110, 50, 60, 40)
    centre = (label.x + label.w // 2, label.y + label.h // 2)
    for shown, is_lit in (((own,), True), ((), False)):
        dimmed = light_places(board, LitPlaces(), Surroundings((own,), shown, (label,)), dims_always=True)
        assert (dimmed.getpixel(centre) == board.getpixel(centre)) is is_lit


def test_a_lesson_draws_an_arrow_to_where_a_piece_should_go() -> None:
    game = GAMES["das_riff"]
    step = next(step for step in game.lesson_steps if step.task.moved_values)
    view = view_step(game.rules[game.version], step)
    start, goal = (game.list_places(view, *value)[0] for value in step.task.moved_values)
    scene = Scene(make_names(2), load_words(), reader_seat=LEARNER_SEAT)
    lit = LitPlaces(mentioned=(start, goal))
    plain, shown = (
        draw_spotlight(game, view, scene, Spotlight(places))
        for places in (lit, lit._replace(moves=((start, goal),)))
    )
    between = Box(goal.x + goal.w + 20, start.y, start.x - goal.x - goal.w - 40, start.h)
    for colour in (WHITE_COLOUR, INK_COLOUR):
        drawn = count_pixels(between, shown, colour) - count_pixels(between, plain, colour)
        assert drawn > between.w * between.h / 20, "the arrow has full contrast"
    for box in (start, goal):
        inner = shrink_box(box, 16)
        assert crop_pixels(shown, inner) == crop_pixels(plain, inner), "the arrow covers no piece"


def test_a_contour_with_little_room_skips_bridges_narrower_than_its_lines() -> None:
    board = Image.new("P", (400, 300))
    dimmed = board.copy()
    # One place is above the other, and they share few columns. A third place next to them leaves little room.
    group = [Box(100, 100, 60, 40), Box(155, 150, 60, 40)]
    draw_contour(dimmed, board, group, CHOICE_CONTOUR, [Box(90, 100, 6, 40)])
    assert dimmed.tobytes() != board.tobytes()


@pytest.mark.parametrize("room", [7, 8, 10, 12])
def test_a_contour_with_little_room_leaves_most_of_the_border_of_its_pieces_visible(room: int) -> None:
    lines, reach = fit_contour(CHOICE_CONTOUR, room)
    assert reach < room, "it doesn't touch the neighbours"
    assert sum(width for _, width in lines) - reach <= 3
    assert lines[1][1] >= 6, "its colour is visible on a phone"

"""In every lesson of every game, each task can be solved by the intended answers and by no others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games.core.lesson import (
    LEARNER_SEAT,
    LessonFeedback,
    LessonStep,
    check_answer,
    list_offered_actions,
    view_step,
)
from games.core.narrow import FieldQuestion, add_implied_values, find_next_question, list_joined_values
from games.core.protocol import Game, GenericGame
from games.core.rng import Chance
from games.core.shapes import ActionLike
from games.core.texts import Scene
from games.core.words import load_words
from games.registry import GAMES
from tests.games.clauses import ROOT, read_clauses
from tests.games.contract.texts import assert_length, load_words_and_record_missing, make_names
from tests.games.example import GAME as EXAMPLE
from tests.support.cases import join_cases
from tools.walks import list_translated_locales

STEP_COUNTS = range(6, 11)
"""Allowed numbers of steps of a lesson."""
MAX_TITLE_LENGTH, MAX_TEXT_LENGTH, MAX_TASK_LENGTH, MAX_FEEDBACK_LENGTH = 60, 420, 200, 200
GAMES_WITH_EXAMPLE = (*GAMES.values(), EXAMPLE)
LESSONS = [(game, number) for game in GAMES_WITH_EXAMPLE for number in range(len(game.lesson_steps))]


def name_value(value: Any) -> str:
    return str(value.key) if isinstance(value, GenericGame) else str(value)


def find_rules(game: Game) -> Any:
    return game.rules[game.version]


def judge_answer(game: Game, step: LessonStep, token: str) -> LessonFeedback[Any, Any]:
    return check_answer(find_rules(game), step, token)


def find_faults(game: Game, step: LessonStep) -> Iterator[str]:
    """Yield the faults of a step's task, worded for its author."""
    task = step.task
    legal = {action.token for action in find_rules(game).legal_actions(step.make_position(), LEARNER_SEAT)}
    accepted = {token for token in legal if judge_answer(game, step, token).is_right}
    if not task.right_tokens:
        yield "no answer is named"
    for token in sorted(set(task.right_tokens) - legal):
        yield f"{token} is not legal"
    for token in sorted(set(task.right_tokens) & legal - accepted):
        yield f"{token} is not accepted"
    for token in sorted(accepted - set(task.right_tokens)):
        yield f"{token} is accepted"
    if not (legal - accepted or task.tempting_tokens):
        yield "nothing can be done wrong"
    for token in task.tempting_tokens:
        if token in legal:
            yield f"{token} is tempting but legal"
    for action in list_offered_actions(find_rules(game), step):
        found = judge_answer(game, step, action.token)
        if not found.is_right and not found.clause:
            yield f"{action.token} is wrong without a clause"


@pytest.mark.parametrize(("game", "number"), LESSONS, ids=name_value)
def test_each_task_is_solved_only_by_its_intended_answers(game: Game, number: int) -> None:
    assert list(find_faults(game, game.lesson_steps[number])) == []


@pytest.mark.parametrize("game", GAMES.values(), ids=name_value)
def test_a_lesson_has_six_to_ten_steps(game: Game) -> None:
    assert not game.lesson_steps or len(game.lesson_steps) in STEP_COUNTS
    assert len({step.title.msgid for step in game.lesson_steps}) == len(game.lesson_steps)


def test_a_game_may_have_no_lessons() -> None:
    assert replace(EXAMPLE, lesson_steps=()).lesson_steps == ()


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"right_tokens": ()}, ["no answer is named", "take:3 is accepted"]),
        ({"right_tokens": ("take:2", "take:3")}, ["take:2 is not accepted"]),
        (
            {"is_solved": lambda action, events: True},
            ["take:1 is accepted", "take:2 is accepted", "nothing can be done wrong"],
        ),
        ({"is_solved": lambda action, events: False}, ["take:3 is not accepted"]),
        ({"right_tokens": ("take:3", "take:4")}, ["take:4 is not legal"]),
        ({"tempting_tokens": ("take:1",)}, ["take:1 is tempting but legal"]),
    ],
)
def test_a_faulty_task_is_found(change: dict[str, Any], expected: list[str]) -> None:
    step = EXAMPLE.lesson_steps[0]
    assert list(find_faults(EXAMPLE, replace(step, task=replace(step.task, **change)))) == expected


def test_a_wrong_answer_gets_an_explanation_that_fits_it() -> None:
    game = GAMES["australis"]
    step = game.lesson_steps[0]
    colours = {
        token: load_words().msg(judge_answer(game, step, token).text).split()[0]
        for token in ("die:w11", "die:b5")
    }
    assert colours == {"die:w11": "White", "die:b5": "Blue"}


@pytest.mark.parametrize(("game", "number"), LESSONS, ids=name_value)
def test_a_wrong_answer_is_explained_by_a_clause_of_the_rules(game: Game, number: int) -> None:
    step = game.lesson_steps[number]
    folder = ROOT / ("tests/games/example" if game is EXAMPLE else f"games/{game.key}")
    clauses = read_clauses(folder)
    for action in list_offered_actions(find_rules(game), step):
        found = judge_answer(game, step, action.token)
        if not found.is_right:
            assert found.clause in clauses, (action.token, found)
            assert found.view == view_step(find_rules(game), step)
            assert found.seen_events == ()


@pytest.mark.parametrize(("game", "number"), LESSONS, ids=name_value)
def test_every_answer_is_judged(game: Game, number: int) -> None:
    """The answers include tokens from other games and positions, and invalid tokens."""
    step, dice = game.lesson_steps[number], Random(number)
    tasks = [step.task for other in GAMES_WITH_EXAMPLE for step in other.lesson_steps]
    strange = [token for task in tasks for token in (*task.right_tokens, *task.tempting_tokens)]
    for token in (*dice.sample(strange, 40), "", "?", "x" * 50, "kind"):
        found = judge_answer(game, step, token)
        assert_length(
            load_words().msg(found.text), MAX_FEEDBACK_LENGTH + 200, f"{token!r} in {game.key} {number}"
        )
        assert not found.is_right or token in step.task.right_tokens


@join_cases(LESSONS)
def test_everything_that_a_task_mentions_is_on_the_picture(game: Game, number: int) -> None:
    step = game.lesson_steps[number]
    view = view_step(find_rules(game), step)
    assert all(game.list_places(view, field, value) for field, value in step.task.mentioned_values)


@join_cases(LESSONS)
def test_every_choice_of_a_step_can_be_located(game: Game, number: int) -> None:
    """Values of several letters, such as payments, cause no error."""
    rules, step = find_rules(game), game.lesson_steps[number]
    view = view_step(rules, step)
    picks = {
        pick for action in rules.list_candidates(step.make_position(), LEARNER_SEAT) for pick in action.path
    }
    places = [game.list_places(view, pick.field, str(pick.value)) for pick in picks]
    assert any(places) or not game.places_path, "no choice is on the picture"


@join_cases(LESSONS)
def test_the_learner_acts_first(game: Game, number: int) -> None:
    assert find_rules(game).to_act(game.lesson_steps[number].make_position()) == (LEARNER_SEAT,)


@join_cases(LESSONS)
def test_a_position_contains_exactly_the_pieces_in_the_box(game: Game, number: int) -> None:
    """Therefore no card is shown twice, and each pile has a possible size."""
    rules, position = find_rules(game), game.lesson_steps[number].make_position()
    options = {option.name: option.values[0] for option in game.options}
    dealt, _ = rules.setup(game.seat_counts.start, options, Chance(bytes(32), 0))
    assert dict(rules.count_components(position)) == dict(rules.count_components(dealt))


def list_questions(game: Game, step: LessonStep) -> Iterator[FieldQuestion[ActionLike]]:
    """Yield questions that a panel may ask in a step. If there are many paths, follow a random selection."""
    offers, dice = list_offered_actions(find_rules(game), step), Random(1)
    open_ends: list[tuple[str, ...]] = [()]
    for _ in range(40):
        if not open_ends:
            return
        picks = open_ends.pop(0)
        found = find_next_question(offers, picks, game.field_settings)
        if isinstance(found, FieldQuestion):
            yield found
            values = found.values if len(found.values) < 6 else dice.sample(found.values, 3)
            open_ends += [(*picks, value) for value in values]


@pytest.mark.parametrize(("game", "number"), LESSONS, ids=name_value)
def test_the_texts_of_a_step_are_complete_in_every_language(game: Game, number: int) -> None:
    step, rules = game.lesson_steps[number], find_rules(game)
    for locale in list_translated_locales(game):
        w, missing = load_words_and_record_missing(locale)
        task = step.task
        assert_length(w.msg(step.title), MAX_TITLE_LENGTH, f"title {locale}")
        assert_length(w.msg(step.text), MAX_TEXT_LENGTH, f"text {locale}")
        assert_length(w.msg(task.task_text), MAX_TASK_LENGTH, f"task {locale}")
        assert_length(w.msg(task.praise_text), MAX_FEEDBACK_LENGTH, f"praise {locale}")
        for slip in task.slips:
            assert_length(w.msg(slip.text), MAX_FEEDBACK_LENGTH, f"slip {locale}")
        view = view_step(rules, step)
        scene = Scene(make_names(game.seat_counts.start), w, reader_seat=LEARNER_SEAT)
        for question in list_questions(game, step):
            assert_length(
                game.texts.format_question(question.field, question.picks, view, scene),
                200,
                f"question {locale}",
            )
            for value in question.values:
                if value != "=":
                    assert_length(
                        game.texts.label_value(question.field, value, view, scene, question.picks),
                        80,
                        f"label {value} {locale}",
                    )
                    game.texts.explain_value(question.field, value, view, scene)
                    game.texts.find_icon(question.field, value, view)
        for token in (*task.right_tokens[:5], *task.tempting_tokens):
            assert_length(
                game.texts.describe_action(rules.read(token), view, scene), 90, f"phrase {token} {locale}"
            )
        assert not missing.msgids, f"{locale} lacks {sorted(missing.msgids)[:5]}"


@pytest.mark.parametrize("game", [game for game in GAMES.values() if game.lesson_steps], ids=name_value)
def test_signs_on_buttons_are_explained_at_the_step_that_first_shows_them(game: Game) -> None:
    w, explained = load_words(), set[str]()
    scene = Scene(make_names(2), w, reader_seat=LEARNER_SEAT)
    for step in game.lesson_steps:
        position = view_step(find_rules(game), step)
        found = find_next_question(list_offered_actions(find_rules(game), step), (), game.field_settings)
        assert isinstance(found, FieldQuestion)
        values = list_joined_values(found, game.field_settings)
        labels = " ".join(
            game.texts.label_value(
                found.field, add_implied_values(found, value, game.field_settings), position, scene
            )
            for value in values
        )
        shown = {sign for sign in ("+1",) if re.search(rf"\W{re.escape(sign)}", labels)}
        for sign in shown - explained:
            assert sign in w.msg(step.task.task_text), (step.title.msgid, labels)
        explained |= shown

"""The question about a card names the cards in reach that can't be taken now, with the reasons."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.core.narrow import FieldQuestion, filter_by_first_value, find_next_question
from games.core.texts import GenericScene
from games.core.words import load_words
from games.das_riff import GAME, texts
from games.das_riff.actions import TakeCard
from games.das_riff.events import Scene
from games.das_riff.rules import RULES
from games.das_riff.state import State
from games.das_riff.texts.advice_take import can_take_after_payment
from games.das_riff.texts.left_out import list_cards_in_reach
from games.das_riff.view import ACT_STAGE
from tests.games.das_riff.build import make_position, make_reef
from tools.walks import Case

SCENE: Scene = GenericScene(("Anna", "Ben"), load_words())
FULL_CORALS = "br! yy! gw! pp! ."


def write_question(state: State, locale: str = "en", *, is_quiz: bool = False) -> str:
    """Return the first question about taking a card."""
    found = find_next_question(
        filter_by_first_value(RULES.legal_actions(state, 0), "take"), (), GAME.field_settings
    )
    assert isinstance(found, FieldQuestion)
    scene = replace(SCENE, w=load_words(locale), is_quiz=is_quiz)
    return texts.format_question(found.field, found.path, RULES.view(state, 0), scene)


def test_only_cards_that_cannot_be_taken_are_left_out() -> None:
    walk, seen = Case(GAME, 2, {}, 4, is_rich=True, max_plies=300), set[bool]()
    for _, state in walk.iterate_states(100):
        seat = state.turn.seat
        if state.turn.stage != ACT_STAGE or RULES.outcome(state) is not None:
            continue
        view = RULES.view(state, seat)
        legal = {action.cell for action in RULES.legal_actions(state, seat) if isinstance(action, TakeCard)}
        cells = list_cards_in_reach(view)
        assert {cell for cell in cells if can_take_after_payment((), cell, view)} == legal
        seen |= {cell in legal for cell in cells}
    assert seen == {True, False}


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (
            make_position(make_reef("rrr", boats=2), a="pe co", d="rm"),
            "Which card do you take? Not now: D1 (no empty coral).",
        ),
        (
            make_position(make_reef("r", boats=2), a="pe co", d="sh"),
            "Which card do you take? Not now: D1 (costs 3 worms).",
        ),
        (
            make_position(make_reef("rrr", boats=3, corals=FULL_CORALS), a="pe co sh", d="gm"),
            "Which card do you take? Not now: A2 (you already have 5 corals), D1 (costs 3 green).",
        ),
        (
            make_position(make_reef("r", boats=3), a="pe co rm", d="gm gm"),
            "Which card do you take? Not now: A3, D1, D2 (no empty coral).",
        ),
        (
            make_position(make_reef("r", boats=3), a="pe rm co", d="gm sh pe", b="sh"),
            "Which card do you take? Not now: A2, D1 (no empty coral), B1 (costs 2 worms), "
            "D2 (costs 3 worms), 1 more card (too few worms).",
        ),
        # If only one card can be taken, the first question is about the payment.
        (
            make_position(make_reef("rg"), a="pe", d="rm"),
            "How will you pay for A1, pearl? Not now: D1 (no empty coral).",
        ),
        (make_position(make_reef("rrr", boats=2), a="pe co"), "Which card do you take?"),
    ],
)
def test_the_reason_follows_the_first_question(state: State, expected: str) -> None:
    assert write_question(state) == expected
    assert "Not now" not in write_question(state, is_quiz=True)
    for locale in ("de", "nl"):
        assert ("(" in write_question(state, locale)) is ("(" in expected)


@pytest.mark.parametrize(
    ("state", "task", "reason"),
    [
        (
            make_position(make_reef("rrr"), a="wa pe", b="?pe"),
            "turn up a card",
            "Nothing to take yet.",
        ),
        (make_position(make_reef("rrr"), a="rm", b="?pe"), "turn up a card", "Not now: A1 (no empty coral)."),
        (
            make_position(make_reef("r", boats=2), a="rm wa", d="wa sh"),
            "now. End your turn",
            "Not now: A1 (no empty coral), D2 (costs 3 worms).",
        ),
        (make_position(make_reef("r"), a="wa", d="pe"), "now. End your turn", "Not now: D1 (costs 3 worms)."),
        (make_position(make_reef("r"), a="pe"), "take cards", "1."),
    ],
)
def test_a_missing_button_is_explained(state: State, task: str, reason: str) -> None:
    can_take = any(isinstance(action, TakeCard) for action in RULES.legal_actions(state, 0))
    assert can_take is task.startswith("take")
    for viewer in (None, 0, 1):
        assert task in texts.describe_task(0, RULES.view(state, viewer), SCENE)
    assert texts.format_question("kind", (), RULES.view(state, 0), SCENE).endswith(reason)
    quiz = replace(SCENE, is_quiz=True)
    question = texts.format_question("kind", (), RULES.view(state, 0), quiz)
    assert "yet" not in question and "Not now" not in question

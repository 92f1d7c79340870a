"""The first question of a match shows by an example how cards make a stack's top."""

from __future__ import annotations

import pytest

from games.coral_reef import texts
from games.coral_reef.events import Scene
from games.coral_reef.rules import RULES
from games.coral_reef.texts.nouns import NO_BREAK_SPACE
from games.core.texts import GenericScene
from games.core.words import load_words
from tests.games.coral_reef.build import make_position


@pytest.mark.parametrize(
    ("hand", "number", "example"),
    [
        ("24578tkq", 1, " 5 + 7 − 3 makes exactly 9."),
        ("24578889", 1, " 4 + 5 makes exactly 9."),
        ("24578889", 2, ""),
        ("2457889", 1, ""),
        ("88888889", 1, ""),
        ("8888888t", 1, ""),
    ],
)
def test_the_first_question_of_a_match_shows_how_cards_make_a_top(
    hand: str, number: int, example: str
) -> None:
    view = RULES.view(make_position(hand, "9", stacks="9 3", number=number), 0)
    scene: Scene = GenericScene(("Anna", "Ben"), load_words())
    asked = texts.format_question("kind", (), view, scene).replace(NO_BREAK_SPACE, " ")
    assert asked == f"Play, or lay a new stack?{example}"


def test_the_example_is_a_secret_of_the_hand() -> None:
    view = RULES.view(make_position("24578889", "9", stacks="9 3"), None)
    scene: Scene = GenericScene(("Anna", "Ben"), load_words())
    assert texts.format_question("kind", (), view, scene) == "Play, or lay a new stack?"

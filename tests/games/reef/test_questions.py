"""What Reef asks, as people say it."""

from __future__ import annotations

import pytest

from games.core.shapes import Pick
from games.core.words import words
from games.reef import texts
from games.reef.actions import START_FIELDS
from games.reef.events import Scene
from games.reef.rules import RULES
from tests.games.reef.build import position

SCENE = Scene(("Ada", "Bob"), words(), ())


@pytest.mark.parametrize(
    ("card", "said"),
    [
        (13, "scores nothing this time, wherever its corals go."),
        (4, "scores 1 now, up to 1 with its corals."),
    ],
)
def test_a_card_that_scores_nothing_is_not_said_to_score_up_to_nothing(card: int, said: str) -> None:
    view = RULES.view(position(hands=((card, 9), (5, 6))), 0)
    assert said in texts.question("first", (Pick("kind", "play"), Pick("card", str(card))), view, SCENE)


def test_a_question_for_two_corals_names_both_spaces() -> None:
    view = RULES.view(position(), 0)
    first, second, third, _ = START_FIELDS
    asked = texts.question(second, (Pick("kind", "start"), Pick(first, "y")), view, SCENE)
    assert asked == f"Your first corals: which ones go onto {second} and {third}?"

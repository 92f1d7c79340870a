"""Advice on actions of Reef, in positions with an obvious reason."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.core.texts import SceneOf
from games.core.words import words
from games.reef import texts
from games.reef.actions import Take
from games.reef.parts import CARDS
from games.reef.rules import RULES
from games.reef.state import State
from games.reef.texts.nouns import describe_pattern
from games.reef.view import Ruleset
from tests.games.reef.build import position

CASES = [
    (
        position(hands=((4, 30), (3, 5)), deck=(31, 32)),
        "play:4:a1,d1",
        "The most it can: 1 ×",
        "RF-2.4",
    ),
    (position(hands=((53,), (5, 6))), "play:53:a1,d1", "The most it can: 1 ×", "RF-2.6"),
    (
        position(hands=((4, 9), (5, 6))),
        "play:4:a1,a1",
        "Then card 9 would score 1 instead of 0",
        "RF-2.4",
    ),
    (
        position(hands=((13, 9), (5, 6))),
        "play:13:a1,a1",
        "Then card 9 would score 1",
        "RF-2.4",
    ),
    (position(hands=((13,), (5, 6))), "play:13:a1,d1", "no other card in your hand gains yet", "RF-2.3"),
    (
        position(hands=((1,), (5, 6)), supply=(5, 2, 5, 5)),
        "play:1:a1,d1",
        "It scores 1 point and takes the last coral",
        "RF-3.1",
    ),
    (
        position(hands=((1,), (5, 6)), display=((13, 0), (4, 2), (50, 0))),
        "take:4",
        "It brings 2 points now and up to 1",
        "RF-2.1",
    ),
    (
        position(hands=((1,), (5, 6)), display=((13, 2), (4, 0), (50, 0))),
        "take:13",
        "but can't score yet",
        "RF-2.1",
    ),
    (
        position(hands=((), (5, 6)), display=((13, 0), (4, 0), (50, 0))),
        "take:13",
        "can't score until you've built its pattern",
        "RF-2.4",
    ),
    (
        position(hands=((), (5, 6)), display=((13, 0), (4, 0), (50, 0))),
        "take:4",
        "can score 1 point on your reef now",
        "RF-2.4",
    ),
    (
        position(hands=((), (5, 6)), display=((13, 0), (4, 0), (50, 0)), supply=(0, 5, 5, 5)),
        "take:4",
        "it still scores 1 point",
        "RF-3.2",
    ),
    (
        position(hands=((), (5, 6)), display=((13, 0), (4, 0), (50, 0)), deck=(30,)),
        "take:4",
        "ends the match",
        "RF-3.1",
    ),
    (
        position(hands=((), (5, 6)), display=((13, 0), (4, 0), (50, 0))),
        "deck>4",
        "for a card you can't see",
        "RF-2.2",
    ),
    (
        replace(
            position(hands=((), (5, 6)), display=((13, 0), (4, 0), (50, 0)), deck=(3, 30)),
            ruleset=Ruleset("fixed", "face_up", "at_once"),
        ),
        "deck>4",
        "For 1 point you get a card that can score 1",
        "RF-2.2",
    ),
]


@pytest.mark.parametrize(("state", "token", "said", "clause"), CASES, ids=lambda value: str(value)[:30])
def test_advice_gives_the_expected_reason_and_clause(
    state: State, token: str, said: str, clause: str
) -> None:
    action = RULES.read(token)
    assert RULES.is_legal(state, 0, action)
    advice = texts.advise(action, RULES.view(state, 0), SceneOf(("Anna", "Ben"), words()))
    assert said in advice.text
    assert advice.clause == clause
    if isinstance(action, Take):
        assert describe_pattern(words(), CARDS[action.card]) not in advice.text, "the phrase says it already"

"""Advice on actions of Coral Reef, in positions with an obvious reason."""

from __future__ import annotations

import pytest

from games.coral_reef import texts
from games.coral_reef.rules import RULES
from games.coral_reef.state import State
from games.core.texts import SceneOf
from games.core.words import load_words
from tests.games.coral_reef.build import make_position

CASES = [
    (make_position("45", "2"), "play:1:45>5", "wins the match", "CR-3.1"),
    (make_position("45", "2", rounds=2), "play:1:45>5", "you win the round", "CR-3.1"),
    (make_position("4536", "2"), "play:1:45>5", "Stack 2 then needs 9, just what you have left", "CR-3.1"),
    (
        make_position("45k", "2"),
        "play:1:45>5",
        "You get rid of 2 corals, but could only draw",
        "CR-2.6",
    ),
    (
        make_position("4588", "2"),
        "play:1:45>5",
        "You get rid of 2 corals, but could only draw",
        "CR-2.6",
    ),
    (make_position("45278t", "2"), "play:1:45t>t", "The 10 counts as zero", "CR-2.3"),
    (make_position("66278k", "2"), "play:1:6*2k>6", "You get rid of K", "CR-2.3"),
    (
        make_position("458a8", "2"),
        "play:1:45>5",
        "play on stack 2, which then needs 9",
        "CR-2.2",
    ),
    (make_position("4598", "2", stacks="9"), "play:1:45>5", "a nine", "CR-2.4"),
    (make_position("978", "2", stacks="2"), "seed", "all you can do", "CR-2.4"),
    (make_position("9728", "2", stacks="2"), "seed", "one more place to play", "CR-2.4"),
    (make_position("978", "2", stacks="9"), "seed", "It gets rid of a nine, but", "CR-2.6"),
    (make_position("954", "2"), "seed", "Stack 1 then needs 9, just what you have left", "CR-3.1"),
]


@pytest.mark.parametrize(("state", "token", "expected", "clause"), CASES, ids=lambda value: str(value)[:30])
def test_advice_gives_the_expected_reason_and_clause(
    state: State, token: str, expected: str, clause: str
) -> None:
    action = RULES.read(token)
    assert RULES.is_legal(state, 0, action)
    advice = texts.advise_on_action(action, RULES.view(state, 0), SceneOf(("Anna", "Ben"), load_words()))
    assert expected in advice.text
    assert advice.clause == clause
    # A review must not state this warning as the reason for a better move.
    assert advice.is_reason is not ("could only draw" in advice.text or "could do is draw" in advice.text)

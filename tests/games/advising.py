"""Checks the advice on an action, in the tests of every game."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.texts import Scene
from games.core.words import load_words
from games.registry import GAMES


def check_advice(
    key: str,
    state: object,
    token: str,
    expected: str,
    clause: str,
    vague: Sequence[str],
    seat: int = 0,
) -> str:
    """Check that the advice on a legal action has an expected part and clause. Return its text.

    :param vague: phrases of advice that isn't a reason for just this action.
    """
    game = GAMES[key]
    rules, names = game.rules[game.version], ("Anna", "Ben") if seat == 0 else ("Ben", "Anna")
    action = rules.read(token)
    assert rules.is_legal(state, seat, action)
    advice = game.texts.advise_on_action(action, rules.view(state, seat), Scene(names, load_words()))
    assert expected in advice.text
    assert advice.clause == clause
    assert advice.is_reason is not any(part in advice.text for part in vague)
    return advice.text

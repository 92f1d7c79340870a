"""The guide's advice explains a puzzle only if it is a reason that other moves don't have."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from games.core.match import Match
from games.core.solo import SOLO_SEAT_COUNT
from games.core.texts import Advice
from games.registry import GAMES
from games.review import guide_reasons
from games.review.guide_reasons import is_distinct_reason, is_explained_by_advice


@pytest.mark.parametrize(
    ("text", "is_reason", "expected"),
    [
        ("It reaches column 3.", True, True),
        ("It reaches column 3.", False, False),
        ("It costs 3 worms.", True, False),
    ],
)
def test_a_distinct_reason_is_one_that_only_its_move_has(text: str, is_reason: bool, expected: bool) -> None:
    advice = Advice(text, "DR-3.1", is_reason=is_reason)
    others = [Advice("It ends the turn.", "DR-3.1"), Advice("It costs 2 worms.", "DR-3.1")]
    assert is_distinct_reason(advice, others) is expected


def is_explained(
    monkeypatch: pytest.MonkeyPatch, later_token: str, chosen: str, *, ends_turn: bool = False
) -> bool:
    """Return whether advice with a later step explains the first move of a match.

    :param chosen: the step that a search chooses after the move.
    """
    match = Match.begin(GAMES["das_riff"], SOLO_SEAT_COUNT, {}, b"guide reasons")
    (seat,) = match.to_act
    best, other = (action.token for action in match.legal_actions(seat)[:2])
    advice = {best: Advice("You reach it.", "DR-3.1", later_token), other: Advice("It ends.", "DR-3.1")}
    monkeypatch.setattr(match.game.texts, "advise_on_action", lambda action, *given: advice[action.token])
    after = SimpleNamespace(game=match.game, to_act=() if ends_turn else (seat,))
    monkeypatch.setattr(Match, "act", lambda *given: after)
    found: Any = (SimpleNamespace(action=SimpleNamespace(token=chosen)),)
    monkeypatch.setattr(guide_reasons, "search_position", lambda *given: found)
    return is_explained_by_advice(match, seat, best, [other])


def test_a_step_that_the_advice_mentions_must_be_worth_taking(monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_explained(monkeypatch, "take:A1", "take:A1:b>1")
    assert not is_explained(monkeypatch, "take:A1", "end")
    assert not is_explained(monkeypatch, "take:A1", "take:A1:b>1", ends_turn=True)


def test_advice_without_a_later_step_needs_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_explained(monkeypatch, "", "end")

"""A reason in a review says something about the better move that isn't true of the move played."""

from __future__ import annotations

import pytest

from bot.features.review.presses import make_scene_before
from bot.features.review.texts import write_reason
from games.core.match import Match
from games.core.texts import Advice
from games.core.words import load_words
from games.registry import GAMES
from games.review.review import ReviewedMove
from tests.support.outputs import make_handed_over_table

NO_REASON = "No single turn shows why, but over many deals it leaves better chances."


@pytest.mark.parametrize(
    ("better", "played", "told"),
    [
        (Advice("It breeds.", "X"), Advice("It waits.", "X"), "Why: It breeds."),
        (Advice("It breeds.", "X"), Advice("It breeds.", "X"), NO_REASON),
        (
            Advice("It's a card.", "X", is_reason=False),
            Advice("It only fills a coral.", "X", is_reason=False, is_drawback=True),
            "The move played has a drawback: It only fills a coral.",
        ),
        (
            Advice("It's a card.", "X", is_reason=False),
            Advice("It's a card.", "X", is_reason=False),
            NO_REASON,
        ),
        (
            Advice("You could only draw.", "X", is_reason=False, is_drawback=True),
            Advice("You could only draw.", "X", is_reason=False, is_drawback=True),
            NO_REASON,
        ),
    ],
    ids=["reason", "reason_for_both", "drawback", "neither", "drawback_of_both"],
)
def test_the_guide_says_what_distinguishes_the_better_move(
    better: Advice, played: Advice, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Match.begin(GAMES["das_riff"], 2, {}, bytes(32))
    seat = match.to_act[0]
    first, second = (action.token for action in match.legal_actions(seat)[:2])
    match = match.act(seat, first)
    move = ReviewedMove(0, seat, first, second, 0.5, 0.2)
    advice = {first: played, second: better}
    monkeypatch.setattr("games.das_riff.texts.advise_on_action", lambda action, *given: advice[action.token])
    position, scene = make_scene_before(make_handed_over_table(match), match, move, load_words())
    assert write_reason(match, move, position, scene) == told

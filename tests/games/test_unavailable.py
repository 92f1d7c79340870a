"""A kind of action that isn't possible any longer is refused with a reason, not just refused."""

from __future__ import annotations

import pytest

from games.australis.parts import DIE_BY_CODE
from games.core.match import Match
from games.registry import GAMES
from tests.proof.whatif import play_match_to_ply

NO_REASON_TEXT = "You can't do that now."


def collect_refusals(game: str) -> dict[str, set[str]]:
    """Return the reasons for refusing each first value of an action that was possible at another time."""
    matches: list[Match] = [play_match_to_ply(GAMES[game], 2, 3, ply, {}) for ply in range(0, 60, 3)]
    offered = {
        str(action.path[0].value)
        for match in matches
        for seat in match.to_act
        for action in match.legal_actions(seat)
    }
    found: dict[str, set[str]] = {}
    for match in matches:
        for seat in match.to_act:
            possible = {str(action.path[0].value) for action in match.legal_actions(seat)}
            for kind in offered - possible:
                found.setdefault(kind, set()).add(str(match.explain_unavailable(seat, kind)))
    return found


@pytest.mark.parametrize("game", ["australis", "das_riff", "reef"])
def test_an_impossible_kind_of_action_is_refused_with_the_reason(game: str) -> None:
    found = collect_refusals(game)
    assert found and not [kind for kind, reasons in found.items() if NO_REASON_TEXT in reasons], found


def test_a_die_that_is_gone_is_named_as_the_reason() -> None:
    match = play_match_to_ply(GAMES["australis"], 2, 3, 0, {})
    (seat,) = match.to_act
    legal = {action.token for action in match.legal_actions(seat)}
    gone = next(code for code in DIE_BY_CODE if f"die:{code}" not in legal)
    assert "The gameboard doesn't have the " in str(match.explain_unavailable(seat, gone))

"""Every registered game keeps the contract, over its seats and switches: it is tested by being registered."""

from __future__ import annotations

import pytest

from games.registry import GAMES
from tests.games.contract.all import CHECKS
from tests.games.contract.walk import Case, cases

WALKS = 24
"""The least walks of a game: every number of seats and combination of switches has one of each kind."""
CASES = [case for game in GAMES.values() for case in cases(game, max(1, WALKS // len(cases(game))))]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
@pytest.mark.parametrize("check", CHECKS)
def test_contract(check: str, case: Case) -> None:
    CHECKS[check](case)


def test_keys_are_the_games_own() -> None:
    assert GAMES
    for key, game in GAMES.items():
        assert key == game.key
        assert key.replace("_", "").isalnum()
        assert key.islower()

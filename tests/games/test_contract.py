"""Every registered game keeps the contract, over its seats and switches: it is tested by being registered."""

from __future__ import annotations

import pytest

from games.registry import GAMES
from tests.games.contract.all import CHECKS
from tests.games.contract.walk import Case, cases

SEEDS = 3
"""Walks of each kind for each number of seats and combination of switches."""
CASES = [case for game in GAMES.values() for case in cases(game, SEEDS)]


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

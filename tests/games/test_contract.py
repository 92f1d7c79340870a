"""Every registered game keeps the contract, over its seats and switches: it is tested by being registered."""

from __future__ import annotations

import pytest

from games.core.protocol import Game
from games.registry import GAMES
from tests.games.contract.all import CHECKS
from tools.walks import Case, cases

WALKS = 20
"""About so many walks a game, but each number of seats with each combination of switches at least once."""


def enough(game: Game) -> list[Case]:
    pairs = cases(game)  # a random and a rich walk for each
    if len(pairs) > WALKS:
        return [pairs[i + i // 2 % 2] for i in range(0, len(pairs), 2)]
    return cases(game, WALKS // len(pairs))


CASES = [case for game in GAMES.values() for case in enough(game)]


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

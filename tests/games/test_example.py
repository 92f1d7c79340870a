"""The example game, from which new games start, fulfils the contract, and so does the tests' toy game."""

from __future__ import annotations

import pytest

from tests.games.contract.all import CHECKS_BY_NAME
from tests.games.example import GAME
from tests.support.toy import TOY
from tests.support.walks import list_cases
from tools.walks import Case

CASES = [
    pytest.param(case, id=case.name, marks=pytest.mark.nightly if number % 3 else ())
    for game in (GAME, TOY)
    for number, case in enumerate(list_cases(game))
]
"""Random matches. A third is played in the normal suite, and the rest at night."""


@pytest.mark.parametrize("check", CHECKS_BY_NAME)
@pytest.mark.parametrize("case", CASES)
def test_a_small_game_fulfils_the_contract(check: str, case: Case) -> None:
    CHECKS_BY_NAME[check](case)

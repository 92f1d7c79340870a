"""The example game, which new games start from, fulfils the contract, like the tests' toy."""

from __future__ import annotations

import pytest

from tests.games.contract.all import CHECKS
from tests.games.example import GAME
from tests.support.toy import TOY
from tools.walks import Case, list_cases

CASES = [
    pytest.param(case, id=case.name, marks=pytest.mark.nightly if number % 3 else ())
    for game in (GAME, TOY)
    for number, case in enumerate(list_cases(game))
]
"""Random matches, of which a third is played in the suite and the others at night."""


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("case", CASES)
def test_a_small_game_fulfils_the_contract(check: str, case: Case) -> None:
    CHECKS[check](case)

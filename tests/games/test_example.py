"""The example game, which new games start from, fulfils the contract, like the tests' toy."""

from __future__ import annotations

import pytest

from tests.games.contract.all import CHECKS
from tests.games.example import GAME
from tests.support.toy import TOY
from tools.walks import Case, list_cases

CASES = [case for game in (GAME, TOY) for case in list_cases(game)]


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_small_game_keeps_the_contract(check: str, case: Case) -> None:
    CHECKS[check](case)

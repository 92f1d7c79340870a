"""The contract itself: it passes a sound game, and catches each way of breaking one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.core.words import SOURCE
from tests.games.contract.all import CHECKS
from tests.games.contract.walk import Case, cases
from tests.toy import TOY

CASES = [replace(case, locales=(SOURCE,)) for case in cases(TOY)]


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_sound_game_passes(check: str, case: Case) -> None:
    CHECKS[check](case)

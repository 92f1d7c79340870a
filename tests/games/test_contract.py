"""Every registered game fulfils the contract, with all numbers of seats and options."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

import pytest

from games.core.protocol import Game
from games.registry import GAMES
from tests.games.contract.all import CHECKS_BY_NAME
from tests.support.walks import list_cases
from tools.walks import Case

WALKS_PER_GAME = 20
"""Approximate number of walks per game, with at least one for each number of seats and choice of options."""


def list_enough_cases(game: Game) -> list[Case]:
    # Cases come in pairs: a random walk, and a rich walk with the same number of seats and the same options.
    pairs = list_cases(game)
    if len(pairs) > WALKS_PER_GAME:
        return [pairs[i + i // 2 % 2] for i in range(0, len(pairs), 2)]
    return list_cases(game, WALKS_PER_GAME // len(pairs))


CASES = [case for game in GAMES.values() for case in list_enough_cases(game)]


SLOW_CHECKS = (
    *("texts", "narrowing", "refusals", "sample", "tokens", "apply_is_pure", "memory", "paths"),
    *("picture_ratio", "texts_keep_secrets", "pictures_keep_secrets"),
    *("events_keep_secrets", "offers_keep_secrets"),
)
"""Slow checks. They run at some positions of each walk, and in slow tests at all positions."""
CI_POSITION_COUNT = 8
"""Number of positions of each walk at which the slow checks run."""
SUITE_WALKS, SLOW_WALKS = (1, 10), (4, 7)
"""Of each twelve walks, those checked at some positions in the suite and in CI's slow step."""
FULL_CI_WALK_INTERVAL = 9
"""CI checks every ninth walk at all positions."""


def list_cases_for_suite() -> list[Any]:
    """Return all cases, marked to run in the suite, in CI's slow step or at night."""
    marks: dict[int, tuple[pytest.MarkDecorator, ...]] = {
        **dict.fromkeys(SUITE_WALKS, ()),
        **dict.fromkeys(SLOW_WALKS, (pytest.mark.slow,)),
    }
    return [
        pytest.param(case, id=case.name, marks=marks.get(at % 12, (pytest.mark.nightly,)))
        for at, case in enumerate(CASES)
    ]


def list_cases_for_ci() -> list[Any]:
    """Return all cases, marked to run in CI's slow step or at night."""
    return [
        pytest.param(
            case,
            id=case.name,
            marks=pytest.mark.nightly if at % FULL_CI_WALK_INTERVAL else pytest.mark.slow,
        )
        for at, case in enumerate(CASES)
    ]


@lru_cache(maxsize=1)
def share_walk(case: Case) -> Case:
    """Return a copy of a case. The copy and its walk are kept until another case is requested."""
    return replace(case)


@pytest.mark.parametrize("check", CHECKS_BY_NAME)
@pytest.mark.parametrize("case", list_cases_for_suite())
def test_a_game_fulfils_the_contract(check: str, case: Case) -> None:
    CHECKS_BY_NAME[check](
        share_walk(case).with_fewer_positions(CI_POSITION_COUNT) if check in SLOW_CHECKS else share_walk(case)
    )


@pytest.mark.parametrize("check", SLOW_CHECKS)
@pytest.mark.parametrize("case", list_cases_for_ci())
def test_a_game_fulfils_the_contract_at_every_position(check: str, case: Case) -> None:
    CHECKS_BY_NAME[check](share_walk(case))


def test_games_are_registered_under_their_own_keys() -> None:
    assert GAMES
    for key, game in GAMES.items():
        assert key == game.key
        assert key.replace("_", "").isalnum()
        assert key.islower()

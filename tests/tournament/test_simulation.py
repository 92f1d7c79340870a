"""Whole tournaments end without a hand, whoever is silent and wherever the plug is pulled."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.registry import GAMES
from games.tournament.terms import BYE, COMPUTER, FORFEIT, KNOCKOUT, ROUND_ROBIN, SWISS, Terms
from tests.tournament.simulation import simulate

SIZES = (2, 3, 4)


@pytest.mark.parametrize(
    "terms",
    [
        Terms(SWISS, 3, 2, SIZES, duplicate=False, absent=FORFEIT),
        Terms(SWISS, 3, 2, SIZES, duplicate=True, absent=BYE),
        Terms(KNOCKOUT, 1, 4, SIZES, duplicate=True, absent=COMPUTER),
        Terms(ROUND_ROBIN, 1, 2, SIZES, duplicate=False, absent=COMPUTER),
    ],
    ids=lambda terms: f"{terms.format}-{terms.absent}",
)
async def test_a_tournament_ends_without_a_hand(terms: Terms, tmp_path: Path) -> None:
    report = await simulate(tmp_path, GAMES, "reef", terms, 7, 0.2, 12, seed=3)
    assert not report.faults
    assert report.kills and report.rounds > 1 and report.matches

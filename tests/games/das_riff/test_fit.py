"""The scale of the estimate is the one at which what players say is likeliest to come true."""

from __future__ import annotations

from math import exp

import pytest

from games.das_riff.estimate import SCALE, estimate
from tests.games.das_riff.build import position, reef
from tools.fit_das_riff import fit, play


@pytest.mark.parametrize("scale", [0.3, SCALE, 1.2])
def test_finds_the_scale_by_which_matches_ended(scale: float) -> None:
    said = []
    for tenths in range(-30, 31):
        won = 1 / (1 + exp(-scale * tenths / 10))
        said.append((tenths / 10, won))
    assert fit(said) == pytest.approx(scale, abs=1e-6)


def test_a_match_is_the_same_each_time_and_one_seat_wins_it() -> None:
    said = play(3)
    assert said == play(3)
    assert {won for _, won in said} in ({0.0, 1.0}, {0.5})


def test_a_lead_is_not_taken_for_a_won_match() -> None:
    """Four broods against two win about four matches of five, and not nine of ten."""
    ahead = position(reef("rybgpw", corals="bb! gg! yw! pp!"), reef("rybgpw", corals="rr! ry!"))
    assert 0.7 < estimate(ahead, 0) < 0.85

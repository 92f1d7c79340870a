"""Properties that the estimate of Das Riff must have with any weights."""

from __future__ import annotations

import pytest

from games.core.rng import Chance
from games.das_riff.player.estimate import estimate
from games.das_riff.rules import RULES
from games.das_riff.state import State
from games.das_riff.view import Reef
from tests.games.das_riff.build import make_position, make_reef


def estimate_after(state: State, token: str) -> float:
    """Return seat 0's estimate of a position after an action."""
    return estimate(RULES.apply(state, 0, RULES.read(token), Chance(b"estimate", 1))[0], 0)


@pytest.mark.parametrize("corals", ["bm", "bm gg!", "bm gg! yw!", "bm gg! yw! pp!"])
def test_a_brood_is_worth_more_than_an_available_mate(corals: str) -> None:
    state = make_position(make_reef("r", corals=corals), a="rf wa wa", broods="br yb rg rr")
    assert estimate_after(state, "take:A1:r>1") > estimate(state, 0)
    assert estimate_after(state, "take:A1:r>1") > estimate_after(state, "end")


def test_a_turn_without_useful_actions_is_ended() -> None:
    """The next worms come in any case, so no worm is spent to delay them."""
    state = make_position(make_reef("rybgpw"), b="?wa wa wa", broods="br yb rg rr")
    assert estimate_after(state, "end") > estimate_after(state, "flip:B1:r")


@pytest.mark.parametrize(
    "richer_reef",
    [
        make_reef("rr"),
        make_reef("r", pearls=1),
        make_reef("r", sharks=1),
        make_reef("r", boats=2),
        make_reef("r", corals="."),
    ],
)
def test_an_addition_is_good_for_its_seat_and_bad_for_the_opponent(richer_reef: Reef) -> None:
    before, after = make_position(make_reef("r")), make_position(richer_reef)
    assert estimate(after, 0) > estimate(before, 0)
    assert estimate(after, 1) == pytest.approx(1 - estimate(after, 0))

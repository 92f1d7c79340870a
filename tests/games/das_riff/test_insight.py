"""Properties that the ``expert``'s estimate of Das Riff must have with any weights."""

from __future__ import annotations

import pytest

from games.core.rng import Chance
from games.das_riff.player.insight import estimate
from games.das_riff.rules import RULES
from games.das_riff.view import Reef
from games.players import list_levels, think
from tests.games.das_riff.build import make_position, make_reef
from tests.games.das_riff.states import GAME, list_states


def test_values_of_both_seats_add_up_to_one() -> None:
    for state in list_states():
        values = [estimate(state, seat) for seat in (0, 1)]
        assert all(0 <= value <= 1 for value in values)
        assert sum(values) == pytest.approx(1)


def test_hidden_cards_do_not_change_the_estimate() -> None:
    for number, state in enumerate(list_states(), 1):
        anew = RULES.sample(RULES.view(state, 0), Chance(b"hidden", number))
        assert estimate(anew, 0) == estimate(state, 0)


@pytest.mark.parametrize(
    "richer_reef",
    [make_reef("rr"), make_reef("r", pearls=1), make_reef("r", sharks=1), make_reef("r", boats=3)],
)
def test_more_of_anything_useful_raises_the_estimate(richer_reef: Reef) -> None:
    assert estimate(make_position(richer_reef), 0) > estimate(make_position(make_reef("r")), 0)


@pytest.mark.parametrize("corals", ["bm", "bm gg!", "bm gg! yw!", "bm gg! yw! pp!"])
def test_an_available_mate_is_taken(corals: str) -> None:
    state = make_position(make_reef("r", corals=corals), a="rf wa wa", broods="br yb rg rr")
    found = think(GAME, 1, RULES.view(state, 0), 0, "expert", Chance(b"expert", 1), lambda: False, 30)
    assert found[0].action.token == "take:A1:r>1"


def test_an_available_mate_for_the_last_brood_nearly_decides() -> None:
    """The estimate is much higher with the mate for a fifth brood in reach than out of reach."""
    waiting = make_reef("r", corals="bm gg! yw! pp! rr!")
    rival = make_reef("r", corals="yb! rg! rb!")
    near = make_position(waiting, rival, a="rf wa wa", broods="br yb rg rr")
    far = make_position(waiting, rival, a="wa wa wa", broods="br yb rg rr")
    judge = GAME.computer_settings.estimate
    assert judge is not None
    assert estimate(near, 0) - estimate(far, 0) > judge(near, 0) - judge(far, 0)


def test_das_riff_has_an_expert_level() -> None:
    assert list_levels(GAME)[-1] == "expert"

"""The weights of ``hard``, and the command that finds such weights by self-play."""

from __future__ import annotations

import argparse
from dataclasses import replace
from math import isfinite
from pathlib import Path

import pytest

from games.core.rng import Chance
from games.das_riff.player.estimate import USUAL_WEIGHTS, compute_lead
from games.das_riff.player.tuned import TUNED_WEIGHTS, estimate
from games.das_riff.rules import RULES
from games.das_riff.state import State
from games.das_riff.view import Reef
from games.players import MAX_ITERATIONS_BY_LEVEL, find_max_iterations, think, tree
from games.registry import GAMES
from tests.games.das_riff.build import make_position, make_reef
from tests.games.das_riff.states import list_states
from tools import tune_das_riff as tool

GAME = GAMES["das_riff"]
FEW_MATCHES_ARGUMENTS = ("--matches", "1", "--processes", "1", "--steps", "1", "--iterations", "1")


@pytest.fixture
def use_short_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make each search evaluate only one deal before its first iteration."""
    monkeypatch.setattr(tree, "DEAL_COUNT", 1)


def estimate_after(state: State, token: str) -> float:
    """Return the estimate for seat 0 after an action."""
    return estimate(RULES.apply(state, 0, RULES.read(token), Chance(b"estimate", 1))[0], 0)


@pytest.mark.parametrize("corals", ["bm", "bm gg!", "bm gg! yw!", "bm gg! yw! pp!"])
def test_a_brood_is_worth_more_than_an_available_mate(corals: str) -> None:
    state = make_position(make_reef("r", corals=corals), a="rf wa wa", broods="br yb rg rr")
    assert estimate_after(state, "take:A1:r>1") > max(estimate(state, 0), estimate_after(state, "end"))


@pytest.mark.parametrize(
    "richer_reef",
    [make_reef("rr"), make_reef("r", pearls=1), make_reef("r", sharks=1), make_reef("r", corals=".")],
)
def test_an_addition_is_good_for_its_seat_and_bad_for_the_opponent(richer_reef: Reef) -> None:
    before, after = make_position(make_reef("r")), make_position(richer_reef)
    assert estimate(after, 0) > estimate(before, 0)
    assert estimate(after, 1) == pytest.approx(1 - estimate(after, 0))


def test_an_available_mate_is_worth_more_before_the_last_brood() -> None:
    def measure_mate_value(corals: str, last: float) -> float:
        weights = replace(USUAL_WEIGHTS, last_brood=last)
        state = make_position(make_reef("r", corals=corals), a="rf wa wa", broods="br yb rg rr")
        return compute_lead(state, 0, weights)

    assert measure_mate_value("bm gg! yw! pp!", 2.0) == measure_mate_value("bm gg! yw! pp!", 1.0)
    assert measure_mate_value("bm gg! yw! pp! ww!", 2.0) > measure_mate_value("bm gg! yw! pp! ww!", 1.0)


def test_hidden_cards_do_not_change_the_estimate() -> None:
    for number, state in enumerate(list_states(), 1):
        anew = RULES.sample(RULES.view(state, 0), Chance(b"hidden", number))
        assert estimate(anew, 0) == estimate(state, 0)


def test_a_search_stops_after_the_maximum_number_of_iterations() -> None:
    asked = 0

    def should_stop() -> bool:
        nonlocal asked
        asked += 1
        return False

    state = make_position(make_reef("rrgg", corals="bm ."), a="rf wa wa", b="?wa ?wa", broods="br yb rg rr")
    think(GAME, GAME.version, RULES.view(state, 0), 0, "hard", Chance(b"long", 1), should_stop)
    assert find_max_iterations(GAME, "hard") < MAX_ITERATIONS_BY_LEVEL["hard"]
    assert asked <= find_max_iterations(GAME, "hard") + 20


def test_flattened_weights_can_be_restored() -> None:
    row = tool.flatten_weights(TUNED_WEIGHTS)
    assert len(row) == len(tool.list_step_sizes())
    again = tool.unflatten_weights(row)
    assert tool.flatten_weights(again) == row
    assert [again.near_mates, again.last_brood, again.stage_values] == [
        TUNED_WEIGHTS.near_mates,
        TUNED_WEIGHTS.last_brood,
        TUNED_WEIGHTS.stage_values,
    ]


def test_weights_move_towards_the_winning_side_and_stay_after_a_tie() -> None:
    assert tool.move_weights([1.0, 2.0], [0.5, -0.5], 1.0, 0.5) == [1.25, 1.75]
    assert tool.move_weights([1.0, 2.0], [0.5, -0.5], 0.0, 0.5) == [0.75, 2.25]
    assert tool.move_weights([1.0, 2.0], [0.5, -0.5], 0.5, 0.5) == [1.0, 2.0]


def test_equal_weights_win_half_of_a_deal(use_short_searches: None) -> None:
    assert tool.play_pair(3, TUNED_WEIGHTS, TUNED_WEIGHTS, 1) == 0.5


def test_inverted_weights_lose(use_short_searches: None) -> None:
    worst = tool.unflatten_weights([-number for number in tool.flatten_weights(TUNED_WEIGHTS)])
    assert tool.play_pair(3, TUNED_WEIGHTS, worst, 1) == 1.0
    assert tool.play_pair(3, worst, TUNED_WEIGHTS, 1) == 0.0


def test_each_weight_is_raised_as_often_as_lowered() -> None:
    tossed = [tool.toss_coins(0, step, 40) for step in range(50)]
    assert {side for row in tossed for side in row} == {-1, 1}
    assert all(abs(sum(column)) < 30 for column in zip(*tossed, strict=True))
    assert tossed[0] != tossed[1] and tool.toss_coins(1, 0, 40) != tossed[0]


def test_weights_of_zero_stay_zero(use_short_searches: None) -> None:
    asked = argparse.Namespace(steps=1, seed=5, matches=1, processes=1, iterations=1)
    found = tool.tune_weights(asked)
    assert found.broods[0] == found.empty_corals[0] == found.same_colour_worms[0] == found.boats[0] == 0.0
    assert tool.flatten_weights(found) != tool.flatten_weights(TUNED_WEIGHTS)


def test_weights_are_printed_unless_writing_is_requested(
    use_short_searches: None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    there = tmp_path / "tuned.py"
    before = tool.WEIGHTS_FILE.read_text("utf-8")
    there.write_text(before, "utf-8")
    monkeypatch.setattr(tool, "WEIGHTS_FILE", there)
    assert tool.main([*FEW_MATCHES_ARGUMENTS, "--seed", "5"]) == 0
    printed = capsys.readouterr().out
    assert there.read_text("utf-8") == before != printed
    assert tool.main([*FEW_MATCHES_ARGUMENTS, "--seed", "5", "--write"]) == 0
    assert there.read_text("utf-8") == printed
    found: dict[str, object] = {}
    exec(compile(printed, "tuned", "exec"), found)
    assert all(map(isfinite, tool.flatten_weights(found["TUNED_WEIGHTS"])))  # type: ignore[arg-type]
    assert printed.count("\n") == before.count("\n")

"""The fitted scale and weights make the observed results most likely."""

from __future__ import annotations

from functools import partial
from math import exp

import numpy as np
import pytest

from games.core.rng import Chance
from games.das_riff.player import weights
from games.das_riff.player.estimate import LOG_ODDS_PER_LEAD, compute_lead, estimate, find_draw_discount
from games.das_riff.player.insight import LEAD_ESTIMATOR
from games.das_riff.player.tuned import TUNED_WEIGHTS
from games.das_riff.rules import RULES
from tests.games.das_riff.build import make_position, make_reef
from tests.games.das_riff.states import list_states
from tools import fit_das_riff
from tools.fit_das_riff import (
    CURRENT_WEIGHTS_BY_TABLE,
    KEPT_SHARE,
    POSITION_STEP,
    WEIGHT_COUNT,
    WEIGHTS_FILE,
    Examples,
    collect_leads,
    fit_scale,
    format_module,
    learn_corrections,
    make_counting_estimator,
    play_numbered_match,
    reduce_weights,
    think_at_level,
)


@pytest.mark.parametrize("scale", [0.3, LOG_ODDS_PER_LEAD, 1.2])
def test_the_scale_that_produced_the_results_is_found(scale: float) -> None:
    said = []
    for tenths in range(-30, 31):
        won = 1 / (1 + exp(-scale * tenths / 10))
        said.append((tenths / 10, won))
    assert fit_scale(said) == pytest.approx(scale, abs=1e-6)


def test_a_match_is_the_same_each_time_and_is_won_or_drawn() -> None:
    said = collect_leads(3)
    assert said == collect_leads(3)
    assert {won for _, won in said} in ({0.0, 1.0}, {0.5})


def test_a_lead_does_not_count_as_a_won_match() -> None:
    """With four broods against two, a seat wins about four of five matches, fewer than nine of ten."""
    ahead = make_position(
        make_reef("rybgpw", corals="bb! gg! yw! pp!"), make_reef("rybgpw", corals="rr! ry!")
    )
    assert 0.7 < estimate(ahead, 0) < 0.85


def test_the_features_of_a_position_count_how_often_each_weight_applies() -> None:
    row = [number for table in CURRENT_WEIGHTS_BY_TABLE.values() for number in table]
    assert len(row) == WEIGHT_COUNT
    for state in list_states():
        assert make_counting_estimator().compute_lead(state) @ row == pytest.approx(
            LEAD_ESTIMATOR.compute_lead(state)
        )


def test_training_positions_are_evaluated_for_the_active_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = play_numbered_match(5, partial(think_at_level, "normal", 1))
    monkeypatch.setattr(fit_das_riff, "play_numbered_match", lambda *_: steps)
    positions = fit_das_riff.play_for_examples(5)
    states = [step.state_before for step in steps[5 % POSITION_STEP :: POSITION_STEP]]
    known = [
        LOG_ODDS_PER_LEAD * find_draw_discount(state) * compute_lead(state, state.turn.seat, TUNED_WEIGHTS)
        for state in states
    ]
    assert positions.log_odds == pytest.approx(known)
    assert positions.features[:, -1] * LOG_ODDS_PER_LEAD == pytest.approx(known, rel=1e-5, abs=1e-5)
    outcome = RULES.outcome(steps[-1].state_after)
    assert outcome is not None
    assert list(positions.win_share) == [state.turn.seat in outcome.winners for state in states]
    assert 0 < positions.win_share.mean() < 1


def make_examples(wanted: list[float], row_count: int = 800) -> Examples:
    """Return training positions whose results follow the weights ``wanted``."""
    dice = Chance(b"made up", 0)
    features = np.zeros((row_count, WEIGHT_COUNT), dtype=np.float32)
    for place in range(len(wanted)):
        features[:, place] = [dice.draw_below(5) - 2 for _ in range(row_count)]
    known = np.array([(dice.draw_below(21) - 10) / 5 for _ in range(row_count)])
    lead = known + features[:, : len(wanted)] @ np.array(wanted)
    return Examples(features, known, np.asarray(1 / (1 + np.exp(-lead))))


def test_fitting_recovers_the_weights_that_made_the_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fit_das_riff, "PENALTY", 1.0)
    found = learn_corrections([make_examples([0.8, -0.5])])
    assert found[:2] == pytest.approx([0.8, -0.5], abs=0.1)
    assert found[2:] == pytest.approx(0)


def test_nothing_is_learned_from_data_that_the_estimate_explains() -> None:
    assert learn_corrections([make_examples([0.0, 0.0])]) == pytest.approx(0)


def test_learned_weights_are_reduced_and_added_to_the_estimate() -> None:
    by_table = reduce_weights(np.ones(WEIGHT_COUNT))
    assert by_table["BROOD_WEIGHTS"] == [KEPT_SHARE] * 6
    assert by_table["LEAD_FACTOR"] == pytest.approx(LOG_ODDS_PER_LEAD + KEPT_SHARE)


def test_weights_are_written_in_the_format_of_the_file() -> None:
    text = WEIGHTS_FILE.read_text("utf-8")
    same = format_module({name: getattr(weights, name) for name in CURRENT_WEIGHTS_BY_TABLE}, "chance", text)
    assert same != text
    assert same.partition("from __future__")[2] == text.partition("from __future__")[2]
    assert format_module({}, "chance", same) == same

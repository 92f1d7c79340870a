"""Premoves reduce the waiting time in simulated matches."""

from __future__ import annotations

from games.registry import GAMES
from tests.proof.premoves.waiting import ALWAYS, DAY_COUNT, NEVER, measure_waiting_times


def test_premoves_shorten_turns_if_players_look_twice_a_day() -> None:
    (plain,), (ahead,) = (measure_waiting_times(GAMES["australis"], kind, [1]) for kind in (NEVER, ALWAYS))
    assert plain.played_premove_count == 0 < ahead.played_premove_count <= 12 * ahead.prepared_answer_count
    assert ahead.hours_per_turn < plain.hours_per_turn and ahead.turn_count > plain.turn_count
    assert max(plain.waiting_hours, ahead.waiting_hours) <= 24 * (DAY_COUNT + 1)

"""Premoves reduce the waiting time in simulated matches."""

from __future__ import annotations

from games.registry import GAMES
from tests.proof.premoves.waiting import ALWAYS, DAYS, NEVER, measure_waiting


def test_premoves_shorten_turns_if_players_look_twice_a_day() -> None:
    (plain,), (ahead,) = (measure_waiting(GAMES["australis"], way, [1]) for way in (NEVER, ALWAYS))
    assert plain.made == 0 < ahead.made <= 12 * ahead.prepared
    assert ahead.per_turn < plain.per_turn and ahead.turns > plain.turns
    assert max(plain.hours, ahead.hours) <= 24 * (DAYS + 1)

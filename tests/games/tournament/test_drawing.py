"""Rounds of large tournaments are paired in a subprocess, with the same result."""

from __future__ import annotations

import sys
from random import Random

import pytest

from bot.features.tournaments.next_event import MIN_SUBPROCESS_ENTRANTS, compute_next_event
from bot.features.tournaments.swiss import pair_round
from games.tournament.events import (
    BEGAN_EVENT,
    JOINED_EVENT,
    SCORED_EVENT,
    TournamentEvent,
    apply_event,
    compute_state,
)
from games.tournament.state import TournamentState
from games.tournament.steps import find_next_event
from games.tournament.terms import SWISS_FORMAT, TournamentTerms
from tests.proof.tournament.random_play import draw_result


def play_one_round(person_count: int) -> TournamentState:
    """Return a tournament in which the second round is next."""
    events = [
        *(TournamentEvent(JOINED_EVENT, entry) for entry in range(1, person_count + 1)),
        TournamentEvent(BEGAN_EVENT),
    ]
    state = compute_state(TournamentTerms(SWISS_FORMAT, 3, 2, (2,)), events)
    event = find_next_event(state)
    assert event is not None
    state = apply_event(state, event)
    for table in range(len(state.rounds[0].tables)):
        state = apply_event(
            state, TournamentEvent(SCORED_EVENT, table_number=table, result=draw_result(Random(table), 2))
        )
    return state


@pytest.fixture
def library_calls(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """A list that records each call of the library in the test's process."""
    import caissify_pairings

    calls: list[object] = []
    real = caissify_pairings.generate_pairings

    def record_and_generate(**arguments: object) -> object:
        calls.append(arguments)
        return real(**arguments)

    monkeypatch.setattr(caissify_pairings, "generate_pairings", record_and_generate)
    return calls


def test_without_the_library_the_projects_own_code_pairs_the_round(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(sys.modules, "caissify_pairings", None)
    caplog.set_level("INFO")
    state = play_one_round(7)
    assert find_next_event(state, pair_round) == find_next_event(state) is not None
    assert "[tournaments]" in caplog.text


async def test_a_large_round_is_paired_in_a_subprocess(library_calls: list[object]) -> None:
    state = play_one_round(MIN_SUBPROCESS_ENTRANTS)
    drawn = await compute_next_event(state, pair_round)
    assert not library_calls
    assert drawn == find_next_event(state, pair_round)
    assert library_calls


async def test_without_a_subprocess_a_large_round_is_paired_in_this_process(
    library_calls: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    state = play_one_round(MIN_SUBPROCESS_ENTRANTS)
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    assert await compute_next_event(state, pair_round) == find_next_event(state, pair_round)
    assert len(library_calls) == 2


async def test_a_small_round_does_not_start_processes(library_calls: list[object]) -> None:
    assert await compute_next_event(play_one_round(6), pair_round) is not None
    assert library_calls

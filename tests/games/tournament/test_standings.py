"""Standings are exact, ignore pairings that weren't played, and name a single winner of a knock-out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from games.tournament.events import (
    BEGAN_EVENT,
    JOINED_EVENT,
    LEFT_EVENT,
    SCORED_EVENT,
    TournamentEvent,
    apply_event,
    compute_state,
)
from games.tournament.scoring import WIN_POINTS, rank_entries
from games.tournament.state import (
    OVER_STATUS,
    RUNNING_STATUS,
    Pairing,
    TableResult,
    TournamentRound,
    TournamentState,
)
from games.tournament.steps import find_next_event
from games.tournament.terms import KNOCKOUT_FORMAT, SWISS_FORMAT, TournamentTerms

DUPLICATE_TERMS = TournamentTerms(SWISS_FORMAT, 9, 2, (2,), duplicate=True)
WON, LOST = TableResult((1, 2)), TableResult((2, 1))


def deal_round(people: list[int], rng: Random) -> TournamentRound:
    """Return a round of a duplicate tournament with tables of two and random results."""
    tables = []
    for one, other in zip(people[::2], people[1::2], strict=True):
        scores = (rng.randint(0, 9), rng.randint(0, 9))
        places = (1 + (scores[1] > scores[0]), 1 + (scores[0] > scores[1]))
        tables.append(Pairing((one, other), TableResult(places, scores)))
    return TournamentRound(tuple(tables))


def compute_exact_scores(rounds: tuple[TournamentRound, ...]) -> dict[int, Fraction]:
    """Return everybody's share of the comparisons they won, without using the rules' code."""
    points: dict[int, Fraction] = {}
    for found in rounds:
        results = [(table.entries, table.result.scores) for table in found.tables if table.result]
        for seat in (0, 1):
            ahead = [scores[seat] - scores[1 - seat] for _, scores in results]
            for number, (entries, _) in enumerate(results):
                others = ahead[:number] + ahead[number + 1 :]
                shares = (Fraction(1 + (ahead[number] > one) - (ahead[number] < one), 2) for one in others)
                won = sum(shares, Fraction(0))
                points[entries[seat]] = points.get(entries[seat], Fraction(0)) + won / len(others)
    return points


@pytest.mark.parametrize("tables", [8, 9, 12])
@pytest.mark.parametrize("seed", range(8))
def test_duplicate_points_are_exact(tables: int, seed: int) -> None:
    r, rounds = Random(seed), []
    for _ in range(4):
        people = list(range(1, 2 * tables + 1))
        r.shuffle(people)
        rounds.append(deal_round(people, r))
    state = TournamentState(
        DUPLICATE_TERMS, RUNNING_STATUS, tuple(range(1, 2 * tables + 1)), rounds=tuple(rounds)
    )
    points = compute_exact_scores(state.rounds)
    lines = rank_entries(state)
    assert {line.entry: line.points / WIN_POINTS for line in lines} == points
    assert [points[line.entry] for line in lines] == sorted(points.values(), reverse=True)


def test_equal_results_at_eight_tables_score_equal_points() -> None:
    """6/7 + 1/7 points must equal 7/7 + 0 points exactly."""
    scores = list(range(7, -1, -1))
    firsts = [[1, 2, 3, 4, 5, 6, 7, 8], [3, 4, 5, 6, 7, 8, 2, 1]]
    rounds = [
        TournamentRound(
            tuple(
                Pairing((entry, entry + 8), TableResult((1, 2), (10 + score, 0)))
                for entry, score in zip(entries, scores, strict=True)
            )
        )
        for entries in firsts
    ]
    state = TournamentState(DUPLICATE_TERMS, RUNNING_STATUS, tuple(range(1, 17)), rounds=tuple(rounds))
    points = {line.entry: line.points for line in rank_entries(state)}
    assert points[1] == points[2] == WIN_POINTS


def play_results(seed: int) -> Iterator[TournamentState]:
    """Play a Swiss tournament, and yield it before each result."""
    r = Random(seed)
    state = compute_state(
        TournamentTerms(SWISS_FORMAT, 4, 2, (2,)),
        [*(TournamentEvent(JOINED_EVENT, n) for n in range(1, 10)), TournamentEvent(BEGAN_EVENT)],
    )
    while state.status == RUNNING_STATUS:
        event = find_next_event(state)
        assert event is not None
        state = apply_event(state, event)
        if state.current_round is None:
            continue
        at, tables = len(state.rounds) - 1, list(range(len(state.rounds[-1].tables)))
        r.shuffle(tables)
        for table in tables:
            yield state
            scored = TournamentEvent(
                SCORED_EVENT, round_number=at, table_number=table, result=r.choice((WON, LOST))
            )
            state = apply_event(state, scored)


@pytest.mark.parametrize("seed", range(5))
def test_opponents_not_yet_played_do_not_break_ties(seed: int) -> None:
    for state in play_results(seed):
        *before, current = state.rounds
        done = replace(current, tables=tuple(table for table in current.tables if table.result))
        assert rank_entries(state) == rank_entries(replace(state, rounds=(*before, done)))


def begin_knockout(person_count: int) -> TournamentState:
    events = [TournamentEvent(JOINED_EVENT, entry) for entry in range(1, person_count + 1)]
    return compute_state(
        TournamentTerms(KNOCKOUT_FORMAT, 1, 2, (2,)), [*events, TournamentEvent(BEGAN_EVENT)]
    )


@pytest.mark.parametrize("withdrawn_index", [0, 1])
def test_the_finalist_who_does_not_withdraw_wins(withdrawn_index: int) -> None:
    state = begin_knockout(4)
    event = find_next_event(state)
    assert event is not None
    state = apply_event(state, event)
    for table in (0, 1):
        state = apply_event(state, TournamentEvent(SCORED_EVENT, table_number=table, result=WON))
    finalists = [table.entries[0] for table in state.rounds[0].tables]
    state = apply_event(state, TournamentEvent(LEFT_EVENT, finalists[withdrawn_index]))
    ended = find_next_event(state)
    assert ended == TournamentEvent("ended")
    state = apply_event(state, ended)
    assert state.status == OVER_STATUS
    lines = rank_entries(state)
    assert [(line.placement, line.entry) for line in lines[:2]] == [
        (1, finalists[1 - withdrawn_index]),
        (2, finalists[withdrawn_index]),
    ]
    assert [line.placement for line in lines[2:]] == [3, 3]


def test_the_winner_of_the_final_stays_first_after_withdrawing() -> None:
    state = begin_knockout(2)
    event = find_next_event(state)
    assert event is not None
    state = apply_event(apply_event(state, event), TournamentEvent(SCORED_EVENT, result=WON))
    winner = state.rounds[0].tables[0].entries[0]
    for one in (state, apply_event(state, TournamentEvent(LEFT_EVENT, winner))):
        assert next((line.placement, line.entry) for line in rank_entries(one)) == (1, winner)
        assert [line.placement for line in rank_entries(one)] == [1, 2]

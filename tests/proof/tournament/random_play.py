"""Plays tournaments with random results, in which people come late, leave or stay silent."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from games.tournament.events import (
    BEGAN_EVENT,
    JOINED_EVENT,
    LEFT_EVENT,
    PAIRED_EVENT,
    SCORED_EVENT,
    TournamentEvent,
    apply_event,
)
from games.tournament.pairing import PairRound
from games.tournament.state import OVER_STATUS, RUNNING_STATUS, TableResult, TournamentState
from games.tournament.steps import find_next_event
from games.tournament.terms import ABSENCE_RULES, FORMATS, TournamentTerms


def draw_terms(chance: Random, *, seat_count: int | None = None) -> TournamentTerms:
    chosen = chance.choice(FORMATS)
    wanted = seat_count or chance.choice((2, 2, 3, 4))
    sizes = tuple(range(2, wanted + 1)) if chance.random() < 0.7 else (wanted,)
    return TournamentTerms(
        chosen, chance.randint(1, 7), wanted, sizes, chance.random() < 0.3, chance.choice(ABSENCE_RULES)
    )


def draw_result(chance: Random, table_size: int) -> TableResult:
    places = [chance.randint(1, table_size) for _ in range(table_size)]
    ranked = tuple(1 + sum(other < place for other in places) for place in places)
    scores = tuple(chance.randint(0, 60) for _ in range(table_size)) if chance.random() < 0.5 else ()
    absent = (chance.randrange(table_size),) if chance.random() < 0.1 else ()
    return TableResult(ranked, scores, absent, chance.random() < 0.03)


def play_tournament(
    terms: TournamentTerms, person_count: int, chance: Random, pair: PairRound | None = None
) -> Iterator[tuple[TournamentState, TournamentState]]:
    """Play a tournament to its end; yield the states before and after each round is paired."""
    state = TournamentState(terms)
    for entry in range(1, person_count + 1):
        state = apply_event(state, TournamentEvent(JOINED_EVENT, entry))
    state = apply_event(state, TournamentEvent(BEGAN_EVENT))
    while state.status == RUNNING_STATUS:
        event = find_next_event(state, pair)
        assert event is not None
        before, state = state, apply_event(state, event)
        if event.kind != PAIRED_EVENT:
            continue
        yield before, state
        at = len(state.rounds) - 1
        tables = list(range(len(state.rounds[at].tables)))
        chance.shuffle(tables)
        for table in tables:
            size = len(state.rounds[at].tables[table].entries)
            scored = TournamentEvent(
                SCORED_EVENT, round_number=at, table_number=table, result=draw_result(chance, size)
            )
            state = apply_event(state, scored)
            if chance.random() < 0.01 and len(state.active_entries) > 2:
                state = apply_event(state, TournamentEvent(LEFT_EVENT, chance.choice(state.active_entries)))
        if chance.random() < 0.1 and state.allows_late_entry:
            state = apply_event(state, TournamentEvent(JOINED_EVENT, max(state.entries) + 1))
    assert state.status == OVER_STATUS

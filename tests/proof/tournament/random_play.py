"""Plays tournaments with random results, in which people come late, leave or stay silent."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from games.tournament.events import BEGAN, JOINED, LEFT, PAIRED, SCORED, Event, apply
from games.tournament.pairing import Pair
from games.tournament.state import OVER, RUNNING, Result, Round, State
from games.tournament.steps import find_next
from games.tournament.terms import ABSENT, FORMATS, Terms


def draw_terms(chance: Random, *, seats: int | None = None) -> Terms:
    chosen = chance.choice(FORMATS)
    wanted = seats or chance.choice((2, 2, 3, 4))
    sizes = tuple(range(2, wanted + 1)) if chance.random() < 0.7 else (wanted,)
    return Terms(chosen, chance.randint(1, 7), wanted, sizes, chance.random() < 0.3, chance.choice(ABSENT))


def draw_result(chance: Random, size: int) -> Result:
    places = [chance.randint(1, size) for _ in range(size)]
    ranked = tuple(1 + sum(other < place for other in places) for place in places)
    scores = tuple(chance.randint(0, 60) for _ in range(size)) if chance.random() < 0.5 else ()
    absent = (chance.randrange(size),) if chance.random() < 0.1 else ()
    return Result(ranked, scores, absent, chance.random() < 0.03)


def play_tournament(
    terms: Terms, people: int, chance: Random, pair: Pair | None = None
) -> Iterator[tuple[State, State]]:
    """Play a tournament to its end; yield the states before and after each round is paired."""
    state = State(terms)
    for entry in range(1, people + 1):
        state = apply(state, Event(JOINED, entry))
    state = apply(state, Event(BEGAN))
    while state.status == RUNNING:
        event = find_next(state, pair)
        assert event is not None
        before, state = state, apply(state, event)
        if event.kind != PAIRED:
            continue
        yield before, state
        at = len(state.rounds) - 1
        tables = list(range(len(state.rounds[at].tables)))
        chance.shuffle(tables)
        for table in tables:
            size = len(state.rounds[at].tables[table].entries)
            scored = Event(SCORED, round=at, table=table, result=draw_result(chance, size))
            state = apply(state, scored)
            if chance.random() < 0.01 and len(state.active) > 2:
                state = apply(state, Event(LEFT, chance.choice(state.active)))
        if chance.random() < 0.1 and state.allows_late_entry:
            state = apply(state, Event(JOINED, max(state.entries) + 1))
    assert state.status == OVER


def has_no_rematch(state: State, found: Round) -> bool:
    """Return whether a round has no rematch."""
    met = {frozenset((a, b)) for r in state.rounds for t in r.tables for a in t.entries for b in t.entries}
    return not any(
        frozenset((a, b)) in met for t in found.tables for a in t.entries for b in t.entries if a != b
    )

"""Who meets whom in the next round: by the state of the tournament alone, the same each time.

A pairer for two seats may be handed in from outside (:class:`Pair`); what it comes to is checked here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from games.tournament import groups
from games.tournament.round_robin import Seating, make_plan, replan
from games.tournament.scoring import list_qualified, rank_entries
from games.tournament.state import Pairing, Round, State, count_byes, find_met
from games.tournament.terms import KNOCKOUT, ROUND_ROBIN, split_into_tables

Pair = Callable[[State], Round]
"""Pairs the next round of a Swiss tournament with two seats."""


def pair_next(state: State, pair: Pair | None = None) -> Round:
    """Return the next round.

    :param pair: is asked first where it's a Swiss tournament with two seats; whatever it comes to that a
        round can't be, or where people would meet again who needn't, is done here instead.
    """
    if state.terms.format == ROUND_ROBIN:
        return _pair_all(state) if state.terms.seats == 2 else _pair_planned(state)
    if state.terms.format == KNOCKOUT:
        return _pair_knockout(state)
    if pair is not None and state.terms.seats == 2:
        found = pair(state)
        if not find_faults(state, found):
            return found
    return _pair_groups(state)


def find_faults(state: State, found: Round) -> list[str]:
    """Return what is wrong with a round of a Swiss tournament: the rules that a checker holds it to."""
    faults = []
    seated = [entry for table in found.tables for entry in table.entries] + list(found.byes)
    if sorted(seated) != sorted(state.active):
        faults.append("somebody is missing, or there twice")
    if any(len(table.entries) not in state.terms.allowed for table in found.tables):
        faults.append("a table has too few or too many seats")
    met = find_met(state)
    for table in found.tables:
        for number, one in enumerate(table.entries):
            if any(met.get(one, {}).get(other) for other in table.entries[number + 1 :]):
                faults.append("two meet again")
    byes = count_byes(state)
    least = min((byes[entry] for entry in state.active), default=0)
    if any(byes.get(entry, 0) > least for entry in found.byes):
        faults.append("somebody has a bye again while others have had fewer")
    return faults


def count_rounds(state: State) -> int:
    """Return how many rounds the tournament has, as far as can be said by now."""
    entered = len(state.entries)
    if state.terms.format == ROUND_ROBIN and state.terms.seats == 2:
        return entered - 1 + entered % 2
    if state.terms.format == ROUND_ROBIN:
        # Until the first has been drawn nobody knows.
        return state.rounds[-1].of if state.rounds else 1
    if state.terms.format == KNOCKOUT:
        left = len(_list_remaining(state))
        more = 0
        while left > 1:
            sizes = split_into_tables(left, state.terms.allowed)
            left = len(sizes) + left - sum(sizes)
            more += 1
            if not sizes:
                break
        return len(state.rounds) + more
    if state.terms.seats == 2:
        # Beyond that people would have to meet again.
        return min(state.terms.rounds, max(entered - 1 + entered % 2, 1))
    return state.terms.rounds


def _rank_active(state: State) -> list[int]:
    return [line.entry for line in rank_entries(state) if not line.gone]


def _pick_byes(state: State, order: Sequence[int], count: int) -> tuple[int, ...]:
    """Return who has a bye: the last of those who have had the fewest."""
    byes = count_byes(state)
    places = {entry: place for place, entry in enumerate(order)}
    return tuple(sorted(order, key=lambda entry: (byes[entry], -places[entry]))[:count])


def _pair_all(state: State) -> Round:
    """Pair a round of a round robin: everybody sits in a circle, one stays, the others move on by a seat.

    A turn of the circle in which nobody is left to meet anybody is passed over; after the last one the round
    is empty.
    """
    circle: list[int | None] = list(state.entries)
    if len(circle) % 2:
        circle.append(None)
    for turn in range(_count_turns(state, circle), len(circle) - 1):
        tables, byes = [], []
        for one, other in _rotate(circle, turn):
            there = [entry for entry in (one, other) if entry is not None and entry not in state.gone]
            if len(there) == 2:
                tables.append(Pairing(tuple(there)))
            else:
                byes += there
        if tables:
            return Round(tuple(tables), tuple(sorted(byes)))
    return Round(())


def _rotate(circle: Sequence[int | None], turn: int) -> list[tuple[int | None, int | None]]:
    """Return who sits opposite whom after so many turns, whoever begins first."""
    turned = list(circle[1:])
    turned = turned[-turn:] + turned[:-turn] if turn else turned
    seats = [circle[0], *turned]
    pairs = []
    for place in range(len(circle) // 2):
        one, other = seats[place], seats[-1 - place]
        # Who begins changes from round to round, for the one who stays as for the others.
        pairs.append((other, one) if (turn if place == 0 else place) % 2 else (one, other))
    return pairs


def _count_turns(state: State, circle: Sequence[int | None]) -> int:
    """Return how many turns of the circle have been: those that were passed over are in no round."""
    sides = [{frozenset(pair) for pair in _rotate(circle, turn)} for turn in range(len(circle) - 1)]
    # Earlier versions drew rounds of byes alone. They stand for turns that are passed over again.
    drawn = [{frozenset(table.entries) for table in found.tables} for found in state.rounds if found.tables]
    return max((turn + 1 for met in drawn for turn, side in enumerate(sides) if met <= side), default=0)


def _pair_planned(state: State) -> Round:
    """Pair a round of a round robin with more seats, by a plan that is made again after each withdrawal."""
    drawn, active = state.rounds, frozenset(state.active)
    since = len(drawn)
    while since and drawn[since - 1].entries == active:
        since -= 1
    people, rounds = _plan(state, since)
    if not _follows(drawn[since:], people, rounds):
        # They were drawn by an earlier version's plan.
        since = len(drawn)
        people, rounds = _plan(state, since)
    if len(drawn) - since >= len(rounds):
        return Round(())
    tables, byes = rounds[len(drawn) - since]
    seated = [[people[person] for person in table] for table in tables]
    return Round(
        _seat_all(state, seated), tuple(sorted(people[person] for person in byes)), since + len(rounds)
    )


def _plan(state: State, drawn: int) -> tuple[list[int], tuple[Seating, ...]]:
    """Return everybody in the order of a plan, and its rounds; it follows so many rounds that were drawn."""
    allowed = state.terms.allowed
    if not drawn:
        return list(state.active), make_plan(len(state.active), allowed)
    before = replace(state, rounds=state.rounds[:drawn])
    met, byes = find_met(before), count_byes(before)
    people = sorted(state.active, key=lambda entry: byes[entry])
    meetings = tuple(tuple(met[one].get(other, 0) for other in people) for one in people)
    return people, replan(len(people), allowed, meetings)


def _follows(drawn: Sequence[Round], people: Sequence[int], rounds: Sequence[Seating]) -> bool:
    """Return whether rounds were drawn by a plan."""
    planned = [{frozenset(people[person] for person in table) for table in tables} for tables, _ in rounds]
    return [{frozenset(table.entries) for table in found.tables} for found in drawn] == planned[: len(drawn)]


def _list_remaining(state: State) -> list[int]:
    """Return who is still in a knock-out, in the order of coming."""
    through = frozenset(list_qualified(state.rounds[-1]) if state.rounds else state.entries)
    return [entry for entry in state.active if entry in through]


def _pair_knockout(state: State) -> Round:
    """Pair a round of a knock-out: at each table the best meet those who have done least so far."""
    through = set(_list_remaining(state))
    order = [entry for entry in _rank_active(state) if entry in through]
    sizes = split_into_tables(len(order), state.terms.allowed)
    # The best have the bye, and nobody twice as long as others have had none.
    byes = count_byes(state)
    spared = sorted(order, key=lambda entry: (byes[entry], order.index(entry)))[: len(order) - sum(sizes)]
    left = [entry for entry in order if entry not in spared]
    tables: list[list[int]] = [[] for _ in sizes]
    forth = True
    while left:
        for number in range(len(sizes)) if forth else reversed(range(len(sizes))):
            if left and len(tables[number]) < sizes[number]:
                tables[number].append(left.pop(0))
        forth = not forth
    return Round(_seat_all(state, tables), tuple(sorted(spared)))


def _pair_groups(state: State) -> Round:
    """Pair a round by points: people meet again as rarely as can be, and have about as many otherwise."""
    lines = [line for line in rank_entries(state) if not line.gone]
    # Whole numbers are close enough to seat people by, and far quicker to compare.
    return _seat_groups(
        state, [line.entry for line in lines], {line.entry: int(line.points) for line in lines}
    )


def _seat_groups(state: State, order: Sequence[int], points: Mapping[int, int]) -> Round:
    sizes = split_into_tables(len(order), state.terms.allowed)
    byes = _pick_byes(state, order, len(order) - sum(sizes))
    left = [entry for entry in order if entry not in byes]
    tables = groups.seat_players(left, sizes, find_met(state), points)
    return Round(_seat_all(state, tables), tuple(sorted(byes)))


def _seat_all(state: State, tables: Sequence[Sequence[int]]) -> tuple[Pairing, ...]:
    """Give everybody a seat: who has begun least often begins."""
    sums = dict.fromkeys(state.entries, 0)
    for table in (table for found in state.rounds for table in found.tables):
        for seat, entry in enumerate(table.entries):
            sums[entry] += 2 * seat - len(table.entries) + 1
    return tuple(
        Pairing(tuple(sorted(table, key=lambda entry: (-sums[entry], list(table).index(entry)))))
        for table in tables
    )

"""Pairs the next round. The result depends only on the state of the tournament.

For two seats, an external pairing function may be passed in (:data:`PairRound`). Its rounds are checked here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from games.tournament import groups
from games.tournament.round_robin import Seating, make_plan, replan
from games.tournament.scoring import list_qualified, rank_entries
from games.tournament.state import Pairing, TournamentRound, TournamentState, count_byes, count_pairings
from games.tournament.terms import KNOCKOUT_FORMAT, ROUND_ROBIN_FORMAT, split_into_tables

PairRound = Callable[[TournamentState], TournamentRound]
"""A function that pairs the next round of a Swiss tournament with two seats."""


def pair_next(state: TournamentState, pair: PairRound | None = None) -> TournamentRound:
    """Return the next round. It has no tables if there is nothing left to play.

    :param pair: pairs Swiss rounds with two seats. Its round is ignored if it has faults, such as a rematch.
    """
    if state.terms.format == ROUND_ROBIN_FORMAT:
        return _pair_round_robin(state) if state.terms.seats == 2 else _pair_planned_round(state)
    if state.terms.format == KNOCKOUT_FORMAT:
        return _pair_knockout(state)
    if pair is not None and state.terms.seats == 2:
        found = pair(state)
        if not find_pairing_faults(state, found):
            return found
    return _pair_groups(state)


def find_pairing_faults(state: TournamentState, found: TournamentRound) -> list[str]:
    """Return a message for each fault of a Swiss round."""
    faults = []
    seated = [entry for table in found.tables for entry in table.entries] + list(found.byes)
    if sorted(seated) != sorted(state.active):
        faults.append("somebody is missing, or there twice")
    if any(len(table.entries) not in state.terms.allowed for table in found.tables):
        faults.append("a table has too few or too many seats")
    met = count_pairings(state)
    for table in found.tables:
        for number, one in enumerate(table.entries):
            if any(met.get(one, {}).get(other) for other in table.entries[number + 1 :]):
                faults.append("two meet again")
    byes = count_byes(state)
    least = min((byes[entry] for entry in state.active), default=0)
    if any(byes.get(entry, 0) > least for entry in found.byes):
        faults.append("somebody has a bye again while others have had fewer")
    return faults


def count_rounds(state: TournamentState) -> int:
    """Return the number of rounds that the tournament will have, according to its present state."""
    entered = len(state.entries)
    if state.terms.format == ROUND_ROBIN_FORMAT and state.terms.seats == 2:
        return entered - 1 + entered % 2
    if state.terms.format == ROUND_ROBIN_FORMAT:
        # The number is known once the first round is paired.
        return state.rounds[-1].planned_rounds if state.rounds else 1
    if state.terms.format == KNOCKOUT_FORMAT:
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
        # Further rounds would need rematches.
        return min(state.terms.rounds, max(entered - 1 + entered % 2, 1))
    return state.terms.rounds


def _rank_active(state: TournamentState) -> list[int]:
    """Return the active entries by their place in the standings."""
    return [line.entry for line in rank_entries(state) if not line.gone]


def _pick_byes(state: TournamentState, order: Sequence[int], count: int) -> tuple[int, ...]:
    """Return the entries that get a bye: the lowest ranked of those with the fewest byes."""
    byes = count_byes(state)
    places = {entry: place for place, entry in enumerate(order)}
    return tuple(sorted(order, key=lambda entry: (byes[entry], -places[entry]))[:count])


def _pair_round_robin(state: TournamentState) -> TournamentRound:
    """Pair a round robin by the circle method: one person stays in place, the others move on by one place.

    Rotations in which nobody has anyone to meet are skipped. After the last rotation, the round is empty.
    """
    circle: list[int | None] = list(state.entries)
    if len(circle) % 2:
        circle.append(None)
    for turn in range(_count_turns(state, circle), len(circle) - 1):
        tables, byes = [], []
        for one, other in _list_pairs(circle, turn):
            there = [entry for entry in (one, other) if entry is not None and entry not in state.gone]
            if len(there) == 2:
                tables.append(Pairing(tuple(there)))
            else:
                byes += there
        if tables:
            return TournamentRound(tuple(tables), tuple(sorted(byes)))
    return TournamentRound(())


def _list_pairs(circle: Sequence[int | None], turn: int) -> list[tuple[int | None, int | None]]:
    """Return the pairs after ``turn`` rotations of the circle. The first of each pair moves first."""
    turned = list(circle[1:])
    turned = turned[-turn:] + turned[:-turn] if turn else turned
    seats = [circle[0], *turned]
    pairs = []
    for place in range(len(circle) // 2):
        one, other = seats[place], seats[-1 - place]
        # Alternate who moves first, also for the person who stays in place.
        pairs.append((other, one) if (turn if place == 0 else place) % 2 else (one, other))
    return pairs


def _count_turns(state: TournamentState, circle: Sequence[int | None]) -> int:
    """Return the number of rotations so far, including those skipped because nobody had an opponent."""
    sides = [{frozenset(pair) for pair in _list_pairs(circle, turn)} for turn in range(len(circle) - 1)]
    # Earlier versions stored rounds of byes alone. Ignore them, because their rotations will be skipped
    # again.
    drawn = [{frozenset(table.entries) for table in found.tables} for found in state.rounds if found.tables]
    return max((turn + 1 for met in drawn for turn, side in enumerate(sides) if met <= side), default=0)


def _pair_planned_round(state: TournamentState) -> TournamentRound:
    """Pair a round robin at larger tables by a plan. The plan is renewed after each withdrawal."""
    drawn, active = state.rounds, frozenset(state.active)
    since = len(drawn)
    while since and drawn[since - 1].entries == active:
        since -= 1
    people, rounds = _make_plan(state, since)
    if not _matches_plan(drawn[since:], people, rounds):
        # The rounds follow the plan of an earlier version of the bot. Make a new plan for the rest.
        since = len(drawn)
        people, rounds = _make_plan(state, since)
    if len(drawn) - since >= len(rounds):
        return TournamentRound(())
    tables, byes = rounds[len(drawn) - since]
    seated = [[people[person] for person in table] for table in tables]
    return TournamentRound(
        _assign_seats(state, seated), tuple(sorted(people[person] for person in byes)), since + len(rounds)
    )


def _make_plan(state: TournamentState, drawn: int) -> tuple[list[int], tuple[Seating, ...]]:
    """Return everybody in a plan's order, and the rounds that the plan adds to the first ``drawn`` rounds."""
    allowed = state.terms.allowed
    if not drawn:
        return list(state.active), make_plan(len(state.active), allowed)
    before = replace(state, rounds=state.rounds[:drawn])
    met, byes = count_pairings(before), count_byes(before)
    people = sorted(state.active, key=lambda entry: byes[entry])
    meetings = tuple(tuple(met[one].get(other, 0) for other in people) for one in people)
    return people, replan(len(people), allowed, meetings)


def _matches_plan(drawn: Sequence[TournamentRound], people: Sequence[int], rounds: Sequence[Seating]) -> bool:
    """Return whether the rounds paired so far follow a plan."""
    planned = [{frozenset(people[person] for person in table) for table in tables} for tables, _ in rounds]
    return [{frozenset(table.entries) for table in found.tables} for found in drawn] == planned[: len(drawn)]


def _list_remaining(state: TournamentState) -> list[int]:
    """Return the entries that are still in a knock-out, in the order of joining."""
    through = frozenset(list_qualified(state.rounds[-1]) if state.rounds else state.entries)
    return [entry for entry in state.active if entry in through]


def _pair_knockout(state: TournamentState) -> TournamentRound:
    """Pair a knock-out round.

    People are distributed to the tables in ranking order, back and forth, so that the best meet the weakest.
    """
    through = set(_list_remaining(state))
    order = [entry for entry in _rank_active(state) if entry in through]
    sizes = split_into_tables(len(order), state.terms.allowed)
    # Byes go to the highest ranked, but nobody gets a second bye before everyone has had one.
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
    return TournamentRound(_assign_seats(state, tables), tuple(sorted(spared)))


def _pair_groups(state: TournamentState) -> TournamentRound:
    """Pair a round with few rematches, and with similar points at each table."""
    lines = [line for line in rank_entries(state) if not line.gone]
    # Whole points are exact enough for seating, and integers are much faster to compare than fractions.
    return _seat_groups(
        state, [line.entry for line in lines], {line.entry: int(line.points) for line in lines}
    )


def _seat_groups(state: TournamentState, order: Sequence[int], points: Mapping[int, int]) -> TournamentRound:
    """Seat a round with :mod:`games.tournament.groups`. Anyone left over gets a bye."""
    sizes = split_into_tables(len(order), state.terms.allowed)
    byes = _pick_byes(state, order, len(order) - sum(sizes))
    left = [entry for entry in order if entry not in byes]
    tables = groups.seat_players(left, sizes, count_pairings(state), points)
    return TournamentRound(_assign_seats(state, tables), tuple(sorted(byes)))


def _assign_seats(state: TournamentState, tables: Sequence[Sequence[int]]) -> tuple[Pairing, ...]:
    """Return the tables in seat order. People who moved later in earlier rounds now move first."""
    sums = dict.fromkeys(state.entries, 0)
    for table in (table for found in state.rounds for table in found.tables):
        for seat, entry in enumerate(table.entries):
            sums[entry] += 2 * seat - len(table.entries) + 1
    return tuple(
        Pairing(tuple(sorted(table, key=lambda entry: (-sums[entry], list(table).index(entry)))))
        for table in tables
    )

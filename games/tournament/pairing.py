"""Pairs the next round of a tournament. The result depends only on the state of the tournament.

For Swiss tournaments with two seats, an external pairing function may be passed in (:data:`PairRound`). The
rounds that it returns are checked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from games.tournament import groups
from games.tournament.round_robin import Seating, plan_remaining_rounds, plan_rounds
from games.tournament.scoring import list_qualified_entries, rank_entries
from games.tournament.state import Pairing, TournamentRound, TournamentState, count_byes, count_pairings
from games.tournament.terms import KNOCKOUT_FORMAT, ROUND_ROBIN_FORMAT, split_into_tables

PairRound = Callable[[TournamentState], TournamentRound]
"""A function that pairs the next round of a Swiss tournament with two seats."""


def pair_next_round(state: TournamentState, pair_swiss: PairRound | None = None) -> TournamentRound:
    """Return the next round. It has no tables if there is nothing left to play.

    :param pair_swiss: pairs Swiss rounds with two seats. A round with faults, such as a rematch, is ignored.
    """
    if state.terms.format == ROUND_ROBIN_FORMAT:
        return _pair_round_robin(state) if state.terms.seats == 2 else _pair_planned_round(state)
    if state.terms.format == KNOCKOUT_FORMAT:
        return _pair_knockout_round(state)
    if pair_swiss is not None and state.terms.seats == 2:
        tables = pair_swiss(state)
        if not find_pairing_faults(state, tables):
            return tables
    return _pair_grouped_round(state)


def find_pairing_faults(state: TournamentState, paired_round: TournamentRound) -> list[str]:
    """Return a message about each fault of a Swiss round."""
    faults = []
    seated = [entry for table in paired_round.tables for entry in table.entries] + list(paired_round.byes)
    if sorted(seated) != sorted(state.active_entries):
        faults.append("somebody is missing, or there twice")
    if any(len(table.entries) not in state.terms.allowed_sizes for table in paired_round.tables):
        faults.append("a table has too few or too many seats")
    met = count_pairings(state)
    for table in paired_round.tables:
        for number, one in enumerate(table.entries):
            if any(met.get(one, {}).get(other) for other in table.entries[number + 1 :]):
                faults.append("two meet again")
    byes = count_byes(state)
    least = min((byes[entry] for entry in state.active_entries), default=0)
    if any(byes.get(entry, 0) > least for entry in paired_round.byes):
        faults.append("somebody has a bye again while others have had fewer")
    return faults


def count_expected_rounds(state: TournamentState) -> int:
    """Return the number of rounds that the tournament will have if nobody joins or leaves."""
    entered = len(state.entries)
    if state.terms.format == ROUND_ROBIN_FORMAT and state.terms.seats == 2:
        return entered - 1 + entered % 2
    if state.terms.format == ROUND_ROBIN_FORMAT:
        # The number of planned rounds is known once the first round is paired.
        return state.rounds[-1].planned_rounds if state.rounds else 1
    if state.terms.format == KNOCKOUT_FORMAT:
        left = len(_list_remaining_entries(state))
        more = 0
        while left > 1:
            sizes = split_into_tables(left, state.terms.allowed_sizes)
            left = len(sizes) + left - sum(sizes)
            more += 1
            if not sizes:
                break
        return len(state.rounds) + more
    if state.terms.seats == 2:
        # More rounds than this would need rematches.
        return min(state.terms.rounds, max(entered - 1 + entered % 2, 1))
    return state.terms.rounds


def _rank_active_entries(state: TournamentState) -> list[int]:
    """Return the active entries in the order of the standings."""
    return [line.entry for line in rank_entries(state) if not line.is_withdrawn]


def _pick_byes(state: TournamentState, order: Sequence[int], bye_count: int) -> tuple[int, ...]:
    """Return the entries that get a bye: the lowest ranked of those with the fewest byes."""
    byes = count_byes(state)
    places = {entry: place for place, entry in enumerate(order)}
    return tuple(sorted(order, key=lambda entry: (byes[entry], -places[entry]))[:bye_count])


def _pair_round_robin(state: TournamentState) -> TournamentRound:
    """Pair a round robin by the circle method: one person stays in place, and the others rotate.

    Rotations without any pair, after withdrawals, are skipped. After the last rotation, the round is empty.
    """
    circle: list[int | None] = list(state.entries)
    if len(circle) % 2:
        circle.append(None)
    for turn in range(_count_rotations(state, circle), len(circle) - 1):
        tables, byes = [], []
        for one, other in _list_pairs(circle, turn):
            present = [
                entry for entry in (one, other) if entry is not None and entry not in state.withdrawn_entries
            ]
            if len(present) == 2:
                tables.append(Pairing(tuple(present)))
            else:
                byes += present
        if tables:
            return TournamentRound(tuple(tables), tuple(sorted(byes)))
    return TournamentRound(())


def _list_pairs(circle: Sequence[int | None], rotation_count: int) -> list[tuple[int | None, int | None]]:
    """Return the pairs of a circle after some rotations. The first person of each pair moves first.

    ``None`` stands for a missing person, whose opponent gets a bye.
    """
    turned = list(circle[1:])
    turned = turned[-rotation_count:] + turned[:-rotation_count] if rotation_count else turned
    seats = [circle[0], *turned]
    pairs = []
    for index in range(len(circle) // 2):
        one, other = seats[index], seats[-1 - index]
        # The right to move first alternates, also for the person who stays in place.
        pairs.append((other, one) if (rotation_count if index == 0 else index) % 2 else (one, other))
    return pairs


def _count_rotations(state: TournamentState, circle: Sequence[int | None]) -> int:
    """Return the number of rotations so far, including skipped ones."""
    sides = [{frozenset(pair) for pair in _list_pairs(circle, turn)} for turn in range(len(circle) - 1)]
    # Ignore rounds without tables, which earlier versions stored for rotations that are now skipped.
    drawn = [
        {frozenset(table.entries) for table in paired_round.tables}
        for paired_round in state.rounds
        if paired_round.tables
    ]
    return max((turn + 1 for met in drawn for turn, side in enumerate(sides) if met <= side), default=0)


def _pair_planned_round(state: TournamentState) -> TournamentRound:
    """Pair the next round of a round robin with more than two seats per table, following a plan.

    After a withdrawal, make a new plan.
    """
    drawn, active = state.rounds, frozenset(state.active_entries)
    since = len(drawn)
    while since and drawn[since - 1].entries == active:
        since -= 1
    people, rounds = _make_plan(state, since)
    if not _matches_plan(drawn[since:], people, rounds):
        # An earlier version of the bot planned these rounds differently, so make a new plan for later rounds.
        since = len(drawn)
        people, rounds = _make_plan(state, since)
    if len(drawn) - since >= len(rounds):
        return TournamentRound(())
    tables, byes = rounds[len(drawn) - since]
    seated = [[people[person] for person in table] for table in tables]
    return TournamentRound(
        _assign_seats(state, seated), tuple(sorted(people[person] for person in byes)), since + len(rounds)
    )


def _make_plan(state: TournamentState, kept_count: int) -> tuple[list[int], tuple[Seating, ...]]:
    """Return the active entries in a plan's order, and the rounds that the plan adds to the kept rounds."""
    allowed = state.terms.allowed_sizes
    if not kept_count:
        return list(state.active_entries), plan_rounds(len(state.active_entries), allowed)
    before = replace(state, rounds=state.rounds[:kept_count])
    met, byes = count_pairings(before), count_byes(before)
    people = sorted(state.active_entries, key=lambda entry: byes[entry])
    meetings = tuple(tuple(met[one].get(other, 0) for other in people) for one in people)
    return people, plan_remaining_rounds(len(people), allowed, meetings)


def _matches_plan(
    paired_rounds: Sequence[TournamentRound], people: Sequence[int], planned_rounds: Sequence[Seating]
) -> bool:
    """Return whether the rounds paired so far are the first rounds of a plan."""
    planned = [
        {frozenset(people[person] for person in table) for table in tables} for tables, _ in planned_rounds
    ]
    return [
        {frozenset(table.entries) for table in paired_round.tables} for paired_round in paired_rounds
    ] == planned[: len(paired_rounds)]


def _list_remaining_entries(state: TournamentState) -> list[int]:
    """Return the entries left in a knock-out, in the order of joining."""
    through = frozenset(list_qualified_entries(state.rounds[-1]) if state.rounds else state.entries)
    return [entry for entry in state.active_entries if entry in through]


def _pair_knockout_round(state: TournamentState) -> TournamentRound:
    """Pair a knock-out round.

    The tables are filled in ranking order, back and forth, so that the strongest meet the weakest.
    """
    through = set(_list_remaining_entries(state))
    order = [entry for entry in _rank_active_entries(state) if entry in through]
    sizes = split_into_tables(len(order), state.terms.allowed_sizes)
    # Byes go to the highest-ranked entries among those with the fewest byes.
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


def _pair_grouped_round(state: TournamentState) -> TournamentRound:
    """Pair a round with few rematches and with similar points at each table."""
    lines = [line for line in rank_entries(state) if not line.is_withdrawn]
    # Whole points are exact enough for seating, and calculating with integers is much faster.
    return _seat_groups(
        state, [line.entry for line in lines], {line.entry: int(line.points) for line in lines}
    )


def _seat_groups(state: TournamentState, order: Sequence[int], points: Mapping[int, int]) -> TournamentRound:
    """Pair a round with :func:`games.tournament.groups.seat_players`. Anyone left over gets a bye."""
    sizes = split_into_tables(len(order), state.terms.allowed_sizes)
    byes = _pick_byes(state, order, len(order) - sum(sizes))
    left = [entry for entry in order if entry not in byes]
    tables = groups.seat_players(left, sizes, count_pairings(state), points)
    return TournamentRound(_assign_seats(state, tables), tuple(sorted(byes)))


def _assign_seats(state: TournamentState, tables: Sequence[Sequence[int]]) -> tuple[Pairing, ...]:
    """Return the tables, each in seat order. People who moved late in earlier rounds get early seats."""
    sums = dict.fromkeys(state.entries, 0)
    for table in state.tables:
        for seat, entry in enumerate(table.entries):
            sums[entry] += 2 * seat - len(table.entries) + 1
    return tuple(
        Pairing(tuple(sorted(table, key=lambda entry: (-sums[entry], list(table).index(entry)))))
        for table in tables
    )

"""Points, tie-breaks and standings. Points are exact fractions. A win is worth 120.

A seat gets points for each opponent at its table that it finishes ahead of, and half as many for a tie.
Finishing ahead of all opponents is a win, so a match between two gives a win, half a win or nothing.

In duplicate tournaments, a seat is compared with the same seat at the other tables of its round instead.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from games.tournament.state import TableResult, TournamentRound, TournamentState, count_byes, count_pairings
from games.tournament.terms import KNOCKOUT_FORMAT, ROUND_ROBIN_FORMAT

WIN_POINTS: Final = 120
"""Points of a win."""
DUPLICATE_BYE_POINTS: Final = 72
"""Points of a bye in duplicate tournaments, slightly more than the average score of half a win."""

OPPONENTS_TIE_BREAK: Final = "opponents"
BEATEN_TIE_BREAK: Final = "beaten"
WINS_TIE_BREAK: Final = "wins"
ROUNDS_TIE_BREAK: Final = "reached"


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """An entry's line in the standings."""

    place: int
    """Entries share a place if no tie-break separates them."""
    entry: int
    points: Fraction
    breaks: tuple[Fraction, ...]
    """Values of the tie-breaks, in the order of :func:`list_tie_breaks`."""
    gone: bool = False
    """Whether the entry has withdrawn."""


def list_tie_breaks(state: TournamentState) -> tuple[str, ...]:
    """Return the names of the tie-breaks, in the order in which they apply."""
    if state.terms.format == KNOCKOUT_FORMAT:
        return (ROUNDS_TIE_BREAK,)
    if state.terms.format == ROUND_ROBIN_FORMAT:
        return (BEATEN_TIE_BREAK, WINS_TIE_BREAK)
    return (OPPONENTS_TIE_BREAK, BEATEN_TIE_BREAK, WINS_TIE_BREAK)


def find_bye_points(state: TournamentState) -> int:
    """Return the points that a bye is worth in this tournament."""
    return DUPLICATE_BYE_POINTS if state.terms.duplicate else WIN_POINTS


def score_round(state: TournamentState, found: TournamentRound) -> dict[int, Fraction]:
    """Return everybody's points in a round. Tables without a result are ignored."""
    bye = Fraction(find_bye_points(state))
    points = dict.fromkeys(found.byes, bye)
    for table in found.tables:
        if table.result is None:
            continue
        for seat, entry in enumerate(table.entries):
            points[entry] = _score_seat(state, found, table.result, len(table.entries), seat, bye)
    return points


def _score_seat(
    state: TournamentState, found: TournamentRound, result: TableResult, size: int, seat: int, bye: Fraction
) -> Fraction:
    """Return the points of a seat for its table's result."""
    if seat in result.absent:
        return Fraction(0)
    if result.void:
        return bye
    if state.terms.duplicate:
        others = [
            table.result
            for table in found.tables
            if table.result is not None
            and table.result is not result
            and len(table.entries) == size
            and not table.result.void
            and seat not in table.result.absent
        ]
        if others:
            own = _measure_result(result, seat)
            sums = sum(
                2 * (own > theirs) + (own == theirs) for theirs in (_measure_result(o, seat) for o in others)
            )
            return Fraction(WIN_POINTS * sums, 2 * len(others))
    return Fraction(WIN_POINTS * _count_ahead(result, seat), 2 * (size - 1))


def _count_ahead(result: TableResult, seat: int) -> int:
    """Return the number of opponents that a seat beat, times two, plus the number of ties."""
    own = _find_place(result, seat)
    return sum(
        2 * (own < _find_place(result, other)) + (own == _find_place(result, other))
        for other in range(len(result.places))
        if other != seat
    )


def _find_place(result: TableResult, seat: int) -> int:
    """Return the place of a seat. Seats absent at the end share the last place."""
    return max(result.places) + 1 if seat in result.absent else result.places[seat]


def _measure_result(result: TableResult, seat: int) -> tuple[int, int]:
    """Return a seat's result as a pair to compare: opponents beaten, then the lead in points."""
    margin = 0
    if result.scores and not result.absent:
        others = [score for other, score in enumerate(result.scores) if other != seat]
        margin = result.scores[seat] - max(others)
    return _count_ahead(result, seat), margin


def rank_entries(state: TournamentState) -> tuple[StandingsLine, ...]:
    """Return the standings by all results so far, the best first."""
    points = dict.fromkeys(state.entries, Fraction(0))
    for found in state.rounds:
        for entry, scored in score_round(state, found).items():
            points[entry] += scored
    values = {
        OPPONENTS_TIE_BREAK: _sum_opponents(state, points),
        BEATEN_TIE_BREAK: _sum_beaten(state, points),
        WINS_TIE_BREAK: _count_wins(state),
        ROUNDS_TIE_BREAK: _count_survived_rounds(state),
    }
    names = list_tie_breaks(state)
    survivor = _find_survivor(state)
    keys: dict[int, tuple[Fraction, ...]] = {}
    for entry in state.entries:
        breaks = tuple(values[name][entry] for name in names)
        if state.terms.format == KNOCKOUT_FORMAT:
            # In a knock-out, the round reached comes first, and points break ties.
            keys[entry] = (*breaks, Fraction(entry == survivor), points[entry])
        else:
            keys[entry] = (points[entry], *breaks)
    order = sorted(state.entries, key=lambda entry: ([-value for value in keys[entry]], entry))
    lines: list[StandingsLine] = []
    for number, entry in enumerate(order, 1):
        shared = lines and keys[lines[-1].entry] == keys[entry]
        place = lines[-1].place if shared else number
        breaks = tuple(values[name][entry] for name in names)
        lines.append(StandingsLine(place, entry, points[entry], breaks, entry in state.gone))
    return tuple(lines)


def find_winners(state: TournamentState) -> tuple[int, ...]:
    """Return the entries in first place, or nothing if nobody was present at the end of any match."""
    tables = (table for found in state.rounds for table in found.tables)
    if not any(table.result and len(table.result.absent) < len(table.entries) for table in tables):
        return ()
    return tuple(line.entry for line in rank_entries(state) if line.place == 1)


def _find_survivor(state: TournamentState) -> int | None:
    """Return the only player left after the newest round of a knock-out.

    Return ``None`` during a round, or if several players are left.
    """
    if state.terms.format != KNOCKOUT_FORMAT or state.current is not None or not state.rounds:
        return None
    left = [entry for entry in list_qualified(state.rounds[-1]) if entry not in state.gone]
    return left[0] if len(left) == 1 else None


def _sum_opponents(state: TournamentState, points: dict[int, Fraction]) -> dict[int, Fraction]:
    """Return the sum of each entry's opponents' points. A bye counts as an opponent with equal points."""
    met, byes = count_pairings(state, played=True), count_byes(state)
    return {
        entry: sum(
            (points[other] * times for other, times in met[entry].items()), points[entry] * byes[entry]
        )
        for entry in state.entries
    }


def _sum_beaten(state: TournamentState, points: dict[int, Fraction]) -> dict[int, Fraction]:
    """Return for each entry the total points of the entries it finished ahead of. Ties count half."""
    sums = dict.fromkeys(state.entries, Fraction(0))
    for table in (table for found in state.rounds for table in found.tables):
        result = table.result
        if result is None or result.void:
            continue
        for seat, entry in enumerate(table.entries):
            if seat in result.absent:
                continue
            own = _find_place(result, seat)
            for other, rival in enumerate(table.entries):
                theirs = _find_place(result, other)
                if other != seat and own <= theirs:
                    sums[entry] += points[rival] if own < theirs else points[rival] / 2
    return sums


def _count_wins(state: TournamentState) -> dict[int, Fraction]:
    """Return the number of tables that each entry won."""
    wins = dict.fromkeys(state.entries, Fraction(0))
    for table in (table for found in state.rounds for table in found.tables):
        if table.result is None or table.result.void:
            continue
        for seat, entry in enumerate(table.entries):
            if seat not in table.result.absent and _count_ahead(table.result, seat) == 2 * (
                len(table.entries) - 1
            ):
                wins[entry] += 1
    return wins


def _count_survived_rounds(state: TournamentState) -> dict[int, Fraction]:
    """Return the number of knock-out rounds that each entry survived."""
    reached = dict.fromkeys(state.entries, Fraction(0))
    for found in state.rounds:
        for entry in list_qualified(found):
            reached[entry] += 1
    return reached


def list_qualified(found: TournamentRound) -> tuple[int, ...]:
    """Return the entries that advance from a knock-out round: table winners, and those with a bye.

    Ties for first place go to the seat that moved later, because moving first is an advantage.
    """
    through = list(found.byes)
    for table in found.tables:
        if table.result is None:
            continue
        places = table.result.places
        there = [seat for seat in range(len(places)) if seat not in table.result.absent]
        if there:
            _, last = min((places[seat], -seat) for seat in there)
            through.append(table.entries[-last])
    return tuple(through)

"""Computes points, tie-breaks and standings. Points are exact fractions, and a win is worth 120 points.

A seat gets an equal part of the 120 points for each opponent at its table that it finishes ahead of, and half
as much for a tie. So a match between two seats gives a win, half a win or nothing.

In duplicate tournaments, a seat is compared with the same seat at the other tables of its round instead.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from games.core.values import value_class
from games.tournament.state import TableResult, TournamentRound, TournamentState, count_byes, count_pairings
from games.tournament.terms import KNOCKOUT_FORMAT, ROUND_ROBIN_FORMAT

WIN_POINTS: Final = 120
DUPLICATE_BYE_POINTS: Final = 72
"""Points of a bye in duplicate tournaments, slightly more than the average score of half a win."""

OPPONENTS_TIE_BREAK: Final = "opponents"
BEATEN_TIE_BREAK: Final = "beaten"
WINS_TIE_BREAK: Final = "wins"
ROUNDS_TIE_BREAK: Final = "reached"


@value_class
class StandingsRow:
    """An entry's row in the standings."""

    placement: int
    """Entries share a place if no tie-break separates them."""
    entry: int
    points: Fraction
    tie_break_values: tuple[Fraction, ...]
    """Values of the tie-breaks, in the order of :func:`list_tie_breaks`."""
    is_withdrawn: bool = False


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


def score_round(state: TournamentState, scored_round: TournamentRound) -> dict[int, Fraction]:
    """Return each entry's points in a round. Entries at tables without a result are left out."""
    bye = Fraction(find_bye_points(state))
    points = dict.fromkeys(scored_round.byes, bye)
    for table in scored_round.tables:
        if table.result is None:
            continue
        for seat, entry in enumerate(table.entries):
            points[entry] = _score_seat(state, scored_round, table.result, len(table.entries), seat, bye)
    return points


def _score_seat(
    state: TournamentState,
    scored_round: TournamentRound,
    result: TableResult,
    size: int,
    seat: int,
    bye: Fraction,
) -> Fraction:
    if seat in result.absent_seats:
        return Fraction(0)
    if result.is_void:
        return bye
    if state.terms.duplicate:
        others = [
            table.result
            for table in scored_round.tables
            if table.result is not None
            and table.result is not result
            and len(table.entries) == size
            and not table.result.is_void
            and seat not in table.result.absent_seats
        ]
        if others:
            own = _rate_result(result, seat)
            sums = sum(
                2 * (own > theirs) + (own == theirs) for theirs in (_rate_result(o, seat) for o in others)
            )
            return Fraction(WIN_POINTS * sums, 2 * len(others))
    return Fraction(WIN_POINTS * _count_half_wins(result, seat), 2 * (size - 1))


def _count_half_wins(result: TableResult, seat: int) -> int:
    """Return a seat's score against its opponents: 2 for each one it beat, and 1 for each tie."""
    own = _find_place(result, seat)
    return sum(
        2 * (own < _find_place(result, other)) + (own == _find_place(result, other))
        for other in range(len(result.places))
        if other != seat
    )


def _find_place(result: TableResult, seat: int) -> int:
    """Return the place of a seat. Seats absent at the end share the last place."""
    return max(result.places) + 1 if seat in result.absent_seats else result.places[seat]


def _rate_result(result: TableResult, seat: int) -> tuple[int, int]:
    """Return a seat's result as a sort key: twice the opponents beaten plus ties, then the lead in points."""
    margin = 0
    if result.scores and not result.absent_seats:
        others = [score for other, score in enumerate(result.scores) if other != seat]
        margin = result.scores[seat] - max(others)
    return _count_half_wins(result, seat), margin


def rank_entries(state: TournamentState) -> tuple[StandingsRow, ...]:
    """Return the standings according to all results so far, first place first."""
    points = dict.fromkeys(state.entries, Fraction(0))
    for played_round in state.rounds:
        for entry, scored in score_round(state, played_round).items():
            points[entry] += scored
    values = {
        OPPONENTS_TIE_BREAK: _sum_opponent_points(state, points),
        BEATEN_TIE_BREAK: _sum_beaten_points(state, points),
        WINS_TIE_BREAK: _count_wins(state),
        ROUNDS_TIE_BREAK: _count_survived_rounds(state),
    }
    names = list_tie_breaks(state)
    survivor = _find_survivor(state)
    keys: dict[int, tuple[Fraction, ...]] = {}
    for entry in state.entries:
        breaks = tuple(values[name][entry] for name in names)
        if state.terms.format == KNOCKOUT_FORMAT:
            # In a knock-out, the number of rounds survived decides, and points break ties.
            keys[entry] = (*breaks, Fraction(entry == survivor), points[entry])
        else:
            keys[entry] = (points[entry], *breaks)
    order = sorted(state.entries, key=lambda entry: ([-value for value in keys[entry]], entry))
    rows: list[StandingsRow] = []
    for number, entry in enumerate(order, 1):
        shared = rows and keys[rows[-1].entry] == keys[entry]
        placement = rows[-1].placement if shared else number
        breaks = tuple(values[name][entry] for name in names)
        rows.append(StandingsRow(placement, entry, points[entry], breaks, entry in state.withdrawn_entries))
    return tuple(rows)


def find_winners(state: TournamentState) -> tuple[int, ...]:
    """Return the entries in first place, or none if nobody was present at the end of any match."""
    if not any(
        table.result and len(table.result.absent_seats) < len(table.entries) for table in state.tables
    ):
        return ()
    return tuple(line.entry for line in rank_entries(state) if line.placement == 1)


def _find_survivor(state: TournamentState) -> int | None:
    """Return the only entry left after the newest round of a knock-out.

    Return ``None`` during a round, or if several entries are left.
    """
    if state.terms.format != KNOCKOUT_FORMAT or state.current_round is not None or not state.rounds:
        return None
    left = [
        entry for entry in list_qualified_entries(state.rounds[-1]) if entry not in state.withdrawn_entries
    ]
    return left[0] if len(left) == 1 else None


def _sum_opponent_points(state: TournamentState, points: dict[int, Fraction]) -> dict[int, Fraction]:
    """Return the total points of each entry's opponents. A bye counts as an opponent with equal points."""
    met, byes = count_pairings(state, only_played=True), count_byes(state)
    return {
        entry: sum(
            (points[other] * times for other, times in met[entry].items()), points[entry] * byes[entry]
        )
        for entry in state.entries
    }


def _sum_beaten_points(state: TournamentState, points: dict[int, Fraction]) -> dict[int, Fraction]:
    """Return the total points of the opponents that each entry finished ahead of. Ties count half."""
    sums = dict.fromkeys(state.entries, Fraction(0))
    for table in state.tables:
        result = table.result
        if result is None or result.is_void:
            continue
        for seat, entry in enumerate(table.entries):
            if seat in result.absent_seats:
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
    for table in state.tables:
        if table.result is None or table.result.is_void:
            continue
        for seat, entry in enumerate(table.entries):
            half_wins = _count_half_wins(table.result, seat)
            if seat not in table.result.absent_seats and half_wins == 2 * (len(table.entries) - 1):
                wins[entry] += 1
    return wins


def _count_survived_rounds(state: TournamentState) -> dict[int, Fraction]:
    reached = dict.fromkeys(state.entries, Fraction(0))
    for played_round in state.rounds:
        for entry in list_qualified_entries(played_round):
            reached[entry] += 1
    return reached


def list_qualified_entries(knockout_round: TournamentRound) -> tuple[int, ...]:
    """Return the entries that advance from a knock-out round: table winners, and entries with a bye.

    If seats tie for first place, the one that moved last advances, because moving first is an advantage.
    """
    through = list(knockout_round.byes)
    for table in knockout_round.tables:
        if table.result is None:
            continue
        places = table.result.places
        present_seats = [seat for seat in range(len(places)) if seat not in table.result.absent_seats]
        if present_seats:
            _, last = min((places[seat], -seat) for seat in present_seats)
            through.append(table.entries[-last])
    return tuple(through)

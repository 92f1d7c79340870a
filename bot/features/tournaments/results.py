"""Computes the result of a tournament's table: the placement of each entrant who was paired there."""

from __future__ import annotations

from collections.abc import Sequence

from bot.model.table import NO_USER_ID, Table
from games.core.match import ACT_KIND, UNDO_KIND
from games.core.outcome import AGREED_DRAW_ENDING, CLOSED_ENDING, FORFEITED_ENDING, Outcome
from games.tournament.state import TableResult


def make_void_result(user_ids: Sequence[int], absent_indexes: Sequence[int] = ()) -> TableResult:
    """Return the result of a table whose match doesn't count. Everybody gets a bye, except absent entrants.

    :param absent_indexes: indexes in ``user_ids``.
    """
    return TableResult((1,) * len(user_ids), (), tuple(sorted(absent_indexes)), is_void=True)


def make_loss_result(user_ids: Sequence[int], absent_indexes: Sequence[int]) -> TableResult:
    """Return the result of a table at which the absent entrants lose to all others.

    :param absent_indexes: indexes in ``user_ids``.
    """
    return TableResult(
        tuple(2 if n in absent_indexes else 1 for n in range(len(user_ids))),
        (),
        tuple(sorted(absent_indexes)),
    )


def compute_result(table: Table, user_ids: Sequence[int]) -> TableResult:
    """Return the result of a table whose match has ended.

    Entrants count as absent if they no longer have their seat, forfeited, or made none of the moves in their
    own turns, even if their seat won the match. An agreed draw without any move counts as absence of all.

    :param user_ids: the entrants at the table, in the order in which they were paired.
    """
    outcome = None if table.match is None else table.match.outcome
    seats = [find_seat(table, user_id) for user_id in user_ids]
    gone = {n for n, seat in enumerate(seats) if seat is None or not _has_kept_seat(table, seat, user_ids[n])}
    if outcome is None or outcome.ending == CLOSED_ENDING:
        return make_void_result(user_ids, sorted(gone))
    absent = gone | _find_passive_entrants(table, outcome, seats, user_ids)
    worst = max(outcome.placements)
    placements = [worst + 1 if seat is None else outcome.placements[seat] for seat in seats]
    scores = () if None in seats or not outcome.scores else tuple(outcome.scores[seat or 0] for seat in seats)
    ranked = tuple(1 + sum(other < own for other in placements) for own in placements)
    return TableResult(ranked, scores, tuple(sorted(absent)))


def _find_passive_entrants(
    table: Table, outcome: Outcome, seats: Sequence[int | None], user_ids: Sequence[int]
) -> set[int]:
    """Return the indexes of the entrants who forfeited or made no move."""
    moved = list_people_who_moved(table)
    # Agreeing on a draw shows that everybody was present, but a match without any move earns no points.
    if outcome.ending == AGREED_DRAW_ENDING:
        return set() if moved else set(range(len(user_ids)))
    seats_with_moves = list_seats_with_moves(table)
    passive = {n for n, seat in enumerate(seats) if seat in seats_with_moves and user_ids[n] not in moved}
    if outcome.ending == FORFEITED_ENDING:
        passive |= {n for n, seat in enumerate(seats) if seat is not None and outcome.placements[seat] != 1}
    return passive


def find_seat(table: Table, user_id: int) -> int | None:
    """Return the seat with which a person began the match; ``None`` if they had none.

    An erased player can't be matched to a seat.
    """
    if user_id == NO_USER_ID:
        return None
    for former in table.former_occupants:
        if former.user_id == user_id and former.computer is None:
            return former.seat
    return next(iter(table.list_seats(user_id)), None)


def list_seats_with_moves(table: Table) -> frozenset[int]:
    """Return the seats in whose turns at least one move was made, by any player."""
    match = table.match
    if match is None:
        return frozenset()
    turns = (match.active_seat_at(ply) for ply in range(match.ply))
    return frozenset(seat for seat in turns if seat is not None)


def list_people_who_moved(table: Table) -> frozenset[int]:
    """Return the user IDs of the people who have made a move in their own turn that wasn't undone.

    Answers in another player's turn don't count, because standing orders can give them.
    """
    match = table.match
    if match is None:
        return frozenset()
    kept: list[int] = []
    for number, row in enumerate(match.rows):
        if row.kind == ACT_KIND:
            kept.append(number)
        elif row.kind == UNDO_KIND:
            del kept[int(row.text) :]
    movers = set()
    for ply, number in enumerate(kept):
        seat = match.rows[number].seat
        if match.active_seat_at(ply) == seat:
            movers.add(_find_holder_id(table, seat, number))
    return frozenset(user_id for user_id in movers if user_id != NO_USER_ID)


def _find_holder_id(table: Table, seat: int, row: int) -> int:
    """Return the user ID of a seat's player at a row of the log; ``NO_USER_ID`` for a computer."""
    had = (former for former in table.former_occupants if former.seat == seat and former.seq > row)
    holder = next(had, table.occupants[seat])
    return holder.user_id if holder.computer is None else NO_USER_ID


def _has_kept_seat(table: Table, seat: int, user_id: int) -> bool:
    occupant = table.occupants[seat]
    return occupant.computer is None and occupant.user_id == user_id

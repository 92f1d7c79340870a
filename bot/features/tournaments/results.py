"""What a table of a tournament comes to: the places of those who were drawn to it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.model.table import NOBODY, Table
from games.core.match import ACT, UNDO
from games.core.outcome import AGREED_DRAW, CLOSED, FORFEITED
from games.tournament.state import Result


def void(people: Sequence[int], absent: Sequence[int] = ()) -> Result:
    """Return the result of a table without a match to count; whoever isn't absent has a bye."""
    return Result((1,) * len(people), (), tuple(sorted(absent)), void=True)


def lose(people: Sequence[int], absent: Sequence[int]) -> Result:
    """Return the result of a table that absent players have lost to all others."""
    return Result(tuple(2 if n in absent else 1 for n in range(len(people))), (), tuple(sorted(absent)))


def judge(table: Table, people: Sequence[int]) -> Result:
    """Return what a table that has ended comes to.

    Anyone who had a turn and never made a move counts as absent, even if the match was won in their name.

    :param people: the user ids of those who were drawn to it, in the order of the draw.
    """
    outcome = None if table.match is None else table.match.outcome
    seats = [find_seat(table, user_id) for user_id in people]
    absent = [n for n, seat in enumerate(seats) if seat is None or not _is_there(table, seat, people[n])]
    if outcome is None or outcome.ending == CLOSED:
        return void(people, absent)
    moved = list_movers(table)
    # Everybody agreed to a draw, so everybody was there, but nobody gets points for a match without a move.
    if outcome.ending == AGREED_DRAW:
        if not moved:
            absent += range(len(people))
    else:
        asked = list_asked(table)
        absent += [n for n, seat in enumerate(seats) if seat in asked and people[n] not in moved]
    worst = max(outcome.placements)
    places = [worst + 1 if seat is None else outcome.placements[seat] for seat in seats]
    if outcome.ending == FORFEITED:
        absent += [n for n, seat in enumerate(seats) if seat is not None and outcome.placements[seat] != 1]
    scores = () if None in seats or not outcome.scores else tuple(outcome.scores[seat or 0] for seat in seats)
    ranked = tuple(1 + sum(other < place for other in places) for place in places)
    return Result(ranked, scores, tuple(sorted(set(absent))))


def find_seat(table: Table, user_id: int) -> int | None:
    """Return the seat with which somebody began; ``None`` where they had none.

    Who had themselves erased is nobody by then, and nobody knows which seat was theirs.
    """
    if user_id == NOBODY:
        return None
    for former in table.former:
        if former.user_id == user_id and former.computer is None:
            return former.seat
    return next(iter(table.seats_of(user_id)), None)


def list_asked(table: Table) -> frozenset[int]:
    """Return the seats that have had a turn in which something was done."""
    match = table.match
    if match is None:
        return frozenset()
    turns = (match.rules.turn(match.state_at(ply)) for ply in range(match.ply))
    return frozenset(seat for seat in turns if seat is not None)


def list_movers(table: Table) -> frozenset[int]:
    """Return the user ids of the people who have made a move in a turn of their own.

    Answers in another player's turn don't count, because default orders give those for absent people too.
    """
    match = table.match
    if match is None:
        return frozenset()
    kept: list[int] = []
    for number, row in enumerate(match.rows):
        if row.kind == ACT:
            kept.append(number)
        elif row.kind == UNDO:
            del kept[int(row.text) :]
    movers = set()
    for ply, number in enumerate(kept):
        seat = match.rows[number].seat
        if match.rules.turn(match.state_at(ply)) == seat:
            movers.add(_find_holder(table, seat, number))
    return frozenset(user_id for user_id in movers if user_id != NOBODY)


def _find_holder(table: Table, seat: int, row: int) -> int:
    """Return the user id of whoever had a seat at a row of the log; that of nobody for a computer."""
    had = (former for former in table.former if former.seat == seat and former.seq > row)
    holder = next(had, table.occupants[seat])
    return holder.user_id if holder.computer is None else NOBODY


def _is_there(table: Table, seat: int, user_id: int) -> bool:
    occupant = table.occupants[seat]
    return occupant.computer is None and occupant.user_id == user_id

"""What a table of a tournament comes to: the places of those who were drawn to it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.model.table import NOBODY, Table
from games.core.outcome import CLOSED, FORFEITED
from games.tournament.state import Result


def void(people: Sequence[int], absent: Sequence[int] = ()) -> Result:
    """Return the result of a table without a match to count; whoever isn't absent has a bye."""
    return Result((1,) * len(people), (), tuple(sorted(absent)), void=True)


def judge(table: Table, people: Sequence[int]) -> Result:
    """Return what a table that has ended comes to.

    :param people: the user ids of those who were drawn to it, in the order of the draw.
    """
    outcome = None if table.match is None else table.match.outcome
    seats = [find_seat(table, user_id) for user_id in people]
    absent = [n for n, seat in enumerate(seats) if seat is None or not _is_there(table, seat, people[n])]
    if outcome is None or outcome.ending == CLOSED:
        return void(people, absent)
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


def _is_there(table: Table, seat: int, user_id: int) -> bool:
    occupant = table.occupants[seat]
    return occupant.computer is None and occupant.user_id == user_id

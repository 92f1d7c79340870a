"""Who made the moves of a review: seats change hands, and nobody answers for another's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.model.seat_history import find_by_step, find_ply
from bot.model.table import NOBODY, FormerOccupant, Occupant, Table
from games.core.match import Match
from games.review.review import Move, Review

NAMED = 3
"""So many of those who left a seat are told of, the last ones."""


@dataclass(frozen=True, slots=True)
class Leaver:
    """Somebody who played a seat until step ``until``, and how well, 0 to 100."""

    name: str
    until: int
    accuracy: float


def make_maker(table: Table, match: Match) -> Callable[[Move], Occupant | FormerOccupant]:
    """Return what finds who made a move."""
    find = find_by_step(table, match)
    return lambda move: find(move.ply + 1)[move.seat]


def make_own(table: Table, match: Match, user_id: int) -> Callable[[Move], bool]:
    """Return what tells whether a move is that person's, wherever they sat then. Nobody has any."""
    maker = make_maker(table, match)
    return lambda move: user_id != NOBODY and maker(move).computer is None and maker(move).user_id == user_id


def is_persons(who: Occupant | FormerOccupant) -> bool:
    """Tell whether somebody is a person, of whom anything is known."""
    return who.computer is None and who.user_id != NOBODY


def find_accuracy(table: Table, match: Match, review: Review, seat: int) -> float | None:
    """Return how well who has a seat has played, 0 to 100.

    ``None`` for a computer, and for who had nothing to decide.
    """
    if seat in table.computers:
        return None
    holder, maker = table.occupants[seat], make_maker(table, match)
    if is_persons(holder):
        return review.accuracy(seat, make_own(table, match, holder.user_id))
    # Of several who were forgotten nobody answers for another.
    return review.accuracy(seat, lambda move: maker(move) is holder)


def list_leavers(table: Table, match: Match, review: Review, seat: int) -> list[Leaver]:
    """Return who had a seat before and decided anything there, but for those of whom nothing is known."""
    holder = table.occupants[seat]
    left = {one.user_id: one for one in table.former if one.seat == seat and is_persons(one)}
    if holder.computer is None:
        left.pop(holder.user_id, None)
    found = []
    for user_id, former in left.items():
        accuracy = review.accuracy(seat, make_own(table, match, user_id))
        if accuracy is not None:
            found.append(Leaver(former.name, find_ply(match, former.seq), accuracy))
    return sorted(found, key=lambda one: one.until)[-NAMED:]

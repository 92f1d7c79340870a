"""Who made the moves of a review: seats change hands, and nobody answers for another's."""

from __future__ import annotations

from bot.model.seat_history import find_by_step
from bot.model.table import Former, Occupant, Table
from games.core.match import Match
from games.review.review import Move, Review


def is_made_by(table: Table, match: Match, move: Move, user_id: int) -> bool:
    """Tell whether a move is that person's, and not of who had their seat before them."""
    return move.seat in table.seats_of(user_id) and _is_of_holder(table, match, move)


def find_accuracy(table: Table, match: Match, review: Review, seat: int) -> float | None:
    """Return how well who has a seat has played, 0 to 100.

    ``None`` for a computer, and for who had nothing to decide.
    """
    if seat in table.computers:
        return None
    return review.accuracy(seat, lambda move: _is_of_holder(table, match, move))


def _is_of_holder(table: Table, match: Match, move: Move) -> bool:
    holder = find_by_step(table, match)(move.ply + 1)[move.seat]
    return _identify(holder) == _identify(table.occupants[move.seat])


def _identify(who: Occupant | Former) -> tuple[int, str, str | None]:
    return who.user_id, who.name if not who.user_id else "", who.computer

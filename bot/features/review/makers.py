"""Finds who made each move, because seats can change hands and players are judged only by their own moves."""

from __future__ import annotations

from collections.abc import Callable

from bot.model.seat_history import find_ply, make_holder_lookup
from bot.model.table import NO_USER_ID, FormerOccupant, Occupant, Table
from bot.model.turns import find_turn_number
from games.core.match import Match
from games.core.values import value_class
from games.review.review import Review, ReviewedMove

MAX_FORMER_PLAYERS = 3
"""Limit per seat. Those who left last are chosen."""


@value_class
class FormerPlayer:
    """A player who left a seat during the match."""

    name: str
    last_turn: int
    """Number of the turn of the last step before the player left."""
    accuracy: float
    """Accuracy of the player's moves in this seat, from 0 to 100."""


def make_maker_lookup(table: Table, match: Match) -> Callable[[ReviewedMove], Occupant | FormerOccupant]:
    """Return a function that finds the player who made a move."""
    find = make_holder_lookup(table, match)
    return lambda move: find(move.ply + 1)[move.seat]


def make_own_move_filter(table: Table, match: Match, user_id: int) -> Callable[[ReviewedMove], bool]:
    """Return a filter for the moves that a user made, in any seat. For an erased user it accepts no move."""
    maker = make_maker_lookup(table, match)
    return lambda move: (
        user_id != NO_USER_ID and maker(move).computer is None and maker(move).user_id == user_id
    )


def is_known_person(occupant: Occupant | FormerOccupant) -> bool:
    """Return whether an occupant is a person whose data wasn't erased."""
    return occupant.computer is None and occupant.user_id != NO_USER_ID


def find_accuracy(table: Table, match: Match, review: Review, seat: int) -> float | None:
    """Return the accuracy of the player who has a seat now, from 0 to 100.

    Return ``None`` for a computer, and for a player who had no decisions to make.
    """
    if seat in table.computer_seats:
        return None
    holder, maker = table.occupants[seat], make_maker_lookup(table, match)
    if is_known_person(holder):
        return review.rate_accuracy(seat, make_own_move_filter(table, match, holder.user_id))
    # Erased players share an ID, so compare the occupant itself.
    return review.rate_accuracy(seat, lambda move: maker(move) is holder)


def list_former_players(table: Table, match: Match, review: Review, seat: int) -> list[FormerPlayer]:
    """Return the last :data:`MAX_FORMER_PLAYERS` players who left a seat after making a decision there.
    Players whose data was erased are omitted.
    """
    holder = table.occupants[seat]
    left = {one.user_id: one for one in table.former_occupants if one.seat == seat and is_known_person(one)}
    if holder.computer is None:
        left.pop(holder.user_id, None)
    former_players = []
    for user_id, former in left.items():
        accuracy = review.rate_accuracy(seat, make_own_move_filter(table, match, user_id))
        if accuracy is not None:
            last_turn = find_turn_number(match, max(0, find_ply(match, former.seq) - 1))
            former_players.append(FormerPlayer(former.name, last_turn, accuracy))
    return sorted(former_players, key=lambda one: one.last_turn)[-MAX_FORMER_PLAYERS:]

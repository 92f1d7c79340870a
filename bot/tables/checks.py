"""Checks shared by several parts of the table service."""

from __future__ import annotations

from bot.errors.seats import NoSuchComputerLevel, NotSeated
from bot.errors.tables import HostRequired
from bot.model.table import Table
from games.core.errors import StaleAction
from games.core.match import Match
from games.core.protocol import Game
from games.players import list_levels


def check_host(table: Table, user_id: int, *, is_moderator: bool = False) -> None:
    """Check that a person is the table's host or a moderator of its channel.

    :raises HostRequired: the person is neither.
    """
    if user_id != table.host_id and not is_moderator:
        raise HostRequired(table.host_name)


def check_not_stale(match: Match, seq: int | None) -> None:
    """Check that a choice was offered in the current position.

    :param seq: the length of the log when the choice was offered; ``None`` if it was typed.
    :raises StaleAction: the position has changed since.
    """
    if seq is not None and seq != match.seq:
        raise StaleAction


def check_level(game: Game, level: str) -> None:
    """Check that a game has computer players of a level.

    :raises NoSuchComputerLevel: the game has no such level.
    """
    if level not in list_levels(game):
        raise NoSuchComputerLevel(level, list_levels(game))


def pick_seat(table: Table, user_id: int) -> int:
    """Return the seat a person acts for.

    :raises NotSeated: the person has no seat.
    """
    seat = table.find_acting_seat(user_id)
    if seat is None:
        raise NotSeated
    return seat

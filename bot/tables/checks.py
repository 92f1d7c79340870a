"""Who may do something, and whether it still fits: what several parts of the service ask before a write."""

from __future__ import annotations

from bot.errors.seats import NoSuchLevel, NotSeated
from bot.errors.tables import NotHost
from bot.model.table import Table
from games.core.errors import StaleAction
from games.core.match import Match
from games.core.protocol import Game
from games.players import list_levels


def check_host(table: Table, user_id: int, *, moderator: bool = False) -> None:
    """Let the host pass, and a moderator where one may.

    :raises NotHost: it is neither.
    """
    if user_id != table.host_id and not moderator:
        raise NotHost(table.host_name)


def check_fresh(match: Match, seq: int | None) -> None:
    """Accept a choice that was offered in the present position, or one typed by hand.

    :raises StaleAction: the position has changed since.
    """
    if seq is not None and seq != match.seq:
        raise StaleAction


def check_level(game: Game, level: str) -> None:
    """Accept the strength of a computer player in a game.

    :raises NoSuchLevel: there is none such.
    """
    if level not in list_levels(game):
        raise NoSuchLevel(level, list_levels(game))


def pick_seat(table: Table, user_id: int) -> int:
    """Return the seat that a person speaks for.

    :raises NotSeated: they have none.
    """
    seat = table.seat_for(user_id)
    if seat is None:
        raise NotSeated
    return seat

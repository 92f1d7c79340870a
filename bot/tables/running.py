"""Checks that a match is in progress."""

from __future__ import annotations

from bot.errors.tables import MatchNotStarted, TableFrozen, TableOver
from bot.model.table import TABLE_FROZEN, TABLE_OVER, Table
from games.core.match import Match


def require_running_match(table: Table) -> Match:
    """Return the match in progress at a table.

    :raises MatchNotStarted: the match has not begun.
    :raises TableFrozen: the log cannot be replayed.
    :raises TableOver: the table has ended.
    """
    if table.status == TABLE_FROZEN:
        raise TableFrozen
    if table.status == TABLE_OVER:
        raise TableOver
    if table.match is None:
        raise MatchNotStarted
    return table.match

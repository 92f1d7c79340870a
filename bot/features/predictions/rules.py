"""Who may tip, and until when: until everybody has had five turns. Turns are public in every game."""

from __future__ import annotations

from typing import Final

from bot.features.predictions.errors import NothingToTip, PlayersDontTip
from bot.model.positions import count_most_turns
from bot.model.table import PLAYING, Table
from bot.tables.seats import has_played
from games.core.match import ACT, Match

LOCK_ROUNDS: Final = 5


def is_locked(match: Match) -> bool:
    """Tell whether a match has ever come so far that nobody may tip any more: what was seen stays seen."""
    return match.outcome is not None or count_most_turns(match) >= LOCK_ROUNDS * match.seats


def is_unmoved(match: Match) -> bool:
    """Tell whether a match was decided before anybody had moved, be it for a move that was taken back."""
    moved = any(row.kind == ACT for row in match.rows)
    return not moved and match.outcome is not None and bool(match.outcome.winners)


def check_tipper(table: Table, user_id: int) -> Match:
    """Let pass who may tip at a table now.

    :raises PlayersDontTip: they have or had a seat.
    :raises NothingToTip: no match is in play.
    """
    if has_played(table, user_id):
        raise PlayersDontTip
    if table.status != PLAYING or table.match is None:
        raise NothingToTip
    return table.match

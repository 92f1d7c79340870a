"""Decides who may predict a match, and until when: predictions are locked after five turns per seat."""

from __future__ import annotations

from typing import Final

from bot.features.predictions.errors import NothingToPredict, PredictingNotForPlayers
from bot.model.table import TABLE_PLAYING, Table
from bot.model.turns import count_turns_reached
from bot.tables.seats import has_played
from games.core.match import ACT_KIND, Match

LOCK_TURNS_PER_SEAT: Final = 5


def are_predictions_locked(match: Match) -> bool:
    """Return whether predictions are locked: the match has ended, or enough turns were played.

    Undone moves count, because people have seen them.
    """
    return match.outcome is not None or count_turns_reached(match) >= LOCK_TURNS_PER_SEAT * match.seat_count


def was_won_before_first_move(match: Match) -> bool:
    """Return whether a match was won, for example by resignation, before anyone moved.

    Undone moves count as moves.
    """
    moved = any(row.kind == ACT_KIND for row in match.rows)
    return not moved and match.outcome is not None and bool(match.outcome.winners)


def require_may_predict(table: Table, user_id: int) -> Match:
    """Require that a person may predict at a table now.

    :raises PredictingNotForPlayers: the person has or had a seat.
    :raises NothingToPredict: no match is running.
    """
    if has_played(table, user_id):
        raise PredictingNotForPlayers
    if table.status != TABLE_PLAYING or table.match is None:
        raise NothingToPredict
    return table.match

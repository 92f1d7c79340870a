"""How much is posted in a channel, and when a board is to be a new message."""

from __future__ import annotations

from bot.model.table import Table
from bot.model.verbosity import QUIET, STORY
from bot.storage.messages import MessageRow
from bot.ui.play import board
from bot.ui.play.board import Posted
from games.core.match import Match


def needs_new(table: Table, row: MessageRow, posted: Posted, match: Match, verbosity: str) -> bool:
    """Tell whether a match is to be shown in a new message, the present board being ``row``."""
    if verbosity == STORY:
        # A board may be behind within its own position, when a seat has changed hands.
        return match.seq not in (row.seq, posted.seq)
    if table.hurries_nobody(match.turn):
        # The one person is asked something, and is here: they have just acted, or asked for the table.
        return False
    if verbosity == QUIET:
        # The end is told in a message of its own everywhere.
        return match.outcome is not None and posted.turn != board.make_turn_key(match)
    return not board.is_same_turn(match, posted.seq, posted.turn)

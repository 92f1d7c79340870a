"""The last row below a question: *Back* or *Undo*."""

from __future__ import annotations

from bot.model.table import Table
from bot.ui.components import Item, make_button
from bot.ui.ids import MoveChoice, make_custom_id
from bot.ui.play.asking import FOOTER_ROW
from bot.ui.scenes import require_match
from games.core.errors import RuleError
from games.core.match import Match
from games.core.words import Words


def make_footer(table: Table, choice: MoveChoice, first_values: tuple[str, ...], w: Words) -> list[Item]:
    """Return the last row: *Back* within a move, otherwise *Undo* if the person can undo their last step.

    There are never both, because people wouldn't know which takes back what they just pressed.

    :param first_values: the values with which a move can begin.
    """
    match = require_match(table)
    if len(choice.picks) > 1 or (choice.picks and len(first_values) > 1):
        identity = make_custom_id("b", "go", *choice.drop_last_pick().list_parts())
        return [make_button(identity, w("Back"), row=FOOTER_ROW, emoji="◀️")]
    if can_undo_freely(match, choice.seat):
        identity = make_custom_id("b", "un", table.id, match.seq)
        return [make_button(identity, w("Undo"), row=FOOTER_ROW, emoji="↩️")]
    return []


def can_undo_freely(match: Match, seat: int) -> bool:
    """Return whether a seat may take back its last step without asking the others."""
    try:
        match.find_undo_ply(seat)
    except RuleError:
        return False
    return True

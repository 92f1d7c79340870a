"""Which computer player is to act."""

from __future__ import annotations

from typing import NamedTuple

from bot.errors.playing import WaitingFor
from bot.model.table import PLAYING, Table
from bot.tables.waiting import Waiting
from games.core.match import Match


class Due(NamedTuple):
    """The seat of a computer player that is to act, and the match as it finds it: others have answered."""

    seat: int
    match: Match


async def find_due_computer(waiting: Waiting, table: Table) -> Due | None:
    """Return which computer player acts next at a table; ``None`` where it waits for a person.

    Computer players among themselves do not play on.
    """
    match = table.match
    if table.status != PLAYING or match is None or not table.people:
        return None
    for seat in match.to_act:
        if seat in table.computers:
            return Due(seat, match)
    if match.turn not in table.computers:
        return None
    try:
        return Due(match.turn, await waiting.foresee(table, match.turn))
    except WaitingFor:
        return None

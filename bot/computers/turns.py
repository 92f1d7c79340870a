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


async def find_due_computer(waiting: Waiting, table: Table, *, voted: bool = False) -> Due | None:
    """Return which computer player acts next at a table; ``None`` where it waits for a person.

    Computer players among themselves do not play on.

    :param voted: asks for a seat of the channel in place of those that a computer thinks for.
    """
    match = table.match
    if table.status != PLAYING or match is None or not table.is_attended:
        return None
    seats = {o.seat for o in table.occupants if o.computer is not None and (o.channel is not None) is voted}
    for seat in match.to_act:
        if seat in seats:
            return Due(seat, match)
    if match.turn is None or match.turn not in seats:
        return None
    try:
        return Due(match.turn, await waiting.foresee(table, match.turn))
    except WaitingFor:
        return None

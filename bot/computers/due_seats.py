"""Finds the seat of a computer or channel that has to act."""

from __future__ import annotations

from typing import NamedTuple

from bot.errors.playing import WaitingForAnswers
from bot.model.table import TABLE_PLAYING, Table
from bot.tables.wait_finder import WaitFinder
from games.core.match import Match


class DueSeat(NamedTuple):
    """A computer's or channel's seat that has to act."""

    seat: int
    match: Match
    """Includes the answers that standing orders give before the seat acts."""


async def find_due_computer(
    wait_finder: WaitFinder, table: Table, *, plays_by_vote: bool = False
) -> DueSeat | None:
    """Return the seat of the computer that must act next at a table; ``None`` if none must act now.

    No computer acts at a table at which only computers play.

    :param plays_by_vote: whether to find a seat for which a channel votes, instead of a computer's seat.
    """
    match = table.match
    if table.status != TABLE_PLAYING or match is None or not table.has_human_player:
        return None
    seats = {
        o.seat for o in table.occupants if o.computer is not None and (o.channel is not None) is plays_by_vote
    }
    for seat in match.to_act:
        if seat in seats:
            return DueSeat(seat, match)
    if match.active_seat is None or match.active_seat not in seats:
        return None
    try:
        return DueSeat(match.active_seat, await wait_finder.apply_standing_orders(table, match.active_seat))
    except WaitingForAnswers:
        return None

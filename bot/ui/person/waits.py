"""Sentences about a person's tables: the players, those the match waits for, and the waiting time."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from bot.model.table import TABLE_IN_LOBBY, Table
from bot.tables.clocks import SeatWait
from bot.ui.durations import write_timestamp
from bot.ui.escaping import escape_name
from games.core.words import Words


def rank_urgency(table: Table, waits: Sequence[SeatWait], user_id: int) -> tuple[bool, int, int]:
    """Return a key to sort a person's tables by.

    Tables waiting for the person come first, the longest wait first. The others follow by earliest deadline.
    """
    ends = min((wait.ends_at for wait in waits if wait.ends_at is not None), default=sys.maxsize)
    began = min((wait.began_at for wait in waits), default=sys.maxsize)
    if can_act(table, waits, user_id) or waits_for_host(table, user_id):
        own = table.list_seats(user_id)
        return False, min((wait.began_at for wait in waits if wait.seat in own), default=began), ends
    return True, ends, began


def waits_for_host(table: Table, user_id: int) -> bool:
    """Return whether a complete lobby waits for the person, a host without a seat, to start the match."""
    without = user_id == table.host_id and not table.list_seats(user_id)
    return table.status == TABLE_IN_LOBBY and table.is_complete and without


def can_act(table: Table, waits: Sequence[SeatWait], user_id: int) -> bool:
    """Return whether the person can act now. Even on their turn, they can't if somebody must answer first."""
    if not table.is_waiting_for(user_id):
        return False
    own = table.list_seats(user_id)
    in_turn = table.match is not None and table.match.active_seat in own
    return not in_turn or not waits or any(wait.seat in own for wait in waits)


def name_other_players(table: Table, user_id: int, w: Words) -> str:
    """Return the names of a table's players other than the user, as a list in words."""
    others = [
        escape_name(name)
        for occupant, name in zip(table.occupants, table.names, strict=True)
        if occupant.user_id != user_id
    ]
    return w.join_list(others) or w("nobody yet")


def write_wait_line(table: Table, waits: Sequence[SeatWait], user_id: int, w: Words) -> str:
    """Return a line on a table's status: the seats of a lobby, or the players that a match waits for.

    A match's line ends with the deadline or, without a clock, the start of the wait.
    """
    match = table.match
    if waits_for_host(table, user_id):
        return w("▶️ **All seats are taken**: you begin it with *Start*")
    if table.status == TABLE_IN_LOBBY or match is None:
        return w(
            "Not started: {taken} of {seats} seats taken", taken=len(table.occupants), seats=table.capacity
        )
    own = table.list_seats(user_id)
    mine = [wait for wait in waits if wait.seat in own]
    if match.active_seat in own and (mine or not waits):
        return _append_deadline(w("▶️ **Your turn**"), mine, w)
    if match.active_seat in own:
        people = w.join_list([escape_name(table.names[wait.seat]) for wait in waits])
        return _append_deadline(w("Your turn; {people} must answer first", people=people), waits, w)
    if mine:
        return _append_deadline(w("▶️ **Your answer**"), mine, w)
    if table.is_waiting_for(user_id) and match.active_seat is not None:
        # The match doesn't wait for the person, because their standing order answers if they don't.
        person = escape_name(table.names[match.active_seat])
        return w("{person}'s turn. There's something for you to decide first, if you like.", person=person)
    seats = [wait.seat for wait in waits] or list(match.to_act)
    people = w.join_list([escape_name(table.names[seat]) for seat in seats])
    return _append_deadline(w("Waiting for {people}", people=people), waits, w)


def _append_deadline(line: str, waits: Sequence[SeatWait], w: Words) -> str:
    """Append the earliest deadline to a line or, without a clock, the start of the wait."""
    if not waits:
        return line
    ends = min((wait.ends_at for wait in waits if wait.ends_at is not None), default=None)
    if ends is None:
        return f"{line} · {write_timestamp(min(wait.began_at for wait in waits))}"
    return w("{what} · time ends {when}", what=line, when=write_timestamp(ends))

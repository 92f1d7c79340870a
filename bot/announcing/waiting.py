"""Writes the lines of reminders, one for each seat that has to act."""

from __future__ import annotations

from bot.errors.tables import UnhostedGame
from bot.model.clocks import SeatClock
from bot.model.table import Table
from bot.storage.clocks import RunningClock
from bot.storage.messages import Messages
from bot.tables.clocks import SeatTime
from bot.tables.service import Tables
from bot.ui.durations import write_timestamp
from bot.ui.escaping import escape_name
from bot.ui.links import make_table_link
from games.core.words import Words


async def write_reminder_line(tables: Tables, messages: Messages, due_clock: RunningClock, w: Words) -> str:
    """Return the line of a reminder about a seat, after reading its table and clock."""
    try:
        table = await tables.get(due_clock.table_id)
    except UnhostedGame:
        return w("- Table {number}: this game is no longer here", number=due_clock.table_id)
    times = {shown.seat: shown for shown in await tables.clocks.read_seat_times(table)}
    return format_reminder_line(
        table, due_clock.row, times.get(due_clock.row.seat), await make_table_link(messages, table, w), w
    )


def format_reminder_line(
    table: Table, row: SeatClock, seat_time: SeatTime | None, link: str, w: Words
) -> str:
    """Return the line of a reminder for a seat that must act.

    :param row: the seat's stored clock.
    :param seat_time: the seat's remaining time, if the table limits it.
    """
    names = [n for o, n in zip(table.occupants, table.names, strict=True) if o.user_id != row.user_id]
    values = {
        "game": table.game.title,
        "people": w.join_list([escape_name(name) for name in names]) or w("nobody else"),
        "since": write_timestamp(row.waiting_since),
        "link": link,
    }
    if seat_time is None or seat_time.ends_at is None:
        return w("- **{game}** with {people}, your turn began {since}: {link}", **values)
    return w(
        "- **{game}** with {people}, your turn began {since}; your time runs out {when}: {link}",
        **values,
        when=write_timestamp(seat_time.ends_at),
    )

"""The clocks of a table as text, and the page about them."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.model.clocks import CLOCK_PRESETS
from bot.model.table import TABLE_IN_LOBBY, Clock, Table
from bot.platform.limits import MAX_OPTION_TEXT_LENGTH, clip
from bot.tables.clocks import SeatTime
from bot.ui import replies
from bot.ui.components import Item, make_select, make_view
from bot.ui.durations import write_duration, write_timestamp
from bot.ui.escaping import escape_name
from bot.ui.ids import OutdatedId, make_custom_id, read_table_id
from bot.ui.presses import PressHandler
from bot.ui.services import Interaction
from games.core.words import Words

NO_CLOCK = "none"
"""Value in selects and custom_ids for a table without time limits."""


def write_clock(clock: Clock | None, w: Words) -> str:
    """Return a clock setting in words."""
    if clock is None:
        return w("none, take your time")
    return w(
        "{bank}, plus {more} each turn",
        bank=write_duration(clock.bank_seconds, w),
        more=write_duration(clock.top_up_seconds, w),
    )


def read_clock(text: str) -> Clock | None:
    """Return the clock for a value of a select or custom_id; ``None`` for no clock.

    :raises OutdatedId: ``text`` is no such value.
    """
    for preset in CLOCK_PRESETS:
        if preset.text == text:
            return preset
    if text != NO_CLOCK:
        raise OutdatedId
    return None


def write_clock_line(table: Table, w: Words) -> str:
    """Return the line of a lobby that names its clock setting."""
    return w("Clock: {clock}", clock=write_clock(table.clock, w))


def write_deadline_lines(table: Table, seat_times: Sequence[SeatTime], w: Words) -> list[str]:
    """Return the lines of a board with the deadlines of the seats that the match waits for."""
    lines = []
    for shown in seat_times:
        name = escape_name(table.names[shown.seat])
        if shown.has_run_out:
            lines.append(w("-# ⌛ {name}'s time has run out: `/table`, *End*", name=name))
        elif shown.ends_at is not None:
            lines.append(
                w("-# ⏳ {name}'s time runs out {when}.", name=name, when=write_timestamp(shown.ends_at))
            )
    return lines


def write_seat_line(table: Table, seat_time: SeatTime, w: Words) -> str:
    """Return the line with the name and the time left of a player."""
    values = {
        "name": escape_name(table.names[seat_time.seat]),
        "left": write_duration(seat_time.seconds_left, w),
    }
    if seat_time.has_run_out:
        return w("- **{name}**: no time left; `/table`, *End* shows what the others can do", **values)
    if seat_time.ends_at is None:
        return w("- **{name}**: {left} left", **values)
    when = f"{write_timestamp(seat_time.ends_at)} ({write_timestamp(seat_time.ends_at, 'f')})"
    if seat_time.paused_until is None:
        return w("- ⏳ **{name}**: {left} left, runs out {when}", **values, when=when)
    return w(
        "- ⏸️ **{name}**: {left} left, stopped until {until}, runs out {when}",
        **values,
        until=write_timestamp(seat_time.paused_until, "f"),
        when=when,
    )


async def show_clocks(interaction: Interaction, table: Table, note: str = "") -> None:
    """Show the players' clocks. Before the match, the host can choose the clock setting."""
    w = replies.get_words(interaction)
    lines = [note, f"**{write_clock_line(table, w)}**"]
    lines += [
        write_seat_line(table, shown, w)
        for shown in await interaction.client.services.tables.clocks.read_seat_times(table)
    ]
    items: list[Item] = []
    if table.status == TABLE_IN_LOBBY and table.host_id == interaction.user.id:
        items.append(_make_clock_select(table, w))
    elif table.status == TABLE_IN_LOBBY:
        lines.append(w("-# The host can change it until the match begins."))
    if table.clock is not None:
        lines.append(
            w(
                "-# Your clock only runs while the match waits for you, and never in your quiet hours "
                "or vacation: `/me`. Undo gives no time back."
            )
        )
    await replies.show(interaction, "\n".join(line for line in lines if line), view=make_view(items))


def _make_clock_select(table: Table, w: Words) -> Item:
    options = [
        discord.SelectOption(
            label=clip(write_clock(clock, w), MAX_OPTION_TEXT_LENGTH),
            value=NO_CLOCK if clock is None else clock.text,
            default=clock == table.clock,
        )
        for clock in (None, *CLOCK_PRESETS)
    ]
    return make_select(make_custom_id("s", "ck", table.id), options, w("How much time each of you has"))


async def open_clocks(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Handle the button that shows the clocks."""
    await show_clocks(interaction, await interaction.client.services.tables.get(read_table_id(parts)))


async def choose_clock(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Set the clock of a lobby."""
    await set_clock(interaction, read_table_id(parts), values[0])


async def set_clock(interaction: Interaction, table_id: int, text: str) -> None:
    """Set the clock of a lobby and confirm it.

    :raises TableError: the person isn't the host, or the match has begun.
    """
    services = interaction.client.services
    table = await services.tables.lobby.set_clock(table_id, interaction.user.id, read_clock(text))
    await show_clocks(
        interaction, table, replies.get_words(interaction)("Changed for everybody at this table.")
    )


PRESS_HANDLERS = (
    PressHandler("ckq", open_clocks),
    PressHandler("ck", choose_clock),
)

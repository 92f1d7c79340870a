"""The clocks of a table in words, and ``/table clock``."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.model.clocks import PRESETS
from bot.model.table import LOBBY, Clock, Table
from bot.platform.limits import OPTION_TEXT, clip
from bot.tables.clocks import SeatTime
from bot.ui import replies
from bot.ui.components import Item, select, view
from bot.ui.durations import span, stamp
from bot.ui.escaping import escape_name
from bot.ui.ids import OutdatedId, custom_id, table_of
from bot.ui.presses import Press
from bot.ui.services import Interaction
from games.core.words import Words

NONE = "none"
"""What stands for no clock where one is chosen."""


def clock_text(clock: Clock | None, w: Words) -> str:
    """Return a clock in words."""
    if clock is None:
        return w("none, take your time")
    return w("{bank}, plus {more} each turn", bank=span(clock.bank, w), more=span(clock.more, w))


def clock_of(text: str) -> Clock | None:
    """Return the clock of a choice.

    :raises OutdatedId: it is none that can be chosen.
    """
    for preset in PRESETS:
        if preset.text == text:
            return preset
    if text != NONE:
        raise OutdatedId
    return None


def lobby_line(table: Table, w: Words) -> str:
    """Return the line of a lobby that tells the clock."""
    return w("Clock: {clock}", clock=clock_text(table.clock, w))


def board_lines(table: Table, times: Sequence[SeatTime], w: Words) -> list[str]:
    """Return the lines of a board: until when those who are awaited have time."""
    lines = []
    for shown in times:
        name = escape_name(table.names[shown.seat])
        if shown.ran_out:
            lines.append(w("-# ⌛ {name}'s time has run out: `/table claim`", name=name))
        elif shown.ends is not None:
            lines.append(w("-# ⏳ {name}'s time runs out {when}.", name=name, when=stamp(shown.ends)))
    return lines


def seat_line(table: Table, shown: SeatTime, w: Words) -> str:
    """Return what the clock of a seat shows."""
    values = {"name": escape_name(table.names[shown.seat]), "left": span(shown.left, w)}
    if shown.ran_out:
        return w("- **{name}**: no time left; `/table claim` shows what the others can do", **values)
    if shown.ends is None:
        return w("- **{name}**: {left} left", **values)
    when = f"{stamp(shown.ends)} ({stamp(shown.ends, 'f')})"
    if shown.rests is None:
        return w("- ⏳ **{name}**: {left} left, runs out {when}", **values, when=when)
    return w(
        "- ⏸️ **{name}**: {left} left, stopped until {until}, runs out {when}",
        **values,
        until=stamp(shown.rests, "f"),
        when=when,
    )


async def show(interaction: Interaction, table: Table, note: str = "") -> None:
    """Show the clocks; the host chooses one before the match begins."""
    w = replies.reader(interaction)
    lines = [note, f"**{lobby_line(table, w)}**"]
    lines += [
        seat_line(table, shown, w) for shown in await interaction.client.services.tables.clocks.read(table)
    ]
    items: list[Item] = []
    if table.status == LOBBY and table.host_id == interaction.user.id:
        items.append(_choice(table, w))
    elif table.status == LOBBY:
        lines.append(w("-# The host can change it until the match begins."))
    if table.clock is not None:
        lines.append(
            w(
                "-# Your clock only runs while the match waits for you, and never in your quiet hours "
                "or vacation: `/me settings`. Undo gives no time back."
            )
        )
    await replies.show(interaction, "\n".join(line for line in lines if line), view=view(items))


def _choice(table: Table, w: Words) -> Item:
    options = [
        discord.SelectOption(
            label=clip(clock_text(clock, w), OPTION_TEXT),
            value=NONE if clock is None else clock.text,
            default=clock == table.clock,
        )
        for clock in (None, *PRESETS)
    ]
    return select(custom_id("s", "ck", table.id), options, w("How much time each of you has"))


async def open_clocks(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Show the clocks, from a button."""
    await replies.begin(interaction)
    await show(interaction, await interaction.client.services.tables.get(table_of(parts)))


async def choose_clock(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Set the clock of a lobby."""
    await replies.begin(interaction)
    await set_clock(interaction, table_of(parts), values[0])


async def set_clock(interaction: Interaction, table_id: int, text: str) -> None:
    """Set the clock that a choice stands for, and show it to everybody.

    :raises TableError: it is not for this person, or the match has begun.
    """
    services = interaction.client.services
    table = await services.tables.lobby.set_clock(table_id, interaction.user.id, clock_of(text))
    await show(interaction, table, replies.reader(interaction)("Changed for everybody at this table."))


PRESSES = (
    Press("ckq", open_clocks),
    Press("ck", choose_clock),
)

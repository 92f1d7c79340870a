"""Claims: the other players' options when a player's time has run out."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord

from bot.errors.base import TableError
from bot.errors.seats import NotSeated
from bot.errors.times import NobodyOutOfTime, TableHasNoClock
from bot.model.clocks import SeatClock
from bot.model.table import Table
from bot.tables.seats import NORMAL_LEVEL
from bot.ui import replies
from bot.ui.components import Item, make_button, make_view
from bot.ui.escaping import escape_name
from bot.ui.ids import OutdatedId, make_custom_id, read_page, read_seat, read_table_id
from bot.ui.people import NAME_BY_LEVEL
from bot.ui.presses import PressHandler
from bot.ui.scenes import require_match
from bot.ui.services import Interaction
from bot.ui.table.endings import make_dismiss_button
from games.core.errors import RuleError
from games.core.words import Words
from games.players import list_levels

ButtonStyle = discord.ButtonStyle


def write_claim_question(table: Table, row: SeatClock, others: list[int], w: Words) -> str:
    """Return the message that asks the other players for a claim, because a clock has run out."""
    return w(
        "⌛ {people}, {name}'s time has run out. Let a computer play on, pass the seat on or end the "
        "match. Or just wait: {name} can still move.",
        people=w.join_list([f"<@{user}>" for user in others]),
        name=escape_name(table.names[row.seat]),
    )


def make_claim_buttons(table: Table, seat: int, w: Words) -> discord.ui.View:
    """Return the buttons for the claims: a computer plays on, the seat is passed on, or the match ends."""
    return make_view(
        [
            make_button(make_custom_id("b", "cmq", table.id, seat), w("A computer plays on…"), emoji="🤖"),
            make_button(make_custom_id("b", "cpq", table.id, seat), w("Pass the seat…"), emoji="🪑"),
            make_button(make_custom_id("b", "ceq", table.id, seat), w("End the match…"), emoji="🏁"),
        ]
    )


async def show_claims(interaction: Interaction, table: Table) -> None:
    """Show whose time has run out, with the buttons for the claims.

    :raises TableError: there is nothing to claim, or the person may not claim it.
    """
    require_match(table)
    table = await interaction.client.services.attendance.replace_absent_players(table)
    tables = interaction.client.services.tables
    own = table.list_seats(interaction.user.id)
    if not own:
        raise NotSeated
    if table.clock is None:
        raise TableHasNoClock
    w = replies.get_words(interaction)
    late = [shown.seat for shown in await tables.clocks.read_seat_times(table) if shown.has_run_out]
    if not late:
        raise NobodyOutOfTime
    # Several seats can be late simultaneously. Prefer a seat that isn't the person's own.
    seat = next((seat for seat in late if seat not in own), late[0])
    await tables.clocks.check_claim(table.id, interaction.user.id, seat)
    text = w("{name}'s time has run out. What now?", name=escape_name(table.names[seat]))
    await replies.show(interaction, text, view=make_claim_buttons(table, seat, w))


@asynccontextmanager
async def _check_claim(interaction: Interaction, parts: list[str]) -> AsyncIterator[tuple[Table, int]]:
    """Check a claim, and yield its table and seat. A refusal replaces the private question.

    :raises TableError: the claim isn't valid.
    """
    services = interaction.client.services
    table_id, seat = read_table_id(parts), read_seat(parts, 1)
    try:
        await interaction.client.services.attendance.replace_absent_players(
            await services.tables.get(table_id)
        )
        yield await services.tables.clocks.check_claim(table_id, interaction.user.id, seat), seat
    except Exception as error:
        # Update the table's messages, because the pressed one may be out of date.
        services.announcer.announce_table(table_id)
        if isinstance(error, (TableError, RuleError)):
            replies.replace_on_refusal(interaction)
        raise


async def ask_which_computer(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Ask which computer should play on for a player who ran out of time."""
    async with _check_claim(interaction, parts) as (table, seat):
        w = replies.get_words(interaction)
        items: list[Item] = [
            make_button(
                make_custom_id("b", "cmy", table.id, seat, level),
                w("Computer: {level}", level=w.msg(NAME_BY_LEVEL[level])),
            )
            for level in list_levels(table.game)
        ]
        text = w("Who plays on for {name}?", name=escape_name(table.names[seat]))
        await replies.show(interaction, text, view=make_view(items))


async def let_computer_play(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Give the seat of a player who ran out of time to the chosen computer."""
    async with _check_claim(interaction, parts) as (table, seat):
        if len(parts) < 3:
            raise OutdatedId
        services = interaction.client.services
        table = await services.tables.clocks.replace_player_by_claim(
            table.id, interaction.user.id, seat, parts[2]
        )
        await replies.confirm(interaction, replies.get_words(interaction)("A computer plays on."))


async def ask_to_confirm_pass(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Ask for confirmation before passing on the seat of a player who ran out of time."""
    async with _check_claim(interaction, parts) as (table, seat):
        w = replies.get_words(interaction)
        text = w(
            "Pass {name}'s seat on? A computer plays until somebody takes it.",
            name=escape_name(table.names[seat]),
        )
        yes = make_button(
            make_custom_id("b", "cpy", table.id, seat), w("Pass it on"), style=ButtonStyle.danger
        )
        await replies.show(interaction, text, view=make_view([yes, make_dismiss_button(table.id, w)]))


async def pass_seat(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Offer the seat of a player who ran out of time to everybody. A computer plays until it is taken."""
    async with _check_claim(interaction, parts) as (table, seat):
        services = interaction.client.services
        name = table.names[seat]
        table = await services.tables.clocks.replace_player_by_claim(
            table.id, interaction.user.id, seat, NORMAL_LEVEL
        )
        # An announcement in progress may not know yet that the seat is free, and would remove the offer.
        await services.announcer.wait_until_announced(table.id)
        await services.invitations.offer_seat(table, seat, name)
        await replies.confirm(interaction, replies.get_words(interaction)("The seat is free now."))


async def ask_to_confirm_end(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Ask for confirmation before ending the match because a player ran out of time."""
    async with _check_claim(interaction, parts) as (table, seat):
        w = replies.get_words(interaction)
        text = w(
            "End the match? {name} loses it, and you can't take it back.",
            name=escape_name(table.names[seat]),
        )
        yes = make_button(
            make_custom_id("b", "cey", table.id, seat, require_match(table).seq),
            w("Yes, end it"),
            style=ButtonStyle.danger,
        )
        await replies.show(interaction, text, view=make_view([yes, make_dismiss_button(table.id, w)]))


async def end_match(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Handle the *Yes, end it* button: end the match with a loss for the player who ran out of time."""
    async with _check_claim(interaction, parts) as (table, seat):
        services = interaction.client.services
        table = await services.tables.clocks.end_match_by_claim(
            table.id, interaction.user.id, seat, read_page(parts, 2)
        )
        await replies.confirm(interaction, replies.get_words(interaction)("The match has ended."))


PRESS_HANDLERS = (
    PressHandler("cmq", ask_which_computer),
    PressHandler("cmy", let_computer_play),
    PressHandler("cpq", ask_to_confirm_pass),
    PressHandler("cpy", pass_seat),
    PressHandler("ceq", ask_to_confirm_end),
    PressHandler("cey", end_match),
)

"""When the time of a seat has run out: the others are told once, and may claim, or just wait."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING

import discord

from bot.announcing.posting import Channel, Poster
from bot.errors import NoClock, NoTimeOut, NotSeated, TableError
from bot.model.clocks import SeatClock
from bot.model.table import Table
from bot.storage.messages import CLAIM, MessageRow
from bot.tables.seating import NORMAL
from bot.ui import replies
from bot.ui.escaping import escape_name
from bot.ui.ids import OutdatedId, custom_id, packed, page_of, seat_of, table_of
from bot.ui.presses import Item, button, press, view
from bot.ui.scenes import playing
from bot.ui.table.absent import replace_absent
from bot.ui.table.lobby import LEVEL_TEXTS
from games.core.errors import RuleError
from games.core.words import Words
from games.players import LEVELS

if TYPE_CHECKING:
    from bot.app import ReefBot

    Interaction = discord.Interaction[ReefBot]

STYLE = discord.ButtonStyle


async def announce(
    bot: ReefBot,
    poster: Poster,
    table: Table,
    channel: Channel,
    live: Sequence[MessageRow],
    w: Words,
    *,
    anew: bool,
) -> None:
    """Tell the others of a clock that has run out; take away what is settled. Doing it twice does no harm.

    :param live: the messages of the table.
    :param anew: a new message takes the place of one that tells so already.
    """
    rows = await bot.store.clocks.of(table.id) if table.clock is not None else {}
    open_claims = {
        _key(table, row): row
        for row in rows.values()
        if row.since is not None and row.empty and _others(table, row)
    }
    told, before, settled = set(), [], []
    for message in live:
        if message.purpose != CLAIM:
            continue
        key = message.nonce.rpartition(".")[0]
        if key not in open_claims:
            settled.append(message)
        elif anew:
            before.append(message)
        elif message.message_id is not None:
            told.add(key)
    await poster.delete_for_good(channel, settled)
    for key, row in open_claims.items():
        if key in told:
            continue
        others = _others(table, row)
        text = _content(table, row, others, w)
        await poster.post(
            table,
            channel,
            CLAIM,
            await poster.unused(table.id, CLAIM, partial(_nonce, key), before),
            0 if table.match is None else table.match.seq,
            text,
            view=_buttons(table, row.seat, w),
            mentions=() if before else others,
        )
    await poster.delete_for_good(channel, before)


def _others(table: Table, row: SeatClock) -> list[int]:
    """Return the user ids of those who may claim."""
    return [user for user in table.people if user != row.user_id]


def _key(table: Table, row: SeatClock) -> str:
    return f"c{packed(table.id)}.{packed(row.seat)}.{packed(row.turn)}"


def _nonce(key: str, attempt: int) -> str:
    return f"{key}.{packed(attempt)}"


def _content(table: Table, row: SeatClock, others: list[int], w: Words) -> str:
    return w(
        "⌛ {people}: the time of {name} has run out. You may let a computer play on, pass the seat to "
        "somebody else or end the match. Or just wait: with a move, {name}'s time goes on.",
        people=w.listed([f"<@{user}>" for user in others]),
        name=escape_name(table.names[row.seat]),
    )


def _buttons(table: Table, seat: int, w: Words) -> discord.ui.View:
    return view(
        [
            button(custom_id("b", "cmq", table.id, seat), w("A computer plays on…"), emoji="🤖"),
            button(custom_id("b", "cpq", table.id, seat), w("Pass the seat…"), emoji="🪑"),
            button(custom_id("b", "ceq", table.id, seat), w("End the match…"), emoji="🏁"),
        ]
    )


async def show(interaction: Interaction, table: Table) -> None:
    """Show whose time has run out, and what may be done about it.

    :raises TableError: there is nothing to claim, or not for this person.
    """
    playing(table)
    table = await replace_absent(interaction.client, table)
    tables = interaction.client.tables
    own = table.seats_of(interaction.user.id)
    if not own:
        raise NotSeated
    if table.clock is None:
        raise NoClock
    w = replies.reader(interaction)
    late = [shown.seat for shown in await tables.clocks.read(table) if shown.ran_out]
    if not late:
        raise NoTimeOut
    # Several may be asked at once; nobody claims against themselves.
    seat = next((seat for seat in late if seat not in own), late[0])
    await tables.clocks.check_claim(table.id, interaction.user.id, seat)
    text = w("The time of {name} has run out. What is to be done?", name=escape_name(table.names[seat]))
    await replies.show(interaction, text, view=_buttons(table, seat, w))


@asynccontextmanager
async def _claimed(interaction: Interaction, parts: list[str]) -> AsyncIterator[tuple[Table, int]]:
    """Give the table and seat of a claim that holds now.

    :raises TableError: it does not; a private question about it is settled then.
    """
    await replies.begin(interaction)
    bot = interaction.client
    table_id, seat = table_of(parts), seat_of(parts, 1)
    try:
        await replace_absent(bot, await bot.tables.get(table_id))
        yield await bot.tables.clocks.check_claim(table_id, interaction.user.id, seat), seat
    except Exception as error:
        # A refusal may come from a message that lags behind.
        bot.announcer.touch(table_id)
        if isinstance(error, (TableError, RuleError)):
            replies.settle(interaction)
        raise


@press("cmq")
async def computer_asked(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Ask how strong the computer is to be."""
    async with _claimed(interaction, parts) as (table, seat):
        w = replies.reader(interaction)
        items: list[Item] = [
            button(
                custom_id("b", "cmy", table.id, seat, level),
                w("Computer: {level}", level=w.msg(LEVEL_TEXTS[level])),
            )
            for level in LEVELS
        ]
        text = w(
            "How strong is the computer to be that plays on for {name}?", name=escape_name(table.names[seat])
        )
        await replies.show(interaction, text, view=view(items))


@press("cmy")
async def computer(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Let a computer play on."""
    async with _claimed(interaction, parts) as (table, seat):
        if len(parts) < 3:
            raise OutdatedId
        bot = interaction.client
        table = await bot.tables.clocks.claim_computer(table.id, interaction.user.id, seat, parts[2])
        await replies.done(interaction, replies.reader(interaction)("A computer plays on."))


@press("cpq")
async def pass_asked(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Ask once more whether the seat is to be passed on."""
    async with _claimed(interaction, parts) as (table, seat):
        w = replies.reader(interaction)
        text = w(
            "Do you want to pass the seat of {name} on? A computer plays until somebody takes it.",
            name=escape_name(table.names[seat]),
        )
        yes = button(custom_id("b", "cpy", table.id, seat), w("Yes, pass it on"), style=STYLE.danger)
        await replies.show(interaction, text, view=view([yes]))


@press("cpy")
async def passed(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Offer the seat to everybody; a computer plays until it is taken."""
    async with _claimed(interaction, parts) as (table, seat):
        bot = interaction.client
        name = table.names[seat]
        table = await bot.tables.clocks.claim_computer(table.id, interaction.user.id, seat, NORMAL)
        # An announcement under way may know the seat as it was, and would take the call away again.
        await bot.announcer.announced(table.id)
        await bot.calls.to_anybody(table, seat, name)
        await replies.done(interaction, replies.reader(interaction)("The seat is free for somebody else."))


@press("ceq")
async def end_asked(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Ask once more whether the match is to end."""
    async with _claimed(interaction, parts) as (table, seat):
        w = replies.reader(interaction)
        text = w(
            "Do you want to end the match? {name} loses it then. This cannot be taken back.",
            name=escape_name(table.names[seat]),
        )
        yes = button(
            custom_id("b", "cey", table.id, seat, playing(table).seq), w("Yes, end it"), style=STYLE.danger
        )
        await replies.show(interaction, text, view=view([yes]))


@press("cey")
async def ended(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """End the match, as confirmed: who ran out of time has lost it."""
    async with _claimed(interaction, parts) as (table, seat):
        bot = interaction.client
        table = await bot.tables.clocks.claim_end(table.id, interaction.user.id, seat, page_of(parts, 2))
        await replies.done(interaction, replies.reader(interaction)("The table is over."))

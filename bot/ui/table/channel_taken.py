"""Offers alternatives if a channel already has a table, because a channel can have only one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord

from bot.errors.tables import HostRequired, UnknownGame
from bot.model.table import TABLE_IN_LOBBY, TABLE_OVER, Table
from bot.model.table_request import TableRequest
from bot.tables.checks import check_host
from bot.ui import replies
from bot.ui.components import Item, make_button, make_view
from bot.ui.escaping import escape_name
from bot.ui.ids import OutdatedId, make_custom_id, read_table_id
from bot.ui.links import make_table_link
from bot.ui.presses import PressHandler, is_moderator
from bot.ui.services import Interaction
from bot.ui.table import opening, reposting, special_places
from bot.ui.table.endings import make_dismiss_button
from bot.ui.table.table_request import read_table_request, write_table_request
from games.core.protocol import Game
from games.core.words import Words


async def open_table_or_offer_alternatives(
    interaction: Interaction,
    request: TableRequest,
    *,
    ignores_special_place: bool = False,
) -> None:
    """Open a table in the server's special place, if it has one, or in this channel.

    If this channel is taken, offer alternatives.

    :param ignores_special_place: ignore the server's special place.
    """
    if not ignores_special_place and await special_places.open_in_special_place(interaction, request):
        return
    table = await opening.open_in_channel(interaction, request)
    if table is not None:
        await offer_alternatives(interaction, table, request)


@asynccontextmanager
async def read_chosen_game(interaction: Interaction, parts: list[str]) -> AsyncIterator[Game | None]:
    """Yield the game named in the custom_id, or ``None`` while another press of the person is handled.

    :param parts: the parts of the custom_id, starting with the game's key.
    :raises UnknownGame: the game no longer exists.
    """
    key = parts[0] if parts else ""
    game = interaction.client.services.games.get(key)
    if game is None:
        raise UnknownGame(key)
    async with replies.answer_once(interaction) as alone:
        yield game if alone else None


async def offer_alternatives(interaction: Interaction, table: Table, request: TableRequest) -> None:
    """Say which table the channel has, with buttons to show it, end it, or open a thread."""
    w = replies.get_words(interaction)
    where = await make_table_link(interaction.client.services.messages, table, w)
    lines = [w("There's already a table of {game} here: {link}.", game=table.game.title, link=where)]
    items = [make_button(make_custom_id("b", "sh", table.id), w("Show that table"), emoji="👀")]
    if may_end_table(interaction, table):
        label = w("End it, start {game} here", game=request.game.title)
        items.append(make_button(write_table_request("em", request, table.id), label, emoji="🏁"))
    if can_open_thread(interaction):
        items.append(
            make_button(
                write_table_request("th", request),
                w("Start {game} in a thread", game=request.game.title),
                emoji="🧵",
            )
        )
    if len(items) == 1:
        host = escape_name(table.host_name) or f"<@{table.host_id}>"
        lines.append(w("A channel has room for one table. {host} can end this one.", host=host))
    await replies.show(interaction, "\n".join(lines), view=make_view(items))
    await interaction.client.services.panels.delete_equal_answer(interaction)


def may_end_table(interaction: Interaction, table: Table) -> bool:
    """Return whether the person may end the channel's table."""
    try:
        check_host(table, interaction.user.id, is_moderator=is_moderator(interaction))
    except HostRequired:
        return False
    return True


def can_open_thread(interaction: Interaction) -> bool:
    """Return whether this channel can have threads."""
    return isinstance(interaction.channel, discord.TextChannel)


async def repost_table(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Post the channel's table again."""
    await reposting.repost_newest_message(
        interaction, await interaction.client.services.tables.get(read_table_id(parts))
    )


async def ask_to_confirm_end(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Ask for confirmation before a table is ended to make room. An otherwise empty lobby is just closed."""
    table, request = await _read_table_request(interaction, parts)
    w = replies.get_words(interaction)
    if table.status == TABLE_OVER or (
        table.status == TABLE_IN_LOBBY and table.user_ids == (interaction.user.id,)
    ):
        await _end_table_and_open(interaction, table, request)
        return
    check_host(table, interaction.user.id, is_moderator=is_moderator(interaction))
    await replies.show(
        interaction, _write_question(table, request, w), view=make_view(_make_answers(table, request, w))
    )


def _write_question(table: Table, request: TableRequest, w: Words) -> str:
    return w(
        "End this match of {game} without a result, and play {wished} here? You can't take it back.",
        game=table.game.title,
        wished=request.game.title,
    )


def _make_answers(table: Table, request: TableRequest, w: Words) -> list[Item]:
    danger = discord.ButtonStyle.danger
    return [
        make_button(write_table_request("ey", request, table.id), w("End it"), style=danger),
        make_dismiss_button(table.id, w),
    ]


async def end_and_open(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """End a table and open the new one in its channel, after the person has confirmed it."""
    async with replies.answer_once(interaction) as alone:
        if alone:
            await _end_table_and_open(interaction, *await _read_table_request(interaction, parts))


async def _end_table_and_open(interaction: Interaction, table: Table, request: TableRequest) -> None:
    services = interaction.client.services
    if table.status != TABLE_OVER:
        moderator = is_moderator(interaction)
        await services.tables.play.close_table(table.id, interaction.user.id, is_moderator=moderator)
        await services.announcer.wait_until_announced(table.id)
    await open_table_or_offer_alternatives(interaction, request, ignores_special_place=True)


async def _read_table_request(interaction: Interaction, parts: list[str]) -> tuple[Table, TableRequest]:
    """Return the table to end and the request for a new one, both from a button's custom_id.

    :raises OutdatedId: the game of the request is not hosted.
    """
    services = interaction.client.services
    game = services.games.get(parts[1])
    if game is None:
        raise OutdatedId
    return await services.tables.get(read_table_id(parts)), read_table_request(game, parts[1:])


PRESS_HANDLERS = (
    PressHandler("sh", repost_table),
    PressHandler("em", ask_to_confirm_end),
    PressHandler("ey", end_and_open),
)

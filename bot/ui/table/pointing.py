"""Finds the table of a message that somebody selected."""

from __future__ import annotations

import discord

from bot.errors.tables import MessageWithoutTable
from bot.model.table import Table
from bot.ui import replies
from bot.ui.services import Interaction
from bot.ui.staleness import refresh_if_stale
from bot.ui.table import lobby_message


async def find_table(interaction: Interaction, message: discord.Message) -> Table:
    """Return the table of a message in this channel. Refresh the table's stale messages.

    :raises MessageWithoutTable: the message wasn't posted for a table.
    """
    services = interaction.client.services
    table_id = await services.messages.find_table_id(interaction.channel_id or 0, message.id)
    if table_id is None:
        raise MessageWithoutTable
    table = await services.tables.get(table_id)
    await refresh_if_stale(interaction, table)
    return table


async def show_lobby(interaction: Interaction, table: Table) -> None:
    """Show the text of a lobby in private."""
    w = replies.get_words(interaction)
    await replies.show(interaction, lobby_message.write_lobby(table, w))

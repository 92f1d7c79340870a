"""From a message that somebody points at to the table that it is about."""

from __future__ import annotations

import discord

from bot.errors.tables import NoTableThere
from bot.model.table import Table
from bot.ui import replies
from bot.ui.mending import mend
from bot.ui.services import Interaction
from bot.ui.table import lobby_message


async def find_table(interaction: Interaction, message: discord.Message) -> Table:
    """Return the table that a message of this channel was posted for, however long ago.

    :raises NoTableThere: it is no message of a table.
    """
    services = interaction.client.services
    found = await services.messages.find_table(interaction.channel_id or 0, message.id)
    if found is None:
        raise NoTableThere
    table = await services.tables.get(found)
    await mend(interaction, table)
    return table


async def show_lobby(interaction: Interaction, table: Table) -> None:
    """Tell in private what a lobby says, or that there is none any more."""
    w = replies.reader(interaction)
    await replies.show(interaction, lobby_message.write(table, w))

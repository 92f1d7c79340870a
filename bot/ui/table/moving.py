"""Moves a table to another channel if its own is gone."""

from __future__ import annotations

from bot.model.table import Place
from bot.ui import replies
from bot.ui.ids import read_table_id
from bot.ui.links import get_message_purpose, make_table_link
from bot.ui.presses import PressHandler
from bot.ui.services import Interaction


async def move_table_here(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Move a table whose channel is gone to this channel."""
    w = replies.get_words(interaction)
    services = interaction.client.services
    table = await services.tables.get(read_table_id(parts))
    if interaction.guild_id is None:
        await replies.show(interaction, w("This works in a server's channel only."))
        return
    if await services.announcer.can_see_channel(table):
        where = await make_table_link(services.messages, table, w)
        await replies.show(interaction, w("This table has its channel: {link}", link=where))
        return
    home = table.place.guild_id
    if home not in (None, interaction.guild_id) and interaction.client.get_guild(home) is not None:
        # Don't move the table to another server. Players who aren't members there would be replaced by
        # computers.
        await replies.refuse(
            interaction, w("This table belongs to another server. Go on in a channel there.")
        )
        return
    place = Place(interaction.channel_id or 0, interaction.guild_id, table.place.locale)
    table = await services.tables.play.move_table(table.id, interaction.user.id, place)
    here = w("The table goes on here.")
    await replies.confirm_posted(interaction, table.id, get_message_purpose(table), here, here)


PRESS_HANDLERS = (PressHandler("mv", move_table_here),)

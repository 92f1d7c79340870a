"""Going on in another channel with a table whose own is gone."""

from __future__ import annotations

from bot.model.table import Place
from bot.ui import replies
from bot.ui.ids import table_of
from bot.ui.links import link, purpose
from bot.ui.presses import Press
from bot.ui.services import Interaction


async def move_here(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Go on here with a table whose channel is gone."""
    await replies.begin(interaction)
    w = replies.reader(interaction)
    services = interaction.client.services
    table = await services.tables.get(table_of(parts))
    if interaction.guild_id is None:
        await replies.show(interaction, w("This works in a server's channel only."))
        return
    if await services.announcer.can_see_channel(table):
        where = await link(services.messages, table, w)
        await replies.show(interaction, w("This table has its channel: {link}", link=where))
        return
    home = table.place.guild_id
    if home not in (None, interaction.guild_id) and interaction.client.get_guild(home) is not None:
        # Whoever is not in this server would lose their seat to a computer.
        await replies.refuse(
            interaction, w("This table belongs to another server. Go on in a channel there.")
        )
        return
    place = Place(interaction.channel_id or 0, interaction.guild_id, table.place.locale)
    table = await services.tables.play.move(table.id, interaction.user.id, place)
    here = w("The table goes on here.")
    await replies.posted(interaction, table.id, purpose(table), here, here)


PRESSES = (Press("mv", move_here),)

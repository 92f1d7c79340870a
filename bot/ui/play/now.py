"""*Your move*: the panel as it stands now, from wherever a table is named in private."""

from __future__ import annotations

from bot.errors.seats import NotSeated
from bot.ui import replies
from bot.ui.ids import table_of
from bot.ui.mending import mend
from bot.ui.play import panel
from bot.ui.presses import Press
from bot.ui.services import Interaction


async def open_now(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Open the panel of a table from its beginning, in a message of its own."""
    await replies.begin(interaction, new=True)
    table = await interaction.client.services.tables.get(table_of(parts))
    seat = table.seat_for(interaction.user.id)
    if seat is None:
        raise NotSeated
    await mend(interaction, table)
    await panel.open_for(interaction, table, seat)


PRESSES = (Press("yr", open_now),)

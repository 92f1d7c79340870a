"""*Your move*: open the panel of any of the person's tables."""

from __future__ import annotations

from bot.errors.seats import NotSeated
from bot.ui import replies
from bot.ui.ids import read_table
from bot.ui.play import panel
from bot.ui.presses import Press
from bot.ui.services import Interaction
from bot.ui.staleness import refresh_if_stale


async def open_now(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Open the panel of a table in a new message."""
    await replies.acknowledge(interaction, new=True)
    table = await interaction.client.services.tables.get(read_table(parts))
    seat = table.seat_for(interaction.user.id)
    if seat is None:
        raise NotSeated
    await refresh_if_stale(interaction, table)
    await panel.open_for(interaction, table, seat)


PRESSES = (Press("yr", open_now),)

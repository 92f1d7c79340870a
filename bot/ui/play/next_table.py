"""*Next table*: opens the table in a server that has waited longest for the person."""

from __future__ import annotations

from bot.errors.tables import UnhostedGame
from bot.model.table import TABLE_PLAYING, Table
from bot.ui import replies
from bot.ui.components import Item, make_button
from bot.ui.ids import make_custom_id
from bot.ui.services import Interaction


async def list_waiting_tables(interaction: Interaction) -> list[Table]:
    """Return the tables in this server that wait for the person, longest wait first."""
    tables, user = interaction.client.services.tables, interaction.user.id
    rows = await tables.clocks.list_running_clocks(user, interaction.guild_id)
    waiting_tables = []
    for table_id in dict.fromkeys(row.table_id for row in rows):
        try:
            table = await tables.get(table_id)
        except UnhostedGame:
            continue
        if table.status == TABLE_PLAYING and table.match is not None and table.list_seats(user):
            waiting_tables.append(table)
    return waiting_tables


async def make_next_table_offer(interaction: Interaction, current_table: Table) -> tuple[list[Item], str]:
    """Return a list with the button that opens the next table, and a line that says that no table waits.

    At most one of them isn't empty. Both are if the person plays at no other table in the server.
    """
    w, user, tables = replies.get_words(interaction), interaction.user.id, interaction.client.services.tables
    if await tables.lookup.has_no_other_table(user, current_table.id):
        return [], ""
    waiting = [table for table in await list_waiting_tables(interaction) if table.id != current_table.id]
    if waiting:
        label = w("Next table ({n})", n=len(waiting))
        return [make_button(make_custom_id("b", "nt"), label, emoji="⏭️")], ""
    others = await tables.list_active_tables(user)
    if any(table.id != current_table.id and table.place.guild_id == interaction.guild_id for table in others):
        return [], w("-# No other table waits for you.")
    return [], ""

"""*Your move*, *Move* and *Next table*: open the panel of any of the person's tables."""

from __future__ import annotations

from bot.errors.seats import NotSeated
from bot.ui import replies
from bot.ui.ids import read_table_id
from bot.ui.links import make_table_link
from bot.ui.play import panel
from bot.ui.play.next_table import list_waiting_tables
from bot.ui.presses import PressHandler, make_tableless_handler
from bot.ui.services import Interaction
from bot.ui.staleness import refresh_if_stale


async def open_in_new_message(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Open the panel of a table in a new message."""
    await open_panel(interaction, read_table_id(parts))


async def open_in_same_message(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Open the panel of a table in the private message whose button was pressed."""
    await open_panel(interaction, read_table_id(parts))


async def open_panel(interaction: Interaction, table_id: int, note: str = "") -> None:
    """Open the panel of a table.

    :param note: a text shown above the panel.
    :raises NotSeated: the person has no seat there.
    """
    table = await interaction.client.services.tables.get(table_id)
    seat = table.find_acting_seat(interaction.user.id)
    if seat is None:
        raise NotSeated
    await refresh_if_stale(interaction, table)
    await panel.ask_first_question(interaction, table, seat, note)


async def open_next_table(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Replace the message with the panel of the table in this server that has waited longest."""
    w, waiting = replies.get_words(interaction), await list_waiting_tables(interaction)
    if not waiting:
        await replies.show(interaction, w("Done: no table waits for you."))
        return
    link = await make_table_link(interaction.client.services.messages, waiting[0], w)
    await open_panel(interaction, waiting[0].id, f"**{waiting[0].game.title}** · {link}")


PRESS_HANDLERS = (
    PressHandler("yr", open_in_new_message, acknowledge="new"),
    PressHandler("nm", open_in_same_message),
    make_tableless_handler("nt", open_next_table),
)

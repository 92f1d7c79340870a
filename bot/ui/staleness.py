"""Brings a table's messages up to date when a press shows that they are stale, for example after a crash."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bot.model.table import Table
from bot.storage.messages import BOARD_MESSAGE
from bot.ui.services import Interaction


async def refresh_if_stale(interaction: Interaction, table: Table) -> None:
    """Update a table's messages if the press shows that they are stale, and wake its computers.

    A pressed public message that is older than the current board loses its buttons.
    """
    services = interaction.client.services
    row = await services.messages.find_current_message(table.id, BOARD_MESSAGE)
    if row is None or (table.match is not None and not row.shows_position(table.match.seq)):
        services.announcer.announce_table(table.id)
    if table.computer_seats:
        services.computers.wake(table.id)
    message = interaction.message
    if row is None or row.message_id is None or message is None or message.flags.ephemeral:
        return
    if message.id < row.message_id:
        await services.announcer.strip_buttons(table, message)


@contextmanager
def refresh_if_refused(interaction: Interaction, table_id: int) -> Iterator[None]:
    """Update a table's messages if the block raises."""
    try:
        yield
    except Exception:
        interaction.client.services.announcer.announce_table(table_id)
        raise

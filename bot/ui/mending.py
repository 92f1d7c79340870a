"""Messages of a table that a press shows to lag behind, as after a kill."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bot.model.table import Table
from bot.storage.messages import BOARD
from bot.ui.services import Interaction


async def mend(interaction: Interaction, table: Table) -> None:
    """Put the table's messages right where a press shows that they lag behind.

    A public message older than the present board is a stray: a post that nobody knew had arrived.
    """
    services = interaction.client.services
    row = await services.messages.find_current(table.id, BOARD)
    if row is None or (table.match is not None and not row.shows(table.match.seq)):
        services.announcer.announce(table.id)
    if table.computers:
        services.computers.wake(table.id)
    message = interaction.message
    if row is None or row.message_id is None or message is None or message.flags.ephemeral:
        return
    if message.id < row.message_id:
        await services.announcer.strip(table, message)


@contextmanager
def refresh_if_refused(interaction: Interaction, table_id: int) -> Iterator[None]:
    """Have a table show how things stand where what is asked of it is refused."""
    try:
        yield
    except Exception:
        interaction.client.services.announcer.announce(table_id)
        raise

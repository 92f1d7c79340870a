"""Opens a table in a place that a feature provides, such as a forum, instead of the current channel."""

from __future__ import annotations

from bot.model.table import Table
from bot.model.table_request import TableRequest
from bot.ui.services import Interaction


async def open_in_special_place(interaction: Interaction, request: TableRequest) -> bool:
    """Open a table in the first feature-provided place that accepts it. Return ``False`` if none does."""
    for opener in interaction.client.services.offers.special_places:
        if await opener.open_and_confirm(interaction, request):
            return True
    return False


async def create_in_special_place(interaction: Interaction, request: TableRequest) -> Table | None:
    """Open a table, without a reply, in the first feature-provided place that accepts it.

    :raises TableError: the place can't be used.
    """
    for opener in interaction.client.services.offers.special_places:
        table = await opener.open_without_reply(interaction, request)
        if table is not None:
            return table
    return None

"""Opening a table elsewhere than where it is asked for, if the server wants that."""

from __future__ import annotations

from bot.model.wish import Wish
from bot.ui.services import Interaction


async def open_there(interaction: Interaction, wish: Wish) -> bool:
    """Open a table in the place that a feature has for it; return whether one has."""
    for opener in interaction.client.services.offers.openers:
        if await opener(interaction, wish):
            return True
    return False

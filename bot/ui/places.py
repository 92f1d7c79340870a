"""The place where a press or command was made."""

from __future__ import annotations

from bot.model.table import Place
from bot.ui.services import Interaction


def get_public_locale(interaction: Interaction) -> str:
    """Return the language of a server's public texts, or the person's outside a server."""
    return str(interaction.guild_locale or interaction.locale)


def place_here(interaction: Interaction) -> Place:
    """Return the channel of a press or command as a place for a table."""
    return Place(interaction.channel_id or 0, interaction.guild_id, get_public_locale(interaction))

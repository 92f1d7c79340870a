"""Where a press or a command was made, as a place for a table."""

from __future__ import annotations

from bot.model.table import Place
from bot.ui.services import Interaction


def public_locale(interaction: Interaction) -> str:
    """Return the language of a server's public texts; that of the person where there is no server."""
    return str(interaction.guild_locale or interaction.locale)


def place_here(interaction: Interaction) -> Place:
    """Return the channel of a press or command."""
    return Place(interaction.channel_id or 0, interaction.guild_id, public_locale(interaction))

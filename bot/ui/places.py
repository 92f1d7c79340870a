"""The channel and the language of a press or command."""

from __future__ import annotations

from bot.model.table import Place
from bot.ui.services import Interaction


def get_public_locale(interaction: Interaction) -> str:
    """Return the language of public texts in the server or, outside a server, the person's own language."""
    return str(interaction.guild_locale or interaction.locale)


def get_place(interaction: Interaction) -> Place:
    """Return the :class:`Place` where a press or command was made."""
    return Place(interaction.channel_id or 0, interaction.guild_id, get_public_locale(interaction))

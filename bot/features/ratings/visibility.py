"""Decides whether a user may see what was played in a channel."""

from __future__ import annotations

import discord

from bot.platform.permissions import can_read
from bot.ui.services import Interaction


def can_read_cached_channel(interaction: Interaction, channel_id: int) -> bool:
    """Return whether the user can read a channel of the current server that discord.py has cached."""
    guild, person = interaction.guild, interaction.user
    if guild is None or not isinstance(person, discord.Member):
        return False
    channel = guild.get_channel_or_thread(channel_id)
    return channel is not None and can_read(person, channel)

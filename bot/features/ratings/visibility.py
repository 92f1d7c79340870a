"""Decides whether a user may see what was played in a channel."""

from __future__ import annotations

import discord

from bot.ui.services import Interaction


def can_read_channel(interaction: Interaction, channel_id: int) -> bool:
    """Return whether the user can read a channel of the current server.

    Private threads count as readable only for users who may manage threads, because the members aren't known.
    """
    guild, person = interaction.guild, interaction.user
    if guild is None or not isinstance(person, discord.Member):
        return False
    channel = guild.get_channel_or_thread(channel_id)
    if channel is None:
        return False
    granted = channel.permissions_for(person)
    if isinstance(channel, discord.Thread) and channel.is_private():
        return granted.manage_threads
    return granted.view_channel

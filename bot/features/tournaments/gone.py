"""Notices deleted channels and threads as soon as Discord reports them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord
from discord.ext import commands


class GoneCog(commands.Cog):
    """Reports the channels that somebody deletes."""

    def __init__(self, deleted: Callable[[int], Awaitable[None]]) -> None:
        self._deleted = deleted

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Report a channel."""
        await self._deleted(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Report a thread, whether or not it is cached."""
        await self._deleted(payload.thread_id)

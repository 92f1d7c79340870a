"""Finds out whether a tournament's channels still exist and its entrants are still in the server."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord
from discord.ext import commands

from bot.features.tournaments.service import Tournament
from bot.model.table import NO_USER_ID
from bot.platform.deadlines import NO_RESPONSE_ERRORS
from bot.ui.services import Attendance

UNKNOWN_CHANNEL_CODE = 10003


class PresenceChecker:
    """Asks Discord which channels were deleted and which people have left a server.

    If Discord doesn't answer, channels count as existing and people as present.
    """

    def __init__(self, client: discord.Client, attendance: Attendance) -> None:
        self._client, self._attendance = client, attendance

    async def was_channel_deleted(self, guild_id: int, channel_id: int) -> bool:
        """Return whether a channel is known to have been deleted."""
        guild = self._client.get_guild(guild_id)
        if guild is None or guild.unavailable or guild.get_channel_or_thread(channel_id) is not None:
            return False
        try:
            await self._client.fetch_channel(channel_id)
        except discord.HTTPException as error:
            return error.code == UNKNOWN_CHANNEL_CODE
        except (discord.InvalidData, *NO_RESPONSE_ERRORS):
            return False
        return False

    async def find_departed_user_ids(self, tournament: Tournament) -> list[int]:
        """Return the user IDs of the entrants who have left the server."""
        guild = self._client.get_guild(tournament.row.guild_id)
        if guild is None or guild.unavailable:
            return []
        users = [
            user for user in tournament.list_user_ids(tournament.state.active_entries) if user != NO_USER_ID
        ]
        return await self._attendance.find_absent_user_ids(guild, users)


class DeletedChannelsCog(commands.Cog):
    """Calls ``on_deleted`` with the ID of each channel or thread that is deleted."""

    def __init__(self, on_deleted: Callable[[int], Awaitable[None]]) -> None:
        self._on_deleted = on_deleted

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Pass on the ID of a deleted channel."""
        await self._on_deleted(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Pass on the ID of a deleted thread, whether or not it is cached."""
        await self._on_deleted(payload.thread_id)

"""Decides which channels a board may show: only channels that all readers of the board can read."""

from __future__ import annotations

import discord

from bot.platform.deadlines import NO_RESPONSE_ERRORS
from bot.platform.permissions import can_read
from bot.ui.services import Interaction, ServiceClient

MAX_FETCHES = 10
"""Maximum number of uncached channels, mostly archived threads, fetched for one update of a board."""
MAX_CACHED_PARENTS = 10_000
"""The cache is cleared when this is reached."""


class ChannelVisibility:
    """Makes the :class:`VisibleChannels` of boards, with a shared cache of archived threads' parents."""

    def __init__(self, client: ServiceClient) -> None:
        self._client = client
        self._parents: dict[int, int | None] = {}
        """Parents of archived threads that were looked up; ``None`` for threads that must stay hidden."""

    def make_visible_channels(self, board_channel: discord.abc.GuildChannel) -> VisibleChannels:
        """Return an object that finds the channels visible to everyone who can read ``board_channel``."""
        return VisibleChannels(self._client, self._parents, board_channel)


class VisibleChannels:
    """Finds the channels that all readers of a board can read, for one update of the board."""

    def __init__(
        self, client: ServiceClient, parents: dict[int, int | None], board_channel: discord.abc.GuildChannel
    ) -> None:
        self._client = client
        self._parents = parents
        self._board_channel = board_channel
        self._seen: dict[int, bool] = {}
        self._fetches = MAX_FETCHES
        self.is_complete = True
        """Whether every channel could be checked. Unchecked channels stay hidden until the next update."""

    async def is_visible_to_all(self, channel_id: int) -> bool:
        """Return whether all readers of the board are known to be able to read a channel."""
        channel = self._board_channel.guild.get_channel_or_thread(channel_id)
        if isinstance(channel, discord.Thread):
            return not channel.is_private() and self._is_open_channel(channel.parent_id)
        if channel is not None:
            return self._is_open_channel(channel.id)
        return self._is_open_channel(await self._find_parent_id(channel_id))

    def _is_open_channel(self, channel_id: int | None) -> bool:
        """Return whether a channel that isn't a thread can be read by all readers of the board."""
        if channel_id is None:
            return False
        if channel_id not in self._seen:
            channel = self._board_channel.guild.get_channel(channel_id)
            self._seen[channel_id] = channel is not None and is_at_least_as_open(channel, self._board_channel)
        return self._seen[channel_id]

    async def _find_parent_id(self, channel_id: int) -> int | None:
        """Return an archived thread's parent; ``None`` if it must be hidden or can't be looked up now."""
        if channel_id in self._parents:
            return self._parents[channel_id]
        if not self._fetches:
            self.is_complete = False
            return None
        self._fetches -= 1
        try:
            channel = await self._client.fetch_channel(channel_id)
        except (discord.NotFound, discord.Forbidden):
            channel = None
        except (discord.HTTPException, discord.InvalidData, *NO_RESPONSE_ERRORS):
            self.is_complete = False
            return None
        public = isinstance(channel, discord.Thread) and not channel.is_private()
        if len(self._parents) >= MAX_CACHED_PARENTS:
            self._parents.clear()
        self._parents[channel_id] = (
            channel.parent_id if public and isinstance(channel, discord.Thread) else None
        )
        return self._parents[channel_id]


def is_at_least_as_open(channel: discord.abc.GuildChannel, board_channel: discord.abc.GuildChannel) -> bool:
    """Return whether everyone who can read ``board_channel`` can read ``channel``.

    This compares @everyone and each role with an overwrite in one of the two channels.
    """
    if channel.id == board_channel.id:
        return True
    roles = {board_channel.guild.default_role}
    for one in (channel, board_channel):
        roles |= {target for target in one.overwrites if isinstance(target, discord.Role)}
    return all(
        channel.permissions_for(role).view_channel
        for role in roles
        if board_channel.permissions_for(role).view_channel
    )


async def can_read_channel(interaction: Interaction, channel_id: int) -> bool:
    """Return whether the user can read a channel of this server, which may be fetched."""
    guild, person = interaction.guild, interaction.user
    if guild is None or not isinstance(person, discord.Member):
        return False
    channel: object = guild.get_channel_or_thread(channel_id)
    if channel is None:
        try:
            channel = await interaction.client.fetch_channel(channel_id)
        except (discord.NotFound, discord.Forbidden):
            return False
    return isinstance(channel, discord.Thread | discord.abc.GuildChannel) and can_read(person, channel)

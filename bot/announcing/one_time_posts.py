"""Posts messages exactly once in a table's channel, even if the process is interrupted.

A post is recorded before it is sent. If it isn't known whether it arrived, the channel's history is searched.
"""

from __future__ import annotations

import discord

from bot.announcing.posting import Channel, MessagePoster
from bot.announcing.recent import RecentMessages
from bot.model.table import Table
from bot.model.verbosity import QUIET_VERBOSITY
from bot.tables.service import Tables
from bot.ui.ids import encode_number


class OneTimePosts:
    """Posts messages exactly once in tables' channels that aren't quiet."""

    def __init__(self, poster: MessagePoster, recent: RecentMessages, tables: Tables) -> None:
        self._poster = poster
        self._recent = recent
        self._tables = tables

    async def find_channel(self, table: Table) -> Channel | None:
        """Return a table's channel, unless it is quiet or the bot can't post there."""
        if await self._tables.channels.get_verbosity(table.place.channel_id) == QUIET_VERBOSITY:
            return None
        channel = await self._poster.find_channel(table.place.channel_id)
        return None if channel is None or self._poster.list_missing_permissions(channel) else channel

    async def post_text(
        self,
        table: Table,
        channel: Channel,
        purpose: str,
        text: str,
        *,
        key: str,
        marker: str,
        view: discord.ui.View,
        files: list[discord.File] | None = None,
    ) -> None:
        """Post a text, unless a message for this purpose was already posted at the table.

        :param key: prefix of the nonce, unique to the purpose.
        :param marker: the custom_id or the file name that identifies the post.
        """
        lost = await self._recent.confirm_arrived_messages(table, channel, purpose, lambda row: marker)
        if await self._poster.messages.find_current_message(table.id, purpose) is None:
            nonce = await self._poster.find_nonce(
                table.id,
                purpose,
                lambda attempt: f"{key}{encode_number(table.id)}.{encode_number(attempt)}",
                lost,
            )
            seq = 0 if table.match is None else table.match.seq
            await self._poster.post_message(
                table, channel, purpose, nonce, seq, text, view=view, files=files, replaced_rows=lost
            )

"""What is said once in the channel of a table, whatever ends in between.

It is noted before it is sent, under a nonce of the table, and looked for in the channel where nobody knows
whether it arrived.
"""

from __future__ import annotations

import discord

from bot.announcing.posting import Channel, Poster
from bot.announcing.recent import RecentMessages
from bot.model.table import Table
from bot.model.verbosity import QUIET
from bot.tables.service import Tables
from bot.ui.ids import packed


class Once:
    """Says such things where they are wanted."""

    def __init__(self, poster: Poster, recent: RecentMessages, tables: Tables) -> None:
        """Say nothing yet."""
        self._poster = poster
        self._recent = recent
        self._tables = tables

    async def find_channel(self, table: Table) -> Channel | None:
        """Return the channel of a table where it wants to be told things and can be."""
        if await self._tables.channels.get_verbosity(table.place.channel_id) == QUIET:
            return None
        channel = await self._poster.find_channel(table.place.channel_id)
        return None if channel is None or self._poster.lacking(channel) else channel

    async def post(
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
        """Post something for a purpose, unless that has been done.

        :param key: what its nonce begins with; no other purpose has the same.
        :param marker: the custom_id by which the post is known.
        """
        lost = await self._recent.find_unconfirmed(table, channel, purpose, lambda row: marker)
        if await self._poster.messages.find_current(table.id, purpose) is None:
            nonce = await self._poster.find_nonce(
                table.id, purpose, lambda attempt: f"{key}{packed(table.id)}.{packed(attempt)}", lost
            )
            seq = 0 if table.match is None else table.match.seq
            await self._poster.post(
                table, channel, purpose, nonce, seq, text, view=view, files=files, instead=lost
            )

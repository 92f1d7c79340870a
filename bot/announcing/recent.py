"""Finds the bot's own messages among the newest messages of a channel."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

import discord

from bot.announcing.posting import Channel, MessagePoster
from bot.model.table import Table
from bot.platform import permissions
from bot.storage.messages import MessageRow

MAX_MESSAGES_READ = 50
"""Maximum number of a channel's newest messages to read, including messages of other users."""


class RecentMessages:
    """Reads the bot's newest messages in a channel, and recognizes a table's messages by custom_id."""

    def __init__(self, client: discord.Client, poster: MessagePoster, now: Callable[[], int]) -> None:
        """Create a reader of messages posted by ``client``. ``now`` returns epoch seconds."""
        self._client = client
        self._poster = poster
        self._now = now

    async def find_marked_messages(self, channel: Channel, *markers: str) -> list[discord.Message]:
        """Return the bot's recent messages that have a component with one of the ``markers``, newest first.

        :param markers: custom_ids, or the parts of custom_ids before a colon.
        """
        return [
            message
            async for message in self.read_own_messages(channel)
            if any(f"{i}:".startswith(f"{marker}:") for i in list_custom_ids(message) for marker in markers)
        ]

    async def read_own_messages(self, channel: Channel) -> AsyncIterator[discord.Message]:
        """Yield the bot's recent messages in a channel, or nothing if the bot can't read the history."""
        if self._client.user is None or self._poster.list_missing_permissions(
            channel, permissions.HISTORY_PERMISSION
        ):
            return
        async for message in channel.history(limit=MAX_MESSAGES_READ):
            if message.author.id == self._client.user.id:
                yield message

    async def confirm_arrived_messages(
        self, table: Table, channel: Channel, purpose: str, make_marker: Callable[[MessageRow], str]
    ) -> list[MessageRow]:
        """Confirm a table's messages that have arrived in a channel, and return those not found.

        If the bot can't read the channel's history, confirm no message and return an empty list.

        :param make_marker: returns the custom_id or file name by which a row's message is recognized.
        """
        messages = self._poster.messages
        live = await messages.list_live_messages(table.id)
        rows = [row for row in live if row.purpose == purpose and row.message_id is None]
        if not rows or self._poster.list_missing_permissions(channel, permissions.HISTORY_PERMISSION):
            return []
        row_by_marker = {make_marker(row): row for row in rows}
        known = {row.message_id for row in live}
        async for message in self.read_own_messages(channel):
            if message.id in known:
                continue
            for identity in (*list_custom_ids(message), *(file.filename for file in message.attachments)):
                row = row_by_marker.pop(identity, None)
                if row is not None:
                    await messages.confirm_message(row.id, message.id, self._now())
                    rows.remove(row)
        return rows


def list_custom_ids(message: discord.Message) -> list[str]:
    """Return the custom_ids of a message's components."""
    custom_ids = []
    for part in message.components:
        inner = (*getattr(part, "children", ()), getattr(part, "accessory", None))
        for child in inner:
            identity = getattr(child, "custom_id", None)
            if identity:
                custom_ids.append(identity)
    return custom_ids

"""Posts and edits messages that don't belong to a table."""

from __future__ import annotations

import discord

from bot.announcing.editing import EditResult
from bot.announcing.posting import Channel, MessagePoster, make_allowed_mentions
from bot.announcing.recent import RecentMessages, list_custom_ids
from bot.announcing.refused import is_edit_refused
from bot.platform.deadlines import retry_if_unanswered
from bot.platform.emoji import UploadedDrawings
from bot.platform.http_errors import UNKNOWN_MESSAGE_CODE
from bot.platform.mentions import CommandMentions
from bot.ui import layouts
from bot.ui.layouts import MessageLayout


class Sender:
    """Posts, edits and deletes messages without recording them."""

    def __init__(
        self,
        poster: MessagePoster,
        recent: RecentMessages,
        mentions: CommandMentions,
        drawings: UploadedDrawings,
    ) -> None:
        self._poster, self._recent = poster, recent
        self._mentions, self._drawings = mentions, drawings

    def list_missing_permissions(self, channel: Channel, *names: str) -> list[str]:
        """Return which permissions of ``names``, by default those for posting, are missing in a channel."""
        return self._poster.list_missing_permissions(channel, *names)

    async def find_channel(self, channel_id: int) -> Channel | None:
        """Return a channel; ``None`` if it doesn't exist or isn't visible."""
        return await self._poster.find_channel(channel_id)

    async def post_layout(self, channel: Channel, layout: MessageLayout, nonce: str) -> int:
        """Post a layout, and return the message's ID.

        If the same nonce was used within the last few minutes, no second message is posted.
        """
        marked = await self._poster.mark_nonce(nonce)
        sent = await self._poster.send_message(
            channel, layout, nonce=marked, allowed_mentions=make_allowed_mentions()
        )
        return sent.id

    async def post_line(self, channel: Channel, text: str, nonce: str, role_id: int | None = None) -> None:
        """Post a line of text. It notifies nobody except the role with the ID ``role_id``, if any."""
        calls = make_allowed_mentions()
        if role_id is not None:
            calls = discord.AllowedMentions(
                everyone=False, users=False, replied_user=False, roles=[discord.Object(role_id)]
            )
        await self._poster.send_message(
            channel, text, nonce=await self._poster.mark_nonce(nonce), allowed_mentions=calls
        )

    async def edit_message(self, channel: Channel, message_id: int, layout: MessageLayout) -> EditResult:
        """Edit a message to show a layout.

        :raises discord.HTTPException: the edit failed. Another attempt may succeed.
        """
        message = channel.get_partial_message(message_id)
        view = layouts.make_layout_view(layout.parts, self._mentions.link_commands)
        try:
            await self._drawings.send_with_drawings(
                view,
                lambda: retry_if_unanswered(
                    lambda: message.edit(view=view, allowed_mentions=make_allowed_mentions())
                ),
            )
        except discord.HTTPException as error:
            if error.code == UNKNOWN_MESSAGE_CODE:
                return EditResult.GONE
            if not is_edit_refused(error):
                raise
            return EditResult.REFUSED
        return EditResult.DONE

    async def delete_message(self, channel_id: int, message_id: int) -> None:
        """Delete a message if it exists and Discord allows it."""
        channel = await self._poster.find_channel(channel_id)
        if channel is not None:
            await self._poster.delete_message(channel, message_id)

    async def find_message_id(self, channel: Channel, marker: str) -> int | None:
        """Return the ID of the bot's newest recent message with a component whose custom_id is ``marker``."""
        async for message in self._recent.read_own_messages(channel):
            if marker in list_custom_ids(message):
                return message.id
        return None

"""Removes buttons from messages that a process posted or edited after another process took over."""

from __future__ import annotations

from collections.abc import Callable

from bot.announcing.payloads import mark_nonce_as_layout
from bot.announcing.posting import Channel, MessagePoster
from bot.announcing.recent import RecentMessages
from bot.model.table import Table
from bot.platform import permissions
from bot.storage.messages import LATE_MESSAGE
from bot.ui.ids import encode_number
from bot.ui.links import get_message_purpose
from bot.ui.play import board
from bot.ui.table import lobby_message


class LateMessages:
    """Searches for late messages, and keeps them recorded until their buttons are removed."""

    def __init__(self, poster: MessagePoster, recent: RecentMessages, now: Callable[[], int]) -> None:
        """Create an instance that searches channels with ``recent``. ``now`` returns epoch seconds."""
        self._poster = poster
        self._recent = recent
        self._messages = poster.messages
        self._now = now

    async def request_search(self, table: Table) -> None:
        """Store a request to search for late messages of a table, which survives a restart."""
        await self._record_message(table, table.place.channel_id, f"late-{encode_number(table.id)}")

    async def is_search_requested(self, table: Table) -> bool:
        """Return whether a search requested with :meth:`request_search` hasn't been made yet."""
        return any(
            row.message_id is None for row in await self._messages.list_live_messages(table.id, LATE_MESSAGE)
        )

    async def strip_late_messages(self, table: Table, channel: Channel, *, must_search: bool) -> None:
        """Remove the buttons from late messages. A message that Discord refuses to change stays recorded.

        :param must_search: whether to search the channel even if no search is requested.
        """
        requested = await self.is_search_requested(table)
        searched = (requested or must_search) and await self._search_channel(table, channel)
        rows = await self._messages.list_live_messages(table.id, LATE_MESSAGE)
        # Rows without a message ID are search requests. They stay recorded until a search succeeds.
        rows = [row for row in rows if searched or row.message_id is not None]
        await self._poster.strip_and_retire_messages(channel, rows)

    async def _search_channel(self, table: Table, channel: Channel) -> bool:
        """Record a table's recent lobbies and boards that aren't recorded yet.

        Return ``False`` if the channel can't be searched now.
        """
        current = await self._messages.find_current_message(table.id, get_message_purpose(table))
        if current is None or self._poster.list_missing_permissions(channel, permissions.HISTORY_PERMISSION):
            return False
        known = {row.message_id for row in await self._messages.list_live_messages(table.id)}
        markers = (lobby_message.make_lobby_marker(table.id), board.make_board_marker(table.id))
        for message in await self._recent.find_marked_messages(channel, *markers):
            if message.id not in known:
                nonce = f"late-{encode_number(table.id)}-{encode_number(message.id)}"
                if message.flags.components_v2:
                    nonce = mark_nonce_as_layout(nonce)
                await self._record_message(table, channel.id, nonce, message.id)
        return True

    async def _record_message(
        self, table: Table, channel_id: int, nonce: str, message_id: int | None = None
    ) -> None:
        row = await self._messages.reserve_message(table.id, LATE_MESSAGE, channel_id, nonce, 0, self._now())
        if message_id is not None:
            await self._messages.confirm_message(row.id, message_id, self._now())

"""The lobby: the message of a table before its match, with the seats below a poster of the game."""

from __future__ import annotations

from collections.abc import Callable

import discord

from bot.announcing.layout_post import post_layout
from bot.announcing.payloads import MessageContent
from bot.announcing.posting import Channel, MessagePoster
from bot.announcing.recent import RecentMessages
from bot.model.table import Table
from bot.platform import permissions
from bot.storage.messages import LOBBY_MESSAGE, MessageRow
from bot.ui.ids import encode_number
from bot.ui.offers import Offers
from bot.ui.pictures import Pictures
from bot.ui.table import lobby_message
from games.core.words import Words

STARTED_SEQ = 1
"""Value of ``seq`` of a lobby message that shows that its match has begun."""


class LobbyPost:
    """Posts and updates the lobby messages of tables. Repeated updates do no harm."""

    def __init__(
        self,
        poster: MessagePoster,
        recent: RecentMessages,
        pictures: Pictures,
        get_offers: Callable[[], Offers],
    ) -> None:
        """Create an instance that posts through ``poster``.

        :param get_offers: returns the menu entries of features, which are registered only later.
        """
        self._poster = poster
        self._recent = recent
        self._messages = poster.messages
        self._pictures = pictures
        self._get_offers = get_offers
        self.to_repost: set[int] = set()
        """IDs of tables whose lobby or board must be reposted, even if the current message can be edited."""

    async def show_lobby(self, table: Table, channel: Channel, w: Words) -> None:
        """Post or update the lobby of a match that hasn't begun."""
        lost = await self._find_lost_lobbies(table, channel)
        row = await self._messages.find_current_message(table.id, LOBBY_MESSAGE)
        content = lobby_message.lay_out_lobby(
            table, self._get_offers(), w, await self._draw_poster(table, channel, w)
        )
        repost = table.id in self.to_repost or await self._poster.may_have_arrived(row, lost)
        if row is None or repost or not await self._poster.edit_message(channel, row, content):
            row = await post_layout(
                self._poster,
                table,
                channel,
                LOBBY_MESSAGE,
                lambda attempt: f"l{encode_number(table.id)}.{encode_number(attempt)}",
                0,
                content,
                replaced_rows=lost,
            )
            self.to_repost.discard(table.id)
        # Strip older lobbies last, so that a table always has a message with buttons.
        older = [
            old
            for old in await self._messages.list_live_messages(table.id, LOBBY_MESSAGE)
            if old.id != row.id
        ]
        await self._poster.strip_and_retire_messages(channel, older)

    async def show_end(self, table: Table, channel: Channel, w: Words) -> None:
        """Show in the lobby that its match has begun or that it was closed, and remove the buttons."""
        await self._find_lost_lobbies(table, channel)
        rows = await self._messages.list_live_messages(table.id, LOBBY_MESSAGE)
        content: MessageContent = lobby_message.write_closed_lobby(table, w)
        shown_seq = None
        if table.match is not None:
            content, shown_seq = lobby_message.lay_out_started_lobby(table, w), STARTED_SEQ
        rows = [row for row in rows if row.seq != shown_seq]
        await self._poster.close_messages(channel, rows, lambda row: content, shown_seq=shown_seq)

    async def retire_started_lobby(self, table: Table) -> None:
        """Retire the lobby message of a match that now has a board."""
        rows = await self._messages.list_live_messages(table.id, LOBBY_MESSAGE)
        await self._messages.retire_messages(row.id for row in rows if row.seq == STARTED_SEQ)

    async def _find_lost_lobbies(self, table: Table, channel: Channel) -> list[MessageRow]:
        return await self._recent.confirm_arrived_messages(
            table, channel, LOBBY_MESSAGE, lambda row: lobby_message.make_lobby_marker(table.id)
        )

    async def _draw_poster(self, table: Table, channel: Channel, w: Words) -> list[discord.File]:
        """Return the game's poster, unless the board follows immediately or the bot may not attach files."""
        alone = table.is_complete and len(table.user_ids) == 1
        if alone or self._poster.list_missing_permissions(channel, permissions.PICTURE_PERMISSION):
            return []
        return await self._pictures.draw_poster(table.game, w)

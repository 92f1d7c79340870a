"""The message of a table before its match: who sits where, below a poster of the game."""

from __future__ import annotations

from collections.abc import Callable

import discord

from bot.announcing.laying import Shown
from bot.announcing.layout_post import post_layout
from bot.announcing.posting import Channel, Poster
from bot.announcing.recent import RecentMessages
from bot.model.table import Table
from bot.platform import permissions
from bot.storage.messages import LOBBY, MessageRow
from bot.ui.ids import packed
from bot.ui.offers import Offers
from bot.ui.pictures import Pictures
from bot.ui.table import lobby_message
from games.core.words import Words

STARTED = 1
"""Noted of a lobby whose match has begun; it stays so until a board tells the next start as much."""


class LobbyPost:
    """Brings the lobby of a table up to its snapshot. Doing it twice does no harm."""

    def __init__(
        self, poster: Poster, recent: RecentMessages, pictures: Pictures, offers: Callable[[], Offers]
    ) -> None:
        """Show on a lobby what ``offers`` returns by then: features dock after this is made."""
        self._poster = poster
        self._recent = recent
        self._messages = poster.messages
        self._pictures = pictures
        self._offers = offers
        self.anew: set[int] = set()
        """The tables whose lobby or board is to be posted anew, though there is one."""

    async def show(self, table: Table, channel: Channel, w: Words) -> None:
        """Let the channel show who sits where before a match begins."""
        lost = await self._find(table, channel)
        row = await self._messages.current(table.id, LOBBY)
        shown = lobby_message.lay_out(table, self._offers(), w, await self._draw_poster(table, channel, w))
        anew = table.id in self.anew or await self._poster.may_arrive(row, lost)
        if row is None or anew or not await self._poster.edit(channel, row, shown):
            row = await post_layout(
                self._poster,
                table,
                channel,
                LOBBY,
                lambda attempt: f"l{packed(table.id)}.{packed(attempt)}",
                0,
                shown,
                instead=lost,
            )
            self.anew.discard(table.id)
        # Only now: a table is never without a message that has buttons.
        older = [old for old in await self._messages.live(table.id, LOBBY) if old.id != row.id]
        await self._poster.strip_for_good(channel, older)

    async def end(self, table: Table, channel: Channel, w: Words) -> None:
        """Take the buttons from a lobby that is over, and say what became of it."""
        await self._find(table, channel)
        rows = await self._messages.live(table.id, LOBBY)
        shown: Shown = lobby_message.write_closed(table, w)
        showing = None
        if table.match is not None:
            shown, showing = lobby_message.lay_out_started(table, w), STARTED
        rows = [row for row in rows if row.seq != showing]
        await self._poster.close(channel, rows, lambda row: shown, showing=showing)

    async def forget(self, table: Table) -> None:
        """Be done with the lobby of a match, now that there is a board."""
        rows = await self._messages.live(table.id, LOBBY)
        await self._messages.retire(row.id for row in rows if row.seq == STARTED)

    async def _find(self, table: Table, channel: Channel) -> list[MessageRow]:
        return await self._recent.find_unconfirmed(
            table, channel, LOBBY, lambda row: lobby_message.marker(table.id)
        )

    async def _draw_poster(self, table: Table, channel: Channel, w: Words) -> list[discord.File]:
        """Return the picture of a lobby that invites; where somebody plays alone, the board comes at once."""
        alone = table.is_complete and len(table.people) == 1
        if alone or self._poster.lacking(channel, permissions.PICTURE):
            return []
        return await self._pictures.poster(table.game, w)

"""What the channel reads of a vote: one post, noted before it is sent, that says at last how it came out."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from bot.announcing.posting import Channel, Poster
from bot.announcing.recent import RecentMessages
from bot.channel_seat import verbs
from bot.channel_seat.texts import write_dropped, write_open, write_tally
from bot.model.table import Table
from bot.model.verbosity import QUIET
from bot.storage.channel_seats import TurnRow
from bot.storage.messages import CHANNEL_VOTE, MessageRow
from bot.tables.service import Tables
from bot.ui.ids import custom_id, packed
from bot.ui.presses import button, view
from games.core.match import Match


class Posts:
    """Posts votes, each once, and mends them."""

    def __init__(
        self,
        poster: Poster,
        recent: RecentMessages,
        tables: Tables,
        announced: Callable[[int], Awaitable[object]],
    ) -> None:
        """Post nothing yet.

        :param announced: waits until the board of a table shows how it stands.
        """
        self._poster = poster
        self._recent = recent
        self._tables = tables
        self._announced = announced

    async def open(self, table: Table, row: TurnRow) -> None:
        """Call for votes, unless that has been done or the channel wants to be quiet."""
        messages = self._poster.messages
        if any(one.seq == row.seq and one.message_id for one in await messages.live(table.id, CHANNEL_VOTE)):
            return
        if await self._tables.channels.verbosity(table.place.channel_id) == QUIET:
            return
        channel = await self._find_channel(table)
        if channel is None:
            return
        await self._announced(table.id)
        lost = await self._look_back(table, channel)
        if any(one.seq == row.seq and one.message_id for one in await messages.live(table.id, CHANNEL_VOTE)):
            return
        w = await self._tables.channels.words_of(table)
        nonce = await self._poster.find_nonce(
            table.id, CHANNEL_VOTE, lambda n: f"v{packed(table.id)}.{packed(row.seq)}.{packed(n)}", lost
        )
        shown = view([button(make_marker(table.id, row.seq), w("Vote"), emoji="🗳️")])
        text = write_open(table, row, w)
        await self._poster.post(table, channel, CHANNEL_VOTE, nonce, row.seq, text, view=shown, instead=lost)

    async def tell(self, table: Table, match: Match, row: TurnRow) -> None:
        """Say how a vote came out, in its own post."""
        w = await self._tables.channels.words_of(table)
        text = await asyncio.to_thread(write_tally, table, match, row, w)
        await self._close(table, lambda one: one.seq == row.seq, text)

    async def close_dropped(self, table: Table, standing: Sequence[int]) -> None:
        """Say of all posts but those of votes that stand that they count no more."""
        w = await self._tables.channels.words_of(table)
        await self._close(table, lambda one: one.seq not in standing, write_dropped(table, w))

    async def _close(self, table: Table, which: Callable[[MessageRow], bool], text: str) -> None:
        messages = self._poster.messages
        if not any(map(which, await messages.live(table.id, CHANNEL_VOTE))):
            return
        channel = await self._find_channel(table)
        if channel is None:
            return
        await self._look_back(table, channel)
        rows = [one for one in await messages.live(table.id, CHANNEL_VOTE) if which(one)]
        await self._poster.close(channel, rows, lambda row: text)

    async def _look_back(self, table: Table, channel: Channel) -> list[MessageRow]:
        return await self._recent.find_unconfirmed(
            table, channel, CHANNEL_VOTE, lambda row: make_marker(table.id, row.seq)
        )

    async def _find_channel(self, table: Table) -> Channel | None:
        channel = await self._poster.find_channel(table.place.channel_id)
        return None if channel is None or self._poster.lacking(channel) else channel


def make_marker(table: int, seq: int) -> str:
    """Return the custom_id by which a post is known."""
    return custom_id("b", verbs.ASK, table, seq)

"""The board of a match in the other channel that plays in it: what everybody may see, and it mentions nobody.

It is posted anew where that channel is to vote, and else kept up to date.
"""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.announcing.once import Once
from bot.announcing.posting import Channel, Poster
from bot.announcing.recent import RecentMessages
from bot.features.channel_seat.posts import Posts
from bot.features.channel_seat.texts import write_lost, write_short_tally
from bot.model.table import PLAYING, Table
from bot.model.verbosity import QUIET
from bot.platform import permissions
from bot.storage.channel_seats import ChannelSeats
from bot.storage.messages import CHANNEL_BOARD, CHANNEL_LOST, About, MessageRow
from bot.tables.service import Tables
from bot.ui.components import button, view
from bot.ui.ids import custom_id, packed
from bot.ui.pictures import Pictures
from bot.ui.play import board, ending
from bot.ui.play.board import Posted
from games.core.match import Match
from games.core.words import Words


class Mirror:
    """Keeps that board."""

    def __init__(
        self,
        poster: Poster,
        recent: RecentMessages,
        once: Once,
        posts: Posts,
        tables: Tables,
        seats: ChannelSeats,
        pictures: Pictures,
    ) -> None:
        self._poster = poster
        self._recent = recent
        self._once = once
        self._posts = posts
        self._tables = tables
        self._seats = seats
        self._pictures = pictures

    async def show(self, table: Table, match: Match, *, reworded: bool) -> None:
        """Bring it up to date, and tell either channel once where the other can't be reached any more.

        :param reworded: it says something else now although nothing has happened.
        """
        live = await self._poster.messages.list_live(table.id, CHANNEL_BOARD)
        where = table.guests or tuple(dict.fromkeys(row.channel_id for row in live))
        for guest in where:
            channel = await self._posts.find_channel(guest)
            if table.status == PLAYING and table.guests:
                await self._tell_lost(table, guest, channel)
            if channel is not None:
                await self._show(table, match, channel, reworded=reworded)

    async def write_notes(self, table: Table, match: Match, since: int, w: Words) -> list[str]:
        """Write what a board of the table's own channel says of the newest vote of the other one."""
        return await self._write_tally(table, match, table.place.channel_id, w) if table.guests else []

    async def _show(self, table: Table, match: Match, channel: Channel, *, reworded: bool) -> None:
        messages = self._poster.messages
        lost = await self._recent.find_unconfirmed(
            table, channel, CHANNEL_BOARD, lambda row: make_marker(table.id, row.posted_seq)
        )
        rows = [row for row in await messages.list_live(table.id, CHANNEL_BOARD) if row.message_id]
        row = rows[-1] if rows else None
        if row is not None and not await self._needs_new(table, match, channel, row):
            if row.shows(match.seq) and not reworded:
                return
            if await self._edit(table, match, channel, row) or match.outcome is not None:
                return
            if await messages.find_current(table.id, CHANNEL_BOARD) is not None:
                return
        if row is None and table.status != PLAYING:
            return
        await self._post(table, match, channel, lost)
        await self._poster.strip_for_good(channel, rows)

    async def _needs_new(self, table: Table, match: Match, channel: Channel, row: MessageRow) -> bool:
        """Tell whether its channel is to vote now and has read other things since the last one."""
        if await self._tables.channels.get_verbosity(channel.id) == QUIET or row.posted_seq == match.seq:
            return False
        vote = await self._seats.find(table.id, match.seq)
        return vote is not None and vote.token is None and vote.seat == table.channels.get(channel.id)

    async def _post(self, table: Table, match: Match, channel: Channel, lost: Sequence[MessageRow]) -> None:
        w = await self._posts.find_words(table, channel.id)
        key = f"o{packed(table.id)}.{packed(match.seq)}"
        nonce = await self._poster.find_nonce(
            table.id, CHANNEL_BOARD, lambda attempt: f"{key}.{packed(attempt)}", lost
        )
        posted = board.narrow_to_turn(table, match, Posted.now(table, match, since=0), match.ply)
        await self._poster.post(
            table,
            channel,
            CHANNEL_BOARD,
            nonce,
            match.seq,
            await self._write(table, match, channel, posted, w),
            view=view([button(make_marker(table.id, match.seq), w("Describe"), emoji="📝")]),
            files=await self._draw(table, match, channel, w),
            instead=lost,
            about=About(turn=posted.turn, since=posted.since),
        )

    async def _edit(self, table: Table, match: Match, channel: Channel, row: MessageRow) -> bool:
        w = await self._posts.find_words(table, channel.id)
        posted = board.narrow_to_turn(table, match, Posted.now(table, match, since=0), match.ply)
        done = await self._poster.edit(
            channel,
            row,
            await self._write(table, match, channel, posted, w),
            view=view([button(make_marker(table.id, row.posted_seq), w("Describe"), emoji="📝")]),
            files=await self._draw(table, match, channel, w),
        )
        if done:
            await self._poster.messages.mark_shown(row.id, match.seq)
        return done

    async def _write(self, table: Table, match: Match, channel: Channel, posted: Posted, w: Words) -> str:
        notes = await self._write_tally(table, match, channel.id, w)
        if match.outcome is not None:
            return ending.write_ending(table, match, min(posted.since, match.ply), w, notes)
        return board.write_board(table, match, posted, w, [], notes, quiet=True)

    async def _write_tally(self, table: Table, match: Match, channel_id: int, w: Words) -> list[str]:
        """Return the line of the newest vote of another channel than this one: only once its move is made."""
        own = table.channels.get(channel_id)
        closed = [
            row for row in await self._seats.list_votes(table.id) if row.token is not None and row.seat != own
        ]
        made = [row for row in closed if row.seq < match.seq]
        return [write_short_tally(table, made[-1], w)] if made and made[-1].tally else []

    async def _draw(self, table: Table, match: Match, channel: Channel, w: Words) -> list[discord.File]:
        if self._poster.missing_permissions(channel, permissions.PICTURE):
            return []
        return await self._pictures.public(table, match, w)

    async def _tell_lost(self, table: Table, guest: int, channel: Channel | None) -> None:
        """Tell one of the two channels, once, that the other can't be reached."""
        home = await self._posts.find_channel(table.place.channel_id)
        if (channel is None) is (home is None):
            return
        told = home if channel is None else channel
        assert told is not None
        w = await self._posts.find_words(table, told.id)
        name = table.names[table.channels[guest]] if channel is None else ""
        marker = custom_id("b", "ds", table.id, 0, 0, "x")
        shown = view([button(marker, w("Describe"), emoji="📝")])
        await self._once.post(
            table, told, CHANNEL_LOST, write_lost(table, name, w), key="x", marker=marker, view=shown
        )


def make_marker(table: int, seq: int) -> str:
    """Return the custom_id by which the board is known."""
    return custom_id("b", "ds", table, seq)

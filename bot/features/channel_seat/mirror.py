"""Shows a match in the invited channel, with only public information and without mentioning anybody.

A new board is posted when the invited channel should vote, unless that channel is quiet. Otherwise, the last
board is edited.
"""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.announcing.one_time_posts import OneTimePosts
from bot.announcing.posting import Channel, MessagePoster
from bot.announcing.recent import RecentMessages
from bot.features.channel_seat.posts import ChannelSeatPosts
from bot.features.channel_seat.texts import write_lost_channel_notice, write_short_tally
from bot.model.table import TABLE_PLAYING, Table
from bot.model.verbosity import QUIET_VERBOSITY
from bot.platform import permissions
from bot.storage.channel_seats import ChannelSeats
from bot.storage.messages import (
    CHANNEL_BOARD_MESSAGE,
    CHANNEL_UNREACHABLE_MESSAGE,
    MessageRow,
    MessageSubject,
)
from bot.tables.service import Tables
from bot.ui.components import make_button, make_view
from bot.ui.ids import encode_number, make_custom_id
from bot.ui.pictures import Pictures
from bot.ui.play import board, ending
from bot.ui.play.board import PostedBoard
from games.core.match import Match
from games.core.words import Words


class GuestBoard:
    """Posts and updates the board of a match in the invited channel."""

    def __init__(
        self,
        poster: MessagePoster,
        recent: RecentMessages,
        one_time_posts: OneTimePosts,
        posts: ChannelSeatPosts,
        tables: Tables,
        seats: ChannelSeats,
        pictures: Pictures,
    ) -> None:
        self._poster = poster
        self._recent = recent
        self._one_time_posts = one_time_posts
        self._posts = posts
        self._tables = tables
        self._seats = seats
        self._pictures = pictures

    async def update_boards(self, table: Table, match: Match, *, has_new_text: bool) -> None:
        """Update the board in the invited channel.

        If the bot can't post in one of the two channels during the match, report that in the other, once.

        :param has_new_text: whether the text changed without a move, because names or seats changed.
        """
        live = await self._poster.messages.list_live_messages(table.id, CHANNEL_BOARD_MESSAGE)
        where = table.guest_channel_ids or tuple(dict.fromkeys(row.channel_id for row in live))
        for guest in where:
            channel = await self._posts.find_channel(guest)
            if table.status == TABLE_PLAYING and table.guest_channel_ids:
                await self._report_lost_channel(table, guest, channel)
            if channel is not None:
                await self._update_board(table, match, channel, has_new_text=has_new_text)

    async def write_notes(self, table: Table, match: Match, since: int, w: Words) -> list[str]:
        """Return the line about the invited channel's last vote, if any, for the table's own board."""
        return (
            await self._write_tally(table, match, table.place.channel_id, w)
            if table.guest_channel_ids
            else []
        )

    async def _update_board(
        self, table: Table, match: Match, channel: Channel, *, has_new_text: bool
    ) -> None:
        """Edit the board in a channel. Post a new one if the channel should vote or the old one is gone."""
        messages = self._poster.messages
        lost = await self._recent.confirm_arrived_messages(
            table,
            channel,
            CHANNEL_BOARD_MESSAGE,
            lambda row: make_guest_board_marker(table.id, row.posted_seq),
        )
        rows = [
            row
            for row in await messages.list_live_messages(table.id, CHANNEL_BOARD_MESSAGE)
            if row.message_id
        ]
        row = rows[-1] if rows else None
        if row is not None and not await self._needs_new_board(table, match, channel, row):
            if row.shows_position(match.seq) and not has_new_text:
                return
            if await self._edit_board(table, match, channel, row) or match.outcome is not None:
                return
            if await messages.find_current_message(table.id, CHANNEL_BOARD_MESSAGE) is not None:
                return
        if row is None and table.status != TABLE_PLAYING:
            return
        await self._post_board(table, match, channel, lost)
        await self._poster.strip_and_retire_messages(channel, rows)

    async def _needs_new_board(self, table: Table, match: Match, channel: Channel, row: MessageRow) -> bool:
        """Return whether the channel should vote, isn't quiet, and has only an earlier position's board."""
        if (
            await self._tables.channels.get_verbosity(channel.id) == QUIET_VERBOSITY
            or row.posted_seq == match.seq
        ):
            return False
        vote = await self._seats.find_vote(table.id, match.seq)
        return (
            vote is not None and vote.token is None and vote.seat == table.seat_by_channel_id.get(channel.id)
        )

    async def _post_board(
        self, table: Table, match: Match, channel: Channel, unconfirmed_rows: Sequence[MessageRow]
    ) -> None:
        w = await self._posts.find_words(table, channel.id)
        key = f"o{encode_number(table.id)}.{encode_number(match.seq)}"
        nonce = await self._poster.find_nonce(
            table.id,
            CHANNEL_BOARD_MESSAGE,
            lambda attempt: f"{key}.{encode_number(attempt)}",
            unconfirmed_rows,
        )
        posted_board = board.narrow_to_turn(
            table, match, PostedBoard.for_position(table, match, since=0), match.ply
        )
        await self._poster.post_message(
            table,
            channel,
            CHANNEL_BOARD_MESSAGE,
            nonce,
            match.seq,
            await self._write_text(table, match, channel, posted_board, w),
            view=make_view(
                [make_button(make_guest_board_marker(table.id, match.seq), w("Describe"), emoji="📝")]
            ),
            files=await self._draw_board(table, match, channel, w),
            replaced_rows=unconfirmed_rows,
            subject=MessageSubject(turn=posted_board.turn_key, since=posted_board.since),
        )

    async def _edit_board(self, table: Table, match: Match, channel: Channel, row: MessageRow) -> bool:
        w = await self._posts.find_words(table, channel.id)
        posted_board = board.narrow_to_turn(
            table, match, PostedBoard.for_position(table, match, since=0), match.ply
        )
        is_edited = await self._poster.edit_message(
            channel,
            row,
            await self._write_text(table, match, channel, posted_board, w),
            view=make_view(
                [make_button(make_guest_board_marker(table.id, row.posted_seq), w("Describe"), emoji="📝")]
            ),
            files=await self._draw_board(table, match, channel, w),
        )
        if is_edited:
            await self._poster.messages.mark_shown(row.id, match.seq)
        return is_edited

    async def _write_text(
        self, table: Table, match: Match, channel: Channel, posted_board: PostedBoard, w: Words
    ) -> str:
        notes = await self._write_tally(table, match, channel.id, w)
        if match.outcome is not None:
            return ending.write_ending(table, match, min(posted_board.since, match.ply), w, notes)
        return board.write_board(table, match, posted_board, w, [], notes, is_quiet=True)

    async def _write_tally(self, table: Table, match: Match, channel_id: int, w: Words) -> list[str]:
        """Return a list with the line about the opposing channel's last vote whose move was played.

        The list is empty if the channel hasn't played a move yet, or if nobody took part in that vote.

        :param channel_id: ID of the channel that reads the line.
        """
        own = table.seat_by_channel_id.get(channel_id)
        closed = [
            row for row in await self._seats.list_votes(table.id) if row.token is not None and row.seat != own
        ]
        past_votes = [row for row in closed if row.seq < match.seq]
        return [write_short_tally(table, past_votes[-1], w)] if past_votes and past_votes[-1].tally else []

    async def _draw_board(self, table: Table, match: Match, channel: Channel, w: Words) -> list[discord.File]:
        if self._poster.list_missing_permissions(channel, permissions.PICTURE_PERMISSION):
            return []
        return await self._pictures.draw_public_view(table, match, w)

    async def _report_lost_channel(self, table: Table, guest_id: int, channel: Channel | None) -> None:
        """If the bot can post in only one of the two channels, announce that there, once.

        :param channel: the invited channel; ``None`` if the bot can't post there.
        """
        home = await self._posts.find_channel(table.place.channel_id)
        if (channel is None) is (home is None):
            return
        reachable = home if channel is None else channel
        assert reachable is not None
        w = await self._posts.find_words(table, reachable.id)
        name = table.names[table.seat_by_channel_id[guest_id]] if channel is None else ""
        marker = make_custom_id("b", "ds", table.id, 0, 0, "x")
        shown = make_view([make_button(marker, w("Describe"), emoji="📝")])
        await self._one_time_posts.post_text(
            table,
            reachable,
            CHANNEL_UNREACHABLE_MESSAGE,
            write_lost_channel_notice(name, w),
            key="x",
            marker=marker,
            view=shown,
        )


def make_guest_board_marker(table_id: int, seq: int) -> str:
    """Return the custom_id of the board posted in an invited channel when the log had ``seq`` rows."""
    return make_custom_id("b", "ds", table_id, seq)

"""The posts about votes and invitations. Each vote has one post, which is edited to show the result.

An invitation is a post in another channel that asks whether that channel wants to play as well.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

import discord

from bot.announcing.posting import Channel, MessagePoster
from bot.announcing.recent import RecentMessages
from bot.features.channel_seat import verbs
from bot.features.channel_seat.texts import (
    write_asked_again_post,
    write_channel_question,
    write_declined_post,
    write_dropped_vote_post,
    write_joined_post,
    write_settled_question,
    write_tally,
    write_vote_post,
)
from bot.model.table import Place, Table
from bot.model.verbosity import QUIET_VERBOSITY
from bot.storage.channel_seats import VoteRow
from bot.storage.messages import (
    CHANNEL_BOARD_MESSAGE,
    CHANNEL_DECLINED_MESSAGE,
    CHANNEL_INVITATION_MESSAGE,
    CHANNEL_VOTE_MESSAGE,
    NO_SUBJECT,
    MessageRow,
    MessageSubject,
)
from bot.tables.service import Tables
from bot.ui.components import make_button, make_view
from bot.ui.ids import encode_number, make_custom_id
from games.core.match import Match
from games.core.words import Words

DECLINED_STATE, ASKED_AGAIN_STATE, PLAYS_STATE, DECLINED_BEFORE_STATE = range(4)
"""States of a "declined" post, stored as the post's sequence number.

The post announces that an invited channel declined. ``DECLINED_STATE`` marks the newest such post, and
``DECLINED_BEFORE_STATE`` an older one. ``ASKED_AGAIN_STATE`` and ``PLAYS_STATE`` mean that the channel has
since been asked again, or plays now.
"""


class ChannelSeatPosts:
    """Posts each vote, question and announcement once, and updates the posts."""

    def __init__(
        self,
        poster: MessagePoster,
        recent: RecentMessages,
        tables: Tables,
        wait_until_announced: Callable[[int], Awaitable[object]],
    ) -> None:
        """Create the object without posting anything.

        :param wait_until_announced: waits until the board of a table is up to date.
        """
        self._poster = poster
        self._recent = recent
        self._tables = tables
        self._wait_until_announced = wait_until_announced

    async def post_vote(self, table: Table, row: VoteRow) -> None:
        """Post the call for votes once. Do nothing if the channel is quiet or the bot can't post there."""
        where = find_voting_channel(table, row.seat)
        if await self._is_posted(table, CHANNEL_VOTE_MESSAGE, row.seq):
            return
        if await self._tables.channels.get_verbosity(where) == QUIET_VERBOSITY:
            return
        channel = await self.find_channel(where)
        if channel is None:
            return
        if where == table.place.channel_id:
            await self._wait_until_announced(table.id)
        w = await self.find_words(table, where)
        identity = make_vote_marker(table.id, row.seq)
        view = make_view([make_button(identity, w("Vote"), emoji="🗳️")])
        text = write_vote_post(table, row, w)
        await self._send_post_once(
            table, channel, CHANNEL_VOTE_MESSAGE, f"v{encode_number(table.id)}", row.seq, text, view
        )

    async def show_result(self, table: Table, match: Match, row: VoteRow) -> None:
        """Replace the text of a vote's post with the result, and remove its button."""

        async def write_text(w: Words, channel_id: int) -> str:
            return await asyncio.to_thread(write_tally, table, match, row, w)

        await self._close_posts(table, CHANNEL_VOTE_MESSAGE, lambda one: one.seq == row.seq, write_text)

    async def close_dropped_votes(self, table: Table, open_votes: Sequence[int]) -> None:
        """Mark the posts of dropped votes as no longer valid, and remove their buttons.

        :param open_votes: sequence numbers of the positions whose votes are still open.
        """

        async def write_text(w: Words, channel_id: int) -> str:
            return write_dropped_vote_post(table, w)

        await self._close_posts(
            table, CHANNEL_VOTE_MESSAGE, lambda one: one.seq not in open_votes, write_text
        )

    async def ask_channel(self, table: Table, channel_id: int) -> bool:
        """Ask another channel once whether it wants to play. Return ``False`` if the bot can't post there."""
        # Earlier questions to the channel aren't found, because they have been closed.
        if await self._is_posted(table, CHANNEL_INVITATION_MESSAGE, 0, channel_id):
            return True
        channel = await self.find_channel(channel_id)
        if channel is None:
            return False
        w = await self.find_words(table, channel_id)
        yes = make_button(
            make_question_marker(table.id), w("Play along"), style=discord.ButtonStyle.success, emoji="🗳️"
        )
        no = make_button(make_custom_id("b", verbs.DECLINE_VERB, table.id), w("No, thanks"))
        text = write_channel_question(table, w)
        await self._send_post_once(
            table,
            channel,
            CHANNEL_INVITATION_MESSAGE,
            f"q{encode_number(table.id)}",
            0,
            text,
            make_view([yes, no]),
        )
        return True

    async def close_questions(self, table: Table, kept_channel_id: int | None) -> None:
        """Replace the text of each question to a channel with the answer, or with a note that it is closed.

        :param kept_channel_id: ID of a channel whose question stays open, if any.
        """

        async def write_text(w: Words, channel_id: int) -> str:
            return write_settled_question(table, channel_id, w)

        await self._close_posts(
            table, CHANNEL_INVITATION_MESSAGE, lambda one: one.channel_id != kept_channel_id, write_text
        )

    async def announce_refusal(self, table: Table, channel_id: int) -> None:
        """Announce once in the table's own channel, unless it is quiet, that another channel declined."""
        home = table.place.channel_id
        if await self._tables.channels.get_verbosity(home) == QUIET_VERBOSITY:
            return
        channel = await self.find_channel(home)
        if channel is None:
            return
        w = await self.find_words(table, home)
        more = make_button(make_declined_post_marker(table.id), w("Channel plays…"), emoji="🗳️")
        text = write_declined_post(table, channel_id, w)
        subject = MessageSubject(request=str(channel_id))
        key = f"y{encode_number(table.id)}"
        await self._send_post_once(
            table, channel, CHANNEL_DECLINED_MESSAGE, key, DECLINED_STATE, text, make_view([more]), subject
        )

    async def mark_declined_post_old(self, table_id: int) -> None:
        """Mark the newest "declined" post as old, because another question is asked."""
        messages = self._poster.messages
        for row in await messages.list_live_messages(table_id, CHANNEL_DECLINED_MESSAGE):
            if row.seq == DECLINED_STATE:
                await messages.mark_shown(row.id, DECLINED_BEFORE_STATE)

    async def update_declined_posts(self, table: Table, invited_id: int | None) -> None:
        """Change the "declined" posts of channels that now play or are asked again, and restore others."""
        for row in await self._poster.messages.list_live_messages(table.id, CHANNEL_DECLINED_MESSAGE):
            guest = int(row.subject.request or 0)
            if guest in table.guest_channel_ids:
                state, write = PLAYS_STATE, write_joined_post
            elif guest == invited_id:
                state, write = ASKED_AGAIN_STATE, write_asked_again_post
            else:
                state, write = DECLINED_BEFORE_STATE, write_declined_post
            channel = await self.find_channel(row.channel_id)
            unchanged = row.seq == state or (row.seq, state) == (DECLINED_STATE, DECLINED_BEFORE_STATE)
            if unchanged or not guest or channel is None:
                continue
            w = await self.find_words(table, row.channel_id)
            await self._poster.close_messages(
                channel, [row], partial(_return_text, write(table, guest, w)), shown_seq=state
            )

    async def forget_posts(self, table_id: int) -> None:
        """Forget the lost posts of a table's votes and questions, and its lost boards in invited channels.

        The next check posts them again.
        """
        messages = self._poster.messages
        for purpose in (CHANNEL_VOTE_MESSAGE, CHANNEL_INVITATION_MESSAGE, CHANNEL_BOARD_MESSAGE):
            await messages.retire_messages(
                row.id for row in await messages.list_live_messages(table_id, purpose)
            )

    async def find_channel(self, channel_id: int) -> Channel | None:
        """Return a channel; ``None`` if the bot can't post there."""
        channel = await self._poster.find_channel(channel_id)
        return None if channel is None or self._poster.list_missing_permissions(channel) else channel

    async def find_words(self, table: Table, channel_id: int) -> Words:
        """Return the translations in the language of one of a table's channels."""
        return await self._tables.channels.find_words_at(
            Place(channel_id, table.place.guild_id, table.place.locale)
        )

    async def _is_posted(self, table: Table, purpose: str, seq: int, channel_id: int | None = None) -> bool:
        """Return whether a confirmed post with this purpose and sequence number exists.

        :param channel_id: the channel to look in; ``None`` for all channels.
        """
        rows = await self._poster.messages.list_live_messages(table.id, purpose)
        return any(one.seq == seq and one.message_id and channel_id in (None, one.channel_id) for one in rows)

    async def _send_post_once(
        self,
        table: Table,
        channel: Channel,
        purpose: str,
        key: str,
        seq: int,
        text: str,
        view: discord.ui.View,
        subject: MessageSubject = NO_SUBJECT,
    ) -> None:
        """Send a post unless the channel has it already, possibly from an attempt that wasn't confirmed."""
        lost = await self._confirm_arrived_posts(table, channel, purpose)
        if await self._is_posted(table, purpose, seq, channel.id):
            return
        nonce = await self._poster.find_nonce(
            table.id, purpose, lambda n: f"{key}.{encode_number(seq)}.{encode_number(n)}", lost
        )
        await self._poster.post_message(
            table, channel, purpose, nonce, seq, text, view=view, replaced_rows=lost, subject=subject
        )

    async def _close_posts(
        self,
        table: Table,
        purpose: str,
        should_close: Callable[[MessageRow], bool],
        write: Callable[[Words, int], Awaitable[str]],
    ) -> None:
        """Replace the text of some posts and remove their buttons.

        :param should_close: returns whether to change a post.
        :param write: returns the new text, given the words and ID of the post's channel.
        """
        messages = self._poster.messages
        live_rows = [one for one in await messages.list_live_messages(table.id, purpose) if should_close(one)]
        for where in dict.fromkeys(one.channel_id for one in live_rows):
            channel = await self.find_channel(where)
            if channel is None:
                continue
            await self._confirm_arrived_posts(table, channel, purpose)
            text = await write(await self.find_words(table, where), where)
            rows = [
                one
                for one in await messages.list_live_messages(table.id, purpose)
                if should_close(one) and one.channel_id == where
            ]
            await self._poster.close_messages(channel, rows, partial(_return_text, text))

    async def _confirm_arrived_posts(self, table: Table, channel: Channel, purpose: str) -> list[MessageRow]:
        """Confirm a table's posts that have arrived in the channel, and return those not found."""

        def make_row_marker(row: MessageRow) -> str:
            if purpose == CHANNEL_VOTE_MESSAGE:
                return make_vote_marker(table.id, row.seq)
            return (
                make_declined_post_marker(table.id)
                if purpose == CHANNEL_DECLINED_MESSAGE
                else make_question_marker(table.id)
            )

        return await self._recent.confirm_arrived_messages(table, channel, purpose, make_row_marker)


def _return_text(text: str, row: MessageRow) -> str:
    return text


def find_voting_channel(table: Table, seat: int) -> int:
    """Return the ID of the channel that plays a seat, or else of the table's own channel."""
    return next((one for one, its in table.seat_by_channel_id.items() if its == seat), table.place.channel_id)


def make_vote_marker(table_id: int, seq: int) -> str:
    """Return the custom_id that identifies the post of a vote."""
    return make_custom_id("b", verbs.ASK_VERB, table_id, seq)


def make_declined_post_marker(table_id: int) -> str:
    """Return the custom_id that identifies the "declined" post."""
    return make_custom_id("b", verbs.OPEN_VERB, table_id)


def make_question_marker(table_id: int) -> str:
    """Return the custom_id that identifies the question to another channel."""
    return make_custom_id("b", verbs.AGREE_VERB, table_id)

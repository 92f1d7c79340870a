"""Posts invitations to tables, rematches and seats, which mention the people invited.

For each table, a person is mentioned at most once every :data:`MIN_SECONDS_BETWEEN_MENTIONS`, even if the
invitation is withdrawn and repeated. There is also a limit on how often someone may invite the same person.
An invitation is deleted once nobody it mentions is still invited.
"""

from __future__ import annotations

import itertools
import logging
from collections.abc import Sequence

import discord

from bot.announcing.posting import Channel, MessagePoster
from bot.model.hours import HOUR
from bot.model.table import TABLE_IN_LOBBY, TABLE_PLAYING, Table
from bot.platform.deadlines import NO_RESPONSE_ERRORS
from bot.storage.invitation_mentions import InvitationMentions
from bot.storage.messages import (
    INVITATION_MESSAGE,
    JOIN_REQUEST,
    OPEN_SEAT_REQUEST,
    TAKE_OVER_REQUEST,
    MessageRow,
    MessageSubject,
)
from bot.tables.service import Tables
from bot.ui.action_limits import ActionLimits
from bot.ui.components import Item, make_button, make_view
from bot.ui.escaping import escape_name
from bot.ui.ids import encode_number, make_custom_id
from games.core.words import Words

log = logging.getLogger(__name__)

MIN_SECONDS_BETWEEN_MENTIONS = 12 * HOUR
"""Minimum seconds between two mentions of a person for the same table."""
_NONCE_LETTER_BY_REQUEST = {JOIN_REQUEST: "j", TAKE_OVER_REQUEST: "t", OPEN_SEAT_REQUEST: "s"}
"""First letter of an invitation's nonce, by :attr:`MessageSubject.request`."""


class Invitations:
    """Posts invitations. If one can't be posted, this is only logged."""

    def __init__(
        self, poster: MessagePoster, tables: Tables, mentions: InvitationMentions, action_limits: ActionLimits
    ) -> None:
        self._poster = poster
        self._messages = poster.messages
        self._tables = tables
        self._mentions = mentions
        self._action_limits = action_limits
        self._number = itertools.count()

    async def invite_to_table(self, table: Table, inviter_id: int, invited_id: int) -> int | None:
        """Invite a person to a table.

        If they were invited too recently or too often, return the epoch second at which it is allowed again.
        """
        w = await self._tables.channels.find_words(table)
        text = w(
            "{invited}, {host} invites you to play {game}. Press **Join** above.",
            invited=f"<@{invited_id}>",
            host=f"<@{inviter_id}>",
            game=table.game.title,
        )
        return await self._post_invitation(
            table, inviter_id, JOIN_REQUEST, text, (invited_id,), make_view([_make_decline_button(table, w)])
        )

    async def invite_to_rematch(self, table: Table) -> None:
        """Mention everyone who is invited to a rematch."""
        if not table.invited_ids:
            return
        w = await self._tables.channels.find_words(table)
        text = w(
            "{people}: {host} would like to play {game} again. Press **Join** above.",
            people=w.join_list([f"<@{user}>" for user in table.invited_ids]),
            host=f"<@{table.host_id}>",
            game=table.game.title,
        )
        offer = make_view([_make_decline_button(table, w)])
        await self._post_invitation(table, table.host_id, JOIN_REQUEST, text, table.invited_ids, offer)

    async def invite_to_seat(self, table: Table, inviter_id: int, invited_id: int) -> int | None:
        """Invite a person to take over a computer's seat.

        If they were invited too recently or too often, return the epoch second at which it is allowed again.
        """
        w = await self._tables.channels.find_words(table)
        text = w(
            "{invited}, {person} asks you to take over a computer's seat in this match of {game}.",
            invited=f"<@{invited_id}>",
            person=f"<@{inviter_id}>",
            game=table.game.title,
        )
        offer = make_view([_make_seat_button(table, w), _make_decline_button(table, w)])
        return await self._post_invitation(table, inviter_id, TAKE_OVER_REQUEST, text, (invited_id,), offer)

    async def offer_seat(self, table: Table, seat: int, name: str) -> None:
        """Announce that anyone may take over a seat.

        :param name: the name of the former player, not escaped.
        """
        channel = await self._find_channel(table)
        if channel is None:
            return
        w = await self._tables.channels.find_words(table)
        text = w(
            "🪑 {name}'s seat in {game} is free. Who takes over? A computer plays until then.",
            name=escape_name(name),
            game=table.game.title,
        )
        seq = 0 if table.match is None else table.match.seq
        letter = _NONCE_LETTER_BY_REQUEST[OPEN_SEAT_REQUEST]
        key = f"{letter}{encode_number(table.id)}.{encode_number(seat)}.{encode_number(seq)}"
        nonce = await self._poster.find_nonce(
            table.id, INVITATION_MESSAGE, lambda attempt: f"{key}.{encode_number(attempt)}"
        )
        try:
            subject = MessageSubject(seat=seat, request=OPEN_SEAT_REQUEST)
            await self._poster.post_message(
                table,
                channel,
                INVITATION_MESSAGE,
                nonce,
                seq,
                text,
                view=make_view([_make_seat_button(table, w)]),
                subject=subject,
            )
        except (discord.HTTPException, *NO_RESPONSE_ERRORS) as error:
            _log_failure(table, error)

    async def write_invitation_wait(self, table: Table, w: Words) -> str:
        """Return a line about invited people who may not be mentioned yet; empty if there are none."""
        waits: list[tuple[int, int]] = []
        for user in table.invited_ids:
            if await self._mentions.find_last_mention(user, table.id) is None:
                again = await self._action_limits.find_next_invitation_time(table.host_id, user, table.id)
                if again is not None:
                    waits.append((user, again))
        if not waits:
            return ""
        return w(
            "I've called {people} several times lately. I can call them again {when}.",
            people=w.join_list([f"<@{user}>" for user, _ in waits]),
            when=f"<t:{max(again for _, again in waits)}:R>",
        )

    async def _post_invitation(
        self,
        table: Table,
        inviter_id: int,
        request: str,
        text: str,
        user_ids: Sequence[int],
        offer: discord.ui.View,
    ) -> int | None:
        """Post an invitation that mentions those of ``user_ids`` who may be mentioned now.

        If nobody may be mentioned now, return the first epoch second at which somebody may.
        """
        channel = await self._find_channel(table)
        if channel is None:
            return None
        now = self._tables.now()
        letter = _NONCE_LETTER_BY_REQUEST[request]
        key = f"{letter}{encode_number(table.id)}.{encode_number(next(self._number))}"
        live = await self._messages.list_live_messages(table.id, INVITATION_MESSAGE)
        nonce = await self._poster.find_nonce(
            table.id, INVITATION_MESSAGE, lambda attempt: f"{key}.{encode_number(attempt)}", live
        )
        # Record mentions before posting. If they were recorded afterwards, a crash in between could cause a
        # second mention.
        again = {
            user_id: await self._record_mention(table, inviter_id, user_id, now, nonce)
            for user_id in user_ids
        }
        free = [user_id for user_id in user_ids if again[user_id] is None]
        if not free:
            return min((at for at in again.values() if at is not None), default=None)
        seq = 0 if table.match is None else table.match.seq
        try:
            subject = MessageSubject(request=request)
            await self._poster.post_message(
                table,
                channel,
                INVITATION_MESSAGE,
                nonce,
                seq,
                text,
                view=offer,
                mentions=free,
                subject=subject,
            )
        except (discord.HTTPException, *NO_RESPONSE_ERRORS) as error:
            for user_id in free:
                await self._mentions.remove_mention(user_id, table.id)
                await self._action_limits.forget_invitation(inviter_id, user_id, table.id)
            _log_failure(table, error)
        return None

    async def _record_mention(
        self, table: Table, inviter_id: int, user_id: int, now: int, nonce: str
    ) -> int | None:
        """Record that a person is about to be mentioned.

        If they may not be mentioned yet, return the epoch second at which they may.
        """
        if not await self._mentions.record_mention(
            user_id, table.id, now, MIN_SECONDS_BETWEEN_MENTIONS, nonce
        ):
            return (
                await self._mentions.find_last_mention(user_id, table.id) or now
            ) + MIN_SECONDS_BETWEEN_MENTIONS
        again = await self._action_limits.record_invitation(inviter_id, user_id, table.id)
        if again is not None:
            await self._mentions.remove_mention(user_id, table.id)
        return again

    async def _find_channel(self, table: Table) -> Channel | None:
        channel = await self._poster.find_channel(table.place.channel_id)
        return None if channel is None or self._poster.list_missing_permissions(channel) else channel

    async def delete_obsolete_invitations(
        self, table: Table, channel: Channel, live_rows: Sequence[MessageRow]
    ) -> None:
        """Delete invitations that can no longer be accepted.

        :param live_rows: the messages of the table that aren't retired.
        """
        called = [message for message in live_rows if message.purpose == INVITATION_MESSAGE]
        over = [message for message in called if not await self._can_be_accepted(table, message)]
        await self._poster.delete_and_retire_messages(channel, over)

    async def _can_be_accepted(self, table: Table, message: MessageRow) -> bool:
        subject = message.subject
        if subject.request == OPEN_SEAT_REQUEST:
            return table.status == TABLE_PLAYING and subject.seat in table.computer_seats
        if table.status != TABLE_IN_LOBBY and (
            subject.request == JOIN_REQUEST or table.status != TABLE_PLAYING or not table.computer_seats
        ):
            return False
        called = await self._mentions.list_mentioned_user_ids(table.id, message.nonce)
        return any(user in table.invited_ids for user in called)


def _make_seat_button(table: Table, w: Words) -> Item:
    return make_button(make_custom_id("b", "tkq", table.id), w("Take a seat…"), emoji="🪑")


def _make_decline_button(table: Table, w: Words) -> Item:
    return make_button(make_custom_id("b", "ivd", table.id), w("No, thanks"))


def _log_failure(table: Table, error: Exception) -> None:
    log.warning("invitation failed table=%d error=%r", table.id, error)

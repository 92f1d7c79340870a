"""Reminds people of their turns, once per turn. A reminder lists all tables in the server that wait for them.

A reminder is recorded before it is sent. Before a second attempt, the channel is searched for the reminder,
so a crash causes no duplicate.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from bot.announcing.direct import NONCE_VALID_SECONDS, DirectReminders, make_reminder_marker
from bot.announcing.posting import Channel, MessagePoster
from bot.announcing.recent import RecentMessages, list_custom_ids
from bot.announcing.waiting import write_reminder_line
from bot.errors.tables import UnhostedGame
from bot.kit.failpoints import STORED_FAILPOINT, reach_failpoint
from bot.model.hours import REMIND_DIRECTLY
from bot.model.table import Table
from bot.platform.limits import MAX_MESSAGE_LENGTH, clip
from bot.storage.clocks import ClockRows, RunningClock
from bot.storage.direct_reminders import DirectReminder
from bot.storage.messages import ALLOW_DIRECT_MESSAGES_REQUEST, REMINDER_MESSAGE, MessageRow, MessageSubject
from bot.tables.service import Tables
from bot.ui.components import make_button, make_view
from bot.ui.ids import encode_number


class Reminders:
    """Records, sends and deletes reminders."""

    def __init__(
        self,
        poster: MessagePoster,
        recent: RecentMessages,
        tables: Tables,
        clocks: ClockRows,
        direct: DirectReminders,
    ) -> None:
        self._poster = poster
        self._direct = direct
        self._recent = recent
        self._messages = poster.messages
        self._tables = tables
        self._clocks = clocks

    async def record_reminder(self, due_clock: RunningClock) -> None:
        """Record a reminder about all tables in the server at which the person must act.

        Do nothing if the seat of ``due_clock`` no longer has to act. The reminder is sent as a direct message
        if the person chose that, otherwise in the channel of the seat's table. If the bot can't post there,
        the channel of another of these tables is used.
        """
        guild = (await self._tables.get(due_clock.table_id)).place.guild_id
        waiting = await self._clocks.list_waiting_clocks(due_clock.row.user_id, guild)
        if all((clock.table_id, clock.row) != (due_clock.table_id, due_clock.row) for clock in waiting):
            return
        waiting.sort(key=lambda clock: clock.table_id != due_clock.table_id)
        if (await self._tables.times.get_time_settings(due_clock.row.user_id)).remind_by == REMIND_DIRECTLY:
            await self._direct.record_reminder(due_clock)
        else:
            await self._record_in_channel(waiting)
        for clock in waiting:
            await self._clocks.mark_announced(clock, is_reminder_sent=True)
        reach_failpoint(STORED_FAILPOINT)

    async def _record_in_channel(self, clocks: Sequence[RunningClock], request: str | None = None) -> None:
        """Record a reminder for the first of the tables' channels in which the bot can post."""
        now = self._tables.now()
        for clock in clocks:
            channel = await self._find_channel(clock.table_id)
            if channel is not None:
                subject = MessageSubject(turn=clock.row.last_turn, seat=clock.row.seat, request=request)
                nonce = await self._poster.find_nonce(
                    clock.table_id, REMINDER_MESSAGE, partial(_make_nonce, clock)
                )
                await self._messages.reserve_message(
                    clock.table_id, REMINDER_MESSAGE, channel.id, nonce, 0, now, subject=subject
                )
                break

    async def list_unsent_reminders(self) -> list[DirectReminder]:
        """Return the direct reminders that may not have been sent yet."""
        return await self._direct.list_unsent_reminders()

    async def delete_direct_record(self, reminder: DirectReminder) -> None:
        """Delete the record of a direct reminder, so that it isn't sent."""
        await self._direct.delete_record(reminder)

    async def deliver_direct_reminder(self, reminder: DirectReminder) -> None:
        """Send a recorded direct reminder. If the person can't be messaged, record it for a channel instead.

        After an error, the reminder stays recorded.

        :raises discord.HTTPException: Discord refuses the message for now.
        :raises PersonUnavailable: the person has quiet hours or is on vacation.
        :raises UnhostedGame: the game is no longer hosted.
        """
        due = await self._direct.find_due_clock(reminder)
        if due is None:
            await self._direct.delete_record(reminder)
        elif not await self._direct.send_reminder(reminder, due):
            # From now on, reminders are sent in channels, until the person chooses direct messages again.
            waiting = await self._direct.list_waiting_clocks(due)
            await self._record_in_channel(waiting, ALLOW_DIRECT_MESSAGES_REQUEST)
            await self._direct.delete_record(reminder)

    async def deliver_reminder(self, message: MessageRow) -> None:
        """Send a recorded reminder. Retire it instead if the turn is over or the bot can't post.

        :raises discord.HTTPException: Discord didn't accept the message.
        """
        now = self._tables.now()
        turn, seat = _read_turn_and_seat(message)
        row = (await self._clocks.list_clocks_by_seat(message.table_id)).get(seat)
        channel = await self._find_channel(message.table_id)
        if row is None or row.running_since is None or row.last_turn != turn or channel is None:
            await self._messages.retire_messages([message.id])
            return
        table = await self._tables.get(message.table_id)
        if now - message.posted_at > NONCE_VALID_SECONDS:
            arrived = await self._find_arrived_message_id(channel, make_reminder_marker(table.id, turn, seat))
            if arrived is not None:
                await self._messages.confirm_message(message.id, arrived, now)
                return
        w = await self._tables.channels.find_words(table)
        waiting = await self._clocks.list_waiting_clocks(row.user_id, table.place.guild_id)
        lines = [await write_reminder_line(self._tables, self._messages, clock, w) for clock in waiting]
        head = w.plural(
            "{person}, a table is waiting for you:",
            "{person}, {n} tables are waiting for you:",
            len(lines),
            person=f"<@{row.user_id}>",
        )
        if message.subject.request == ALLOW_DIRECT_MESSAGES_REQUEST:
            lines.append(
                w("-# I couldn't send you a direct message, so I'm reminding you here. `/me` changes that.")
            )
        settings = make_button(make_reminder_marker(table.id, turn, seat), w("My times…"), emoji="⏰")
        await self._poster.post_message(
            table,
            channel,
            REMINDER_MESSAGE,
            message.nonce,
            message.seq,
            clip("\n".join([head, *lines]), MAX_MESSAGE_LENGTH),
            view=make_view([settings]),
            mentions=[row.user_id],
            subject=message.subject,
        )

    async def delete_obsolete_reminders(
        self, table: Table, channel: Channel, live_rows: Sequence[MessageRow]
    ) -> None:
        """Delete the reminders of a table that are no longer needed.

        :param live_rows: the messages of the table that aren't retired.
        """
        await self._direct.delete_obsolete_reminders(table)
        live_rows = [message for message in live_rows if message.purpose == REMINDER_MESSAGE]
        rows = await self._clocks.list_clocks_by_seat(table.id) if live_rows else {}
        over = []
        for message in live_rows:
            turn, seat = _read_turn_and_seat(message)
            row = rows.get(seat)
            if row is None or row.running_since is None or row.last_turn != turn:
                over.append(message)
        await self._poster.delete_and_retire_messages(channel, over)

    async def _find_channel(self, table_id: int) -> Channel | None:
        """Return the channel of a table; ``None`` if the bot can't post there or no longer hosts the game."""
        try:
            table = await self._tables.get(table_id)
        except UnhostedGame:
            return None
        channel = await self._poster.find_channel(table.place.channel_id)
        return None if channel is None or self._poster.list_missing_permissions(channel) else channel

    async def _find_arrived_message_id(self, channel: Channel, marker: str) -> int | None:
        async for message in self._recent.read_own_messages(channel):
            if marker in list_custom_ids(message):
                return message.id
        return None


def _make_nonce(due_clock: RunningClock, attempt: int) -> str:
    numbers = (due_clock.table_id, due_clock.row.last_turn, due_clock.row.seat, attempt)
    return "r" + ".".join(encode_number(number) for number in numbers)


def _read_turn_and_seat(message: MessageRow) -> tuple[int, int]:
    return message.subject.turn or 0, message.subject.seat or 0

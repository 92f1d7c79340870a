"""Sends reminders as direct messages.

A reminder is recorded, sent with a nonce, and confirmed. Before a second attempt, the direct messages are
searched for the reminder. If the person doesn't accept direct messages, this is recorded, and the reminder is
sent in the table's channel.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

import discord

from bot.announcing.posting import MessagePoster, make_allowed_mentions
from bot.announcing.recent import MAX_MESSAGES_READ, list_custom_ids
from bot.announcing.refused import is_temporary
from bot.announcing.waiting import write_reminder_line
from bot.model.hours import MINUTE, REMIND_DIRECTLY, find_waking_time
from bot.model.table import Table
from bot.platform.deadlines import NO_RESPONSE_ERRORS, retry_if_unanswered
from bot.platform.limits import MAX_BUTTON_LABEL_LENGTH, MAX_MESSAGE_LENGTH, clip
from bot.storage.clocks import ClockRows, RunningClock
from bot.storage.direct_reminders import DirectReminder, DirectReminderRows
from bot.tables.service import Tables
from bot.ui.components import make_button, make_view
from bot.ui.ids import encode_number, make_custom_id
from bot.ui.links import find_table_url
from games.core.words import Words

log = logging.getLogger(__name__)

NONCE_VALID_SECONDS = 2 * MINUTE
"""A message sent again within this time isn't posted twice, because Discord recognizes its nonce."""
MAX_BUTTONS = 4
"""Maximum number of *Your move* buttons on a reminder, whose text has links to all tables."""


class PersonUnavailable(Exception):
    """The person must not be reminded now, because they have quiet hours or are on vacation."""


class DirectReminders:
    """Records, sends and deletes direct reminders."""

    def __init__(
        self,
        client: discord.Client,
        poster: MessagePoster,
        tables: Tables,
        clocks: ClockRows,
        rows: DirectReminderRows,
    ) -> None:
        self._client = client
        self._poster = poster
        self._tables = tables
        self._clocks = clocks
        self._rows = rows

    async def record_reminder(self, due_clock: RunningClock) -> None:
        """Record that the player of a seat should be reminded by direct message."""
        row = due_clock.row
        await self._rows.add_reminder(
            row.user_id, due_clock.table_id, row.seat, row.last_turn, self._tables.now()
        )

    async def list_unsent_reminders(self) -> list[DirectReminder]:
        """Return the reminders that may not have been sent yet."""
        return await self._rows.list_unsent_reminders()

    async def delete_record(self, reminder: DirectReminder) -> None:
        """Delete the record of a reminder, so that it isn't sent."""
        await self._rows.delete_reminder(reminder)

    async def find_due_clock(self, reminder: DirectReminder) -> RunningClock | None:
        """Return the clock of the reminder's seat; ``None`` if the person's turn is over.

        :raises PersonUnavailable: the person has quiet hours or is on vacation.
        :raises UnhostedGame: the game is no longer hosted.
        """
        row = (await self._clocks.list_clocks_by_seat(reminder.table_id)).get(reminder.seat)
        if (
            row is None
            or row.running_since is None
            or (row.last_turn, row.user_id) != (reminder.turn, reminder.user_id)
        ):
            return None
        now = self._tables.now()
        if find_waking_time(await self._tables.times.get_time_settings(reminder.user_id), now) > now:
            raise PersonUnavailable
        table = await self._tables.get(reminder.table_id)
        return RunningClock(reminder.table_id, table.clock, row)

    async def list_waiting_clocks(self, due_clock: RunningClock) -> list[RunningClock]:
        """Return the person's running clocks in the server of ``due_clock``, its table's clocks first."""
        guild = (await self._tables.get(due_clock.table_id)).place.guild_id
        waiting = await self._clocks.list_waiting_clocks(due_clock.row.user_id, guild)
        return sorted(waiting, key=lambda found: found.table_id != due_clock.table_id)

    async def send_reminder(self, reminder: DirectReminder, due_clock: RunningClock) -> bool:
        """Send a reminder unless it has arrived. Return ``False`` if it must be sent in a channel instead.

        :raises discord.HTTPException: Discord refuses the message for now.
        """
        if (
            reminder.is_blocked
            or (await self._tables.times.get_time_settings(reminder.user_id)).remind_by != REMIND_DIRECTLY
        ):
            return False
        try:
            channel = await self._client.create_dm(discord.Object(reminder.user_id))
            arrived = await self._find_arrived_message_id(channel, reminder)
            if arrived is None:
                arrived = (await self._post_reminder(channel, reminder, due_clock)).id
        except discord.HTTPException as error:
            if is_temporary(error):
                raise
            log.info("direct message refused table=%d code=%s", reminder.table_id, error.code)
            if isinstance(error, discord.Forbidden):
                await self._rows.mark_blocked(reminder)
            return False
        await self._rows.confirm_reminder(reminder, arrived)
        return True

    async def _find_arrived_message_id(
        self, channel: discord.DMChannel, reminder: DirectReminder
    ) -> int | None:
        """Return the ID of a reminder's message if an earlier attempt to send it succeeded.

        A recent reminder isn't searched for, because its nonce still prevents a duplicate.
        """
        if self._tables.now() - reminder.recorded_at <= NONCE_VALID_SECONDS or self._client.user is None:
            return None
        marker = make_reminder_marker(reminder.table_id, reminder.turn, reminder.seat)
        async for message in channel.history(limit=MAX_MESSAGES_READ):
            if message.author.id == self._client.user.id and marker in list_custom_ids(message):
                return message.id
        return None

    async def _post_reminder(
        self, channel: discord.DMChannel, reminder: DirectReminder, due_clock: RunningClock
    ) -> discord.Message:
        w = await self._tables.channels.find_words(await self._tables.get(reminder.table_id))
        waiting = await self.list_waiting_clocks(due_clock)
        lines = [
            await write_reminder_line(self._tables, self._poster.messages, clock, w) for clock in waiting
        ]
        head = w.plural("A table is waiting for you:", "{n} tables are waiting for you:", len(lines))
        return await self._poster.send_message(
            channel,
            clip("\n".join([head, *lines]), MAX_MESSAGE_LENGTH),
            nonce=await self._poster.mark_nonce(_make_nonce(reminder)),
            view=await self._make_buttons(reminder, waiting, w),
            allowed_mentions=make_allowed_mentions(),
        )

    async def _make_buttons(
        self, reminder: DirectReminder, clocks: Sequence[RunningClock], w: Words
    ) -> discord.ui.View:
        view = make_view([])
        for index, number in enumerate(dict.fromkeys(clock.table_id for clock in clocks)):
            if index == MAX_BUTTONS:
                break
            label = w("Your move") if len(clocks) == 1 else w("Your move: table {number}", number=number)
            style = discord.ButtonStyle.primary
            view.add_item(
                make_button(
                    make_custom_id("b", "yr", number),
                    clip(label, MAX_BUTTON_LABEL_LENGTH),
                    emoji="▶️",
                    style=style,
                )
            )
        where = await find_table_url(self._poster.messages, await self._tables.get(reminder.table_id))
        view.add_item(discord.ui.Button(label=w("Go to the board"), url=where, row=1))
        marker = make_reminder_marker(reminder.table_id, reminder.turn, reminder.seat)
        view.add_item(make_button(marker, w("My times…"), emoji="⏰", row=1))
        return view

    async def delete_obsolete_reminders(self, table: Table) -> None:
        """Delete the direct reminders of a table that are no longer needed."""
        notes = await self._rows.list_reminders_for_table(table.id)
        rows = await self._clocks.list_clocks_by_seat(table.id) if notes else {}
        for reminder in notes:
            row = rows.get(reminder.seat)
            waits = row is not None and row.running_since is not None
            if (
                waits
                and row is not None
                and (row.last_turn, row.user_id) == (reminder.turn, reminder.user_id)
            ):
                continue
            if reminder.message_id is not None:
                await self._delete_message(reminder, reminder.message_id)
            await self._rows.delete_reminder(reminder)

    async def _delete_message(self, reminder: DirectReminder, message_id: int) -> None:
        try:
            channel = await self._client.create_dm(discord.Object(reminder.user_id))
            await retry_if_unanswered(channel.get_partial_message(message_id).delete)
        except (discord.HTTPException, *NO_RESPONSE_ERRORS) as error:
            # Only log the failure. An old reminder does little harm, because its links show the table as it
            # is now.
            log.info("couldn't delete direct message table=%d error=%r", reminder.table_id, error)


def make_reminder_marker(table_id: int, turn: int, seat: int) -> str:
    """Return the custom_id of a reminder's *My times…* button, by which the reminder is recognized."""
    return make_custom_id("b", "me", table_id, turn, seat)


def _make_nonce(reminder: DirectReminder) -> str:
    return "d" + ".".join(
        encode_number(number) for number in (reminder.table_id, reminder.turn, reminder.seat)
    )

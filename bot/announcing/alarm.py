"""The alarm, which handles reminders and clocks when they are due.

Everything is stored before anyone is notified. Reminders and timeouts that fell due while the bot was down
are announced late, but only once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

import discord

from bot.announcing.direct import PersonUnavailable
from bot.announcing.refused import is_temporary
from bot.announcing.reminders import Reminders
from bot.errors.base import BotError
from bot.errors.storage import StorageError
from bot.errors.tables import UnhostedGame
from bot.model.clocks import find_reminder_time
from bot.model.hours import DAY, HOUR, MINUTE, find_waking_time
from bot.model.table import TABLE_FROZEN, TABLE_PLAYING
from bot.platform.attendance import AttendanceChecker
from bot.platform.deadlines import NO_RESPONSE_ERRORS
from bot.storage.clocks import ClockRows, RunningClock
from bot.storage.direct_reminders import DirectReminder
from bot.storage.messages import REMINDER_MESSAGE, MessageRow, Messages
from bot.tables.feed import Change
from bot.tables.service import Tables

log = logging.getLogger(__name__)

T = TypeVar("T", MessageRow, DirectReminder, RunningClock)

MIN_PAUSE_SECONDS = MINUTE
"""Minimum seconds between two checks, so that seats due within a minute are handled together."""
MAX_PAUSE_SECONDS = HOUR
"""Maximum seconds between two checks, in case the computer is suspended or its clock is changed."""
SEAT_RETRY_SECONDS = 5 * MINUTE
"""Seconds before a seat is handled again after a failure."""


class Alarm:
    """Handles the reminders and clocks of all tables when they are due."""

    def __init__(
        self,
        tables: Tables,
        clocks: ClockRows,
        messages: Messages,
        reminders: Reminders,
        attendance: AttendanceChecker,
    ) -> None:
        self._tables = tables
        self._clocks = clocks
        self._messages = messages
        self._reminders = reminders
        self._attendance = attendance
        self._stopped = False
        self._wanted = False
        self._checking: asyncio.Task[None] | None = None
        self._sleeping: asyncio.Task[None] | None = None

    def start_check(self) -> None:
        """Start handling everything that is due, and schedule the next check afterwards."""
        self._wanted = True
        if self._checking is None and not self._stopped:
            self._checking = asyncio.create_task(self._check_due_clocks(), name="alarm")

    def handle_change(self, change: Change) -> None:
        """Check again, because the change may have started or stopped a clock."""
        self.start_check()

    async def wait_until_idle(self) -> None:
        """Wait until no check is running."""
        while self._checking is not None:
            await asyncio.wait([self._checking])

    def stop(self) -> None:
        """Cancel the next check, and end a running check early. The bot's next start handles the rest."""
        self._stopped = True
        self._end_sleep()

    def _end_sleep(self) -> None:
        if self._sleeping is not None:
            self._sleeping.cancel()

    async def _check_due_clocks(self) -> None:
        again = MIN_PAUSE_SECONDS
        try:
            while self._wanted:
                self._wanted = False
                again = await self._do_due_work()
        except BotError as error:
            log.warning("alarm failed", extra={"fields": {"reason": str(error)}})
        except Exception:
            log.exception("alarm failed")
        finally:
            self._checking = None
            self._end_sleep()
            if not self._stopped:
                self._sleeping = asyncio.create_task(self._sleep_until_check(again), name="alarm-sleeps")

    async def _sleep_until_check(self, seconds: int) -> None:
        await asyncio.sleep(seconds)
        # Forget this task first, because the check would cancel it.
        self._sleeping = None
        self.start_check()

    async def _do_due_work(self) -> int:
        """Announce reminders and timeouts that are due. Return the seconds until the next check."""
        due, unsent = await self._clocks.find_pending_work()
        if due is not None and due <= self._tables.now():
            await self._announce_due_seats()
            due, unsent = await self._clocks.find_pending_work()
        if unsent and await self._deliver_recorded_reminders():
            return MIN_PAUSE_SECONDS
        return (
            MAX_PAUSE_SECONDS
            if due is None
            else min(max(due - self._tables.now(), MIN_PAUSE_SECONDS), MAX_PAUSE_SECONDS)
        )

    async def _deliver_recorded_reminders(self) -> bool:
        """Deliver the recorded reminders. Return whether undelivered ones remain."""
        # Deliver direct reminders first, because those that can't be delivered are sent in channels instead.
        await self._deliver_direct_reminders(
            await self._select_owned_items(await self._reminders.list_unsent_reminders())
        )
        noted = await self._select_owned_items(
            await self._messages.list_unconfirmed_messages(REMINDER_MESSAGE)
        )
        if noted:
            await self._deliver_reminders(noted)
            noted = await self._select_owned_items(
                await self._messages.list_unconfirmed_messages(REMINDER_MESSAGE)
            )
        return bool(noted or await self._select_owned_items(await self._reminders.list_unsent_reminders()))

    async def _select_owned_items(self, items: Sequence[T]) -> list[T]:
        mine = set(await self._tables.core.share.pick_owned_table_ids([about.table_id for about in items]))
        return [about for about in items if about.table_id in mine]

    async def _announce_due_seats(self) -> None:
        for due in await self._select_owned_items(await self._clocks.list_due_clocks(self._tables.now())):
            if self._stopped:
                # Stop early, because many seats may be due after a downtime. The next start handles the rest.
                return
            try:
                await self._announce_due_seat(due)
            except UnhostedGame:
                # Check again tomorrow, because the game may be hosted again by then.
                await self._clocks.postpone_clock(due, self._tables.now() + DAY)
            except StorageError:
                raise
            except Exception:
                # An error at one table must not prevent reminders at others.
                log.exception("alarm failed table=%d", due.table_id)
                await self._clocks.postpone_clock(due, self._tables.now() + SEAT_RETRY_SECONDS)

    async def _deliver_reminders(self, rows: list[MessageRow]) -> None:
        """Deliver recorded reminders in channels. Retire those that can't be delivered."""
        for message in rows:
            if self._stopped:
                return
            try:
                await self._reminders.deliver_reminder(message)
            except UnhostedGame:
                await self._messages.retire_messages([message.id])
            except discord.HTTPException as error:
                log.warning("reminder failed table=%d status=%s", message.table_id, error.status)
                if not is_temporary(error):
                    await self._messages.retire_messages([message.id])
            except NO_RESPONSE_ERRORS as error:
                reason = {"reason": repr(error)}
                log.warning("reminder failed table=%d", message.table_id, extra={"fields": reason})

    async def _deliver_direct_reminders(self, reminders: Sequence[DirectReminder]) -> None:
        """Deliver recorded direct reminders. Those that can't be delivered now stay recorded."""
        for reminder in reminders:
            if self._stopped:
                return
            try:
                await self._reminders.deliver_direct_reminder(reminder)
            except UnhostedGame:
                await self._reminders.delete_direct_record(reminder)
            except PersonUnavailable:
                continue
            except (discord.HTTPException, *NO_RESPONSE_ERRORS) as error:
                reason = {"reason": repr(error)}
                log.warning("direct reminder failed table=%d", reminder.table_id, extra={"fields": reason})

    async def _announce_due_seat(self, due_clock: RunningClock) -> None:
        row, now = due_clock.row, self._tables.now()
        table = await self._tables.get(due_clock.table_id)
        if table.status == TABLE_FROZEN:
            await self._clocks.stop_clocks(table.id)
            return
        if table.status != TABLE_PLAYING:
            await self._clocks.update_clocks(table.id, None, now)
            return
        times = await self._tables.times.get_time_settings(row.user_id)
        empty = due_clock.clock is not None and row.has_run_out(now, times)
        if empty and not row.is_timeout_announced:
            await self._tables.clocks.record_timeout(due_clock)
            due_clock = replace(due_clock, row=replace(row, is_timeout_announced=True))
        if row.was_reminded or find_reminder_time(row, times) > now:
            await self._clocks.mark_announced(due_clock)
            return
        table = await self._attendance.replace_absent_players(table)
        if row.user_id not in table.user_ids:
            return
        woken = find_waking_time(times, now)
        if times.remind_after is None:
            await self._clocks.mark_announced(due_clock, is_reminder_sent=True)
        elif woken > now:
            await self._clocks.postpone_clock(due_clock, woken)
        else:
            await self._reminders.record_reminder(due_clock)

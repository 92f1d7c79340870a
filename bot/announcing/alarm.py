"""The alarm: wakes when a reminder is due or a clock has run out, and looks again when that is next.

Whatever it finds is stored before anybody is told. What fell due while the host was down is told late, once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

import discord

from bot.announcing.direct import Asleep
from bot.announcing.refused import is_passing
from bot.announcing.reminders import Reminders
from bot.errors.base import BotError
from bot.errors.storage import StorageError
from bot.errors.tables import UnhostedGame
from bot.model.clocks import find_reminder
from bot.model.hours import DAY, HOUR, MINUTE, find_waking
from bot.model.table import FROZEN, PLAYING
from bot.platform.attendance import Attendance
from bot.platform.deadlines import CUT
from bot.storage.clocks import ClockRows, RunningClock
from bot.storage.direct_reminders import DirectNote
from bot.storage.messages import REMINDER, MessageRow, Messages
from bot.tables.feed import Change
from bot.tables.service import Tables

log = logging.getLogger(__name__)

T = TypeVar("T", MessageRow, DirectNote, RunningClock)

SHORTEST = MINUTE
"""What falls due within a minute is told together."""
LONGEST = HOUR
"""A computer that was asleep, or whose clock was set, notices after so long at most."""
AGAIN = 5 * MINUTE
"""When to try again what went wrong."""


class Alarm:
    """Looks after people's time. There is one for a bot."""

    def __init__(
        self,
        tables: Tables,
        clocks: ClockRows,
        messages: Messages,
        reminders: Reminders,
        attendance: Attendance,
    ) -> None:
        self._tables = tables
        self._clocks = clocks
        self._messages = messages
        self._reminders = reminders
        self._attendance = attendance
        self._stopped = False
        self._wanted = False
        self._looking: asyncio.Task[None] | None = None
        self._sleeping: asyncio.Task[None] | None = None

    def look(self) -> None:
        """See to it that whatever is due is told, and that the next thing will be."""
        self._wanted = True
        if self._looking is None and not self._stopped:
            self._looking = asyncio.create_task(self._look(), name="alarm")

    def hear(self, change: Change) -> None:
        """Look again after something was stored: others may be waited for now, or for another while."""
        self.look()

    async def settle(self) -> None:
        """Wait until everything that is due has been told or given up."""
        while self._looking is not None:
            await asyncio.wait([self._looking])

    def stop(self) -> None:
        """Sleep no more; the next start tells what falls due meanwhile."""
        self._stopped = True
        self._end_sleep()

    def _end_sleep(self) -> None:
        if self._sleeping is not None:
            self._sleeping.cancel()

    async def _look(self) -> None:
        again = SHORTEST
        try:
            while self._wanted:
                self._wanted = False
                again = await self._tell()
        except BotError as error:
            log.warning("alarm failed", extra={"fields": {"reason": str(error)}})
        except Exception:
            log.exception("alarm failed")
        finally:
            self._looking = None
            self._end_sleep()
            if not self._stopped:
                self._sleeping = asyncio.create_task(self._sleep(again), name="alarm-sleeps")

    async def _sleep(self, seconds: int) -> None:
        await asyncio.sleep(seconds)
        # Whoever looks next ends this sleep, which has ended by then.
        self._sleeping = None
        self.look()

    async def _tell(self) -> int:
        """Tell what is due, and return in how many seconds to look again."""
        due = await self._clocks.find_next_due()
        if due is not None and due <= self._tables.now():
            await self._find()
            due = await self._clocks.find_next_due()
        # What cannot be sent directly is told in a channel.
        await self._remind_directly(await self._mine(await self._reminders.unsent()))
        noted = await self._mine(await self._messages.list_unconfirmed(REMINDER))
        if noted:
            await self._remind(noted)
            noted = await self._mine(await self._messages.list_unconfirmed(REMINDER))
        unsent = await self._mine(await self._reminders.unsent())
        if noted or unsent:
            return SHORTEST
        return LONGEST if due is None else min(max(due - self._tables.now(), SHORTEST), LONGEST)

    async def _mine(self, found: Sequence[T]) -> list[T]:
        """Return what is about tables that this process looks after."""
        mine = set(await self._tables.core.share.owned_here([about.table_id for about in found]))
        return [about for about in found if about.table_id in mine]

    async def _find(self) -> None:
        for found in await self._mine(await self._clocks.list_due(self._tables.now())):
            if self._stopped:
                # There may be a great many after a long stop; the next start tells them.
                return
            try:
                await self._tell_due(found)
            except UnhostedGame:
                # Whoever sits there can end it; nobody can play on.
                await self._clocks.postpone(found, self._tables.now() + DAY)
            except StorageError:
                raise
            except Exception:
                # Whatever is wrong with one table, the people of the others are told.
                log.exception("alarm failed table=%d", found.table_id)
                await self._clocks.postpone(found, self._tables.now() + AGAIN)

    async def _remind(self, noted: list[MessageRow]) -> None:
        for message in noted:
            if self._stopped:
                return
            try:
                await self._reminders.deliver(message)
            except UnhostedGame:
                await self._messages.retire([message.id])
            except discord.HTTPException as error:
                log.warning("reminder failed table=%d status=%s", message.table_id, error.status)
                if not is_passing(error):
                    await self._messages.retire([message.id])
            except CUT as error:
                reason = {"reason": repr(error)}
                log.warning("reminder failed table=%d", message.table_id, extra={"fields": reason})

    async def _remind_directly(self, notes: Sequence[DirectNote]) -> None:
        for note in notes:
            if self._stopped:
                return
            try:
                await self._reminders.deliver_direct(note)
            except UnhostedGame:
                await self._reminders.drop(note)
            except Asleep:
                continue
            except (discord.HTTPException, *CUT) as error:
                reason = {"reason": repr(error)}
                log.warning("direct reminder failed table=%d", note.table_id, extra={"fields": reason})

    async def _tell_due(self, found: RunningClock) -> None:
        """Tell what is due of one seat, or find out when it will be."""
        row, now = found.row, self._tables.now()
        table = await self._tables.get(found.table_id)
        if table.status == FROZEN:
            await self._clocks.stop(table.id)
            return
        if table.status != PLAYING:
            await self._clocks.settle(table.id, None, now)
            return
        times = await self._tables.times.get_times(row.user_id)
        empty = found.clock is not None and row.has_run_out(now, times)
        if empty and not row.empty:
            await self._tables.clocks.note_empty(found)
            found = replace(found, row=replace(row, empty=True))
        if row.reminded or find_reminder(row, times) > now:
            await self._clocks.mark(found)
            return
        table = await self._attendance.replace_absent(table)
        if row.user_id not in table.people:
            return
        woken = find_waking(times, now)
        if times.remind is None:
            await self._clocks.mark(found, reminded=True)
        elif woken > now:
            await self._clocks.postpone(found, woken)
        else:
            await self._reminders.note(found)

"""The watch: wakes when a reminder is due or a clock has run out, and looks again when that is next.

Whatever it finds is stored before anybody is told. What fell due while the host was down is told late, once.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import TYPE_CHECKING

import discord

from bot.announcing import reminders
from bot.announcing.posting import Poster, passing
from bot.errors import BotError, StorageError, UnknownGame
from bot.model.clocks import remind_at
from bot.model.hours import DAY, HOUR, MINUTE, awake
from bot.model.table import FROZEN, PLAYING
from bot.platform.deadlines import CUT
from bot.storage.clocks import Running
from bot.storage.messages import REMINDER, MessageRow
from bot.tables.feed import Change
from bot.ui.table.absent import replace_absent

if TYPE_CHECKING:
    from bot.app import ReefBot

log = logging.getLogger(__name__)

SHORTEST = MINUTE
"""What falls due within a minute is told together."""
LONGEST = HOUR
"""A computer that was asleep, or whose clock was set, notices after so long at most."""
AGAIN = 5 * MINUTE
"""When to try again what went wrong."""


class Watch:
    """Looks after people's time. There is one for a bot."""

    def __init__(self, bot: ReefBot) -> None:
        self._bot = bot
        self._poster = Poster(bot)
        self._wanted = False
        self._looking: asyncio.Task[None] | None = None
        self._sleeping: asyncio.Task[None] | None = None

    def look(self) -> None:
        """See to it that whatever is due is told, and that the next thing will be."""
        self._wanted = True
        if self._looking is None and not self._bot.draining:
            self._looking = asyncio.create_task(self._look(), name="watch")

    def hear(self, change: Change) -> None:
        """Look again after something was stored: others may be waited for now, or for another while."""
        self.look()

    async def settle(self) -> None:
        """Wait until everything that is due has been told or given up."""
        while self._looking is not None:
            await asyncio.wait([self._looking])

    def stop(self) -> None:
        """Sleep no more; the next start tells what falls due meanwhile."""
        if self._sleeping is not None:
            self._sleeping.cancel()

    async def _look(self) -> None:
        again = SHORTEST
        try:
            while self._wanted:
                self._wanted = False
                again = await self._tell()
        except BotError as error:
            log.warning("watch failed", extra={"fields": {"reason": str(error)}})
        except Exception:
            log.exception("watch failed")
        finally:
            self._looking = None
            self.stop()
            if not self._bot.draining:
                self._sleeping = asyncio.create_task(self._sleep(again), name="watch-sleeps")

    async def _sleep(self, seconds: int) -> None:
        await asyncio.sleep(seconds)
        # Whoever looks next ends this sleep, which has ended by then.
        self._sleeping = None
        self.look()

    async def _tell(self) -> int:
        """Tell what is due, and return in how many seconds to look again."""
        clocks, messages = self._bot.store.clocks, self._bot.store.messages
        due = await clocks.next_due()
        if due is not None and due <= self._now():
            await self._find()
            due = await clocks.next_due()
        noted = await messages.unconfirmed(REMINDER)
        if noted:
            await self._remind(noted)
            noted = await messages.unconfirmed(REMINDER)
        if noted:
            return SHORTEST
        return LONGEST if due is None else min(max(due - self._now(), SHORTEST), LONGEST)

    async def _find(self) -> None:
        for found in await self._bot.store.clocks.due(self._now()):
            if self._bot.draining:
                # There may be a great many after a long stop; the next start tells them.
                return
            try:
                await self._due(found)
            except UnknownGame:
                # Whoever sits there can end it; nobody can play on.
                await self._bot.store.clocks.postpone(found, self._now() + DAY)
            except StorageError:
                raise
            except Exception:
                # Whatever is wrong with one table, the people of the others are told.
                log.exception("watch failed table=%d", found.table_id)
                await self._bot.store.clocks.postpone(found, self._now() + AGAIN)

    async def _remind(self, noted: list[MessageRow]) -> None:
        for message in noted:
            if self._bot.draining:
                return
            try:
                await reminders.deliver(self._bot, self._poster, message)
            except UnknownGame:
                await self._bot.store.messages.retire([message.id])
            except discord.HTTPException as error:
                log.warning("reminder failed table=%d status=%s", message.table_id, error.status)
                if not passing(error):
                    await self._bot.store.messages.retire([message.id])
            except CUT as error:
                reason = {"reason": repr(error)}
                log.warning("reminder failed table=%d", message.table_id, extra={"fields": reason})

    async def _due(self, found: Running) -> None:
        """Tell what is due of one seat, or find out when it will be."""
        bot, row, now = self._bot, found.row, self._now()
        table = await bot.tables.get(found.table_id)
        if table.status == FROZEN:
            await bot.store.clocks.rest(table.id)
            return
        if table.status != PLAYING:
            await bot.store.clocks.settle(table.id, None, now)
            return
        habits = await bot.tables.habits.of(row.user_id)
        empty = found.clock is not None and row.ran_out(now, habits)
        if empty and not row.empty:
            await bot.tables.clocks.note_empty(found)
            found = replace(found, row=replace(row, empty=True))
        if row.reminded or remind_at(row, habits) > now:
            await bot.store.clocks.mark(found)
            return
        table = await replace_absent(bot, table)
        if row.user_id not in table.people:
            return
        woken = awake(habits, now)
        if habits.remind is None:
            await bot.store.clocks.mark(found, reminded=True)
        elif woken > now:
            await bot.store.clocks.postpone(found, woken)
        else:
            await reminders.note(bot, self._poster, found)

    def _now(self) -> int:
        return self._bot.tables.now()

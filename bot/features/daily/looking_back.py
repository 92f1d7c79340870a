"""The computer in a person's place: it plays a day that is over, whenever somebody first looks back.

Its own match comes first; then those among which the best line is.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from bot.errors.base import TableError
from bot.errors.shards import TakenOver
from bot.errors.storage import StorageError
from bot.features.daily.keeper import Keeper
from bot.model.table import NOBODY
from bot.storage.daily import Daily
from bot.tables.feed import Change

log = logging.getLogger(__name__)

LOGS_KEPT = 30
"""For so many days the moves of tries are kept; how they ended stays."""


class LookingBack:
    """Plays yesterday's reef."""

    def __init__(self, keeper: Keeper, daily: Daily, hosts: Callable[[], bool]) -> None:
        self._keeper = keeper
        self._daily = daily
        self._hosts = hosts
        self._stopped = False
        self._task: asyncio.Task[None] | None = None
        self._done = 0

    def wake(self) -> None:
        """Play yesterday's reef, unless it has been or is being played. Another process plays it alike."""
        yesterday = self._keeper.today - 1
        if self._stopped or self._done == yesterday or not self._hosts() or self._running():
            return
        self._task = asyncio.create_task(self._play(yesterday), name="daily")

    def hear(self, change: Change) -> None:
        """Ignore tables: a day begins by the clock."""

    async def resume(self) -> None:
        """Go on with what a stop has left; nobody has looked back at a day that was not begun."""
        yesterday = self._keeper.today - 1
        if await self._daily.find_try(yesterday, NOBODY) is None:
            return
        if await self._keeper.count_lines(yesterday) < self._keeper.lines:
            self.wake()

    async def tidy(self) -> None:
        """Draw the secret of tomorrow before its day, and drop old moves."""
        today = self._keeper.today
        for day in (today, today + 1):
            await self._keeper.open(day)
        await self._daily.tidy(today - LOGS_KEPT, today)

    async def settle(self) -> None:
        """Wait until nothing is under way."""
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)

    def stop(self) -> None:
        """Begin nothing new; the next start goes on with what is left."""
        self._stopped = True

    def _running(self) -> bool:
        return self._task is not None and not self._task.done()

    async def _play(self, day: int) -> None:
        try:
            dealt = await self._keeper.look_back(day)
            if dealt is not None:
                for line in range(self._keeper.lines):
                    if await self._keeper.play_through(day, self._goes_on, line) is None:
                        return
            self._done = day
        except (TableError, TakenOver, StorageError) as error:
            log.warning("day not played day=%d", day, extra={"fields": {"reason": str(error)}})
        except Exception:
            log.exception("day not played day=%d", day)

    def _goes_on(self) -> bool:
        return not self._stopped and self._hosts()

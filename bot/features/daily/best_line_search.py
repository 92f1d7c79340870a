"""Plays yesterday's deal with the computer in the player's seat, once a player opens today's page.

The first match is the computer's own result; the others search for the best line.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from bot.errors.base import TableError
from bot.errors.shards import TakenOver
from bot.errors.storage import StorageError
from bot.features.daily.rounds import DailyRounds
from bot.model.table import NOBODY
from bot.storage.daily import Daily
from bot.tables.feed import Change

log = logging.getLogger(__name__)

DAYS_TO_KEEP_MOVES = 30
"""Days to keep the moves of attempts. Results are kept."""


class BestLineSearch:
    """Plays yesterday's deal in the background."""

    def __init__(self, rounds: DailyRounds, daily: Daily, hosts: Callable[[], bool]) -> None:
        self._rounds = rounds
        self._daily = daily
        self._hosts = hosts
        self._stopped = False
        self._task: asyncio.Task[None] | None = None
        self._done = 0

    def wake(self) -> None:
        """Start playing yesterday's deal unless that is done or running. Every process finds the same."""
        yesterday = self._rounds.today - 1
        if self._stopped or self._done == yesterday or not self._hosts() or self._is_running():
            return
        self._task = asyncio.create_task(self._play_day(yesterday), name="daily")

    def hear(self, change: Change) -> None:
        """Ignore changes, because the daily challenge doesn't depend on tables."""

    async def resume(self) -> None:
        """Continue a search that a stop interrupted."""
        yesterday = self._rounds.today - 1
        if await self._daily.find_try(yesterday, NOBODY) is None:
            return
        if await self._rounds.count_finished_lines(yesterday) < self._rounds.line_count:
            self.wake()

    async def tidy(self) -> None:
        """Draw tomorrow's secret in advance, and delete old moves."""
        today = self._rounds.today
        for day in (today, today + 1):
            await self._rounds.open(day)
        await self._daily.tidy(today - DAYS_TO_KEEP_MOVES, today)

    async def settle(self) -> None:
        """Wait until the search is done."""
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)

    def stop(self) -> None:
        """Stop after the current move. The next start continues."""
        self._stopped = True

    def _is_running(self) -> bool:
        return self._task is not None and not self._task.done()

    async def _play_day(self, day: int) -> None:
        """Play all the computer's matches of a day; errors are only logged."""
        try:
            dealt = await self._rounds.find_dealt_day(day)
            if dealt is not None:
                for line in range(self._rounds.line_count):
                    if await self._rounds.play_through(day, self._may_continue, line) is None:
                        return
            self._done = day
        except (TableError, TakenOver, StorageError) as error:
            log.warning("day not played day=%d", day, extra={"fields": {"reason": str(error)}})
        except Exception:
            log.exception("day not played day=%d", day)

    def _may_continue(self) -> bool:
        """Return whether this process may go on searching."""
        return not self._stopped and self._hosts()

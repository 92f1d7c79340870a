"""Plays yesterday's deal with a computer in the player's seat, starting when someone first opens today's
page.

In the first match of a day, the computer plays as usual. In further matches, it searches for the best line.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from bot.errors.base import TableError
from bot.errors.shards import HostingTakenOver
from bot.errors.storage import StorageError
from bot.features.daily.service import DailyService
from bot.kit.keyed_tasks import KeyedTasks, TaskWorker
from bot.model.table import NO_USER_ID
from bot.storage.daily import DailyChallenges
from bot.tables.feed import Change

log = logging.getLogger(__name__)

DAYS_TO_KEEP_MOVES = 30
"""Moves of attempts are deleted after this. Results are kept."""


class BestLineSearch(TaskWorker):
    """Plays yesterday's deal in the background with the computer in the player's seat."""

    def __init__(self, service: DailyService, daily: DailyChallenges, is_hosting: Callable[[], bool]) -> None:
        self._service = service
        self._daily = daily
        self._is_hosting = is_hosting
        self._done = 0
        super().__init__(KeyedTasks("daily", self._play_day, _log_failure))

    def wake(self) -> None:
        """Start a task that plays yesterday's deal, if this process hosts and hasn't played it already."""
        yesterday = self._service.today - 1
        if self._done != yesterday and self._is_hosting():
            self._tasks.wake(yesterday)

    def handle_change(self, change: Change) -> None:
        """Ignore changes, because the daily challenge doesn't depend on tables."""

    async def resume(self) -> None:
        """Continue yesterday's search if a shutdown interrupted it."""
        yesterday = self._service.today - 1
        if await self._daily.find_attempt(yesterday, NO_USER_ID) is None:
            return
        if await self._service.count_finished_lines(yesterday) < self._service.line_count:
            self.wake()

    async def open_days_and_delete_old_data(self) -> None:
        """Create the secrets of today and tomorrow if they are missing, and delete data of old attempts."""
        today = self._service.today
        for day in (today, today + 1):
            await self._service.open_day(day)
        await self._daily.delete_old_data(today - DAYS_TO_KEEP_MOVES, today)

    async def _play_day(self, day: int) -> None:
        """Play all of the computer's matches of a day. A shutdown stops them after the current move."""
        if self._done == day:
            return
        if await self._service.find_dealt_day(day) is not None:
            for line in range(self._service.line_count):
                if await self._service.play_line(day, self._may_continue, line) is None:
                    return
        self._done = day

    def _may_continue(self) -> bool:
        return not self._tasks.stopped and self._is_hosting()


def _log_failure(day: int, error: Exception) -> bool:
    """Log an error. Nothing is retried, because the search starts again when someone opens today's page."""
    if isinstance(error, (TableError, HostingTakenOver, StorageError)):
        log.warning("day not played day=%d", day, extra={"fields": {"reason": str(error)}})
    else:
        log.exception("day not played day=%d", day)
    return False

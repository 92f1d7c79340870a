"""Personal settings for time zone, quiet hours, vacation and reminders."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime
from datetime import time as clock_time
from zoneinfo import ZoneInfo

from bot.errors.times import BadVacationEnd, QuietHoursTooLong, UnknownTimeZone, VacationTooLong
from bot.model.hours import (
    AWAY_UNTIL_KEY,
    MAX_QUIET_SECONDS,
    MAX_VACATION_SECONDS,
    QUIET_HOURS_KEY,
    REMIND_AFTER_KEY,
    REMIND_BY_KEY,
    REMIND_IN_CHANNEL,
    ZONE_KEY,
    TimeSettings,
    count_quiet_seconds,
    find_zone_name,
    format_quiet_hours,
)
from bot.model.table import TABLE_PLAYING, Table
from bot.tables.doubts import convert_read_errors
from bot.tables.feed import Change, ChangeKind
from bot.tables.lookup import TableFinder
from bot.tables.store import TableStore, count_log_rows

_DAY_FIRST_PATTERN = re.compile(r"(\d{1,2})[.-](\d{1,2})[.-](\d{4})")
"""A date as people write it in Germany or the Netherlands."""


class PersonalTimes:
    """Reads and changes people's settings for time zone, quiet hours, vacation and reminders.

    A change affects the person's running clocks from the time of the change on.
    """

    def __init__(self, tables: TableStore, lookup: TableFinder) -> None:
        self._tables = tables
        self._lookup = lookup

    async def get_time_settings(self, user_id: int) -> TimeSettings:
        """Return a person's time zone, quiet hours, vacation and reminder settings."""
        return (await self._tables.store.clocks.read_time_settings([user_id]))[user_id]

    async def set_quiet_hours(self, user_id: int, quiet_hours: tuple[int, int] | None) -> TimeSettings:
        """Set a person's quiet hours, in which their clocks pause; ``None`` for no quiet hours.

        :param quiet_hours: start and end in minutes after midnight.
        :raises QuietHoursTooLong: too little of the day would be left.
        """
        _check_quiet_hours(quiet_hours)
        return await self._store_time_settings(user_id, {QUIET_HOURS_KEY: format_quiet_hours(quiet_hours)})

    async def set_reminder_delay(self, user_id: int, seconds: int | None) -> TimeSettings:
        """Set the number of seconds before a person is reminded of a match; ``None`` for no reminders."""
        return await self._store_time_settings(user_id, {REMIND_AFTER_KEY: str(seconds or 0)})

    async def set_all_but_vacation(
        self,
        user_id: int,
        zone: str,
        quiet_hours: tuple[int, int] | None,
        remind_after: int | None,
        remind_by: str,
    ) -> TimeSettings:
        """Set a person's time zone, quiet hours and reminders in one transaction.

        :param remind_after: seconds that a match waits before the person is reminded; ``None`` for never.
        :param remind_by: how to remind the person: ``REMIND_IN_CHANNEL`` or ``REMIND_DIRECTLY`` of
            :mod:`bot.model.hours`.
        :raises UnknownTimeZone: there is no such time zone.
        :raises QuietHoursTooLong: too little of the day would be left.
        """
        zone_name = find_zone_name(zone)
        if zone_name is None:
            raise UnknownTimeZone(zone)
        _check_quiet_hours(quiet_hours)
        values = {
            ZONE_KEY: zone_name,
            QUIET_HOURS_KEY: format_quiet_hours(quiet_hours),
            REMIND_AFTER_KEY: str(remind_after or 0),
            REMIND_BY_KEY: None if remind_by == REMIND_IN_CHANNEL else remind_by,
        }
        return await self._store_time_settings(user_id, values)

    async def set_vacation_end(self, user_id: int, until: int | None) -> TimeSettings:
        """Start a vacation, which pauses all clocks of the person until ``until``; ``None`` ends it.

        :raises VacationTooLong: the end is further away than :data:`bot.model.hours.MAX_VACATION_SECONDS`.
        :raises BadVacationEnd: the end is in the past.
        """
        if until is not None and until > self._tables.now() + MAX_VACATION_SECONDS:
            raise VacationTooLong(MAX_VACATION_SECONDS // 86400)
        if until is not None and until <= self._tables.now():
            raise BadVacationEnd
        return await self._store_time_settings(
            user_id, {AWAY_UNTIL_KEY: None if until is None else str(until)}
        )

    async def set_vacation_end_date(self, user_id: int, text: str) -> TimeSettings:
        """Start a vacation that ends at the start of a day in the person's time zone.

        :param text: the day as people write it, such as ``2026-08-01`` or ``1.8.2026``.

        :raises BadVacationEnd: ``text`` is not a date, or the day has begun.
        :raises VacationTooLong: the day is too far away.
        """
        try:
            day = _parse_day(text.strip())
        except ValueError as error:
            raise BadVacationEnd from error
        zone = ZoneInfo((await self.get_time_settings(user_id)).zone)
        return await self.set_vacation_end(
            user_id, int(datetime.combine(day, clock_time(), zone).timestamp())
        )

    async def _store_time_settings(self, user_id: int, values: Mapping[str, str | None]) -> TimeSettings:
        """Store a person's settings by key, and publish a change for each of their matches in progress."""
        theirs = await self._lookup.list_active_tables(user_id)
        await self._tables.store.clocks.set_time_settings(user_id, values, self._tables.now())
        self._tables.publish(
            *(_make_change(table, user_id) for table in theirs if table.status == TABLE_PLAYING)
        )
        with convert_read_errors():
            return await self.get_time_settings(user_id)


def _parse_day(text: str) -> date:
    """Return the day that a text names, with the year or the day first.

    :raises ValueError: the text isn't a date.
    """
    day_first = _DAY_FIRST_PATTERN.fullmatch(text)
    return date(*map(int, reversed(day_first.groups()))) if day_first else date.fromisoformat(text)


def _check_quiet_hours(quiet_hours: tuple[int, int] | None) -> None:
    if quiet_hours is not None and count_quiet_seconds(quiet_hours) > MAX_QUIET_SECONDS:
        raise QuietHoursTooLong(MAX_QUIET_SECONDS // 3600)


def _make_change(table: Table, user_id: int) -> Change:
    shown = table.clock is not None and table.is_waiting_for(user_id)
    return Change(
        table.id, count_log_rows(table), ChangeKind.DEADLINE_CHANGED if shown else ChangeKind.REMINDER_CHANGED
    )

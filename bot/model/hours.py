"""Time zones, quiet hours and vacations: when a person's clocks pause, and when they may be reminded.

Pure arithmetic over epoch seconds. Quiet hours follow the wall clock of the person's time zone. If daylight
saving time repeats an hour, the first occurrence counts. Times in a skipped hour count as one hour later.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from games.core.values import value_class

MINUTE = 60
HOUR = 60 * MINUTE
DAY = 24 * HOUR

UTC_NAME = "UTC"
DEFAULT_REMIND_AFTER_SECONDS = 24 * HOUR
MAX_QUIET_SECONDS = 16 * HOUR
"""Limits a day's quiet hours, so that opponents don't wait forever."""
MAX_VACATION_SECONDS = 30 * DAY

ZONE_KEY = "zone"
QUIET_HOURS_KEY = "quiet"
AWAY_UNTIL_KEY = "away"
REMIND_AFTER_KEY = "remind"
REMIND_BY_KEY = "remind_by"

REMIND_IN_CHANNEL, REMIND_DIRECTLY, DIRECT_REMINDERS_BLOCKED = "channel", "direct", "shut"
"""Values of :attr:`TimeSettings.remind_by`: reminders are sent in the table's channel or as direct messages.

:data:`DIRECT_REMINDERS_BLOCKED` is set if the person chose direct messages but doesn't accept any. Reminders
are then sent in the channel until the person chooses again.
"""


@value_class
class TimeSettings:
    """A person's settings for their clocks and reminders."""

    zone: str = UTC_NAME
    """IANA name."""
    quiet_hours: tuple[int, int] | None = None
    """Start and end of the quiet hours, in minutes after local midnight."""
    away_until: int = 0
    """Epoch second at which the current or last vacation ends; 0 if there was none."""
    remind_after: int | None = DEFAULT_REMIND_AFTER_SECONDS
    """Seconds for which a match waits before the person is reminded; ``None`` for no reminders."""
    remind_by: str = REMIND_IN_CHANNEL
    """How reminders are sent, such as :data:`REMIND_IN_CHANNEL`."""


@cache
def list_zones() -> tuple[str, ...]:
    """Return the sorted names of all time zones known on this machine."""
    return tuple(sorted(available_timezones()))


@cache
def _index_zones() -> dict[str, str]:
    return {name.casefold(): name for name in list_zones()}


def find_zone_name(text: str) -> str | None:
    """Return the IANA name of the time zone typed as ``text``, ignoring case; ``None`` if it is unknown."""
    return _index_zones().get(text.strip().replace(" ", "_").casefold())


def parse_time_settings(values: Mapping[str, str]) -> TimeSettings:
    """Parse a person's settings from the stored strings by key. Missing settings get their defaults."""
    quiet_hours = tuple(int(part) for part in values.get(QUIET_HOURS_KEY, "").split("-") if part)
    remind = int(values.get(REMIND_AFTER_KEY, DEFAULT_REMIND_AFTER_SECONDS))
    return TimeSettings(
        # A stored time zone that is unknown on this machine must not break the person's tables.
        find_zone_name(values.get(ZONE_KEY, UTC_NAME)) or UTC_NAME,
        (quiet_hours[0], quiet_hours[1]) if len(quiet_hours) == 2 else None,
        int(values.get(AWAY_UNTIL_KEY, 0)),
        remind or None,
        values.get(REMIND_BY_KEY, REMIND_IN_CHANNEL),
    )


def format_quiet_hours(quiet_hours: tuple[int, int] | None) -> str | None:
    """Format quiet hours for storage; ``None`` stays ``None``."""
    return None if quiet_hours is None else f"{quiet_hours[0]}-{quiet_hours[1]}"


def count_quiet_seconds(quiet_hours: tuple[int, int]) -> int:
    """Return the length of quiet hours in seconds, on a day of 24 hours."""
    return (quiet_hours[1] - quiet_hours[0]) * MINUTE % DAY


def list_clock_pauses(time_settings: TimeSettings, start: int) -> Iterator[tuple[int, int]]:
    """Yield the periods after ``start`` in which the person's clocks pause, in order and without overlap.

    The iterator is infinite if the person has quiet hours.
    """
    done = start
    if time_settings.away_until > done:
        yield done, time_settings.away_until
        done = time_settings.away_until
    if time_settings.quiet_hours is None or time_settings.quiet_hours[0] == time_settings.quiet_hours[1]:
        return
    zone = ZoneInfo(time_settings.zone)
    begins, ends = time_settings.quiet_hours
    day = datetime.fromtimestamp(done, zone).date() - timedelta(days=1)
    while True:
        begin = max(_find_epoch_second(day, begins, zone), done)
        end = _find_epoch_second(day + timedelta(days=ends < begins), ends, zone)
        if begin < end:
            yield begin, end
            done = end
        day += timedelta(days=1)


def count_active_seconds(time_settings: TimeSettings, start: int, end: int) -> int:
    """Return the number of seconds for which the person's clocks run between two epoch seconds."""
    total = max(end - start, 0)
    for begins, ends in list_clock_pauses(time_settings, start):
        if begins >= end:
            break
        total -= min(ends, end) - begins
    return total


def find_runout_time(time_settings: TimeSettings, start: int, seconds: int) -> int:
    """Return the epoch second at which a clock that starts at ``start`` has run for ``seconds``."""
    at, left = start, seconds
    for begins, ends in list_clock_pauses(time_settings, start):
        if left <= begins - at:
            break
        left -= begins - at
        at = ends
    return at + left


def find_waking_time(time_settings: TimeSettings, moment: int) -> int:
    """Return the first epoch second from ``moment`` on that is outside quiet hours and vacation."""
    for begins, ends in list_clock_pauses(time_settings, moment):
        if begins > moment:
            break
        moment = ends
    return moment


def _find_epoch_second(day: date, minutes: int, zone: ZoneInfo) -> int:
    """Return the epoch second of a local time, given in minutes after midnight."""
    return int(datetime.combine(day, time(*divmod(minutes, 60)), zone).timestamp())

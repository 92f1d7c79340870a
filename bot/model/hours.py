"""A person's own time: when their clock stands still, and when they may be reminded.

Pure arithmetic over epoch seconds. A quiet hour begins and ends by the wall clock of the person's zone:
where daylight saving time repeats or skips it, the first of two counts, or the moment of the leap.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

MINUTE = 60
HOUR = 60 * MINUTE
DAY = 24 * HOUR

UTC_NAME = "UTC"
REMIND_AFTER = 24 * HOUR
"""After how many seconds a person is reminded who has not chosen otherwise."""
LONGEST_QUIET = 16 * HOUR
"""Seconds of a day; who is quiet longer would keep the others waiting for ever."""
LONGEST_AWAY = 30 * DAY

ZONE_KEY = "zone"
QUIET_KEY = "quiet"
AWAY_KEY = "away"
REMIND_KEY = "remind"
REMIND_BY_KEY = "remind_by"

CHANNEL, DIRECT, SHUT = "channel", "direct", "shut"
"""Where a person is reminded: in the table's channel, or by a direct message. Who wanted the latter but lets
us send none is reminded in the channel until they choose again."""


@dataclass(frozen=True, slots=True)
class OwnTimes:
    """When a person plays.

    ``zone`` is an IANA name; ``quiet`` begins and ends at these minutes after local midnight;
    ``away`` is the epoch second at which a vacation ends (past: none); ``remind`` are the seconds after
    which a reminder is due, ``None`` for never; ``by`` is where it goes, :data:`CHANNEL` and so on.
    """

    zone: str = UTC_NAME
    quiet: tuple[int, int] | None = None
    away: int = 0
    remind: int | None = REMIND_AFTER
    by: str = CHANNEL


@cache
def list_zones() -> tuple[str, ...]:
    """Return the names of all time zones that this computer knows, sorted."""
    return tuple(sorted(available_timezones()))


@cache
def _fold_zones() -> dict[str, str]:
    return {name.casefold(): name for name in list_zones()}


def find_zone(text: str) -> str | None:
    """Return the zone of a name, however it is capitalised; ``None`` where there is none."""
    return _fold_zones().get(text.strip().replace(" ", "_").casefold())


def read_times(values: Mapping[str, str]) -> OwnTimes:
    """Return the times that are kept as texts by key; what is missing is at its default."""
    quiet = tuple(int(part) for part in values.get(QUIET_KEY, "").split("-") if part)
    remind = int(values.get(REMIND_KEY, REMIND_AFTER))
    return OwnTimes(
        # A zone may be missing on another computer; that must not stop the person's tables.
        find_zone(values.get(ZONE_KEY, UTC_NAME)) or UTC_NAME,
        (quiet[0], quiet[1]) if len(quiet) == 2 else None,
        int(values.get(AWAY_KEY, 0)),
        remind or None,
        values.get(REMIND_BY_KEY, CHANNEL),
    )


def write_quiet(quiet: tuple[int, int] | None) -> str | None:
    """Return quiet hours as they are kept."""
    return None if quiet is None else f"{quiet[0]}-{quiet[1]}"


def count_quiet(quiet: tuple[int, int]) -> int:
    """Return how long quiet hours are on a day of 24 hours."""
    return (quiet[1] - quiet[0]) * MINUTE % DAY


def list_rests(times: OwnTimes, start: int) -> Iterator[tuple[int, int]]:
    """Yield the stretches from ``start`` on in which nobody waits for the person: in order, none overlapping.

    There is no end of them where the person has quiet hours.
    """
    done = start
    if times.away > done:
        yield done, times.away
        done = times.away
    if times.quiet is None or times.quiet[0] == times.quiet[1]:
        return
    zone = ZoneInfo(times.zone)
    begins, ends = times.quiet
    day = datetime.fromtimestamp(done, zone).date() - timedelta(days=1)
    while True:
        begin = max(_instant(day, begins, zone), done)
        end = _instant(day + timedelta(days=ends < begins), ends, zone)
        if begin < end:
            yield begin, end
            done = end
        day += timedelta(days=1)


def count_active(times: OwnTimes, start: int, end: int) -> int:
    """Return how many seconds between two moments the person's clock runs."""
    total = max(end - start, 0)
    for begins, ends in list_rests(times, start):
        if begins >= end:
            break
        total -= min(ends, end) - begins
    return total


def find_end(times: OwnTimes, start: int, seconds: int) -> int:
    """Return the first moment at which the person's clock has run for ``seconds`` since ``start``."""
    at, left = start, seconds
    for begins, ends in list_rests(times, start):
        if left <= begins - at:
            break
        left -= begins - at
        at = ends
    return at + left


def find_waking(times: OwnTimes, at: int) -> int:
    """Return the first moment from ``at`` on that is in no quiet hour and no vacation."""
    for begins, ends in list_rests(times, at):
        if begins > at:
            break
        at = ends
    return at


def _instant(day: date, minutes: int, zone: ZoneInfo) -> int:
    return int(datetime.combine(day, time(*divmod(minutes, 60)), zone).timestamp())

"""Parses times as people type them, such as ``3h``, ``tomorrow 19:30`` or ``2026-08-01 19:30``, and writes
times.

The words of all supported languages are understood. A time without a date means its next occurrence in the
user's time zone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from bot.model.hours import DAY, HOUR, MINUTE
from bot.ui.person.dates import write_day
from games.core.words import Words

_WORDS_BY_UNIT_SECONDS = {
    MINUTE: "m|min|mins|minute|minutes|minuten|minuut",
    HOUR: "h|hr|hrs|hour|hours|std|stunde|stunden|uur|u",
    DAY: "d|day|days|tag|tage|tagen|dag|dagen",
    7 * DAY: "w|week|weeks|woche|wochen|weken",
}
_SECONDS_BY_UNIT = {
    word: seconds for seconds, words in _WORDS_BY_UNIT_SECONDS.items() for word in words.split("|")
}
_SPAN_PART_PATTERN = r"(\d{1,4})\s*([a-z]+)\.?"
# A joining word such as "and" must follow whitespace. Otherwise "1aand1aand" would take exponential time.
_SPAN_PATTERN = re.compile(rf"(?:in|over|\+)?\s*((?:{_SPAN_PART_PATTERN}(?:\s?,|\s(?:and|und|en)\b)?\s*)+)")
_TIMESTAMP_PATTERN = re.compile(r"<t:(\d{1,12})(?::[a-zA-Z])?>")
_CLOCK_PATTERN = re.compile(r"(.*?)(?:\b(?:at|um|om)\s*)?(\d{1,2})(?::(\d{2}))?\s*(am|pm|uhr|uur|h)?")
MAX_TIMESTAMP = 10**11
"""Epoch seconds, within the range of Python's dates."""
_TODAY_WORDS, _TOMORROW_WORDS = ("today", "heute", "vandaag"), ("tomorrow", "morgen")
_ISO_DATE_PATTERN = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})t?")
_DAY_FIRST_DATE_PATTERN = re.compile(r"(\d{1,2})[.\-](\d{1,2})[.\-]?(\d{4})?")


def parse_time(text: str, now: int, zone: str) -> int | None:
    """Parse a typed time in the time zone ``zone``. Return its epoch second; ``None`` if it can't be read."""
    epoch_second = _parse_time_unchecked(text, now, zone)
    return epoch_second if epoch_second is not None and 0 <= epoch_second < MAX_TIMESTAMP else None


def _parse_time_unchecked(text: str, now: int, zone: str) -> int | None:
    typed = " ".join(text.lower().split())
    stamp = _TIMESTAMP_PATTERN.fullmatch(typed)
    if stamp is not None:
        return int(stamp[1])
    span = _SPAN_PATTERN.fullmatch(typed)
    if span is not None:
        parts = re.findall(_SPAN_PART_PATTERN, span[1])
        if all(unit in _SECONDS_BY_UNIT for _, unit in parts):
            return now + sum(int(number) * _SECONDS_BY_UNIT[unit] for number, unit in parts)
    return _parse_clock(typed, now, ZoneInfo(zone))


def _parse_clock(typed: str, now: int, zone: ZoneInfo) -> int | None:
    parsed = _CLOCK_PATTERN.fullmatch(typed)
    if parsed is None:
        return None
    day, hour, minute, suffix = parsed[1].strip(" ,"), int(parsed[2]), int(parsed[3] or 0), parsed[4]
    if parsed[3] is None and suffix is None:
        # A bare number could also be a day or a duration.
        return None
    if suffix in ("am", "pm"):
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + 12 * (suffix == "pm")
    if hour > 23 or minute > 59:
        return None
    today = datetime.fromtimestamp(now, zone).date()
    if not day:
        first = _compute_timestamp(today, hour, minute, zone)
        return first if first > now else _compute_timestamp(today + timedelta(days=1), hour, minute, zone)
    parsed_day = _parse_day(day, today)
    return None if parsed_day is None else _compute_timestamp(parsed_day, hour, minute, zone)


def _parse_day(text: str, today: date) -> date | None:
    if text in _TODAY_WORDS:
        return today
    if text in _TOMORROW_WORDS:
        return today + timedelta(days=1)
    iso, first = _ISO_DATE_PATTERN.fullmatch(text), _DAY_FIRST_DATE_PATTERN.fullmatch(text)
    try:
        if iso is not None:
            return date(int(iso[1]), int(iso[2]), int(iso[3]))
        if first is None:
            return None
        day, month, year = int(first[1]), int(first[2]), first[3]
        if year is not None:
            return date(int(year), month, day)
        this = date(today.year, month, day)
        return this if this >= today else date(today.year + 1, month, day)
    except ValueError:
        return None


def _compute_timestamp(day: date, hour: int, minute: int, zone: ZoneInfo) -> int:
    return int(datetime.combine(day, time(hour, minute), zone).timestamp())


def write_time(epoch_second: int, zone: str, w: Words) -> str:
    """Return a time as text, for places where Discord doesn't render timestamps."""
    local_time = datetime.fromtimestamp(epoch_second, ZoneInfo(zone))
    day = write_day(local_time.date().isoformat(), w)
    return w("{day}, {time} ({zone})", day=day, time=f"{local_time:%H:%M}", zone=zone)


def suggest_times(text: str, now: int, zone: str, w: Words) -> Sequence[tuple[str, str]]:
    """Return times to suggest, each in words and as a Discord timestamp.

    These are the typed time or, if the text isn't a valid time, some common ones.
    """
    typed = parse_time(text, now, zone) if text.strip() else None
    if typed is not None:
        return [(write_time(typed, zone, w), f"<t:{typed}>")]
    evening = parse_time("tomorrow 19:00", now, zone) or now + DAY
    offered_times = (now + HOUR, now + 3 * HOUR, evening, evening + DAY, evening + 6 * DAY)
    return [(write_time(at - at % MINUTE, zone, w), f"<t:{at - at % MINUTE}>") for at in offered_times]

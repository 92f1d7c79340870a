"""Durations and points in time as text."""

from __future__ import annotations

from bot.model.hours import DAY, HOUR, MINUTE
from games.core.words import Words


def write_duration(seconds: int, w: Words) -> str:
    """Return a duration in words, in its two largest units. Less than a minute is "0 minutes"."""
    days, remainder = divmod(seconds, DAY)
    hours, remainder = divmod(remainder, HOUR)
    minutes = remainder // MINUTE
    units = [
        (days, w.plural("{n} day", "{n} days", days)),
        (hours, w.plural("{n} hour", "{n} hours", hours)),
        (minutes, w.plural("{n} minute", "{n} minutes", minutes)),
    ]
    named = [text for number, text in units if number][:2]
    return w.join_list(named) or units[-1][1]


def write_answer_time_line(hours: int, w: Words) -> str:
    """Return the line about a person's usual time to answer."""
    return w("⏱️ usually answers within {n} h", n=hours)


def write_timestamp(epoch_second: int, style: str = "R") -> str:
    """Return the Discord timestamp of an epoch second, shown relative to now by default."""
    return f"<t:{epoch_second}:{style}>"

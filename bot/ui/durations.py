"""Lengths of time and moments in words."""

from __future__ import annotations

from bot.model.hours import DAY, HOUR, MINUTE
from games.core.words import Words


def span(seconds: int, w: Words) -> str:
    """Return a length of time in words, by its two largest units; under a minute counts as none."""
    days, rest = divmod(seconds, DAY)
    hours, rest = divmod(rest, HOUR)
    minutes = rest // MINUTE
    units = [
        (days, w.plural("{n} day", "{n} days", days)),
        (hours, w.plural("{n} hour", "{n} hours", hours)),
        (minutes, w.plural("{n} minute", "{n} minutes", minutes)),
    ]
    named = [text for number, text in units if number][:2]
    return w.listed(named) or units[-1][1]


def stamp(moment: int, style: str = "R") -> str:
    """Return a moment as Discord shows it to each reader: how far it is, by default."""
    return f"<t:{moment}:{style}>"

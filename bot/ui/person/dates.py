"""Dates in words, for select-menu labels, in which Discord doesn't render timestamps."""

from __future__ import annotations

from datetime import date

from games.core.words import Words


def write_day(day: str, w: Words) -> str:
    """Return a day such as ``2026-08-01`` in words."""
    parsed = date.fromisoformat(day)
    months = (
        w("January"),
        w("February"),
        w("March"),
        w("April"),
        w("May"),
        w("June"),
        w("July"),
        w("August"),
        w("September"),
        w("October"),
        w("November"),
        w("December"),
    )
    return w("{month} {day}, {year}", month=months[parsed.month - 1], day=parsed.day, year=parsed.year)

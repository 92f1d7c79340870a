"""Seasons: the quarters of the year in UTC, as numbers that a button can carry."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from bot.storage.rating_reads import Span
from games.core.words import Words

ALWAYS: Final = 0
"""In place of a season: all of them."""
_FIRST, _LAST = 1970, 9998


def season_at(moment: int) -> int:
    """Return the season of a moment in epoch seconds."""
    at = datetime.fromtimestamp(moment, UTC)
    return 4 * at.year + (at.month - 1) // 3


def is_season(number: int) -> bool:
    """Tell whether there is such a season."""
    return number == ALWAYS or _FIRST <= number // 4 <= _LAST


def span_of(season: int) -> Span:
    """Return when a season begins and ends."""
    if season == ALWAYS:
        return Span(0, 2**53)
    return Span(_begin(season), _begin(season + 1))


def _begin(season: int) -> int:
    year, quarter = divmod(season, 4)
    return int(datetime(year, 3 * quarter + 1, 1, tzinfo=UTC).timestamp())


def name_season(season: int, w: Words) -> str:
    """Name a season."""
    if season == ALWAYS:
        return w("All seasons")
    year, quarter = divmod(season, 4)
    return w("Season {quarter} of {year}", quarter=quarter + 1, year=year)

"""Seasons are quarters of the year in UTC, numbered so that a custom_id can contain the number."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from bot.storage.rating_reader import RatedPeriod
from games.core.words import Words

ALL_SEASONS: Final = 0
"""Stands for all seasons together."""
_FIRST_YEAR, _LAST_YEAR = 1970, 9998


def find_season(epoch_second: int) -> int:
    """Return the number of the season that contains an epoch second."""
    at = datetime.fromtimestamp(epoch_second, UTC)
    return 4 * at.year + (at.month - 1) // 3


def is_season(number: int) -> bool:
    """Return whether the number denotes a season or :data:`ALL_SEASONS`."""
    return number == ALL_SEASONS or _FIRST_YEAR <= number // 4 <= _LAST_YEAR


def get_season_period(season: int) -> RatedPeriod:
    """Return the start and end of a season in epoch seconds."""
    if season == ALL_SEASONS:
        return RatedPeriod(0, 2**53)
    return RatedPeriod(_find_season_start(season), _find_season_start(season + 1))


def _find_season_start(season: int) -> int:
    year, quarter = divmod(season, 4)
    return int(datetime(year, 3 * quarter + 1, 1, tzinfo=UTC).timestamp())


def name_season(season: int, w: Words) -> str:
    """Return the name of a season, or of all seasons for :data:`ALL_SEASONS`."""
    if season == ALL_SEASONS:
        return w("All seasons")
    year, quarter = divmod(season, 4)
    return w("Season {quarter} of {year}", quarter=quarter + 1, year=year)

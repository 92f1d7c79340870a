"""Days of the daily challenge, identified by number (UTC): when they begin and close, and their deals."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from bot.model.hours import DAY, HOUR
from bot.storage.daily import DayRow
from games.core.match import Match
from games.core.match_record import MatchRecord, record_match
from games.core.protocol import Game
from games.core.rng import derive_match_key
from games.core.solo import SOLO_SEAT_COUNT

NOON_SECONDS = 12 * HOUR
GRACE_PERIOD_SECONDS = 12 * HOUR
"""After the end of a day, attempts can still be finished and the deal stays secret for this long."""


def find_day_start(day: int) -> int:
    """Return the start of a day in epoch seconds."""
    return (day - date(1970, 1, 1).toordinal()) * DAY


def find_day_close(day: int) -> int:
    """Return when a day closes, at the end of its grace period, in epoch seconds."""
    return find_day_start(day + 1) + GRACE_PERIOD_SECONDS


def write_date(day: int) -> str:
    """Return a Discord timestamp that shows the date of a day."""
    # At noon UTC nearly every time zone has the same date.
    return f"<t:{find_day_start(day) + NOON_SECONDS}:D>"


def write_time_until_start(day: int) -> str:
    """Return a Discord timestamp that counts down to the start of a day."""
    return f"<t:{find_day_start(day)}:R>"


def write_time_until_close(day: int) -> str:
    """Return a Discord timestamp that counts down to when a day closes."""
    return f"<t:{find_day_close(day)}:R>"


def deal_match(games: Mapping[str, Game], day: DayRow) -> Match:
    """Return a day's match before its first move.

    Everyone gets the same deal, because its random key is derived from the day's number and secret. The
    secret's hash is published in advance.

    :raises KeyError: the game, or this version of its rules, is no longer hosted.
    """
    key = derive_match_key(day.secret, _list_key_numbers(day))
    return Match.begin(games[day.game], SOLO_SEAT_COUNT, day.options, key, day.version)


def make_match_record(day: DayRow, match: Match) -> MatchRecord:
    """Return the match record of an attempt. It includes the secret, so the day must be over."""
    return record_match(match, day.secret, _list_key_numbers(day))


def _list_key_numbers(day: DayRow) -> tuple[int, ...]:
    """Return the numbers that are combined with a day's secret to derive its random key.

    At a table, these are the IDs of the players' presses.
    """
    return (day.day,)

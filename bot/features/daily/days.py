"""Days by number, in UTC: when one begins, and the key of its deal."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from bot.model.hours import DAY, HOUR
from bot.storage.daily import DayRow
from games.core.match import Match
from games.core.match_record import MatchRecord, record_match
from games.core.protocol import Game
from games.core.rng import derive_match_key
from games.core.solo import SEATS

NOON = 12 * HOUR
FINISHING = 12 * HOUR
"""How long after its day a try that was begun on it may be finished; nothing of the deal is shown before."""


def find_beginning(day: int) -> int:
    """Return when a day begins, in epoch seconds."""
    return (day - date(1970, 1, 1).toordinal()) * DAY


def find_close(day: int) -> int:
    """Return when nobody may go on with a day any more, in epoch seconds."""
    return find_beginning(day + 1) + FINISHING


def write_date(day: int) -> str:
    """Return a date that each reader is shown in their own way."""
    # At noon it is the same date for nearly everybody.
    return f"<t:{find_beginning(day) + NOON}:D>"


def write_wait(day: int) -> str:
    """Return how long it is until a day begins."""
    return f"<t:{find_beginning(day)}:R>"


def write_close(day: int) -> str:
    """Return how long a day can still be finished."""
    return f"<t:{find_close(day)}:R>"


def deal(games: Mapping[str, Game], day: DayRow) -> Match:
    """Return the match of a day before its first move.

    The secret is drawn and its hash shown before; what is mixed in is the number of the day alone, so that
    everybody gets the same.

    :raises KeyError: the game, or this version of its rules, is hosted no longer.
    """
    key = derive_match_key(day.secret, _presses(day))
    return Match.begin(games[day.game], SEATS, day.options, key, day.version)


def make_record(day: DayRow, match: Match) -> MatchRecord:
    """Return the file of a try: its secret too, so it is for days that are over."""
    return record_match(match, day.secret, _presses(day))


def _presses(day: DayRow) -> tuple[int, ...]:
    return (day.day,)

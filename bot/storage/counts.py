"""Numbers for those who watch over the host, counted beside its own connection so that no press waits."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from bot.errors.reasons import reason
from bot.errors.storage import DatabaseFailed
from bot.storage.database import reader
from bot.storage.messages import BEHIND


@dataclass(frozen=True, slots=True)
class Counts:
    """How many tables are live, by game and status, and the messages of how many are behind."""

    live: Mapping[tuple[str, str], int]
    behind: int


def count(path: Path) -> Counts:
    """Count in a file that may be in use.

    :raises DatabaseFailed: it cannot be read.
    """
    try:
        with closing(reader(path)) as connection:
            rows = connection.execute(
                "SELECT game, status, count(*) FROM matches WHERE status <> 'over' GROUP BY game, status"
            )
            live = {(str(game), str(status)): int(number) for game, status, number in rows}
            return Counts(live, len(connection.execute(BEHIND).fetchall()))
    except sqlite3.Error as error:
        raise DatabaseFailed(reason(error)) from error

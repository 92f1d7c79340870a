"""Numbers for monitoring, counted without delaying presses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.storage.engine.database import Database
from bot.storage.messages import BEHIND

_LIVE = "SELECT game, status, count(*) FROM matches WHERE status <> 'over' GROUP BY game, status"


@dataclass(frozen=True, slots=True)
class Counts:
    """Live tables by game and status, and the number of tables whose messages are out of date."""

    live: Mapping[tuple[str, str], int]
    behind: int


async def count(database: Database) -> Counts:
    """Count tables while the database is in use.

    :raises DatabaseFailed: it cannot be read.
    """
    live, behind = await database.rows_beside(_LIVE, BEHIND)
    return Counts({(str(game), str(status)): int(number) for game, status, number in live}, len(behind))

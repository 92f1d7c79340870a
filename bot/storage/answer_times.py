"""Computes how long people took to answer other seats' moves, from the times in the match logs."""

from __future__ import annotations

from bot.storage.engine.database import Database

# An answer is the first row of a person's seat after a row of another seat. Rows that an earlier player of
# the seat added don't count, nor do matches without other people.
_LIST_RECENT_SECONDS_SQL = """
SELECT l.at - p.at FROM log l JOIN matches m ON m.id = l.match_id
JOIN seats s ON s.match_id = l.match_id AND s.seat = l.seat
JOIN log p ON p.match_id = l.match_id AND p.seq = l.seq - 1 AND p.seat <> l.seat
WHERE s.user_id = ?1 AND m.guild_id = ?2 AND l.kind = 'act' AND p.kind = 'act'
    AND EXISTS (SELECT 1 FROM seats o WHERE o.match_id = l.match_id AND o.user_id NOT IN (0, ?1))
    AND NOT EXISTS (
        SELECT 1 FROM former_seats f WHERE f.match_id = l.match_id AND f.seat = l.seat AND f.seq >= l.seq
    )
ORDER BY l.at DESC, l.match_id DESC, l.seq DESC LIMIT ?3
"""


class AnswerTimes:
    """Reads how long people took to answer."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def list_recent_answer_times(self, user_id: int, guild_id: int, limit: int) -> list[int]:
        """Return how many seconds a person took for each of their last answers in a server, newest first."""
        return [
            int(row[0])
            for row in await self._db.fetch_rows(_LIST_RECENT_SECONDS_SQL, (user_id, guild_id, limit))
        ]

"""When each person was last called to each table, so that nobody is called again so soon."""

from __future__ import annotations

from bot.storage.engine.database import Database


class Calls:
    """The last calls of the file."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def begin(self, user_id: int, match_id: int, at: int, again: int, nonce: str) -> bool:
        """Note that a person is about to be called; ``False`` where they were less than ``again`` ago.

        :param at: epoch seconds.
        :param again: seconds.
        :param nonce: of the message that calls them.
        """
        changed = await self._db.run(
            "INSERT INTO calls (user_id, match_id, at, nonce) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (user_id, match_id) DO UPDATE SET at = excluded.at, nonce = excluded.nonce"
            " WHERE calls.at <= excluded.at - ?",
            (user_id, match_id, at, nonce, again),
        )
        return changed > 0

    async def at(self, user_id: int, match_id: int) -> int | None:
        """Return when a person was last called to a table; ``None`` where they never were."""
        row = await self._db.row(
            "SELECT at FROM calls WHERE user_id = ? AND match_id = ?", (user_id, match_id)
        )
        return None if row is None else int(row[0])

    async def called(self, match_id: int, nonce: str) -> tuple[int, ...]:
        """Return the ids of those whom a message was the last to call to a table."""
        rows = await self._db.rows(
            "SELECT user_id FROM calls WHERE match_id = ? AND nonce = ?", (match_id, nonce)
        )
        return tuple(int(row[0]) for row in rows)

    async def failed(self, user_id: int, match_id: int) -> None:
        """Note that a call was not posted: the next one is the first."""
        await self._db.run("DELETE FROM calls WHERE user_id = ? AND match_id = ?", (user_id, match_id))

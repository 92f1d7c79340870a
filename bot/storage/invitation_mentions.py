"""Stores the last time an invitation mentioned each person, so that nobody is mentioned again too soon."""

from __future__ import annotations

from bot.storage.engine.database import Database


class InvitationMentions:
    """Stores when an invitation to a table last mentioned a person."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def record_mention(
        self, user_id: int, match_id: int, now: int, min_seconds: int, nonce: str
    ) -> bool:
        """Record that an invitation is about to mention a person.

        Return ``False`` without recording anything if an invitation to the same table mentioned the person
        less than ``min_seconds`` ago.

        :param now: the current epoch second.
        :param nonce: identifies the invitation's message.
        """
        changed = await self._db.run(
            "INSERT INTO calls (user_id, match_id, at, nonce) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (user_id, match_id) DO UPDATE SET at = excluded.at, nonce = excluded.nonce"
            " WHERE calls.at <= excluded.at - ?",
            (user_id, match_id, now, nonce, min_seconds),
        )
        return changed > 0

    async def find_last_mention(self, user_id: int, match_id: int) -> int | None:
        """Return the epoch second at which an invitation to a table last mentioned a person, if ever."""
        row = await self._db.fetch_row(
            "SELECT at FROM calls WHERE user_id = ? AND match_id = ?", (user_id, match_id)
        )
        return None if row is None else int(row[0])

    async def list_mentioned_user_ids(self, match_id: int, nonce: str) -> tuple[int, ...]:
        """Return the IDs of the users whose last invitation to a table has the given nonce."""
        rows = await self._db.fetch_rows(
            "SELECT user_id FROM calls WHERE match_id = ? AND nonce = ?", (match_id, nonce)
        )
        return tuple(int(row[0]) for row in rows)

    async def remove_mention(self, user_id: int, match_id: int) -> None:
        """Delete the record of a mention that was not posted, so that the next one isn't delayed."""
        await self._db.run("DELETE FROM calls WHERE user_id = ? AND match_id = ?", (user_id, match_id))

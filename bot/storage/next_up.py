"""Who has been told that they are next, noted before they are told: nobody is told twice in a turn."""

from __future__ import annotations

from bot.storage.engine.database import Database


class NextUp:
    """The last such note to each seat of the file."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def begin(self, user_id: int, match_id: int, seat: int, turn: int) -> bool:
        """Note that a person is told in a turn; ``False`` where they were in this one or a later one."""
        changed = await self._db.run(
            "INSERT INTO next_up (user_id, match_id, seat, turn) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (match_id, seat) DO UPDATE SET user_id = excluded.user_id, turn = excluded.turn"
            " WHERE next_up.turn < excluded.turn OR next_up.user_id <> excluded.user_id",
            (user_id, match_id, seat, turn),
        )
        return changed > 0

    async def tidy(self) -> None:
        """Forget what is about tables that are over."""
        await self._db.run(
            "DELETE FROM next_up WHERE match_id IN (SELECT id FROM matches WHERE status = 'over')"
        )

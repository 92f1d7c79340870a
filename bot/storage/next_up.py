"""Stores notifications that a player's turn is next, so that nobody gets two per turn."""

from __future__ import annotations

from bot.storage.engine.database import Database


class NextTurnNotifications:
    """Stores the last turn in which each seat's player was notified."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def record_notification(self, user_id: int, match_id: int, seat: int, turn: int) -> bool:
        """Record a notification. Return ``False`` if the player already got one in this or a later turn."""
        changed = await self._db.run(
            "INSERT INTO next_up (user_id, match_id, seat, turn) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (match_id, seat) DO UPDATE SET user_id = excluded.user_id, turn = excluded.turn"
            " WHERE next_up.turn < excluded.turn OR next_up.user_id <> excluded.user_id",
            (user_id, match_id, seat, turn),
        )
        return changed > 0

    async def delete_old_notifications(self) -> None:
        """Delete notifications at tables that are over."""
        await self._db.run(
            "DELETE FROM next_up WHERE match_id IN (SELECT id FROM matches WHERE status = 'over')"
        )

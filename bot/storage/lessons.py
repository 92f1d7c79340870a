"""Stores each person's progress in the games' lessons."""

from __future__ import annotations

from bot.storage.engine.database import Database


class Lessons:
    """Stores the step that each person has reached in each game's lesson."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def read_step_by_game(self, user_id: int) -> dict[str, int]:
        """Return a person's current lesson step by game. Games without a started lesson are left out."""
        rows = await self._db.fetch_rows("SELECT game, step FROM lessons WHERE user_id = ?", (user_id,))
        return {str(game): int(step) for game, step in rows}

    async def set_step(self, user_id: int, game: str, step: int) -> None:
        """Record a person's current step in a game's lesson. It may be earlier than the previous step."""
        await self._db.run(
            "INSERT INTO lessons (user_id, game, step) VALUES (?, ?, ?)"
            " ON CONFLICT (user_id, game) DO UPDATE SET step = excluded.step",
            (user_id, game, step),
        )

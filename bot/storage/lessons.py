"""How far each person has come in the lesson of each game."""

from __future__ import annotations

from bot.storage.engine.database import Database


class Lessons:
    """The steps that the people of the file have come to."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def of(self, user_id: int) -> dict[str, int]:
        """Return the step that a person has come to in each game they have begun to learn."""
        rows = await self._db.rows("SELECT game, step FROM lessons WHERE user_id = ?", (user_id,))
        return {str(game): int(step) for game, step in rows}

    async def note(self, user_id: int, game: str, step: int) -> None:
        """Note where a person stands now, also where they have gone back."""
        await self._db.run(
            "INSERT INTO lessons (user_id, game, step) VALUES (?, ?, ?)"
            " ON CONFLICT (user_id, game) DO UPDATE SET step = excluded.step",
            (user_id, game, step),
        )

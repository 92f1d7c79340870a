"""Computes how fast a person usually answers in a server, unless they hide it."""

from __future__ import annotations

from statistics import median

from bot.model.hours import HOUR
from bot.tables.store import TableStore

ANSWER_HOURS = (1, 3, 6, 12, 24, 48)
"""Hours to which a usual answer time is rounded up."""
MIN_ANSWERS = 10
"""Minimum number of answers from which a usual answer time is computed."""
MAX_ANSWERS = 100
VISIBILITY_KEY, HIDDEN_VALUE = "answer_speed", "off"


class AnswerSpeed:
    """Computes how fast people answer, and stores whether they hide it."""

    def __init__(self, tables: TableStore) -> None:
        self._tables = tables

    async def find_usual_answer_hours(self, user_id: int, guild_id: int | None) -> int | None:
        """Return a person's usual answer time in a server, rounded up to one of :data:`ANSWER_HOURS`.

        Return ``None`` if the person hides it, has given too few answers, or usually takes longer.
        """
        if guild_id is None or await self.is_hidden(user_id):
            return None
        answer_times = await self._tables.store.answer_times.list_recent_answer_times(
            user_id, guild_id, MAX_ANSWERS
        )
        if len(answer_times) < MIN_ANSWERS:
            return None
        usual = median(answer_times)
        return next((hours for hours in ANSWER_HOURS if usual <= hours * HOUR), None)

    async def is_hidden(self, user_id: int) -> bool:
        """Return whether a person hides how fast they answer."""
        return await self._tables.store.preferences.get(user_id, VISIBILITY_KEY) == HIDDEN_VALUE

    async def set_hidden(self, user_id: int, *, is_hidden: bool) -> None:
        """Store whether a person hides how fast they answer."""
        if is_hidden:
            await self._tables.store.preferences.set(user_id, VISIBILITY_KEY, HIDDEN_VALUE)
        else:
            await self._tables.store.preferences.clear(user_id, VISIBILITY_KEY)

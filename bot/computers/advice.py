"""Who is guided, and what looks best to a computer player in the place of a person."""

from __future__ import annotations

from collections.abc import Iterable

from bot.computers.thinker import Thinker
from bot.computers.worker import Ranking
from bot.kit.cache import Cache
from bot.model.table import Table
from bot.storage.matches import Matches
from bot.storage.reviews import Reviews
from bot.storage.settings import Settings
from games.core.match import Match
from games.review.advised import Suggestion

PREFERENCE = "guide"
ON, OFF = "on", "off"
FIRST_LEVEL, LATER_LEVEL = "easy", "normal"
"""Computer player offered before somebody's first finished match of a game, and afterwards."""


class Adviser:
    """Remembers what has been ranked: the next question of a move does not think again."""

    def __init__(
        self,
        preferences: Settings,
        matches: Matches,
        reviews: Reviews,
        thinker: Thinker,
        *,
        cache: int = 256,
    ) -> None:
        """Keep at most ``cache`` rankings ready."""
        self._preferences = preferences
        self._matches = matches
        self._reviews = reviews
        self.thinker = thinker
        self._noted: Cache[tuple[int, int, int], frozenset[str]] = Cache(cache)
        self._ranked: Cache[tuple[int, int, int], Ranking] = Cache(cache)

    async def guides(self, user_id: int) -> bool:
        """Tell whether a person has switched the guide on."""
        return await self._preferences.get(user_id, PREFERENCE) == ON

    async def greets(self, user_id: int, game: str) -> bool:
        """Tell whether the guide is on by itself: for who never chose, in the first match of a game."""
        if await self._preferences.get(user_id, PREFERENCE) is not None:
            return False
        return await self._matches.is_first(user_id, game)

    async def choose_level(self, user_id: int, game: str) -> str:
        """Return the level of the computer player that a person is offered."""
        return LATER_LEVEL if await self._matches.has_finished(user_id, game) else FIRST_LEVEL

    async def switch(self, user_id: int, value: str) -> None:
        """Switch the guide on or off for a person."""
        await self._preferences.set(user_id, PREFERENCE, value)

    async def rank(self, table: Table, match: Match, seat: int, seq: int) -> Ranking:
        """Return what looks best for a seat with its win chances, the best first; empty without an answer.

        :param match: the position, with the answers of others foreseen.
        :param seq: how many rows the stored log has.
        """
        key = (table.id, seq, seat)
        known = self._ranked.get(key)
        if known is None:
            known = tuple(await self.thinker.advise(table, match, seat))
            if known:
                self._ranked.put(key, known)
        return known

    async def note(self, table_id: int, seq: int, seat: int, tokens: Iterable[str]) -> None:
        """Store what the guide is about to suggest, so that the review finds no fault with it."""
        key = (table_id, seq, seat)
        known = self._noted.get(key) or frozenset()
        new = [token for token in tokens if token not in known]
        if new:
            await self._reviews.note_advice(table_id, [Suggestion(seq, seat, token) for token in new])
            self._noted.put(key, known.union(new))

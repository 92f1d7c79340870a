"""Advice for people: the guide, and moves ranked by a computer."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterable, Mapping

from bot.computers.thinker import Thinker
from bot.computers.worker import Ranking
from bot.kit.cache import Cache
from bot.model.table import Table
from bot.storage.matches import Matches
from bot.storage.reviews import Reviews
from bot.storage.settings import Settings
from games.core.match import Match
from games.core.protocol import Game
from games.review.advised import RecordedSuggestion

GUIDE_KEY = "guide"
GUIDE_ON, GUIDE_OFF = "on", "off"
FIRST_LEVEL, LATER_LEVEL = "easy", "normal"
"""Levels of the computer that is offered before and after a person's first win in a game."""
MAX_NEWCOMER_STEPS = 5
"""Maximum number of steps in earlier matches of a game with which a person is still new to it.

A match may end after two turns, which are too few to learn a game.
"""

_PositionKey = tuple[int, int, tuple[str, ...]]
"""The table, the seat, and the seats and tokens of the steps that weren't undone."""


class Adviser:
    """Advises people. A position's moves are ranked only once, even if several presses ask at once."""

    def __init__(
        self,
        preferences: Settings,
        matches: Matches,
        reviews: Reviews,
        thinker: Thinker,
        *,
        cache_size: int = 256,
    ) -> None:
        self._preferences = preferences
        self._matches = matches
        self._reviews = reviews
        self.thinker = thinker
        self._noted: Cache[tuple[int, int, int], frozenset[str]] = Cache(cache_size)
        self._ranked: Cache[_PositionKey, Ranking] = Cache(cache_size)
        self._rankings_begun: dict[_PositionKey, asyncio.Task[Ranking]] = {}

    async def has_guide_enabled(self, user_id: int) -> bool:
        """Return whether a person has switched the guide on."""
        return await self._preferences.get(user_id, GUIDE_KEY) == GUIDE_ON

    async def is_guide_on(self, user_id: int, table: Table) -> bool:
        """Return whether the guide is on for a person.

        If the person has never switched the guide on or off, it is on while they are new to the game.
        """
        chosen = await self._preferences.get(user_id, GUIDE_KEY)
        if chosen is not None:
            return chosen == GUIDE_ON
        return await self._matches.is_new_to_game(user_id, table.game.key, table.id, MAX_NEWCOMER_STEPS)

    async def is_first_match(self, user_id: int, table: Table) -> bool:
        """Return whether a person never acted in an earlier match of the table's game."""
        return await self._matches.is_new_to_game(user_id, table.game.key, table.id, 0)

    async def begins_first_match(self, user_id: int, game: str) -> bool:
        """Return whether a person's next match of a game is their first one and guided."""
        if await self._preferences.get(user_id, GUIDE_KEY) == GUIDE_OFF:
            return False
        return await self._matches.is_new_to_game(user_id, game, sys.maxsize, 0)

    async def choose_level(self, user_id: int, game: str) -> str:
        """Return the level of the computer to offer: easy until a person has won a match of the game."""
        return LATER_LEVEL if await self._matches.has_won(user_id, game) else FIRST_LEVEL

    async def choose_options(self, user_id: int, game: Game, level: str) -> Mapping[str, str]:
        """Return the options to propose for a match against the computer, where they aren't the defaults."""
        if level != FIRST_LEVEL or await self._matches.has_won(user_id, game.key):
            return {}
        return game.first_match_options

    async def is_level_raised(self, user_id: int, game: str, level: str) -> bool:
        """Return whether a level is higher than the first one and new to a person in a game."""
        return level != FIRST_LEVEL and not await self._matches.has_faced_computer(user_id, game, level)

    async def set_guide(self, user_id: int, value: str) -> None:
        """Switch the guide on or off for a person."""
        await self._preferences.set(user_id, GUIDE_KEY, value)

    async def rank_moves(self, table: Table, match: Match, seat: int) -> Ranking:
        """Return a seat's best moves with their win chances, best first, or nothing if no hint is available.

        :param match: in a position in which ``seat`` has to act.
        """
        # The steps that weren't undone determine the position, so an undo returns to a position whose ranking
        # is still cached.
        played = [f"{step.seat} {step.action.token}" for step in match.steps]
        key = (table.id, seat, tuple(played))
        known = self._ranked.get(key)
        if known is not None:
            return known
        begun = self._rankings_begun.get(key)
        if begun is None:
            begun = asyncio.create_task(self._compute_ranking(key, table, match, seat), name="ranking")
            self._rankings_begun[key] = begun
        # A caller who stops waiting must not stop the thought for others.
        return await asyncio.shield(begun)

    async def _compute_ranking(self, key: _PositionKey, table: Table, match: Match, seat: int) -> Ranking:
        try:
            ranking = tuple(await self.thinker.rank_moves_for_hint(table, match, seat))
            if ranking:
                self._ranked.put(key, ranking)
            return ranking
        finally:
            del self._rankings_begun[key]

    async def store_suggestions(self, table_id: int, seq: int, seat: int, tokens: Iterable[str]) -> None:
        """Store suggestions before the guide shows them, so that the review doesn't criticise them."""
        key = (table_id, seq, seat)
        known = self._noted.get(key) or frozenset()
        new = [token for token in tokens if token not in known]
        if new:
            await self._reviews.store_advice(
                table_id, [RecordedSuggestion(seq, seat, token) for token in new]
            )
            self._noted.put(key, known.union(new))

"""Replays finished matches from the database and computes their results, bypassing the cache of tables."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from bot.features.ratings.results import compute_rated_result
from bot.storage import Store
from bot.storage.ratings import RatedResult
from bot.tables.reading import make_table, replay_match
from games.core.protocol import Game


class ResultReader:
    """Computes results from match logs."""

    def __init__(self, store: Store, games: Mapping[str, Game]) -> None:
        self._store, self._games = store, games

    async def list_match_ids_without_result(self) -> list[int]:
        """Return the IDs of finished matches without a stored result, in the order they ended."""
        return await self._store.ratings.list_match_ids_without_result(self._games)

    async def read_result(self, table_id: int) -> RatedResult | None:
        """Return the result of a finished match.

        Return ``None`` if the table doesn't exist, its match never began or hasn't ended, or its game is no
        longer hosted.
        """
        row = await self._store.matches.find_table(table_id)
        game = None if row is None else self._games.get(row.game)
        if row is None or game is None or row.version is None or row.ended_at is None:
            return None
        store = self._store
        seats, former, log = await asyncio.gather(
            store.seats.list_taken_seats(table_id),
            store.seats.list_former_occupants(table_id),
            store.matches.read_log(table_id),
        )

        def replay_and_judge() -> RatedResult:
            match = replay_match(row, game, seats, log)
            return compute_rated_result(make_table(row, game, seats, former, ((), ()), None, match))

        # Replaying is slow, so it runs off the event loop.
        return await asyncio.to_thread(replay_and_judge)

"""A finished table as its log says, read past the tables that are kept ready: there may be very many."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from bot.features.ratings.results import judge
from bot.storage import Store
from bot.storage.ratings import Result
from bot.tables.reading import make_table, replay
from games.core.protocol import Game


class Reader:
    """Works results out of logs."""

    def __init__(self, store: Store, games: Mapping[str, Game]) -> None:
        self._store, self._games = store, games

    async def missing(self) -> list[int]:
        """Return the finished matches whose result isn't known, the first that ended first."""
        return await self._store.ratings.list_missing(self._games)

    async def read(self, table_id: int) -> Result | None:
        """Return what a log says.

        ``None`` where there is no such table, its match never began, or its game is hosted no longer.
        """
        row = await self._store.matches.find(table_id)
        game = None if row is None else self._games.get(row.game)
        if row is None or game is None or row.version is None or row.ended_at is None:
            return None
        store = self._store
        seats, former, log = await asyncio.gather(
            store.seats.list_taken(table_id),
            store.seats.list_former(table_id),
            store.matches.read_log(table_id),
        )

        def work() -> Result:
            match = replay(row, game, seats, log)
            return judge(make_table(row, game, seats, former, ((), ()), None, match))

        # The others play on meanwhile.
        return await asyncio.to_thread(work)

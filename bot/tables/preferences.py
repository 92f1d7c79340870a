"""What people have chosen once for all tables of a game: their standing orders."""

from __future__ import annotations

from bot.errors import UnknownGame
from bot.tables.lookup import Lookup
from bot.tables.orders import check_order
from bot.tables.store import TableStore
from bot.tables.timekeeping import Clocks
from bot.tables.waiting import order_key


class Orders:
    """Changes people's standing orders; :class:`bot.tables.waiting.Waiting` reads them."""

    def __init__(self, tables: TableStore, lookup: Lookup, clocks: Clocks) -> None:
        self._tables = tables
        self._lookup = lookup
        self._clocks = clocks

    async def set(self, user_id: int, game_key: str, order: str) -> None:
        """Set a standing order: a name of ``Game.orders``, with ``:letters`` where it ranks, or empty.

        :raises UnknownGame: there is no such game.
        :raises BadOrder: the game has none such.
        """
        game = self._tables.games.get(game_key)
        if game is None:
            raise UnknownGame(game_key)
        check_order(game, order)
        await self._tables.store.preferences.set(user_id, order_key(game_key), order)
        for table in await self._lookup.of_person(user_id):
            if table.game.key == game_key:
                await self._clocks.settle(table.id)

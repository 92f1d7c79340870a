"""What people have chosen once for all tables of a game: their standing orders."""

from __future__ import annotations

from bot.errors.tables import UnknownGame
from bot.model.table import Table
from bot.tables.answering import check_order
from bot.tables.clocks import Clocks
from bot.tables.feed import Change, Kind
from bot.tables.lookup import Lookup
from bot.tables.store import TableStore, count_rows
from bot.tables.waiting import make_order_key


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
        theirs = [t for t in await self._lookup.of_person(user_id) if t.game.key == game_key]
        await self._tables.store.preferences.set(user_id, make_order_key(game_key), order)
        self._tables.publish(
            *(Change(t.id, count_rows(t), Kind.ORDERS) for t in theirs if _is_asked(t, user_id))
        )
        for table in theirs:
            await self._clocks.settle(table.id)


def _is_asked(table: Table, user_id: int) -> bool:
    """Tell whether a person is asked something in the turn of another."""
    match = table.match
    if match is None or match.turn in match.to_act:
        return False
    return any(seat in match.to_act for seat in table.seats_of(user_id))

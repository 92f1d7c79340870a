"""Changes standing orders, with which a person answers questions in advance at all tables of a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.errors.tables import UnknownGame
from bot.model.table import Table
from bot.tables.answering import check_standing_order
from bot.tables.clocks import Clocks
from bot.tables.feed import Change, ChangeKind
from bot.tables.lookup import TableFinder
from bot.tables.store import SettingsPlan, TableStore, count_log_rows
from bot.tables.wait_finder import make_order_key


class StandingOrders:
    """Changes standing orders; :class:`bot.tables.wait_finder.WaitFinder` reads them."""

    def __init__(self, tables: TableStore, lookup: TableFinder, clocks: Clocks) -> None:
        self._tables = tables
        self._lookup = lookup
        self._clocks = clocks

    async def set_order(self, user_id: int, game_key: str, order: str) -> None:
        """Set a person's standing order for a game.

        :param order: a name of ``Game.standing_orders``, followed by ``:`` and letters for an order that
            ranks values; empty for the game's default.
        :raises UnknownGame: there is no such game.
        :raises UnknownStandingOrder: the game has no such order.
        """
        plan = await self.plan_changes(user_id, {game_key: order})
        await self._tables.store.run_statements(*plan.writes)
        self._tables.publish(*plan.changes)
        await self.update_clocks(plan.table_ids)

    async def plan_changes(self, user_id: int, chosen_orders: Mapping[str, str]) -> SettingsPlan:
        """Prepare the change of standing orders for several games; see :meth:`set_order`.

        :param chosen_orders: the orders by game key.
        """
        writes = []
        for game_key, order in chosen_orders.items():
            game = self._tables.games.get(game_key)
            if game is None:
                raise UnknownGame(game_key)
            check_standing_order(game, order)
            writes.append(
                self._tables.store.preferences.make_set_statement(user_id, make_order_key(game_key), order)
            )
        theirs = (
            [t for t in await self._lookup.list_active_tables(user_id) if t.game.key in chosen_orders]
            if chosen_orders
            else []
        )
        tells = tuple(
            Change(t.id, count_log_rows(t), ChangeKind.STANDING_ORDER_SET)
            for t in theirs
            if _is_asked(t, user_id)
        )
        return SettingsPlan(tuple(writes), tells, tuple(table.id for table in theirs))

    async def update_clocks(self, table_ids: Iterable[int]) -> None:
        """Start the clocks of players who must move now because of a changed standing order."""
        for table_id in table_ids:
            await self._clocks.start_awaited_clocks(table_id)


def _is_asked(table: Table, user_id: int) -> bool:
    match = table.match
    if match is None or match.active_seat in match.to_act:
        return False
    return any(seat in match.to_act for seat in table.list_seats(user_id))

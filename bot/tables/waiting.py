"""Whom a match waits for: standing orders answer for some, and the own answer of the others is awaited."""

from __future__ import annotations

from collections.abc import Mapping

from bot.errors.playing import WaitingFor
from bot.errors.tables import NotStarted, UnknownGame
from bot.model.clocks import Position
from bot.model.positions import count_turns
from bot.model.table import NOBODY, PLAYING, Table
from bot.storage.settings import Settings
from bot.tables.answering import answer_by_orders
from games.core.match import Match
from games.core.protocol import Game


class Waiting:
    """Reads people's standing orders. It changes nothing."""

    def __init__(self, games: Mapping[str, Game], preferences: Settings) -> None:
        self._games = games
        self._preferences = preferences

    async def order(self, user_id: int, game_key: str) -> str:
        """Return a person's standing order for a game; empty is the game's default.

        :raises UnknownGame: there is no such game.
        """
        if game_key not in self._games:
            raise UnknownGame(game_key)
        return await self._preferences.get(user_id, make_order_key(game_key)) or ""

    async def foresee(self, table: Table, seat: int) -> Match:
        """Return the match as ``seat`` will find it when it acts: others who are asked have answered.

        Nothing is stored; their standing orders answer for good only with the action itself.

        :raises NotStarted: there is no match.
        :raises WaitingFor: somebody who is asked wants to answer in person.
        """
        match = table.match
        if match is None:
            raise NotStarted
        if match.turn != seat or seat in match.to_act:
            return match
        asked = {table.occupants[other].user_id for other in match.to_act}
        orders: dict[int, str | None] = {
            user_id: await self.order(user_id, table.game.key) for user_id in asked
        }
        if table.unhurried(seat):
            orders = {user_id: order or None for user_id, order in orders.items() if user_id != NOBODY}
        return answer_by_orders(table, match, seat, orders)

    async def list_asked(self, table: Table) -> tuple[int, ...]:
        """Return the user ids whose own answer the present turn waits for: no standing order gives it."""
        return await self._find_unanswered(table) or ()

    async def list_awaited(self, table: Table) -> frozenset[int]:
        """Return the seats of people whose own answer the match waits for: time runs for these."""
        match = table.match
        if table.status != PLAYING or match is None or match.turn is None:
            return frozenset()
        asked = await self._find_unanswered(table)
        seats: tuple[int, ...] = (match.turn,)
        if asked is not None:
            seats = tuple(seat for seat in match.to_act if table.occupants[seat].user_id in asked)
        return frozenset(seats) - frozenset(table.computers)

    async def position(self, table: Table) -> Position | None:
        """Return what the clocks have to know; ``None`` where no match is in play."""
        if table.status != PLAYING or table.match is None or table.match.outcome is not None:
            return None
        holders = tuple(occupant.user_id for occupant in table.occupants)
        return Position(count_turns(table.match), holders, await self.list_awaited(table))

    async def _find_unanswered(self, table: Table) -> tuple[int, ...] | None:
        """Return who is asked and has no standing order; ``None`` where the turn waits for no answer."""
        if table.match is None or table.match.turn is None:
            return None
        try:
            await self.foresee(table, table.match.turn)
        except WaitingFor as waiting:
            return waiting.user_ids
        return None


def make_order_key(game_key: str) -> str:
    """Return under what a person's standing order for a game is kept."""
    return f"order:{game_key}"

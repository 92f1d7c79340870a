"""Finds the players that a match waits for, considering their standing orders."""

from __future__ import annotations

from collections.abc import Mapping

from bot.errors.playing import WaitingForAnswers
from bot.errors.tables import MatchNotStarted, UnknownGame
from bot.model.clocks import ClockPosition
from bot.model.table import NO_USER_ID, TABLE_PLAYING, Table
from bot.model.turns import count_ended_turns
from bot.storage.settings import Settings
from bot.tables.answering import answer_with_standing_orders
from games.core.match import Match
from games.core.protocol import Game


class WaitFinder:
    """Reads standing orders, and finds the players that a match waits for. It never writes."""

    def __init__(self, games: Mapping[str, Game], preferences: Settings) -> None:
        self._games = games
        self._preferences = preferences

    async def get_standing_order(self, user_id: int, game_key: str) -> str:
        """Return a person's standing order for a game; empty for the game's default.

        :raises UnknownGame: there is no such game.
        """
        if game_key not in self._games:
            raise UnknownGame(game_key)
        return await self._preferences.get(user_id, make_order_key(game_key)) or ""

    async def apply_standing_orders(self, table: Table, seat: int) -> Match:
        """Return the match with all open questions answered by standing orders, so that ``seat`` can act.

        The answers aren't stored. They must be stored together with the action of ``seat``.

        :raises MatchNotStarted: there is no match.
        :raises WaitingForAnswers: a question is open that no standing order answers.
        """
        match = table.match
        if match is None:
            raise MatchNotStarted
        if match.active_seat != seat or seat in match.to_act:
            return match
        user_ids = {table.occupants[other].user_id for other in match.to_act}
        orders: dict[int, str | None] = {
            user_id: await self.get_standing_order(user_id, table.game.key) for user_id in user_ids
        }
        if table.is_solo_computer_turn(seat):
            orders = {user_id: order or None for user_id, order in orders.items() if user_id != NO_USER_ID}
        return answer_with_standing_orders(table, match, seat, orders)

    async def list_asked_user_ids(self, table: Table) -> tuple[int, ...]:
        """Return the user IDs of the people who must answer before the current turn can continue."""
        return await self._list_people_to_answer(table) or ()

    async def list_awaited_seats(self, table: Table) -> frozenset[int]:
        """Return the seats of people that the match waits for. Their clocks run."""
        match = table.match
        if table.status != TABLE_PLAYING or match is None or match.active_seat is None:
            return frozenset()
        asked_user_ids = await self._list_people_to_answer(table)
        seats: tuple[int, ...] = (match.active_seat,)
        if asked_user_ids is not None:
            seats = tuple(seat for seat in match.to_act if table.occupants[seat].user_id in asked_user_ids)
        return frozenset(seats) - frozenset(table.computer_seats)

    async def make_clock_position(self, table: Table) -> ClockPosition | None:
        """Return the position that a table's clocks depend on; ``None`` if no match is in progress."""
        if table.status != TABLE_PLAYING or table.match is None or table.match.outcome is not None:
            return None
        holders = tuple(occupant.user_id for occupant in table.occupants)
        return ClockPosition(count_ended_turns(table.match), holders, await self.list_awaited_seats(table))

    async def _list_people_to_answer(self, table: Table) -> tuple[int, ...] | None:
        """Return the user IDs of people who must answer themselves; ``None`` if no question is unanswered."""
        if table.match is None or table.match.active_seat is None:
            return None
        try:
            await self.apply_standing_orders(table, table.match.active_seat)
        except WaitingForAnswers as waiting:
            return waiting.user_ids
        return None


def make_order_key(game_key: str) -> str:
    """Return the preference key under which a person's standing order for a game is stored."""
    return f"order:{game_key}"

"""Whom a match waits for: standing orders answer for some, and time runs for the others."""

from __future__ import annotations

from bot.errors import NotStarted, StorageError, UnknownGame, WaitingFor
from bot.model.clocks import Position
from bot.model.positions import turns
from bot.model.table import FROZEN, NOBODY, PLAYING, Table
from bot.tables.lookup import Desk, log
from bot.tables.orders import answered, check_order
from games.core.match import Match
from games.core.protocol import Game


class Waiting(Desk):
    """Knows people's standing orders, and lets the time run of those whose own answer is awaited."""

    async def order(self, user_id: int, game_key: str) -> str:
        """Return a person's standing order for a game; empty is the game's default."""
        self._game(game_key)
        return await self.store.preferences.get(user_id, _order_key(game_key)) or ""

    async def set_order(self, user_id: int, game_key: str, order: str) -> None:
        """Set a standing order: a name of ``Game.orders``, with ``:letters`` where it ranks, or empty.

        :raises BadOrder: the game has none such.
        """
        check_order(self._game(game_key), order)
        await self.store.preferences.set(user_id, _order_key(game_key), order)
        for table in await self.of_person(user_id):
            if table.game.key == game_key:
                async with self._lock(table.id):
                    await self._set_clocks(await self._load(table.id))

    async def asked_in_person(self, table: Table) -> tuple[int, ...]:
        """Return the user ids whose own answer the present turn waits for: no standing order gives it."""
        if table.match is None or table.match.turn is None:
            return ()
        try:
            await self.foreseen(table, table.match.turn)
        except WaitingFor as waiting:
            return waiting.user_ids
        return ()

    async def awaited(self, table: Table) -> frozenset[int]:
        """Return the seats of people whose own answer the match waits for: time runs for these."""
        match = table.match
        if table.status != PLAYING or match is None or match.turn is None:
            return frozenset()
        asked: tuple[int, ...] = (match.turn,)
        try:
            await self.foreseen(table, match.turn)
        except WaitingFor as waiting:
            asked = tuple(s for s in match.to_act if table.occupants[s].user_id in waiting.user_ids)
        return frozenset(asked) - frozenset(table.computers)

    async def mend_clocks(self) -> None:
        """Let time run at the tables in play where it does not: a stop came between, or they are old."""
        for table_id in await self.store.clocks.adrift():
            try:
                async with self._lock(table_id):
                    await self._set_clocks(await self._load(table_id))
            except UnknownGame as error:
                log.warning("no clocks table=%d", table_id, extra={"fields": {"reason": str(error)}})
            except StorageError:
                raise
            except Exception:
                # Whatever is wrong with one table, the others and all computer players wait for this.
                log.exception("no clocks table=%d", table_id)

    async def look_over(self, table_id: int) -> None:
        """Read what is stored of a table that is not ready, and do not keep it: it freezes where it must.

        :raises NoTable: there is none.
        :raises UnknownGame: its game is no longer hosted.
        """
        async with self._lock(table_id):
            if self._cache.get(table_id) is None:
                await self._load(table_id)
                self._cache.drop(table_id)

    async def foreseen(self, table: Table, seat: int) -> Match:
        """Return the match as ``seat`` will find it when it acts: others who are asked have answered.

        Nothing is stored; their standing orders answer for good only with the action itself.

        :raises NotStarted: there is no match.
        :raises WaitingFor: somebody who is asked wants to answer in person.
        """
        if table.match is None:
            raise NotStarted
        return await self._answered(table, table.match, seat)

    async def _set_clocks(self, table: Table) -> None:
        """Let time run for those who are awaited now, where it does not already.

        What was asked for is stored by then, so a failure is told to nobody: the next row of the log sets
        the clocks, or :meth:`mend_clocks`.
        """
        if table.status == FROZEN:
            # Its clocks have stood still since it was read.
            return
        try:
            position = await self._position(table)
            rows = await self.store.clocks.of(table.id)
            running = {row.seat: row.user_id for row in rows.values() if row.since is not None}
            if position is None or running != {s: position.holders[s] for s in position.awaited}:
                await self.store.clocks.settle(table.id, position, self._now())
        except StorageError as error:
            log.warning("no clocks table=%d", table.id, extra={"fields": {"reason": str(error)}})

    async def _position(self, table: Table) -> Position | None:
        """Return what the clocks have to know; ``None`` where no match is in play."""
        if table.status != PLAYING or table.match is None or table.match.outcome is not None:
            return None
        holders = tuple(occupant.user_id for occupant in table.occupants)
        return Position(turns(table.match), holders, await self.awaited(table))

    def _game(self, key: str) -> Game:
        if key not in self.games:
            raise UnknownGame(key)
        return self.games[key]

    async def _answered(self, table: Table, match: Match, seat: int) -> Match:
        if match.turn != seat or seat in match.to_act:
            return match
        asked = {table.occupants[other].user_id for other in match.to_act}
        orders: dict[int, str | None] = {
            user_id: await self.order(user_id, table.game.key) for user_id in asked
        }
        if table.unhurried(seat):
            orders = {user_id: order or None for user_id, order in orders.items() if user_id != NOBODY}
        return answered(table, match, seat, orders)


def _order_key(game_key: str) -> str:
    return f"order:{game_key}"

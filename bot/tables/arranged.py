"""Arranged tables, which the bot opens and starts for assigned players, as in a tournament."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

from bot.errors.seats import NotSeated
from bot.errors.tables import NotEnoughPlayers
from bot.errors.times import TimeNotRunOut
from bot.model.table import START_WHEN_PRESSED, TABLE_IN_LOBBY, TABLE_OVER, Clock, Person, Place, Table
from bot.storage.matches import MatchRow
from bot.storage.seats import SeatRow
from bot.tables.checks import check_level
from bot.tables.clocks import Clocks
from bot.tables.feed import Change, ChangeKind
from bot.tables.lobby_seats import LobbySeats
from bot.tables.lookup import TableFinder
from bot.tables.seats import Seats
from bot.tables.store import TableStore


class ArrangedTables:
    """Opens and starts tables with assigned players, and removes players whose time has run out."""

    def __init__(
        self, tables: TableStore, lookup: TableFinder, lobby_seats: LobbySeats, seats: Seats, clocks: Clocks
    ) -> None:
        self._tables = tables
        self._lookup = lookup
        self._lobby_seats = lobby_seats
        self._seats = seats
        self._clocks = clocks

    async def open_table(
        self,
        place: Place,
        people: Sequence[Person],
        game_key: str,
        options: Mapping[str, str],
        clock: Clock,
        *,
        press_id: int,
        secret: bytes | None = None,
    ) -> int:
        """Open a table with ``people`` seated, the first as its host. Return the table's ID.

        :param press_id: the ID that the match key includes for each person instead of a press on *Join*.
        :param secret: the secret of several tables with the same deal. It stays hidden until
            :meth:`publish_secret` is called, even after the end. By default a new secret is drawn.
        :raises ChannelTaken: the channel has an active table.
        """
        row = MatchRow(
            id=0,
            game=game_key,
            version=None,
            options=self._tables.games[game_key].get_default_options() | dict(options),
            status=TABLE_IN_LOBBY,
            channel_id=place.channel_id,
            guild_id=place.guild_id,
            locale=place.locale,
            host_id=people[0].user_id,
            capacity=len(people),
            secret=self._tables.draw_secret() if secret is None else secret,
            start_press=None,
            opened_at=self._tables.now(),
            ended_at=None,
            clock=clock.text,
            start_trigger=START_WHEN_PRESSED,
            is_sealed=secret is not None,
            is_arranged=True,
        )
        seats = [SeatRow(seat, one.user_id, one.name, press_id) for seat, one in enumerate(people)]
        return await self._lookup.run_write_in_free_channel(
            lambda: self._tables.add_table(row, seats, (), "arrange")
        )

    async def start_match(self, table_id: int, press_id: int) -> Table:
        """Deal the match, unless it has started or the table was closed.

        :param press_id: the ID of the message that shows or announces the table. The match key includes it.
        :raises NotEnoughPlayers: people have left, and the game needs more players.
        """
        async with self._tables.lock(table_id):
            table = await self._tables.load_table(table_id)
            if table.status != TABLE_IN_LOBBY:
                return table
            if len(table.occupants) not in table.game.seat_counts:
                raise NotEnoughPlayers(min(table.game.seat_counts), len(table.occupants))
            return await self._lobby_seats.start_match(table, press_id)

    async def list_seats_out_of_time(self, table: Table) -> tuple[int, ...]:
        """Return the seats of people whose time has run out."""
        return tuple(shown.seat for shown in await self._clocks.read_seat_times(table) if shown.has_run_out)

    async def forfeit_match(self, table_id: int, seat: int) -> Table:
        """End a match with a loss for the seat of a person whose time has run out.

        :raises NotSeated: a computer has the seat.
        :raises TimeNotRunOut: the seat has time left.
        """
        async with self._tables.lock(table_id):
            began = time.perf_counter()
            table, match = await self._tables.load_match(table_id)
            await self._check_out_of_time(table, seat)
            return (await self._tables.record_steps(table, match, match.forfeit(seat), began)).table

    async def replace_player_with_computer(self, table_id: int, seat: int, level: str) -> Table:
        """Give the seat of a person whose time has run out to a computer player.

        :raises NotSeated: a computer has the seat already.
        :raises TimeNotRunOut: the seat has time left.
        """
        async with self._tables.lock(table_id):
            began = time.perf_counter()
            table, _ = await self._tables.load_match(table_id)
            check_level(table.game, level)
            await self._check_out_of_time(table, seat)
            return await self._seats.hand_seats_to_computers(table, (seat,), level, began)

    async def move_table(self, table_id: int, place: Place) -> Table:
        """Move a table, unless it has ended, to another channel because its own was deleted.

        :raises ChannelTaken: the other channel has an active table.
        """

        async def move_and_store() -> Table:
            async with self._tables.lock(table_id):
                table = await self._tables.load_table(table_id)
                if table.status == TABLE_OVER:
                    return table
                write = self._tables.store.matches.move_table(
                    table_id, place.channel_id, place.guild_id, place.locale
                )
                return await self._tables.make_change(table, ChangeKind.MOVED, "move", write)

        return await self._lookup.run_write_in_free_channel(move_and_store)

    async def close_table(self, table_id: int) -> Table:
        """End a table without a result, unless it has ended."""
        async with self._tables.lock(table_id):
            began = time.perf_counter()
            table = await self._tables.load_table(table_id)
            if table.status == TABLE_OVER:
                return table
            if table.match is None:
                return await self._tables.end_table(table, "close")
            return (await self._tables.record_steps(table, table.match, table.match.close(), began)).table

    async def publish_secret(self, table_id: int) -> None:
        """Reveal the secret of a match that has ended."""
        await self._tables.store.matches.publish_secret(table_id)
        await self._tables.invalidate_table(table_id)
        table = await self._tables.get(table_id)
        self._tables.publish(Change(table_id, table.match.seq if table.match else 0, ChangeKind.REVEALED))

    async def _check_out_of_time(self, table: Table, seat: int) -> None:
        if seat in table.computer_seats:
            raise NotSeated
        if seat not in await self.list_seats_out_of_time(table):
            raise TimeNotRunOut(table.names[seat])

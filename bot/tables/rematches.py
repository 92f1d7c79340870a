"""Opens rematches: new tables with the same game and players, but a different seat order."""

from __future__ import annotations

from dataclasses import replace

from bot.errors.seats import NotSeated
from bot.errors.tables import MatchNotOver, RematchNotAllowed, TableOver
from bot.model.table import TABLE_IN_LOBBY, TABLE_OVER, Person, Table
from bot.storage.seats import SeatRow
from bot.tables.lobby import Lobbies
from bot.tables.lobby_seats import LobbySeats, rotate_seats
from bot.tables.lookup import TableFinder
from bot.tables.store import TableStore


class Rematches:
    """Opens the rematch of a finished table, and starts it when everyone has joined."""

    def __init__(self, tables: TableStore, lookup: TableFinder, lobbies: Lobbies, seats: LobbySeats) -> None:
        self._tables = tables
        self._lookup = lookup
        self._lobbies = lobbies
        self._seats = seats

    async def find_unfinished_rematch_id(self, table_id: int) -> int | None:
        """Return the ID of a table's unfinished rematch, if there is one."""
        return await self._tables.store.matches.find_rematch_id(table_id)

    async def open_or_join_rematch(self, table_id: int, person: Person, press_id: int) -> Table:
        """Open the rematch of a finished table. If the rematch is open already, join it.

        A rematch keeps the channel, game, options, clock, computer players and number of seats, and invites
        the other people. Its match starts when everyone invited has joined. If nobody is invited, the caller
        must start it once the commitment is public. A host without a seat gets none in the rematch either.

        :param press_id: the interaction's ID. It becomes part of the match key if the person gets a seat.
        :raises MatchNotOver: the table has not ended.
        :raises RematchNotAllowed: the table was arranged.
        :raises TableOver: the table was closed without a match, or its secret is still hidden.
        :raises NotSeated: the person is not the host of the finished table and had no seat when it ended.
        :raises AlreadySeated: the person has joined the rematch already.
        :raises ChannelTaken: the channel has another active table.
        """
        return await self._lookup.run_write_in_free_channel(
            lambda: self._open_or_join_rematch(table_id, person, press_id)
        )

    async def _open_or_join_rematch(self, table_id: int, person: Person, press_id: int) -> Table:
        async with self._tables.lock(table_id):
            old = await self._tables.load_table(table_id)
            if old.status != TABLE_OVER:
                raise MatchNotOver
            if old.is_arranged:
                raise RematchNotAllowed
            if old.secret is None:
                raise TableOver
            hosts = not old.list_seats(person.user_id) and person.user_id == old.host_id
            if not old.list_seats(person.user_id) and not hosts:
                raise NotSeated
            new = await self.find_unfinished_rematch_id(table_id)
            if new is not None and hosts:
                opened = await self._tables.get(new)
                if opened.status != TABLE_IN_LOBBY:
                    raise NotSeated
                return opened
            if new is None:
                new = await self._open_rematch(old, person, press_id)
                return await self._seats.reseat_player_for_rematch(new, person, press_id)
        return await self._lobbies.join_lobby(new, person, press_id)

    async def _open_rematch(self, old_table: Table, person: Person, press_id: int) -> int:
        """Store a lobby with the finished table's settings, and with the person and the computers seated."""
        order = rotate_seats(await self._tables.store.seats.list_taken_seats(old_table.id))
        # Leave out guest channels, because they agreed to a single match.
        seated_rows = [
            row
            for row in order
            if (row.computer is not None or row.user_id == person.user_id)
            and not (row.channel and row.channel.is_guest)
        ]
        if old_table.list_seats(person.user_id) and all(row.computer is not None for row in seated_rows):
            # The person's data was erased after the table was read.
            raise NotSeated
        row = replace(
            await self._tables.load_row(old_table.id),
            version=None,
            status=TABLE_IN_LOBBY,
            host_id=person.user_id,
            capacity=len(order),
            secret=self._tables.draw_secret(),
            start_press=None,
            opened_at=self._tables.now(),
            ended_at=None,
            rematch_of=old_table.id,
            clock=None if old_table.clock is None else old_table.clock.text,
        )
        seats = [
            SeatRow(n, r.user_id, r.name if r.computer else person.name, press_id, r.computer)
            for n, r in enumerate(seated_rows)
        ]
        others = [user_id for user_id in old_table.user_ids if user_id != person.user_id]
        return await self._tables.add_table(row, seats, others, "rematch")

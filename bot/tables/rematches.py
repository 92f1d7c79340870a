"""Playing again: the same game, the same people, another of them to begin."""

from __future__ import annotations

from dataclasses import replace

from bot.errors.seats import NotSeated
from bot.errors.tables import NoRematch, NotOver, TableOver
from bot.model.table import LOBBY, OVER, Person, Table, is_guest
from bot.storage.seats import SeatRow
from bot.tables.lobby import Lobbies
from bot.tables.lobby_seats import LobbySeats, rotate
from bot.tables.lookup import Lookup
from bot.tables.store import TableStore


class Rematches:
    """Opens a finished table's rematch, and begins it when everybody has come."""

    def __init__(self, tables: TableStore, lookup: Lookup, lobbies: Lobbies, seats: LobbySeats) -> None:
        self._tables = tables
        self._lookup = lookup
        self._lobbies = lobbies
        self._seats = seats

    async def find(self, table_id: int) -> int | None:
        """Return the table that is the rematch of another; ``None`` where nobody has opened one."""
        return await self._tables.store.matches.following(table_id)

    async def play_again(self, table_id: int, person: Person, press: int) -> Table:
        """Open the rematch of a finished table, or join the one that is open.

        It has the channel, the game, the switches, the clock, the computer players and the number of seats
        of the old table; the others who sat there are invited. It begins with the last one's press; where
        there are no others, the caller starts it, once the commitment is public. A host who had no seat
        has none again.

        :param press: the id of the interaction; it goes into the match key.
        :raises NotOver: the table has not ended.
        :raises NoRematch: people were drawn to it.
        :raises NotSeated: the person did not sit there at its end, and does not host it.
        :raises AlreadySeated: they have pressed before.
        :raises ChannelTaken: the channel has another active table.
        """
        return await self._lookup.unless_taken(lambda: self._play_again(table_id, person, press))

    async def _play_again(self, table_id: int, person: Person, press: int) -> Table:
        async with self._tables.lock(table_id):
            old = await self._tables.load(table_id)
            if old.status != OVER:
                raise NotOver
            if old.arranged:
                raise NoRematch
            if old.secret is None:
                raise TableOver
            hosts = not old.seats_of(person.user_id) and person.user_id == old.host_id
            if not old.seats_of(person.user_id) and not hosts:
                raise NotSeated
            new = await self.find(table_id)
            if new is not None and hosts:
                opened = await self._tables.get(new)
                if opened.status != LOBBY:
                    raise NotSeated
                return opened
            if new is None:
                new = await self._reopen(old, person, press)
                return await self._seats.complete(new, person, press)
        return await self._lobbies.join(new, person, press)

    async def _reopen(self, old: Table, person: Person, press: int) -> int:
        order = rotate(await self._tables.store.seats.of(old.id))
        # Another channel has agreed to one match: it is asked again.
        there = [
            row
            for row in order
            if (row.computer is not None or row.user_id == person.user_id) and not is_guest(row.computer)
        ]
        if old.seats_of(person.user_id) and all(row.computer is not None for row in there):
            # The person has been forgotten since the table was read.
            raise NotSeated
        row = replace(
            await self._tables.row(old.id),
            version=None,
            status=LOBBY,
            host_id=person.user_id,
            capacity=len(order),
            secret=self._tables.secrets(),
            start_press=None,
            opened_at=self._tables.now(),
            ended_at=None,
            follows=old.id,
            clock=None if old.clock is None else old.clock.text,
        )
        seats = [
            SeatRow(n, r.user_id, r.name if r.computer else person.name, press, r.computer)
            for n, r in enumerate(there)
        ]
        others = [user_id for user_id in old.people if user_id != person.user_id]
        return await self._tables.add(row, seats, others, "rematch")

"""Playing again: the same game, the same people, another of them to begin."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.errors import NotOver, NotSeated, TableOver
from bot.kit.failpoints import STORED, reach
from bot.model.table import LOBBY, OVER, Person, Table
from bot.storage.seats import SeatRow
from bot.tables.lobby import renumbered
from bot.tables.lookup import log
from bot.tables.seating import Seating


def rotated(seats: Sequence[SeatRow]) -> tuple[SeatRow, ...]:
    """Return who sits where in the rematch: everybody one seat earlier, so that another begins."""
    return tuple(renumbered((*seats[1:], *seats[:1])))


def arranged(order: Sequence[SeatRow], seats: Iterable[SeatRow]) -> list[SeatRow]:
    """Return taken seats in the order of the rematch, in whatever order people came.

    Who was not there before takes the place of somebody who stays away.

    :param order: where those sit who were there before.
    """
    coming = list(seats)
    places: list[SeatRow | None] = []
    for before in order:
        same = (row for row in coming if _same(row, before))
        row = next(same, None)
        places.append(row)
        if row is not None:
            coming.remove(row)
    filled = [row or (coming.pop(0) if coming else None) for row in places]
    return renumbered([row for row in (*filled, *coming) if row is not None])


def _same(row: SeatRow, before: SeatRow) -> bool:
    if before.computer is not None:
        return row.computer is not None
    return row.computer is None and row.user_id == before.user_id


class Rematches(Seating):
    """Opens a finished table's rematch, and begins it when everybody has come."""

    async def rematch(self, table_id: int, person: Person, press: int) -> Table:
        """Open the rematch of a finished table, or join the one that is open.

        It has the channel, the game, the switches, the clock, the computer players and the number of seats
        of the old table; the others who sat there are invited. It begins with the last one's press; where
        there are no others, :meth:`start` is for the caller, once the commitment has been shown.

        :param press: the id of the interaction; it goes into the match key.
        :raises NotOver: the table has not ended.
        :raises NotSeated: the person did not sit there at its end.
        :raises AlreadySeated: they have pressed before.
        :raises ChannelTaken: the channel has another active table.
        """
        return await self._unless_taken(lambda: self._rematch(table_id, person, press))

    async def _rematch(self, table_id: int, person: Person, press: int) -> Table:
        async with self._lock(table_id):
            old = await self._load(table_id)
            if old.status != OVER:
                raise NotOver
            if old.secret is None:
                raise TableOver
            if not old.seats_of(person.user_id):
                raise NotSeated
            new = await self.store.matches.following(table_id)
            if new is None:
                new = await self._reopen(old, person, press)
                return await self._completed(new, person, press)
        return await self.join(new, person, press)

    async def join(self, table_id: int, person: Person, press: int, *, again: bool = False) -> Table:
        """Seat a person on the next seat; a rematch begins when everybody has come.

        See :meth:`bot.tables.lobby.Lobby.join`.
        """
        table = await super().join(table_id, person, press, again=again)
        return table if table.follows is None else await self._completed(table_id, person, press)

    async def _reopen(self, old: Table, person: Person, press: int) -> int:
        order = rotated(await self.store.seats.of(old.id))
        there = [row for row in order if row.computer is not None or row.user_id == person.user_id]
        if all(row.computer is not None for row in there):
            # The person has been forgotten since the table was read.
            raise NotSeated
        row = replace(
            await self._row(old.id),
            version=None,
            status=LOBBY,
            host_id=person.user_id,
            capacity=len(order),
            secret=self._secrets(),
            start_press=None,
            opened_at=self._now(),
            ended_at=None,
            follows=old.id,
            clock=None if old.clock is None else old.clock.text,
        )
        seats = [
            SeatRow(n, r.user_id, r.name if r.computer else person.name, press, r.computer)
            for n, r in enumerate(there)
        ]
        others = [user_id for user_id in old.people if user_id != person.user_id]
        new = await self.store.matches.add(row, seats, others)
        log.info("table=%d kind=rematch follows=%d", new, old.id)
        reach(STORED)
        return new

    async def _completed(self, table_id: int, person: Person, press: int) -> Table:
        """Give a person of several seats the others too, and begin when the last person has come."""
        async with self._lock(table_id):
            table = await self._load(table_id)
            if table.status != LOBBY or table.follows is None:
                return table
            before = await self.store.seats.of(table.follows)
            had = sum(row.computer is None and row.user_id == person.user_id for row in before)
            more = min(had - len(table.seats_of(person.user_id)), table.capacity - len(table.occupants))
            if more > 0:
                taken = await self.store.seats.of(table_id)
                new = [SeatRow(0, person.user_id, person.name, press)] * more
                table = await self._reseat(table, (*taken, *new), table.host_id, "join")
            # One person's press is older than the secret: another must come into the match key.
            if len(table.occupants) < table.capacity or len(table.people) == 1:
                return table
            write = self.store.matches.start(table_id, table.game.version, press)
            return await self._change(table, "start", write)

    async def _reseat(self, table: Table, seats: Iterable[SeatRow], host_id: int, kind: str) -> Table:
        if table.follows is not None:
            seats = arranged(rotated(await self.store.seats.of(table.follows)), seats)
        return await super()._reseat(table, seats, host_id, kind)

"""Seats that change hands during a match: computers stand in for people, people take over from them."""

from __future__ import annotations

import time

from bot.errors import (
    AlreadySeated,
    NoSeatFor,
    NoSuchLevel,
    NoSuchSeat,
    NotInvited,
    NotInviter,
    NotSeated,
    OtherSeatSeen,
    SeatTaken,
    TableOver,
)
from bot.model.table import LOBBY, NOBODY, OVER, Occupant, Person, Table
from bot.storage.seats import SeatRow
from bot.tables.lobby import Lobby
from games.core.words import Words
from games.players import LEVELS

NORMAL = "normal"


def computer_name(level: str, w: Words) -> str:
    """Return what a computer player of a level is called.

    :raises NoSuchLevel: there is no such level.
    """
    names = {
        "easy": w.ctx("computer player", "Seahorse"),
        "normal": w.ctx("computer player", "Octopus"),
        "hard": w.ctx("computer player", "Orca"),
    }
    if level not in names:
        raise NoSuchLevel(level, LEVELS)
    return names[level]


def known_seats(table: Table, user_id: int) -> tuple[int, ...]:
    """Return the seats whose hidden side a person has seen: those they have and those they had.

    Nothing is known of somebody who had themselves erased; to keep a mark of them would break that promise.
    """
    had = [former.seat for former in table.former if former.computer is None and former.user_id == user_id]
    return tuple(sorted({*table.seats_of(user_id), *had}))


def takeable(table: Table, user_id: int) -> tuple[int, ...]:
    """Return the seats of computers that a person may take over: any, or only those they know already."""
    known = known_seats(table, user_id)
    return tuple(seat for seat in table.computers if seat in known or not known)


class Seating(Lobby):
    """Changes who plays a seat. The log of the match knows seats only, so it stays as it is.

    An open proposal falls with every change: it was put to others than those who are seated then, and
    one press puts it to them anew.
    """

    async def leave(self, table_id: int, user_id: int, level: str = NORMAL) -> Table:
        """Free the seats of a person, or turn an invitation down.

        In a match a computer of ``level`` plays on for them. The host's part passes to the first who is
        still seated; when the last person leaves, the table ends without a result.

        :raises NotSeated: the person is neither seated nor invited.
        :raises NoSuchLevel: there is no such computer player.
        """
        if level not in LEVELS:
            raise NoSuchLevel(level, LEVELS)
        async with self._lock(table_id):
            began = time.perf_counter()
            table = await self._load(table_id)
            if table.status == OVER:
                raise TableOver
            if table.status == LOBBY:
                return await self._leave_lobby(table, user_id)
            seats = table.seats_of(user_id)
            if not seats:
                raise NotSeated
            return await self._stand_in(table, seats, level, began)

    async def take(self, table_id: int, person: Person, seat: int) -> Table:
        """Let a person play on for a computer player.

        Who has or had a seat of this match has seen its hidden side, and may take only that one back.

        :raises NoSuchSeat: there is no such seat.
        :raises SeatTaken: another person has it.
        :raises AlreadySeated: it is their own already, or they have another.
        :raises OtherSeatSeen: they had another before.
        """
        async with self._lock(table_id):
            table, match = await self._playing(table_id)
            occupant = _occupant(table, seat)
            own = table.seats_of(person.user_id)
            if seat in own:
                raise AlreadySeated
            if occupant.computer is None:
                raise SeatTaken(table.names[seat])
            if seat not in takeable(table, person.user_id):
                if own:
                    raise AlreadySeated
                raise OtherSeatSeen(table.names[known] for known in known_seats(table, person.user_id))
            row = SeatRow(seat, person.user_id, person.name, 0)
            write = self.store.seats.hand_over(table_id, [row], table.host_id, match.seq)
            return await self._change(table, "take", write)

    async def ask_over(self, table_id: int, by: int, user_id: int) -> Table:
        """Invite somebody to play on for a computer player. Again is the same as once.

        :raises NotSeated: ``by`` does not play here.
        :raises NoSeatFor: there is no seat that ``user_id`` could take.
        """
        async with self._lock(table_id):
            table, _ = await self._playing(table_id)
            if not table.seats_of(by):
                raise NotSeated
            if not takeable(table, user_id):
                raise NoSeatFor
            if user_id in table.invited:
                return table
            write = self.store.seats.invite(table_id, user_id, table.seats_of(by)[0])
            return await self._change(table, "invite", write)

    async def withdraw(self, table_id: int, by: int, user_id: int) -> Table:
        """Take an invitation to a computer's seat back.

        :raises NotInvited: ``user_id`` has none.
        :raises NotInviter: ``by`` is not the host, nor has the seat from which it was sent.
        """
        async with self._lock(table_id):
            table, _ = await self._playing(table_id)
            if user_id not in table.invited:
                raise NotInvited
            seat = await self.store.seats.invited_by(table_id, user_id)
            if by != table.host_id and seat not in table.seats_of(by):
                raise NotInviter(table.host.name)
            return await self._change(table, "uninvite", self.store.seats.uninvite(table_id, user_id))

    async def _stand_in(self, table: Table, seats: tuple[int, ...], level: str, began: float) -> Table:
        """Hand seats to computer players; a table that nobody plays at any more ends."""
        match = table.match
        staying = [o.user_id for o in table.occupants if o.computer is None and o.seat not in seats]
        if not staying:
            if match is None:
                return await self._ended(table, "close")
            return (await self._record(table, match, match.close(), began)).table
        name = computer_name(level, await self.words_of(table))
        rows = [SeatRow(seat, NOBODY, name, 0, level) for seat in seats]
        host = table.host_id if table.host_id in staying else staying[0]
        # A log that does not replay has rows all the same.
        seq = len(await self.store.matches.log(table.id)) if match is None else match.seq
        write = self.store.seats.hand_over(table.id, rows, host, seq)
        return await self._change(table, "computer", write)


def _occupant(table: Table, seat: int) -> Occupant:
    if not 0 <= seat < len(table.occupants):
        raise NoSuchSeat
    return table.occupants[seat]

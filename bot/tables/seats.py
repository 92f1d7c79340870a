"""Seats that change hands during a match: computers stand in for people, people take over from them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from bot.errors.seats import (
    AlreadySeated,
    ChannelHasSeen,
    NoSeatFor,
    NoSuchLevel,
    NoSuchSeat,
    NotAsked,
    NotInvited,
    NotInviter,
    NotSeated,
    OtherSeatSeen,
    SeatTaken,
    TournamentSeats,
)
from bot.errors.tables import TableOver
from bot.model.table import CHANNEL, LOBBY, NOBODY, OVER, Occupant, Person, Table
from bot.storage.seats import SeatRow
from bot.tables.channels import Channels
from bot.tables.checks import check_level
from bot.tables.feed import Kind
from bot.tables.lobby_seats import LobbySeats
from bot.tables.reading import make_occupant
from bot.tables.store import TableStore
from bot.tables.timers import Timers
from games.core.words import Words
from games.players import EVERYWHERE, LEVELS

NORMAL = "normal"
WEAKEST = EVERYWHERE[0]


def name_computer(level: str, w: Words) -> str:
    """Return what a computer player of a level is called.

    :raises NoSuchLevel: there is no such level.
    """
    names = {
        "easy": w.ctx("computer player", "Seahorse"),
        "normal": w.ctx("computer player", "Octopus"),
        "hard": w.ctx("computer player", "Orca"),
        "expert": w.ctx("computer player", "Leviathan"),
        CHANNEL: w.ctx("computer player", "The channel"),
    }
    if level not in names:
        raise NoSuchLevel(level, LEVELS)
    return names[level]


def find_known_seats(table: Table, user_id: int) -> tuple[int, ...]:
    """Return the seats whose hidden side a person has seen: those they have and those they had.

    Nothing is known of somebody who had themselves erased; to keep a mark of them would break that promise.
    """
    had = [former.seat for former in table.former if former.computer is None and former.user_id == user_id]
    return tuple(sorted({*table.seats_of(user_id), *had}))


def has_played(table: Table, user_id: int) -> bool:
    """Tell whether a person has or had a seat: they don't just watch."""
    return bool(find_known_seats(table, user_id))


def list_takeable(table: Table, user_id: int) -> tuple[int, ...]:
    """Return the seats of computers that a person may take over: any, or only those they know already.

    Where the channel plays a seat, or has, everybody may know its hidden side, so nobody new takes any; nor
    at a table to which people were drawn.
    """
    known = find_known_seats(table, user_id)
    anybody = not known and not table.is_voted and not table.arranged
    return tuple(seat for seat in table.computers if seat in known or anybody)


class Seats:
    """Changes who plays a seat. The log of the match knows seats only, so it stays as it is.

    An open proposal falls with every change: it was put to others than those who are seated then, and
    one press puts it to them anew.
    """

    def __init__(
        self, tables: TableStore, lobby_seats: LobbySeats, channels: Channels, timers: Timers
    ) -> None:
        self._tables = tables
        self._lobby_seats = lobby_seats
        self._channels = channels
        self._timers = timers
        self._seats = tables.store.seats

    async def decline(self, table_id: int, user_id: int) -> Table:
        """Turn the invitation of a person down, to a lobby or to a computer's seat.

        :raises NotAsked: they have none.
        """
        async with self._tables.lock(table_id):
            table = await self._tables.load(table_id)
            if table.status == OVER:
                raise TableOver
            if user_id not in table.invited:
                raise NotAsked
            return await self._lobby_seats.decline(table, user_id)

    async def leave(self, table_id: int, user_id: int, level: str = NORMAL, *, gone: bool = False) -> Table:
        """Free the seats of a person, or turn an invitation down.

        In a match a computer of ``level`` plays on for them, at an arranged table the weakest, which is no
        help to who comes back. The host's part passes to the first who is
        still seated; when the last person leaves, the table ends without a result.

        :param gone: they have left the server; who was invited there has not said no.
        :raises NotSeated: the person is neither seated nor invited.
        :raises NoSuchLevel: there is no such computer player.
        """
        async with self._tables.lock(table_id):
            began = time.perf_counter()
            table = await self._tables.load(table_id)
            check_level(table.game, level)
            if table.status == OVER:
                raise TableOver
            if user_id in table.invited:
                return await self._lobby_seats.decline(table, user_id, gone=gone)
            if table.status == LOBBY:
                return await self._lobby_seats.leave(table, user_id)
            seats = table.seats_of(user_id)
            if not seats:
                raise NotSeated
            return await self.stand_in(table, seats, WEAKEST if table.arranged else level, began)

    async def take(self, table_id: int, person: Person, seat: int) -> Table:
        """Let a person play on for a computer player.

        Who has or had a seat of this match has seen its hidden side, and may take only that one back.

        :raises NoSuchSeat: there is no such seat.
        :raises SeatTaken: another person has it.
        :raises AlreadySeated: it is their own already, or they have another.
        :raises OtherSeatSeen: they had another before.
        :raises ChannelHasSeen: a channel plays here, and they have had no seat.
        :raises TournamentSeats: others were drawn to the table.
        """
        async with self._tables.lock(table_id):
            table, match = await self._tables.load_match(table_id)
            occupant = _occupant(table, seat)
            own = table.seats_of(person.user_id)
            if seat in own:
                raise AlreadySeated
            if occupant.computer is None:
                raise SeatTaken(table.names[seat])
            if seat not in list_takeable(table, person.user_id):
                if own:
                    raise AlreadySeated
                known = find_known_seats(table, person.user_id)
                if not known:
                    raise TournamentSeats if table.arranged else ChannelHasSeen
                raise OtherSeatSeen(table.names[seat] for seat in known)
            row = SeatRow(seat, person.user_id, person.name, 0)
            return await self._hand_over(table, [row], table.host_id, match.seq, "take")

    async def ask_over(self, table_id: int, by: int, user_id: int) -> Table:
        """Invite somebody to play on for a computer player. Again is the same as once.

        :raises NotSeated: ``by`` does not play here.
        :raises NoSeatFor: there is no seat that ``user_id`` could take.
        """
        async with self._tables.lock(table_id):
            table, _ = await self._tables.load_match(table_id)
            if not table.seats_of(by):
                raise NotSeated
            if not list_takeable(table, user_id):
                raise NoSeatFor
            if user_id in table.invited:
                return table
            write = self._seats.invite(table_id, user_id, table.seats_of(by)[0])
            return await self._tables.change(table, Kind.INVITED, "invite", write)

    async def withdraw(self, table_id: int, by: int, user_id: int) -> Table:
        """Take an invitation to a computer's seat back.

        :raises NotInvited: ``user_id`` has none.
        :raises NotInviter: ``by`` is not the host, nor has the seat from which it was sent.
        """
        async with self._tables.lock(table_id):
            table, _ = await self._tables.load_match(table_id)
            if user_id not in table.invited:
                raise NotInvited
            seat = await self._seats.invited_by(table_id, user_id)
            if by != table.host_id and seat not in table.seats_of(by):
                raise NotInviter(table.host.name)
            return await self._tables.change(
                table, Kind.INVITED, "uninvite", self._seats.uninvite(table_id, user_id)
            )

    async def stand_in(self, table: Table, seats: tuple[int, ...], level: str, began: float) -> Table:
        """Hand seats to computer players, for who holds the lock; a table that nobody plays at any more ends.

        :param began: when the work on it began, as :func:`time.perf_counter` counts.
        """
        match = table.match
        staying = [o.user_id for o in table.occupants if o.computer is None and o.seat not in seats]
        sat = bool(table.seats_of(table.host_id))
        if not staying and (sat or not table.votes):
            if match is None:
                return await self._tables.end(table, "close")
            return (await self._tables.record(table, match, match.close(), began)).table
        name = name_computer(level, await self._channels.words_of(table))
        rows = [SeatRow(seat, NOBODY, name, 0, level) for seat in seats]
        # Who lets a channel play in their place stays the host without a seat.
        passes = (sat or table.host_id == NOBODY) and table.host_id not in staying and staying
        host = staying[0] if passes else table.host_id
        # A log that does not replay has rows all the same.
        seq = len(await self._tables.store.matches.log(table.id)) if match is None else match.seq
        return await self._hand_over(table, rows, host, seq, "computer")

    async def _hand_over(
        self, table: Table, rows: Sequence[SeatRow], host_id: int, seq: int, label: str
    ) -> Table:
        """Give seats to others, and let time run for these."""
        new = {row.seat: make_occupant(row) for row in rows}
        after = replace(table, occupants=tuple(new.get(o.seat, o) for o in table.occupants))
        switch = await self._timers.switch(after, self._tables.now())
        write = self._seats.hand_over(table.id, rows, host_id, seq, also=switch)
        return await self._tables.change(table, Kind.SEATED, label, write)


def _occupant(table: Table, seat: int) -> Occupant:
    if not 0 <= seat < len(table.occupants):
        raise NoSuchSeat
    return table.occupants[seat]

"""A table before its match: who sits where, the switches, and the start."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from bot.errors import (
    AlreadySeated,
    AlreadyStarted,
    BadOption,
    NoComputerThere,
    NoSuchLevel,
    NotEnoughSeats,
    NotInvited,
    NotSeated,
    SeatsFull,
    SeatsKept,
    TableOver,
    UnknownGame,
    WrongSeats,
)
from bot.kit.failpoints import STORED, reach
from bot.model.table import LOBBY, NOBODY, OVER, Clock, Person, Place, Table
from bot.storage.matches import MatchRow
from bot.storage.seats import SeatRow
from bot.tables.lookup import host_only, log
from bot.tables.writes import Ledger
from games.core.protocol import Game
from games.players import LEVELS


class Lobby(Ledger):
    """Opens tables and seats people."""

    async def open(
        self,
        place: Place,
        host: Person,
        game_key: str,
        options: Mapping[str, str],
        *,
        press: int,
        seats: int | None = None,
        clock: Clock | None = None,
    ) -> Table:
        """Open a table and seat its host; its secret is drawn now.

        :param press: the id of the interaction that asked for it.
        :param seats: how many seats are wanted at most; the game's most where not given.
        :param clock: the time of each seat; nobody is hurried without.
        :raises ChannelTaken: the channel has an active table.
        :raises TableError: the game, a switch or the number of seats is not to be had.
        """
        game = self.games.get(game_key)
        if game is None:
            raise UnknownGame(game_key)
        for name, value in options.items():
            _check_option(game, name, value)
        capacity = max(game.seats) if seats is None else seats
        if capacity not in game.seats:
            raise WrongSeats(game.title, min(game.seats), max(game.seats))
        row = MatchRow(
            id=0,
            game=game.key,
            version=None,
            options=game.defaults() | dict(options),
            status=LOBBY,
            channel_id=place.channel_id,
            guild_id=place.guild_id,
            locale=place.locale,
            host_id=host.user_id,
            capacity=capacity,
            secret=self._secrets(),
            start_press=None,
            opened_at=self._now(),
            ended_at=None,
            clock=None if clock is None else clock.text,
        )
        seated = [SeatRow(0, host.user_id, host.name, press)]
        new = await self._unless_taken(lambda: self.store.matches.add(row, seated))
        log.info("table=%d kind=open game=%s", new, game.key)
        reach(STORED)
        return await self.get(new)

    async def join(self, table_id: int, person: Person, press: int, *, again: bool = False) -> Table:
        """Seat a person on the next seat.

        :param press: the id of the interaction; it goes into the match key.
        :param again: one more seat for somebody who has one (two on one screen, or practice).
        :raises AlreadySeated: without ``again``.
        :raises SeatsFull: no seat is free.
        :raises SeatsKept: the free seats are for those who were invited; the host may take one.
        """
        async with self._lock(table_id):
            table = await self._lobby(table_id)
            if table.seats_of(person.user_id) and not again:
                raise AlreadySeated
            free = table.capacity - len(table.occupants)
            if free == 0:
                raise SeatsFull
            welcome = person.user_id in table.invited or person.user_id == table.host_id
            if free <= len(table.invited) and not welcome:
                raise SeatsKept
            taken = await self.store.seats.of(table_id)
            new = SeatRow(len(taken), person.user_id, person.name, press)
            return await self._reseat(table, (*taken, new), table.host_id, "join")

    async def invite(self, table_id: int, by: int, user_id: int) -> Table:
        """Keep a free seat for somebody. Inviting the same person again changes nothing.

        :raises NotHost: ``by`` is not the host.
        :raises AlreadySeated: ``user_id`` has a seat.
        :raises SeatsFull: every free seat is kept for somebody already.
        """
        async with self._lock(table_id):
            table = await self._lobby(table_id)
            host_only(table, by)
            if table.seats_of(user_id):
                raise AlreadySeated
            if user_id in table.invited:
                return table
            if len(table.occupants) + len(table.invited) >= table.capacity:
                raise SeatsFull
            return await self._change(table, "invite", self.store.seats.invite(table_id, user_id))

    async def uninvite(self, table_id: int, by: int, user_id: int) -> Table:
        """Take an invitation back: the seat is free again.

        :raises NotHost: ``by`` is not the host.
        :raises NotInvited: ``user_id`` has none.
        """
        async with self._lock(table_id):
            table = await self._lobby(table_id)
            host_only(table, by)
            if user_id not in table.invited:
                raise NotInvited
            return await self._change(table, "uninvite", self.store.seats.uninvite(table_id, user_id))

    async def lobby(self, table_id: int) -> Table:
        """Return a table whose match has not begun.

        :raises TableOver: it has ended.
        :raises AlreadyStarted: it has begun.
        """
        async with self._lock(table_id):
            return await self._lobby(table_id)

    async def add_computer(self, table_id: int, by: int, level: str, name: str, press: int) -> Table:
        """Seat a computer player on the next seat.

        :param level: one of :data:`games.players.LEVELS`.
        :param name: what it is called at this table.
        :param press: the id of the interaction; it goes into the match key.
        :raises NotHost: ``by`` is not the host.
        :raises NoSuchLevel: there is no such player.
        :raises SeatsFull: no seat is free, or the free ones are kept for those who were invited.
        """
        if level not in LEVELS:
            raise NoSuchLevel(level, LEVELS)
        async with self._lock(table_id):
            table = await self._lobby(table_id)
            host_only(table, by)
            if len(table.occupants) + len(table.invited) >= table.capacity:
                raise SeatsFull
            taken = await self.store.seats.of(table_id)
            new = SeatRow(len(taken), NOBODY, name, press, level)
            return await self._reseat(table, (*taken, new), table.host_id, "computer")

    async def remove_computer(self, table_id: int, by: int, seat: int) -> Table:
        """Free the seat of a computer player; later seats move up.

        :raises NotHost: ``by`` is not the host.
        :raises NoComputerThere: none sits there.
        """
        async with self._lock(table_id):
            table = await self._lobby(table_id)
            host_only(table, by)
            if seat not in table.computers:
                raise NoComputerThere
            staying = [row for row in await self.store.seats.of(table_id) if row.seat != seat]
            return await self._reseat(table, renumbered(staying), table.host_id, "uncomputer")

    async def set_option(self, table_id: int, by: int, name: str, value: str) -> Table:
        """Set a switch of the game.

        :raises NotHost: ``by`` is not the host.
        :raises BadOption: there is no such switch or value.
        """
        async with self._lock(table_id):
            table = await self._lobby(table_id)
            host_only(table, by)
            _check_option(table.game, name, value)
            write = self.store.matches.set_options(table_id, {**table.options, name: value})
            return await self._change(table, "option", write)

    async def set_clock(self, table_id: int, by: int, clock: Clock | None) -> Table:
        """Set how much time each seat has, or that nobody is hurried. It stays so once the match has begun.

        :raises NotHost: ``by`` is not the host.
        :raises AlreadyStarted: the match has begun.
        """
        async with self._lock(table_id):
            table = await self._lobby(table_id)
            host_only(table, by)
            write = self.store.matches.set_clock(table_id, None if clock is None else clock.text)
            return await self._change(table, "clock", write)

    async def start(self, table_id: int, by: int, press: int) -> Table:
        """Deal the match for those who are seated.

        :param press: the last to go into the match key: the id of the interaction, or of the message that
            shows the commitment where nobody is to press.
        :raises NotHost: ``by`` is not the host.
        :raises NotEnoughSeats: the game needs more.
        """
        async with self._lock(table_id):
            table = await self._lobby(table_id)
            host_only(table, by)
            if len(table.occupants) not in table.game.seats:
                raise NotEnoughSeats(min(table.game.seats), len(table.occupants))
            write = self.store.matches.start(table_id, table.game.version, press)
            return await self._change(table, "start", write)

    async def cancel(self, table_id: int, by: int, *, moderator: bool = False) -> Table:
        """Give a lobby up.

        :raises NotHost: ``by`` is neither the host nor a moderator.
        :raises AlreadyStarted: the match has begun; it can be closed instead.
        """
        async with self._lock(table_id):
            table = await self._lobby(table_id)
            host_only(table, by, moderator=moderator)
            return await self._ended(table, "cancel")

    async def _lobby(self, table_id: int) -> Table:
        table = await self._load(table_id)
        if table.status == OVER:
            raise TableOver
        if table.status != LOBBY:
            raise AlreadyStarted
        return table

    async def _leave_lobby(self, table: Table, user_id: int) -> Table:
        if user_id in table.invited:
            return await self._change(table, "decline", self.store.seats.uninvite(table.id, user_id))
        if not table.seats_of(user_id):
            raise NotSeated
        seats = await self.store.seats.of(table.id)
        staying = [seat for seat in seats if seat.computer is not None or seat.user_id != user_id]
        people = [seat.user_id for seat in staying if seat.computer is None]
        if not people:
            return await self._ended(table, "cancel")
        host = people[0] if user_id == table.host_id else table.host_id
        return await self._reseat(table, renumbered(staying), host, "leave")

    async def _reseat(self, table: Table, seats: Iterable[SeatRow], host_id: int, kind: str) -> Table:
        return await self._change(table, kind, self.store.seats.reseat(table.id, seats, host_id))


def renumbered(seats: Iterable[SeatRow]) -> list[SeatRow]:
    """Return seats moved up so that none is empty between them."""
    return [replace(seat, seat=n) for n, seat in enumerate(seats)]


def _check_option(game: Game, name: str, value: str) -> None:
    if not any(option.name == name and value in option.values for option in game.options):
        raise BadOption(name, value, (f"{o.name}={v}" for o in game.options for v in o.values))

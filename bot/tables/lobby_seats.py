"""Changes the seats of a lobby. Players sit in order of joining or, in a rematch, in a fixed order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot import metrics
from bot.errors.seats import NotSeated
from bot.model.table import TABLE_IN_LOBBY, TABLE_PLAYING, Person, Table
from bot.storage.matches import MatchRow
from bot.storage.seats import SeatRow
from bot.tables.clock_switcher import ClockSwitcher
from bot.tables.doubts import convert_read_errors
from bot.tables.feed import ChangeKind
from bot.tables.reading import deal_match, make_occupant
from bot.tables.store import TableStore


def renumber_seats(seats: Iterable[SeatRow]) -> list[SeatRow]:
    """Return the seats in the same order, numbered consecutively from 0."""
    return [replace(seat, seat=n) for n, seat in enumerate(seats)]


def rotate_seats(seats: Sequence[SeatRow]) -> tuple[SeatRow, ...]:
    """Return the seats for a rematch: all players move up by one seat, and the first becomes the last."""
    return tuple(renumber_seats((*seats[1:], *seats[:1])))


def sort_rematch_seats(order: Sequence[SeatRow], seats: Iterable[SeatRow]) -> list[SeatRow]:
    """Sort a rematch's taken seats by ``order``. New players get the places of players who haven't joined."""
    coming = list(seats)
    places: list[SeatRow | None] = []
    for before in order:
        same = (row for row in coming if _have_same_player(row, before))
        row = next(same, None)
        places.append(row)
        if row is not None:
            coming.remove(row)
    filled = [row or (coming.pop(0) if coming else None) for row in places]
    return renumber_seats([row for row in (*filled, *coming) if row is not None])


def _have_same_player(row: SeatRow, before: SeatRow) -> bool:
    if before.computer is not None:
        return row.computer is not None
    return row.computer is None and row.user_id == before.user_id


class LobbySeats:
    """Changes the seats of a lobby and deals its match. Callers must hold the table's lock.

    In all methods, ``label`` is the name of the change in the log file.
    """

    def __init__(self, tables: TableStore, clock_switcher: ClockSwitcher) -> None:
        self._tables = tables
        self._clock_switcher = clock_switcher
        self._seats = tables.store.seats

    async def add_seats(self, table: Table, new_seats: Sequence[SeatRow], label: str) -> Table:
        """Give the next free seats to people or computer players."""
        return await self._store_seats(
            table, (*await self._seats.list_taken_seats(table.id), *new_seats), table.host_id, label
        )

    async def remove_seat(self, table: Table, seat: int, label: str) -> Table:
        """Free a seat. Players on later seats move up."""
        staying = [row for row in await self._seats.list_taken_seats(table.id) if row.seat != seat]
        return await self._store_seats(table, renumber_seats(staying), table.host_id, label)

    async def replace_player(self, table: Table, new_seat: SeatRow, label: str) -> Table:
        """Replace the player of a taken seat. The host doesn't change."""
        rows = [
            new_seat if row.seat == new_seat.seat else row
            for row in await self._seats.list_taken_seats(table.id)
        ]
        return await self._store_seats(table, rows, table.host_id, label)

    async def decline_invitation(self, table: Table, user_id: int, *, has_left_server: bool = False) -> Table:
        """Record that a person declined their invitation, before or during a match.

        :param has_left_server: delete the invitation instead, because the person has left the server.
        """
        write = self._seats.delete_invitation if has_left_server else self._seats.decline_invitation
        return await self._tables.make_change(table, ChangeKind.INVITED, "decline", write(table.id, user_id))

    async def leave_lobby(self, table: Table, user_id: int) -> Table:
        """Free the seats of a person. If the host leaves, the next person becomes the host.

        If nobody else is seated, the lobby is closed.

        :raises NotSeated: the person has no seat.
        """
        if not table.list_seats(user_id):
            raise NotSeated
        seats = await self._seats.list_taken_seats(table.id)
        staying = [seat for seat in seats if seat.computer is not None or seat.user_id != user_id]
        people = [seat.user_id for seat in staying if seat.computer is None]
        if user_id != table.host_id:
            return await self._store_seats(table, renumber_seats(staying), table.host_id, "leave")
        if not people:
            return await self._tables.end_table(table, "cancel")
        host = people[0]
        return await self._store_seats(table, renumber_seats(staying), host, "leave")

    async def start_match(self, table: Table, press_id: int) -> Table:
        """Deal the match for the seated players and start the clocks of those who must act.

        :param press_id: the ID of the press that starts the match, or of a message if nobody had to press.
            It becomes part of the match key.
        """
        row = replace(await self._tables.load_row(table.id), version=table.game.version, start_press=press_id)
        begun = await self._make_started_table(table, row)
        switch = await self._clock_switcher.make_clock_switch(begun, self._tables.now())
        write = self._tables.store.matches.start_match(
            table.id, table.game.version, press_id, extra_changes=switch
        )
        started = await self._tables.make_change(table, ChangeKind.STARTED, "start", write)
        metrics.count_match_begun(table.game.key)
        return started

    async def reseat_player_for_rematch(self, table_id: int, person: Person, press_id: int) -> Table:
        """Give a player as many seats as in the previous match. Start the match if everyone has joined.

        :raises CommittedResultUnread: the person may be seated, but the database failed afterwards.
        """
        with convert_read_errors():
            return await self._reseat_player_for_rematch(table_id, person, press_id)

    async def _reseat_player_for_rematch(self, table_id: int, person: Person, press_id: int) -> Table:
        async with self._tables.lock(table_id):
            table = await self._tables.load_table(table_id)
            if table.status != TABLE_IN_LOBBY or table.rematch_of is None:
                return table
            before = await self._seats.list_taken_seats(table.rematch_of)
            had = sum(row.computer is None and row.user_id == person.user_id for row in before)
            more = min(had - len(table.list_seats(person.user_id)), table.capacity - len(table.occupants))
            if more > 0:
                table = await self.add_seats(
                    table, [SeatRow(0, person.user_id, person.name, press_id)] * more, "join"
                )
            # If the host is the only person, this press must not start the match, because the match key must
            # include the ID of a press made after the secret was drawn.
            if len(table.occupants) < table.capacity or set(table.user_ids) <= {table.host_id}:
                return table
            return await self.start_match(table, press_id)

    async def _store_seats(self, table: Table, seats: Iterable[SeatRow], host_id: int, label: str) -> Table:
        """Store the seats. In a rematch, sort them by the order that follows from the previous match."""
        if table.rematch_of is not None:
            seats = sort_rematch_seats(
                rotate_seats(await self._seats.list_taken_seats(table.rematch_of)), seats
            )
        return await self._tables.make_change(
            table, ChangeKind.SEATED, label, self._seats.replace_seats(table.id, seats, host_id)
        )

    async def _make_started_table(self, table: Table, row: MatchRow) -> Table:
        seats = await self._seats.list_taken_seats(table.id)
        return replace(
            table,
            status=TABLE_PLAYING,
            occupants=tuple(map(make_occupant, seats)),
            match=deal_match(table.game, row, seats),
        )

"""Hands over seats during a match, from people to computers and back."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from bot.errors.seats import (
    AlreadySeated,
    HiddenInformationShared,
    NoInvitationToDecline,
    NoSeatForInvited,
    NoSuchComputerLevel,
    NoSuchSeat,
    NotInviter,
    NotSeated,
    OtherSeatSeen,
    PersonNotInvited,
    SeatsAssignedByTournament,
    SeatTaken,
)
from bot.errors.tables import TableOver
from bot.model.table import (
    NO_USER_ID,
    OWN_CHANNEL_PLAYER,
    TABLE_IN_LOBBY,
    TABLE_OVER,
    Occupant,
    Person,
    Table,
)
from bot.storage.seats import SeatRow
from bot.tables.channels import Channels
from bot.tables.checks import check_level
from bot.tables.clock_switcher import ClockSwitcher
from bot.tables.feed import ChangeKind
from bot.tables.lobby_seats import LobbySeats
from bot.tables.reading import make_occupant
from bot.tables.store import TableStore
from games.core.words import Words
from games.players import BASIC_LEVELS, COMPUTER_LEVELS

NORMAL_LEVEL = "normal"
WEAKEST_LEVEL = BASIC_LEVELS[0]
"""Level of the computers that take over seats at arranged tables."""


def name_computer(level: str, w: Words) -> str:
    """Return the name shown for computers of a level, or for a channel (:data:`OWN_CHANNEL_PLAYER`).

    :raises NoSuchComputerLevel: there is no such level.
    """
    names = {
        "easy": w.translate_in_context("computer player", "Seahorse"),
        "normal": w.translate_in_context("computer player", "Octopus"),
        "hard": w.translate_in_context("computer player", "Orca"),
        "expert": w.translate_in_context("computer player", "Leviathan"),
        OWN_CHANNEL_PLAYER: w.translate_in_context("computer player", "The channel"),
    }
    if level not in names:
        raise NoSuchComputerLevel(level, COMPUTER_LEVELS)
    return names[level]


def find_known_seats(table: Table, user_id: int) -> tuple[int, ...]:
    """Return the seats that a person has or had, whose hidden information they therefore know.

    Seats that the person had before an erasure of their data aren't included.
    """
    had = [
        former.seat
        for former in table.former_occupants
        if former.computer is None and former.user_id == user_id
    ]
    return tuple(sorted({*table.list_seats(user_id), *had}))


def has_played(table: Table, user_id: int) -> bool:
    """Return whether a person has or had a seat."""
    return bool(find_known_seats(table, user_id))


def list_takeable_seats(table: Table, user_id: int) -> tuple[int, ...]:
    """Return the computers' seats that a person may take over.

    Someone who has or had a seat may take back only their own former seats. Others may take any seat, except
    at an arranged table, or if a channel plays or has played a seat, whose hidden information they may know.
    """
    known = find_known_seats(table, user_id)
    anybody = not known and not table.had_channel_seat and not table.is_arranged
    return tuple(seat for seat in table.computer_seats if seat in known or anybody)


class Seats:
    """Hands seats to other players. The log of the match doesn't change, because it only refers to seats.

    Every handover removes an open proposal, because the new player hasn't been asked.
    """

    def __init__(
        self, tables: TableStore, lobby_seats: LobbySeats, channels: Channels, clock_switcher: ClockSwitcher
    ) -> None:
        self._tables = tables
        self._lobby_seats = lobby_seats
        self._channels = channels
        self._clock_switcher = clock_switcher
        self._seats = tables.store.seats

    async def decline_invitation(self, table_id: int, user_id: int) -> Table:
        """Decline a person's invitation to a lobby or to a computer's seat.

        :raises NoInvitationToDecline: the person has no invitation.
        """
        async with self._tables.lock(table_id):
            table = await self._tables.load_table(table_id)
            if table.status == TABLE_OVER:
                raise TableOver
            if user_id not in table.invited_ids:
                raise NoInvitationToDecline
            return await self._lobby_seats.decline_invitation(table, user_id)

    async def leave_table(
        self, table_id: int, user_id: int, level: str = NORMAL_LEVEL, *, has_left_server: bool = False
    ) -> Table:
        """Free the seats of a person, or decline their invitation.

        In a match, a computer of ``level`` takes over. At an arranged table it has the weakest level, so that
        leaving is no advantage. If the host leaves, the next person seated becomes the host. When the last
        person leaves, the table ends without a result.

        :param has_left_server: delete an open invitation instead of recording it as declined.
        :raises NotSeated: the person is neither seated nor invited.
        :raises NoSuchComputerLevel: there is no such computer player.
        """
        async with self._tables.lock(table_id):
            began = time.perf_counter()
            table = await self._tables.load_table(table_id)
            check_level(table.game, level)
            if table.status == TABLE_OVER:
                raise TableOver
            if user_id in table.invited_ids:
                return await self._lobby_seats.decline_invitation(
                    table, user_id, has_left_server=has_left_server
                )
            if table.status == TABLE_IN_LOBBY:
                return await self._lobby_seats.leave_lobby(table, user_id)
            seats = table.list_seats(user_id)
            if not seats:
                raise NotSeated
            return await self.hand_seats_to_computers(
                table, seats, WEAKEST_LEVEL if table.is_arranged else level, began
            )

    async def take_over_seat(self, table_id: int, person: Person, seat: int) -> Table:
        """Give a computer player's seat to a person.

        Anyone with a current or former seat in the match has seen its hidden information, so they may only
        take back that seat.

        :raises NoSuchSeat: there is no such seat.
        :raises SeatTaken: another person has it.
        :raises AlreadySeated: the person already has this seat or another one.
        :raises OtherSeatSeen: the person had another seat before.
        :raises HiddenInformationShared: a channel plays or has played a seat, and the person never had
            one.
        :raises SeatsAssignedByTournament: the table was arranged for others.
        """
        async with self._tables.lock(table_id):
            table, match = await self._tables.load_match(table_id)
            occupant = _get_occupant(table, seat)
            own = table.list_seats(person.user_id)
            if seat in own:
                raise AlreadySeated
            if occupant.computer is None:
                raise SeatTaken(table.names[seat])
            if seat not in list_takeable_seats(table, person.user_id):
                if own:
                    raise AlreadySeated
                known = find_known_seats(table, person.user_id)
                if not known:
                    raise SeatsAssignedByTournament if table.is_arranged else HiddenInformationShared
                raise OtherSeatSeen(table.names[seat] for seat in known)
            row = SeatRow(seat, person.user_id, person.name, 0)
            return await self._hand_over_seats(table, [row], table.host_id, match.seq, "take")

    async def invite_to_take_over(self, table_id: int, actor_id: int, user_id: int) -> Table:
        """Invite a person to take over a computer's seat. Inviting them again has no effect.

        :raises NotSeated: ``actor_id`` has no seat.
        :raises NoSeatForInvited: there is no seat that ``user_id`` may take.
        """
        async with self._tables.lock(table_id):
            table, _ = await self._tables.load_match(table_id)
            if not table.list_seats(actor_id):
                raise NotSeated
            if not list_takeable_seats(table, user_id):
                raise NoSeatForInvited
            if user_id in table.invited_ids:
                return table
            write = self._seats.invite_person(table_id, user_id, table.list_seats(actor_id)[0])
            return await self._tables.make_change(table, ChangeKind.INVITED, "invite", write)

    async def withdraw_invitation(self, table_id: int, actor_id: int, user_id: int) -> Table:
        """Withdraw an invitation to a computer's seat.

        :raises PersonNotInvited: ``user_id`` has no invitation.
        :raises NotInviter: ``actor_id`` neither hosts the table nor has the inviter's seat.
        """
        async with self._tables.lock(table_id):
            table, _ = await self._tables.load_match(table_id)
            if user_id not in table.invited_ids:
                raise PersonNotInvited
            seat = await self._seats.find_inviting_seat(table_id, user_id)
            if actor_id != table.host_id and seat not in table.list_seats(actor_id):
                raise NotInviter(table.host.name)
            return await self._tables.make_change(
                table, ChangeKind.INVITED, "uninvite", self._seats.delete_invitation(table_id, user_id)
            )

    async def hand_seats_to_computers(
        self, table: Table, seats: tuple[int, ...], level: str, began: float
    ) -> Table:
        """Hand seats to computer players, or end the table if no other person plays.

        A table whose host has no seat continues if a channel plays. The caller must hold the table's lock.

        :param began: the :func:`time.perf_counter` at which the request began.
        """
        match = table.match
        staying = [o.user_id for o in table.occupants if o.computer is None and o.seat not in seats]
        sat = bool(table.list_seats(table.host_id))
        if not staying and (sat or not table.has_channel_seat):
            if match is None:
                return await self._tables.end_table(table, "close")
            return (await self._tables.record_steps(table, match, match.close(), began)).table
        name = name_computer(level, await self._channels.find_words(table))
        rows = [SeatRow(seat, NO_USER_ID, name, 0, level) for seat in seats]
        # A host who gave their seat to a channel stays the host.
        passes = (sat or table.host_id == NO_USER_ID) and table.host_id not in staying and staying
        host = staying[0] if passes else table.host_id
        # If the log can't be replayed, there is no match, so count the log's rows to get the sequence number.
        seq = len(await self._tables.store.matches.read_log(table.id)) if match is None else match.seq
        return await self._hand_over_seats(table, rows, host, seq, "computer")

    async def _hand_over_seats(
        self, table: Table, rows: Sequence[SeatRow], host_id: int, seq: int, label: str
    ) -> Table:
        new = {row.seat: make_occupant(row) for row in rows}
        after = replace(table, occupants=tuple(new.get(o.seat, o) for o in table.occupants))
        switch = await self._clock_switcher.make_clock_switch(after, self._tables.now())
        write = self._seats.hand_over(table.id, rows, host_id, seq, extra_changes=switch)
        return await self._tables.make_change(table, ChangeKind.SEATED, label, write)


def _get_occupant(table: Table, seat: int) -> Occupant:
    if not 0 <= seat < len(table.occupants):
        raise NoSuchSeat
    return table.occupants[seat]

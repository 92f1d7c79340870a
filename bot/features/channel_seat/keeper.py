"""Who gives a seat to the channel, who votes, and for what."""

from __future__ import annotations

import time
from typing import NamedTuple

from bot.computers.turns import find_due_computer
from bot.errors.tables import NotStarted, TableOver
from bot.features.channel_seat.errors import (
    NoChannelSeat,
    NoVoteOpen,
    OtherSide,
    PlayersDontVote,
    SeatNotForChannel,
)
from bot.model.hours import HOUR, MINUTE
from bot.model.table import CHANNEL, NOBODY, OVER, PLAYING, Table
from bot.storage.channel_seats import ChannelSeats, VoteRow, VotingTerms
from bot.tables.checks import check_host
from bot.tables.seats import has_played, name_computer
from bot.tables.service import Tables
from bot.ui.ids import OutdatedId
from games.core.errors import StaleAction
from games.core.fork import fork, make_key
from games.core.match import Match

USUAL = VotingTerms(10 * MINUTE, 0)
TIMES = (2 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, 24 * HOUR)
QUORUMS = (0, 2, 3, 5, 10, 25)
STAND_IN = "easy"
"""Plays where nobody has voted in time, and goes on where the host takes the seat back."""


class Ballot(NamedTuple):
    """An open vote: the row that is kept, and the match as the seat finds it."""

    row: VoteRow
    match: Match


class Keeper:
    """Knows the votes. Before one is closed it shows nobody's but one's own."""

    def __init__(self, tables: Tables, seats: ChannelSeats) -> None:
        self._tables = tables
        self._seats = seats

    async def give(self, table_id: int, by: int, seat: int) -> Table:
        """Give a computer's seat to the channel.

        :raises NotHost: ``by`` is not the host.
        :raises SeatNotForChannel: it is not to be had.
        """
        async with self._tables.core.lock(table_id):
            began = time.perf_counter()
            table, _ = await self._tables.core.load_match(table_id)
            check_host(table, by)
            if seat not in list_givable(table):
                raise SeatNotForChannel
            # Kept from the beginning, so that the page and the rematch say the same.
            await self._seats.set_terms(table_id, await self.terms(table))
            return await self._tables.seats.stand_in(table, (seat,), CHANNEL, began)

    async def sit_down(self, table_id: int, by: int, press: int, *, instead: bool) -> Table:
        """Give the channel the next seat of a lobby, or that of the host.

        :param press: the id of the interaction.
        :raises SeatNotForChannel: the table is in no channel of a server.
        :raises TableError: the seat is not to be had, or ``by`` is not the host.
        """
        table = await self._tables.lobby.get(table_id)
        check_host(table, by)
        if table.place.guild_id is None:
            raise SeatNotForChannel
        name = name_computer(CHANNEL, await self._tables.channels.words_of(table))
        table = await self._tables.lobby.add_computer(table_id, by, CHANNEL, name, press, instead=instead)
        await self._seats.set_terms(table_id, await self.terms(table))
        return table

    async def stand_up(self, table_id: int, by: int) -> Table:
        """Take the channel's seat in a lobby away.

        :raises NotHost: ``by`` is not the host.
        :raises NoChannelSeat: the channel has none.
        """
        table = await self._tables.lobby.get(table_id)
        check_host(table, by)
        return await self._tables.lobby.remove_computer(table_id, by, require_seat(table))

    async def take_back(self, table_id: int, by: int) -> Table:
        """Let a computer go on for the channel.

        :raises NotHost: ``by`` is not the host.
        :raises NoChannelSeat: the channel has no seat.
        """
        async with self._tables.core.lock(table_id):
            began = time.perf_counter()
            table, _ = await self._tables.core.load_match(table_id)
            check_host(table, by)
            return await self._tables.seats.stand_in(table, (require_seat(table),), STAND_IN, began)

    async def let_go(self, table_id: int, channel_id: int, level: str) -> Table:
        """Let a computer go on for another channel than the table's.

        :raises NoChannelSeat: it has no seat.
        """
        async with self._tables.core.lock(table_id):
            began = time.perf_counter()
            table, _ = await self._tables.core.load_match(table_id)
            if channel_id not in table.guests:
                raise NoChannelSeat
            return await self._tables.seats.stand_in(table, (table.channels[channel_id],), level, began)

    async def asked(self, table: Table) -> int | None:
        """Return which other channel has been asked to play and has not answered."""
        return await self._seats.find_invited(table.id)

    async def terms(self, table: Table) -> VotingTerms:
        """Return how the channel votes: as the host has said, here or in the match before."""
        found = await self._seats.find_terms(table.id)
        if found is None and table.follows is not None:
            found = await self._seats.find_terms(table.follows)
        return found or USUAL

    async def set_terms(self, table_id: int, by: int, terms: VotingTerms) -> Table:
        """Set how the channel votes from its next turn on.

        :raises NotHost: ``by`` is not the host.
        :raises OutdatedId: there is no such choice.
        """
        table = await self._tables.get(table_id)
        check_host(table, by)
        if not table.channels:
            raise NoChannelSeat
        if terms.seconds not in TIMES or terms.quorum not in QUORUMS:
            raise OutdatedId
        await self._seats.set_terms(table_id, terms)
        return table

    async def find_ballot(self, table: Table, channel_id: int | None) -> Ballot | None:
        """Return the vote that is open in a channel."""
        due = await find_due_computer(self._tables.waiting, table, voted=True)
        if due is None or table.match is None:
            return None
        row = await self._seats.find(table.id, table.match.seq)
        if row is None or row.token is not None or row.seat != due.seat:
            return None
        if row.seat != find_seat(table, channel_id):
            return None
        return Ballot(row, due.match)

    async def check(self, table: Table, user_id: int, channel_id: int | None) -> Ballot:
        """Let pass who may see the side of a channel and vote there now.

        Where another channel plays, or has, who passes has chosen their side: they see what is hidden from
        the others.

        :raises PlayersDontVote: they have or had a seat.
        :raises OtherSide: they have seen that of another seat.
        :raises TableError: there is no vote open.
        """
        check_voter(table, user_id)
        if table.status != PLAYING or table.match is None:
            raise TableOver if table.status == OVER else NotStarted
        seat = require_seat(table, channel_id)
        ballot = await self.find_ballot(table, channel_id)
        if ballot is None:
            raise NoVoteOpen
        if _has_sides(table):
            side = await self._seats.choose_side(table.id, user_id, seat)
            if side != seat:
                raise OtherSide(table.names[side])
        return ballot

    async def vote(
        self, table_id: int, user_id: int, channel_id: int | None, seq: int, seat: int, token: str
    ) -> None:
        """Keep what a person chooses, in the place of what they chose before.

        :param seq: of the position that it was chosen in.
        :raises StaleAction: the match has moved on.
        :raises RuleError: the seat can't do that.
        """
        # Under the lock nobody comes to a seat and no move is made between the look and the vote.
        async with self._tables.core.lock(table_id):
            table = await self._tables.core.load(table_id)
            ballot = await self.check(table, user_id, channel_id)
            if (seq, seat) != (ballot.row.seq, ballot.row.seat):
                raise StaleAction
            action = ballot.match.check(seat, token)
            if not await self._seats.vote(table_id, user_id, seq, action.token):
                raise NoVoteOpen

    async def find(self, table: Table, user_id: int) -> str | None:
        """Return what a person has chosen for the position as it stands."""
        return (
            None if table.match is None else await self._seats.find_choice(table.id, user_id, table.match.seq)
        )

    async def find_last(self, table: Table, seat: int | None) -> VoteRow | None:
        """Return the newest vote for a seat that is closed."""
        closed = [row for row in await self._seats.list_votes(table.id) if row.told and row.seat == seat]
        return closed[-1] if closed else None


def _has_sides(table: Table) -> bool:
    """Tell whether people may have seen the sides of several seats."""
    plays = any(one.channel and one.channel.is_guest for one in table.occupants)
    return plays or any(one.channel and one.channel.is_guest for one in table.former)


def check_voter(table: Table, user_id: int) -> None:
    """Let pass who watches.

    :raises PlayersDontVote: they have or had a seat.
    """
    if has_played(table, user_id):
        raise PlayersDontVote


def find_seat(table: Table, channel_id: int | None = None) -> int | None:
    """Return the seat that a channel plays; by default the table's own, and so from anywhere else."""
    return table.channels.get(channel_id if channel_id in table.guests else table.place.channel_id)


def require_seat(table: Table, channel_id: int | None = None) -> int:
    """Return the seat that a channel plays.

    :raises NoChannelSeat: it plays none.
    """
    seat = find_seat(table, channel_id)
    if seat is None:
        raise NoChannelSeat
    return seat


def list_givable(table: Table) -> tuple[int, ...]:
    """Return the computers' seats that the channel could have.

    One alone in a match, for who votes would see both sides; and none that a person had, who may come back.
    """
    if table.status != PLAYING or find_seat(table) is not None:
        return ()
    had = {one.seat for one in table.former if one.computer == CHANNEL}
    people = {one.seat for one in table.former if one.computer is None or one.user_id != NOBODY}
    return tuple(seat for seat in table.computers if seat not in people and (not had or seat in had))


def deal(table: Table, ballot: Ballot) -> Match:
    """Return the position as the channel's seat sees it, what is hidden from it dealt by what it may know."""
    key = make_key("channel", table.id, ballot.row.seq)
    return fork(ballot.match, ballot.match.ply, ballot.row.seat, key)

"""Gives seats to channels, checks who may vote, and stores the votes."""

from __future__ import annotations

import time
from typing import NamedTuple

from bot.computers.due_seats import find_due_computer
from bot.features.channel_seat.errors import (
    NoChannelSeat,
    NoVoteOpen,
    OtherSeatSeenByVoter,
    SeatNotForChannel,
    VotingNotForPlayers,
)
from bot.model.hours import HOUR, MINUTE
from bot.model.table import NO_USER_ID, OWN_CHANNEL_PLAYER, TABLE_PLAYING, Table
from bot.storage.channel_seats import ChannelSeats, VoteRow, VotingTerms
from bot.tables.checks import check_host
from bot.tables.running import require_running_match
from bot.tables.seats import has_played, name_computer
from bot.tables.service import Tables
from bot.ui.ids import OutdatedId
from games.core.errors import StaleAction
from games.core.fork import fork_match, make_fork_key
from games.core.match import Match

DEFAULT_VOTING_TERMS = VotingTerms(10 * MINUTE, 0)
VOTE_DURATIONS = (2 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR, 24 * HOUR)
"""In seconds."""
QUORUM_CHOICES = (0, 2, 3, 5, 10, 25)
"""Numbers of votes that close a vote early; 0 means never."""
STAND_IN_LEVEL = "easy"
"""Level of the computer that moves if nobody votes, and that takes over a seat the channel gives up."""


class OpenVote(NamedTuple):
    """An open vote: its stored row, and the match in the position that is voted on."""

    row: VoteRow
    match: Match


class ChannelSeatKeeper:
    """Gives seats to channels and stores votes. Until a vote closes, a person sees only their own choice."""

    def __init__(self, tables: Tables, seats: ChannelSeats) -> None:
        self._tables = tables
        self._seats = seats

    async def give_seat(self, table_id: int, user_id: int, seat: int) -> Table:
        """Give a computer's seat in a running match to the channel.

        :raises HostRequired: the user is not the host.
        :raises SeatNotForChannel: the seat can't be given.
        """
        async with self._tables.core.lock(table_id):
            began = time.perf_counter()
            table, _ = await self._tables.core.load_match(table_id)
            check_host(table, user_id)
            if seat not in list_givable_seats(table):
                raise SeatNotForChannel
            # Store the voting terms, so that they stay fixed for this match and are reused in a rematch.
            await self._seats.set_terms(table_id, await self.find_voting_terms(table))
            return await self._tables.seats.hand_seats_to_computers(table, (seat,), OWN_CHANNEL_PLAYER, began)

    async def seat_channel(self, table_id: int, user_id: int, press_id: int, *, replaces_host: bool) -> Table:
        """Give the channel the next free seat of a lobby.

        :param replaces_host: whether to give the channel the host's own seat instead of a free one.
        :raises SeatNotForChannel: the table is not in a channel of a server.
        :raises TableError: the seat can't be taken, or the user is not the host.
        """
        table = await self._tables.lobby.get_lobby(table_id)
        check_host(table, user_id)
        if table.place.guild_id is None:
            raise SeatNotForChannel
        name = name_computer(OWN_CHANNEL_PLAYER, await self._tables.channels.find_words(table))
        table = await self._tables.lobby.add_computer(
            table_id, user_id, OWN_CHANNEL_PLAYER, name, press_id, replaces_host=replaces_host
        )
        await self._seats.set_terms(table_id, await self.find_voting_terms(table))
        return table

    async def unseat_channel(self, table_id: int, user_id: int) -> Table:
        """Remove the channel's seat from a lobby.

        :raises HostRequired: the user is not the host.
        :raises NoChannelSeat: the channel has no seat.
        """
        table = await self._tables.lobby.get_lobby(table_id)
        check_host(table, user_id)
        return await self._tables.lobby.remove_computer(table_id, user_id, require_channel_seat(table))

    async def return_seat(self, table_id: int, user_id: int) -> Table:
        """Give the channel's seat back to a computer.

        :raises HostRequired: the user is not the host.
        :raises NoChannelSeat: the channel has no seat.
        """
        async with self._tables.core.lock(table_id):
            began = time.perf_counter()
            table, _ = await self._tables.core.load_match(table_id)
            check_host(table, user_id)
            return await self._tables.seats.hand_seats_to_computers(
                table, (require_channel_seat(table),), STAND_IN_LEVEL, began
            )

    async def replace_guest_channel(self, table_id: int, channel_id: int, level: str) -> Table:
        """Give the seat of an invited channel to a computer.

        :raises NoChannelSeat: that channel has no seat.
        """
        async with self._tables.core.lock(table_id):
            began = time.perf_counter()
            table, _ = await self._tables.core.load_match(table_id)
            if channel_id not in table.guest_channel_ids:
                raise NoChannelSeat
            return await self._tables.seats.hand_seats_to_computers(
                table, (table.seat_by_channel_id[channel_id],), level, began
            )

    async def find_invited_channel(self, table: Table) -> int | None:
        """Return the ID of the invited channel that hasn't answered yet, if any."""
        return await self._seats.find_invited_channel(table.id)

    async def find_voting_terms(self, table: Table) -> VotingTerms:
        """Return a table's voting terms: its own, those of the table that it repeats, or the default."""
        terms = await self._seats.find_terms(table.id)
        if terms is None and table.rematch_of is not None:
            terms = await self._seats.find_terms(table.rematch_of)
        return terms or DEFAULT_VOTING_TERMS

    async def set_voting_terms(self, table_id: int, user_id: int, terms: VotingTerms) -> Table:
        """Set the channel's voting terms, starting with its next turn.

        :raises HostRequired: the user is not the host.
        :raises NoChannelSeat: no channel plays.
        :raises OutdatedId: these terms aren't offered.
        """
        table = await self._tables.get(table_id)
        check_host(table, user_id)
        if not table.seat_by_channel_id:
            raise NoChannelSeat
        if terms.seconds not in VOTE_DURATIONS or terms.quorum not in QUORUM_CHOICES:
            raise OutdatedId
        await self._seats.set_terms(table_id, terms)
        return table

    async def find_open_vote(self, table: Table, channel_id: int | None) -> OpenVote | None:
        """Return the open vote of a channel's seat, if any."""
        due = await find_due_computer(self._tables.wait_finder, table, plays_by_vote=True)
        if due is None or table.match is None:
            return None
        row = await self._seats.find_vote(table.id, table.match.seq)
        if row is None or row.token is not None or row.seat != due.seat:
            return None
        if row.seat != find_channel_seat(table, channel_id):
            return None
        return OpenVote(row, due.match)

    async def require_and_bind_voter(self, table: Table, user_id: int, channel_id: int | None) -> OpenVote:
        """Require that a person may vote for a channel's seat now, and return the open vote.

        If an invited channel plays or has played, this also binds the person to the seat, because they see
        its hidden cards.

        :raises VotingNotForPlayers: the person has or had a seat.
        :raises OtherSeatSeenByVoter: the person may vote only for another seat.
        :raises TableError: no match is in progress, the channel has no seat, or no vote is open for it.
        """
        require_spectator(table, user_id)
        require_running_match(table)
        seat = require_channel_seat(table, channel_id)
        open_vote = await self.find_open_vote(table, channel_id)
        if open_vote is None:
            raise NoVoteOpen
        if _has_guest_channel(table):
            voter_seat = await self._seats.store_voter_seat(table.id, user_id, seat)
            if voter_seat != seat:
                raise OtherSeatSeenByVoter(table.names[voter_seat])
        return open_vote

    async def store_vote(
        self, table_id: int, user_id: int, channel_id: int | None, seq: int, seat: int, token: str
    ) -> None:
        """Store a person's vote, replacing their earlier choice.

        :param seq: sequence number of the position the vote is for.
        :raises StaleAction: the match is no longer in that position.
        :raises RuleError: the seat can't play that.
        :raises TableError: the person may not vote for this seat now.
        """
        # Hold the lock, so that nobody takes a seat or makes a move between checking and storing the vote.
        async with self._tables.core.lock(table_id):
            table = await self._tables.core.load_table(table_id)
            open_vote = await self.require_and_bind_voter(table, user_id, channel_id)
            if (seq, seat) != (open_vote.row.seq, open_vote.row.seat):
                raise StaleAction
            action = open_vote.match.check_action(seat, token)
            if not await self._seats.store_choice(table_id, user_id, seq, action.token):
                raise NoVoteOpen

    async def find_voted_token(self, table: Table, user_id: int) -> str | None:
        """Return the token a person has voted for in the current position, if any."""
        return (
            None if table.match is None else await self._seats.find_choice(table.id, user_id, table.match.seq)
        )

    async def find_last_result(self, table: Table, seat: int | None) -> VoteRow | None:
        """Return a seat's newest vote with an announced result, if any."""
        closed = [
            row for row in await self._seats.list_votes(table.id) if row.is_announced and row.seat == seat
        ]
        return closed[-1] if closed else None


def _has_guest_channel(table: Table) -> bool:
    """Return whether an invited channel has or had a seat, so that the two channels see different hands."""
    plays = any(one.channel and one.channel.is_guest for one in table.occupants)
    return plays or any(one.channel and one.channel.is_guest for one in table.former_occupants)


def require_spectator(table: Table, user_id: int) -> None:
    """Require that a person is a spectator.

    :raises VotingNotForPlayers: the person has or had a seat.
    """
    if has_played(table, user_id):
        raise VotingNotForPlayers


def find_channel_seat(table: Table, channel_id: int | None = None) -> int | None:
    """Return the seat that a channel plays, if any.

    Any channel that wasn't invited, such as a thread, shares the seat of the table's own channel.
    """
    return table.seat_by_channel_id.get(
        channel_id if channel_id in table.guest_channel_ids else table.place.channel_id
    )


def require_channel_seat(table: Table, channel_id: int | None = None) -> int:
    """Return the seat that a channel plays.

    :raises NoChannelSeat: the channel has no seat.
    """
    seat = find_channel_seat(table, channel_id)
    if seat is None:
        raise NoChannelSeat
    return seat


def list_givable_seats(table: Table) -> tuple[int, ...]:
    """Return the computers' seats that can be given to the channel.

    The channel may have only one seat per match, because voters would otherwise see the hidden cards of both
    seats. Seats that a person left are excluded, because that person may come back.
    """
    if table.status != TABLE_PLAYING or find_channel_seat(table) is not None:
        return ()
    had = {one.seat for one in table.former_occupants if one.computer == OWN_CHANNEL_PLAYER}
    people = {one.seat for one in table.former_occupants if one.computer is None or one.user_id != NO_USER_ID}
    return tuple(seat for seat in table.computer_seats if seat not in people and (not had or seat in had))


def deal_for_seat(table: Table, open_vote: OpenVote) -> Match:
    """Return a copy of the match in which everything hidden from the channel's seat is dealt at random."""
    key = make_fork_key("channel", table.id, open_vote.row.seq)
    return fork_match(open_vote.match, open_vote.match.ply, open_vote.row.seat, key)

"""Opens the tables of a round, seats the entrants, and starts the matches."""

from __future__ import annotations

from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from typing import Protocol

from bot.errors.tables import ChannelTaken, NotEnoughPlayers
from bot.features.tournaments.service import Tournament
from bot.model.table import TABLE_IN_LOBBY, TABLE_OVER, Clock, Person, Place, Table
from bot.storage.tournament_rows import RoundTable
from bot.storage.tournaments import Tournaments
from bot.tables.service import Tables


class TournamentVenue(Protocol):
    """Interface for a tournament's actions on Discord. After a failure, every method may be called again."""

    async def announce_round(self, tournament: Tournament, round_index: int) -> int | None:
        """Announce a round. Return the message ID, or ``None`` if nothing can be posted."""

    def recheck_posts(self, tournament_id: int) -> None:
        """Make the next :meth:`update_posts` check for deleted posts and repost them."""

    async def was_channel_deleted(self, guild_id: int, channel_id: int) -> bool:
        """Return whether a channel is known to have been deleted."""

    async def find_departed_user_ids(self, tournament: Tournament) -> list[int]:
        """Return the user IDs of the entrants who have left the server."""

    async def find_place(self, tournament: Tournament, table: RoundTable) -> Place | None:
        """Return the channel or thread in which to open a table; ``None`` if the bot can't post there."""

    async def wait_for_message(self, table_id: int) -> int | None:
        """Wait until an open table's message is posted. Return its ID, or ``None`` if posting failed."""

    async def update_posts(self, tournament: Tournament) -> int:
        """Update all posts about a tournament.

        Return the seconds until the panel may be edited again, or 0 if it is up to date.
        """

    def lift_edit_limit(self) -> AbstractContextManager[None]:
        """Return a context manager that lifts the limit on edits of panels."""


class TableSeating:
    """Opens a round's tables. Tables opened before a crash aren't opened again."""

    def __init__(self, tables: Tables, store: Tournaments, venue: TournamentVenue) -> None:
        self._tables, self._store, self._venue = tables, store, venue

    async def open_table_and_start_match(
        self, tournament: Tournament, table: RoundTable, announcement: int
    ) -> int | None:
        """Open a table and start its match. Return the match ID, or ``None`` if the bot can't post there.

        :param announcement: the ID of the message that announced the round.
        """
        if table.match_id is None:
            placed = await self._open_table(tournament, table, announcement)
            if placed is None:
                return None
            table = placed
        match_id = table.match_id
        if match_id is None:
            return None
        shown = await self._tables.get(match_id)
        if shown.status != TABLE_IN_LOBBY:
            return match_id
        press = announcement
        if not tournament.row.terms.duplicate:
            # Combine the secret with the ID of the table's message, which nobody knew when the secret was
            # drawn, so that the deal can't be chosen in advance.
            press = await self._venue.wait_for_message(match_id) or announcement
        try:
            await self._tables.arranged.start_match(match_id, press)
        except NotEnoughPlayers:
            await self._tables.arranged.close_table(match_id)
        return match_id

    async def replace_thread(self, tournament: Tournament, table: RoundTable) -> None:
        """Open a new thread for a match whose thread was deleted, or store the channel it was moved to."""
        if table.match_id is None:
            return
        shown = await self._tables.get(table.match_id)
        place = shown.place
        if shown.status == TABLE_OVER:
            return
        if not await self._venue.was_channel_deleted(tournament.row.guild_id, place.channel_id):
            if place.channel_id != table.thread_id:
                await self._store.store_table(tournament.id, replace(table, thread_id=place.channel_id))
            return
        new = await self._venue.find_place(tournament, replace(table, thread_id=None))
        if new is not None:
            with suppress(ChannelTaken):
                await self._tables.arranged.move_table(table.match_id, new)

    async def _open_table(
        self, tournament: Tournament, table: RoundTable, announcement: int
    ) -> RoundTable | None:
        """Open and store a table; ``None`` if the bot can't post there or another table has the channel.

        If the table was opened before a crash but not stored, find and store it.
        """
        entries = tournament.state.rounds[table.round].tables[table.number].entries
        place = await self._venue.find_place(tournament, table)
        if place is None:
            return None
        people = [Person(one.user_id, one.name) for one in (tournament.entries[entry] for entry in entries)]
        deal = await self._store.find_deal(tournament.id, table.round)
        row = tournament.row
        try:
            match_id = await self._tables.arranged.open_table(
                place,
                people,
                row.game,
                row.options,
                Clock.parse(row.clock),
                press_id=announcement,
                secret=None if deal is None else deal.secret,
            )
        except ChannelTaken as taken:
            if not await self._was_table_opened_for(taken.table, people, announcement):
                return None
            match_id = taken.table.id
        placed = replace(table, thread_id=place.channel_id, match_id=match_id)
        await self._store.store_table(tournament.id, placed)
        return placed

    async def _was_table_opened_for(self, table: Table, people: list[Person], announcement: int) -> bool:
        """Return whether a table was opened for these people after this announcement, before a crash."""
        seats = await self._tables.core.store.seats.list_taken_seats(table.id)
        return [(seat.user_id, seat.press_id) for seat in seats] == [
            (one.user_id, announcement) for one in people
        ]

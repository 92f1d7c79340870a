"""The tables of a round that was drawn: opened where there is room, everybody seated, and started."""

from __future__ import annotations

from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from typing import Protocol

from bot.errors.tables import ChannelTaken, NotEnoughSeats
from bot.features.tournaments.service import Tournament
from bot.model.table import LOBBY, OVER, Clock, Person, Place, Table
from bot.storage.tournament_rows import RoundTable
from bot.storage.tournaments import Tournaments
from bot.tables.service import Tables


class Venue(Protocol):
    """Where tournaments are held. All that it is asked for may be asked again."""

    async def prepare(self, found: Tournament, at: int) -> int | None:
        """Tell of a round that was drawn; return the id of that message, ``None`` where nobody can."""

    def recheck(self, tournament_id: int) -> None:
        """Find out with the next :meth:`tell` which posts are gone, and post those again."""

    async def is_gone(self, guild_id: int, channel_id: int) -> bool:
        """Return whether a channel was deleted; ``False`` if nobody knows."""

    async def find_left(self, found: Tournament) -> list[int]:
        """Return the entrants who have left the server."""

    async def find_place(self, found: Tournament, table: RoundTable) -> Place | None:
        """Return a place for a table of a round; ``None`` where there is none now."""

    async def show(self, table_id: int) -> int | None:
        """Wait until everybody sees a table that was opened; return the id of its message."""

    async def tell(self, found: Tournament) -> int:
        """Bring whatever is posted about a tournament up to date.

        Return after how many seconds to call this again because the panel was edited too often; 0 if that
        isn't needed.
        """

    def hurry(self) -> AbstractContextManager[None]:
        """Put off no edit within this context."""


class Seating:
    """Opens tables. Asked again, it finds those that it has opened."""

    def __init__(self, tables: Tables, store: Tournaments, venue: Venue) -> None:
        self._tables, self._store, self._venue = tables, store, venue

    async def open(self, found: Tournament, table: RoundTable, told: int) -> int | None:
        """Have a table play; return what is played there, ``None`` where there is no room for it now.

        :param told: the id of the message that told of the round.
        """
        if table.match_id is None:
            placed = await self._seat(found, table, told)
            if placed is None:
                return None
            table = placed
        match_id = table.match_id
        if match_id is None:
            return None
        shown = await self._tables.get(match_id)
        if shown.status != LOBBY:
            return match_id
        press = told
        if not found.row.terms.duplicate:
            # Its own secret has to be committed to before what is mixed into it is known.
            press = await self._venue.show(match_id) or told
        try:
            await self._tables.arranged.start(match_id, press)
        except NotEnoughSeats:
            await self._tables.arranged.close(match_id)
        return match_id

    async def mend(self, found: Tournament, table: RoundTable) -> None:
        """Open a new thread for a match whose thread was deleted, and note where each match is."""
        if table.match_id is None:
            return
        shown = await self._tables.get(table.match_id)
        place = shown.place
        if shown.status == OVER:
            return
        if not await self._venue.is_gone(found.row.guild_id, place.channel_id):
            if place.channel_id != table.thread_id:
                await self._store.place(found.id, replace(table, thread_id=place.channel_id))
            return
        new = await self._venue.find_place(found, replace(table, thread_id=None))
        if new is not None:
            with suppress(ChannelTaken):
                await self._tables.arranged.move(table.match_id, new)

    async def _seat(self, found: Tournament, table: RoundTable, told: int) -> RoundTable | None:
        """Open a table and note it; the one that a stop has kept from being noted is found again."""
        entries = found.course.rounds[table.round].tables[table.number].entries
        place = await self._venue.find_place(found, table)
        if place is None:
            return None
        people = [Person(one.user_id, one.name) for one in (found.entries[entry] for entry in entries)]
        deal = await self._store.find_deal(found.id, table.round)
        row = found.row
        try:
            match_id = await self._tables.arranged.open(
                place,
                people,
                row.game,
                row.options,
                Clock.parse(row.clock),
                press=told,
                secret=None if deal is None else deal.secret,
            )
        except ChannelTaken as taken:
            if not await self._is_ours(taken.table, people, told):
                return None
            match_id = taken.table.id
        placed = replace(table, thread_id=place.channel_id, match_id=match_id)
        await self._store.place(found.id, placed)
        return placed

    async def _is_ours(self, table: Table, people: list[Person], told: int) -> bool:
        """Tell whether the table of a place is the one that was opened and could not be noted."""
        seats = await self._tables.core.store.seats.list_taken(table.id)
        return [(seat.user_id, seat.press) for seat in seats] == [(one.user_id, told) for one in people]

"""Finds tables by channel and by person."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar

from bot.errors.tables import ChannelTaken, UnhostedGame
from bot.kit.cache import Cache
from bot.model.table import TABLE_OVER, Table
from bot.storage.matches import ChannelTableExists
from bot.tables.store import MAX_CACHED_TABLES, TableStore, log

T = TypeVar("T")

MAX_TRIES = 5
"""Maximum number of attempts at a write that needs a channel without an active table."""


class TableFinder:
    """Finds the table of a channel, and the tables that a person plays at or hosts."""

    def __init__(self, tables: TableStore) -> None:
        self._tables = tables
        self._matches = tables.store.matches
        self._latest_ids: Cache[int, int] = Cache(MAX_CACHED_TABLES)
        """The table last found by each channel's ID."""

    async def find_active_table(self, channel_id: int) -> Table | None:
        """Return the active table of a channel (lobby, playing or frozen), if any."""
        table_id = await self._matches.find_active_table_id(channel_id)
        return None if table_id is None else await self._tables.get(table_id)

    async def find_latest_table(self, channel_id: int) -> Table | None:
        """Return a channel's active table, or else its last table; ``None`` if it has never had one."""
        known = self._find_cached_table(channel_id)
        if known is not None:
            return known
        table_id = await self._matches.find_active_table_id(channel_id)
        if table_id is None:
            table_id = await self._matches.find_latest_table_id(channel_id)
        if table_id is None:
            return None
        self._latest_ids.put(channel_id, table_id)
        return await self._tables.get(table_id)

    def _find_cached_table(self, channel_id: int) -> Table | None:
        """Return a channel's active table if it is cached. The channel can't have another active table."""
        known = self._latest_ids.get(channel_id)
        table = None if known is None else self._tables.find_cached(known)
        if table is None or table.status == TABLE_OVER or table.place.channel_id != channel_id:
            return None
        return table

    async def list_active_tables(self, user_id: int) -> list[Table]:
        """Return a person's active tables, with tables that wait for them first, then by age.

        Tables whose game is no longer hosted are left out.
        """
        tables = await self._load_hosted_tables(await self._matches.list_active_table_ids_of_person(user_id))
        return sorted(tables, key=lambda table: not table.is_waiting_for(user_id))

    async def has_no_other_table(self, user_id: int, table_id: int) -> bool:
        """Return whether a person has no active table besides ``table_id``."""
        return set(await self._matches.list_active_table_ids_of_person(user_id)) <= {table_id}

    async def list_hosted_lobbies(self, user_id: int) -> list[Table]:
        """Return the lobbies that a person hosts without having a seat, oldest first."""
        return await self._load_hosted_tables(
            await self._tables.store.seats.list_lobby_ids_hosted_without_seat(user_id)
        )

    async def _load_hosted_tables(self, table_ids: Iterable[int]) -> list[Table]:
        tables = []
        for table_id in table_ids:
            try:
                tables.append(await self._tables.get(table_id))
            except UnhostedGame as error:
                log.warning("table left out table=%d", table_id, extra={"fields": {"reason": str(error)}})
        return tables

    async def list_unhosted_table_ids_and_games(self, user_id: int) -> list[tuple[int, str]]:
        """Return the IDs and game keys of a person's active tables whose game is no longer hosted."""
        rows = [
            await self._tables.load_row(table_id)
            for table_id in await self._matches.list_active_table_ids_of_person(user_id)
        ]
        return [(row.id, row.game) for row in rows if row.game not in self._tables.games]

    async def find_channel_and_people(self, table_id: int) -> tuple[int, frozenset[int], tuple[int, ...]]:
        """Return the IDs of a table's channel, its seated and invited people, and its guest channels.

        If the table's game is no longer hosted, only the people seated and no guest channels are returned.

        :raises NoSuchTable: there is no such table.
        """
        try:
            table = await self._tables.get(table_id)
        except UnhostedGame:
            row = await self._tables.load_row(table_id)
            seats = await self._tables.store.seats.list_taken_seats(table_id)
            return row.channel_id, frozenset(seat.user_id for seat in seats), ()
        return (
            table.place.channel_id,
            frozenset((*table.user_ids, *table.invited_ids)),
            table.guest_channel_ids,
        )

    async def run_write_in_free_channel(self, write: Callable[[], Awaitable[T]]) -> T:
        """Make a write that needs a channel without an active table. The caller must not hold a table's lock.

        :raises ChannelTaken: the channel has an active table.
        :raises ChannelTableExists: every attempt failed because of a table that ended right afterwards.
        """
        for _ in range(MAX_TRIES - 1):
            try:
                return await write()
            except ChannelTableExists as busy:
                active = await self.find_active_table(busy.channel_id)
            # Try again if the table that occupied the channel has ended in the meantime.
            if active is not None:
                raise ChannelTaken(active)
        return await write()

"""Finds out which tables belong to this process. With a single process, all do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.kit.cache import Cache
from bot.storage.matches import TableServers

MAX_REMEMBERED_TABLES = 65_536
"""Maximum number of other processes' tables to remember."""


def find_shard(guild_id: int | None, shard_count: int) -> int:
    """Return the shard that Discord assigns to a server. Tables outside servers belong to shard 0."""
    return 0 if guild_id is None else (guild_id >> 22) % shard_count


class TableShare:
    """The tables that belong to this process, by the shard of each table's server."""

    def __init__(self, table_servers: TableServers) -> None:
        """Create a share that includes all tables, until :meth:`restrict_to_shards` is called."""
        self._table_servers = table_servers
        self._shards = 1
        self._ids = frozenset({0})
        self._others: Cache[int, bool] = Cache(MAX_REMEMBERED_TABLES)

    @property
    def owns_all_tables(self) -> bool:
        return len(self._ids) == self._shards

    def restrict_to_shards(self, shard_count: int, shard_ids: Iterable[int]) -> None:
        """Own only the tables of the shards ``shard_ids``, of the bot's ``shard_count`` shards."""
        self._shards, self._ids = shard_count, frozenset(shard_ids)

    def owns_server(self, guild_id: int | None) -> bool:
        """Return whether the tables of a server belong to this process."""
        return find_shard(guild_id, self._shards) in self._ids

    def remember_server(self, table_id: int, guild_id: int | None) -> None:
        """Remember whether a table belongs to another process, given the table's server."""
        if self.owns_server(guild_id):
            self._others.drop(table_id)
        else:
            self._others.put(table_id, True)

    async def load_server(self, table_id: int) -> None:
        """Remember whether a table belongs to another process, after reading its server from the database."""
        if not self.owns_all_tables:
            for found, guild_id in (await self._table_servers.find_servers([table_id])).items():
                self.remember_server(found, guild_id)

    async def pick_owned_table_ids(self, table_ids: Sequence[int]) -> list[int]:
        """Return those of the IDs whose tables belong to this process, in the same order."""
        if self.owns_all_tables:
            return list(table_ids)
        table_servers = await self._table_servers.find_servers(table_ids)
        return [
            table_id
            for table_id in table_ids
            if table_id in table_servers and self.owns_server(table_servers[table_id])
        ]

    def is_owned_elsewhere(self, table_id: int) -> bool:
        """Return whether a table is known to belong to another process."""
        return self._others.get(table_id) is not None

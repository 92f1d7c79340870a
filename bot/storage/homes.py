"""The server of each table."""

from __future__ import annotations

from collections.abc import Sequence

from bot.storage.engine.database import Database

AT_ONCE = 500


class Homes:
    """Looks up the servers of many tables at a time."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def of(self, table_ids: Sequence[int]) -> dict[int, int | None]:
        """Return the server of each existing table; ``None`` for a table outside servers."""
        found: dict[int, int | None] = {}
        for begin in range(0, len(table_ids), AT_ONCE):
            part = table_ids[begin : begin + AT_ONCE]
            sql = f"SELECT id, guild_id FROM matches WHERE id IN ({', '.join('?' * len(part))})"
            found.update({int(row[0]): row[1] for row in await self._db.rows(sql, part)})
        return found

"""Stores each server's board message, and finds the tables it lists."""

from __future__ import annotations

from typing import NamedTuple

from bot.storage.engine.database import Database
from games.core.values import value_class

_COLUMN_LIST = (
    "guild_id, channel_id, locale, message_id, attempt, edited_at, digest, lost, ended,"
    " old_channel_id, old_message_id"
)
_WAITING_SINCE = (
    "coalesce((SELECT min(c.began) FROM clocks c WHERE c.match_id = m.id AND c.since IS NOT NULL),"
    " (SELECT max(l.at) FROM log l WHERE l.match_id = m.id), m.opened_at)"
)
_LIST_WAITING_TABLES_SQL = f"""
SELECT id, channel_id, since FROM (
    SELECT m.id, m.channel_id, {_WAITING_SINCE} AS since FROM matches m
    WHERE m.guild_id = ?1 AND m.status = 'playing'
) AS playing ORDER BY CASE WHEN since < ?2 THEN 1 ELSE 0 END, since, id
"""
_LIST_OPEN_TABLES_SQL = """
SELECT m.id, m.channel_id, m.opened_at FROM matches m WHERE m.guild_id = ? AND m.status = 'lobby'
AND m.follows IS NULL AND m.capacity > (SELECT count(*) FROM seats s WHERE s.match_id = m.id)
    + (SELECT count(*) FROM invitations i WHERE i.match_id = m.id AND i.declined = 0) ORDER BY m.id DESC
"""
_LIST_ENDED_TABLES_SQL = """
SELECT m.id, m.channel_id, m.ended_at FROM matches m WHERE m.guild_id = ? AND m.status = 'over'
AND m.version IS NOT NULL AND m.ended_at >= ? ORDER BY m.ended_at DESC, m.id DESC
"""


@value_class
class BoardRow:
    """A server's board: a message that lists the server's tables."""

    guild_id: int
    channel_id: int
    locale: str
    message_id: int | None = None
    """``None`` until the message is posted, and once the board has ended."""
    post_number: int = 0
    """Number of the post. A restarted bot uses it to find the post in the channel."""
    edited_at: int = 0
    """Epoch second of the last post or edit."""
    digest: str = ""
    """Hash of the contents. The message is edited only if the hash changes."""
    deletion_count: int = 0
    """How often someone deleted the message."""
    end_reason: str = ""
    """Reason why the board has ended; empty while it is kept up to date."""
    old_channel_id: int | None = None
    old_message_id: int | None = None
    """ID of an earlier board message that must still be deleted, in ``old_channel_id``."""


class ListedTable(NamedTuple):
    """A table listed on a server's board."""

    table_id: int
    channel_id: int
    since: int
    """Epoch second at which the table was opened, began to wait for a player, or ended."""


class ServerBoards:
    """Stores servers' board messages, and lists the tables that boards show."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def find_board(self, guild_id: int) -> BoardRow | None:
        """Return the board of a server, if it ever had one."""
        row = await self._db.fetch_row(
            f"SELECT {_COLUMN_LIST} FROM tide_boards WHERE guild_id = ?", (guild_id,)
        )
        return None if row is None else BoardRow(*row)

    async def list_server_ids_with_board(self) -> list[int]:
        """Return the IDs of the servers that have a board."""
        rows = await self._db.fetch_rows(
            "SELECT guild_id FROM tide_boards WHERE ended = '' ORDER BY guild_id"
        )
        return [int(row[0]) for row in rows]

    async def store_board(self, row: BoardRow) -> None:
        """Store a server's board, replacing its earlier row."""
        await self._db.run(
            f"INSERT INTO tide_boards ({_COLUMN_LIST}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (guild_id) DO UPDATE SET channel_id = excluded.channel_id,"
            " locale = excluded.locale, message_id = excluded.message_id, attempt = excluded.attempt,"
            " edited_at = excluded.edited_at, digest = excluded.digest, lost = excluded.lost,"
            " ended = excluded.ended, old_channel_id = excluded.old_channel_id,"
            " old_message_id = excluded.old_message_id",
            (
                row.guild_id,
                row.channel_id,
                row.locale,
                row.message_id,
                row.post_number,
                row.edited_at,
                row.digest,
                row.deletion_count,
                row.end_reason,
                row.old_channel_id,
                row.old_message_id,
            ),
        )

    async def list_open_tables(self, guild_id: int) -> list[ListedTable]:
        """Return the tables that anyone can still join, newest first."""
        return [ListedTable(*row) for row in await self._db.fetch_rows(_LIST_OPEN_TABLES_SQL, (guild_id,))]

    async def list_waiting_tables(self, guild_id: int, stale_before: int) -> list[ListedTable]:
        """Return the matches in progress, the longest wait first.

        :param stale_before: epoch seconds. Matches that have waited for longer come last as probably
            abandoned.
        """
        return [
            ListedTable(*row)
            for row in await self._db.fetch_rows(_LIST_WAITING_TABLES_SQL, (guild_id, stale_before))
        ]

    async def list_ended_tables(self, guild_id: int, since: int) -> list[ListedTable]:
        """Return the matches that ended at ``since`` or later, newest first."""
        return [
            ListedTable(*row) for row in await self._db.fetch_rows(_LIST_ENDED_TABLES_SQL, (guild_id, since))
        ]

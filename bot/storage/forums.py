"""Stores the servers' forum channels: the tags they offer, the tags of each post, and posts being created."""

from __future__ import annotations

import json
from collections.abc import Mapping

from bot.storage.engine.database import Database, Statement, Transaction
from games.core.values import value_class

_PENDING_POST_COLUMNS = (
    "id, guild_id, channel_id, user_id, name, locale, wish, press, strength, until, thread_id, at"
)


@value_class
class ForumRow:
    """A server's forum channel."""

    guild_id: int
    channel_id: int
    tags: Mapping[str, int]
    """IDs of the channel's tags, by the bot's names for them."""


@value_class
class PendingPostRow:
    """A forum post that is being created for a table."""

    id: int
    guild_id: int
    channel_id: int
    """ID of the forum."""
    user_id: int
    name: str
    locale: str
    request: str
    """The requested table, encoded as in a button's custom_id."""
    press_id: int
    """ID of the interaction that asked for the table."""
    strength: str
    """Playing strength for which an open table is advertised; empty for other tables."""
    closes_at: int
    """Epoch second at which an open table closes if seats are still free; 0 for no deadline."""
    thread_id: int | None
    """ID of the post; ``None`` until it is known to exist."""
    requested_at: int


class Forums:
    """Stores forums, the tags shown on posts, and posts being created."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def find_forum(self, guild_id: int) -> ForumRow | None:
        """Return the forum of a server, if any."""
        row = await self._db.fetch_row(
            "SELECT guild_id, channel_id, tags FROM forums WHERE guild_id = ?", (guild_id,)
        )
        return None if row is None else ForumRow(int(row[0]), int(row[1]), json.loads(row[2]))

    async def list_server_ids_with_forum(self) -> list[int]:
        """Return the IDs of the servers that have a forum."""
        return [
            int(row[0]) for row in await self._db.fetch_rows("SELECT guild_id FROM forums ORDER BY guild_id")
        ]

    async def set_forum(self, row: ForumRow) -> None:
        """Set the forum of a server, replacing an earlier one."""
        await self._db.run(
            "INSERT INTO forums (guild_id, channel_id, tags) VALUES (?, ?, ?) ON CONFLICT (guild_id)"
            " DO UPDATE SET channel_id = excluded.channel_id, tags = excluded.tags",
            (row.guild_id, row.channel_id, json.dumps(dict(row.tags))),
        )

    async def clear_forum(self, guild_id: int) -> None:
        """Delete the setting of a server's forum. The channel itself remains."""
        await self._db.run("DELETE FROM forums WHERE guild_id = ?", (guild_id,))

    async def find_shown_tags(self, match_id: int) -> str:
        """Return the tag IDs that the post of a match is known to have, separated by commas."""
        row = await self._db.fetch_row("SELECT shown FROM forum_posts WHERE match_id = ?", (match_id,))
        return "" if row is None else str(row[0])

    async def record_shown_tags(self, match_id: int, tag_ids: str) -> None:
        """Record the tag IDs that the post of a match has, separated by commas."""
        await self._db.run(
            "INSERT INTO forum_posts (match_id, shown) VALUES (?, ?)"
            " ON CONFLICT (match_id) DO UPDATE SET shown = excluded.shown",
            (match_id, tag_ids),
        )

    async def list_recent_table_ids(self, guild_id: int, since: int) -> list[int]:
        """Return the IDs of a server's tables that are active or ended at ``since`` or later."""
        rows = await self._db.fetch_rows(
            "SELECT id FROM matches WHERE guild_id = ? AND (status <> 'over' OR ended_at >= ?) ORDER BY id",
            (guild_id, since),
        )
        return [int(row[0]) for row in rows]

    async def reserve_post(self, row: PendingPostRow) -> int:
        """Record that a post is about to be created, and return the record's ID."""

        async def add_post(transaction: Transaction) -> int:
            return await transaction.insert(
                "INSERT INTO forum_wishes (guild_id, channel_id, user_id, name, locale, wish, press,"
                " strength, until, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    row.guild_id,
                    row.channel_id,
                    row.user_id,
                    row.name,
                    row.locale,
                    row.request,
                    row.press_id,
                    row.strength,
                    row.closes_at,
                    row.requested_at,
                ),
            )

        return await self._db.write(add_post)

    async def mark_created(self, post_record_id: int, thread_id: int) -> None:
        """Record the thread that was created for a pending post."""
        await self._db.run("UPDATE forum_wishes SET thread_id = ? WHERE id = ?", (thread_id, post_record_id))

    async def list_pending_posts(self) -> list[PendingPostRow]:
        """Return the posts that are being created."""
        return [
            PendingPostRow(*row)
            for row in await self._db.fetch_rows(
                f"SELECT {_PENDING_POST_COLUMNS} FROM forum_wishes ORDER BY id"
            )
        ]

    def make_finish_statement(self, post_record_id: int) -> Statement:
        """Return the SQL statement of :meth:`finish_post`."""
        return "DELETE FROM forum_wishes WHERE id = ?", (post_record_id,)

    async def finish_post(self, post_record_id: int) -> None:
        """Delete the record of a post, because its table is open or the request was dropped."""
        sql, values = self.make_finish_statement(post_record_id)
        await self._db.run(sql, values)

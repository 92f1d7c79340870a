"""Stores the followers of matches, and for which moments each of them was already pinged."""

from __future__ import annotations

from collections.abc import Sequence

from bot.storage.engine.database import Database, Transaction
from bot.storage.missing_rows import FOLLOWS_TABLE, MissingRows
from games.core.values import value_class

_COLUMN_LIST = "match_id, user_id, points, told, call, sent"


@value_class
class FollowRow:
    """A follower of a match."""

    match_id: int
    user_id: int
    moment_kind: str
    """Kind of moments at which the follower wants a ping (:mod:`bot.features.follow.moments`)."""
    handled_moment_count: int
    """Number of moments of this kind in the match so far for which no ping is needed any longer."""
    post_number: int
    """Number of the match's post that last mentioned the follower; 0 for none."""
    is_post_sent: bool


class Follows:
    """Stores followers and their pings."""

    def __init__(self, database: Database, missing_rows: MissingRows) -> None:
        self._db = database
        self._missing_rows = missing_rows

    async def store_follower(
        self, match_id: int, user_id: int, moment_kind: str, past_moment_count: int, limit: int
    ) -> bool:
        """Store that a person follows a match, or change the moments at which they are pinged.

        Return ``False`` if the person follows ``limit`` other unfinished matches.

        :param past_moment_count: the number of moments of this kind that have passed already.
        """

        async def store_follow(transaction: Transaction) -> bool:
            row = await transaction.fetch_row(
                "SELECT count(*) FROM follows f JOIN matches m ON m.id = f.match_id"
                " WHERE f.user_id = ? AND f.match_id <> ? AND m.status <> 'over'",
                (user_id, match_id),
            )
            if row is not None and int(row[0]) >= limit:
                return False
            await transaction.run(
                "INSERT INTO follows (match_id, user_id, points, told) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (match_id, user_id)"
                " DO UPDATE SET points = excluded.points, told = excluded.told",
                (match_id, user_id, moment_kind, past_moment_count),
            )
            return True

        with self._missing_rows.track_insert(match_id):
            return await self._db.write(store_follow, subject_id=user_id)

    async def remove_follower(self, match_id: int, user_id: int) -> None:
        """Remove a person from the followers of a match."""
        await self._db.run("DELETE FROM follows WHERE match_id = ? AND user_id = ?", (match_id, user_id))

    async def list_followers(self, match_id: int) -> list[FollowRow]:
        """Return the followers of a match, in order of user ID."""
        if not await self._missing_rows.may_have_rows(match_id, FOLLOWS_TABLE):
            return []
        return await self._select_rows("match_id = ? ORDER BY user_id", match_id)

    async def find_follower(self, match_id: int, user_id: int) -> FollowRow | None:
        """Return a person's row as a follower of a match, if they follow it."""
        rows = await self._select_rows("match_id = ? AND user_id = ?", match_id, user_id)
        return rows[0] if rows else None

    async def list_followed_matches(self, user_id: int) -> list[FollowRow]:
        """Return the unfinished matches that a person follows, oldest first."""
        return await self._select_rows(
            "user_id = ? AND match_id IN (SELECT id FROM matches WHERE status <> 'over') ORDER BY match_id",
            user_id,
        )

    async def list_match_ids_with_followers(self) -> list[int]:
        """Return the IDs of the matches with followers, oldest first."""
        rows = await self._db.fetch_rows("SELECT DISTINCT match_id FROM follows ORDER BY match_id")
        return [int(row[0]) for row in rows]

    async def record_post(
        self, rows: Sequence[FollowRow], handled_moment_counts: Sequence[int], post_number: int
    ) -> None:
        """Record that a post is about to mention followers. Skip rows that have changed in the meantime.

        :param handled_moment_counts: the new :attr:`FollowRow.handled_moment_count` of each row.
        """
        await self._db.run_each(
            "UPDATE follows SET told = ?, call = ?, sent = 0"
            " WHERE match_id = ? AND user_id = ? AND told = ? AND points = ?",
            [
                (after, post_number, row.match_id, row.user_id, row.handled_moment_count, row.moment_kind)
                for row, after in zip(rows, handled_moment_counts, strict=True)
            ],
        )

    async def undo_post(self, rows: Sequence[FollowRow]) -> None:
        """Undo :meth:`record_post` for followers whom the post didn't mention, so that a later post does."""
        await self._db.run_each(
            "UPDATE follows SET told = 0, sent = 1 WHERE match_id = ? AND user_id = ? AND call = ?",
            [(row.match_id, row.user_id, row.post_number) for row in rows],
        )

    async def mark_sent(self, match_id: int, post_number: int) -> None:
        """Record that a match's post has been sent."""
        await self._db.run(
            "UPDATE follows SET sent = 1 WHERE match_id = ? AND call = ?", (match_id, post_number)
        )

    async def remove_all_followers(self, match_id: int) -> None:
        """Remove all followers of a match."""
        await self._db.run("DELETE FROM follows WHERE match_id = ?", (match_id,))

    async def _select_rows(self, condition: str, *values: int) -> list[FollowRow]:
        rows = await self._db.fetch_rows(f"SELECT {_COLUMN_LIST} FROM follows WHERE {condition}", values)
        return [
            FollowRow(int(row[0]), int(row[1]), str(row[2]), int(row[3]), int(row[4]), bool(row[5]))
            for row in rows
        ]

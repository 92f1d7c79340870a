"""Who follows which match, and what each has been told of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.storage.engine.database import Database, Transaction

_COLUMNS = "match_id, user_id, points, told, call, sent"


@dataclass(frozen=True, slots=True)
class FollowRow:
    """Somebody who follows a match.

    ``points`` are those that they chose; ``told`` is the last that they know of; ``call`` is the number of
    the post that mentions them, 0 for none, and ``sent`` tells whether that is done with.
    """

    match_id: int
    user_id: int
    points: str
    told: int
    call: int
    sent: bool


class Follows:
    """The followers of the file."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def set(self, match_id: int, user_id: int, points: str, told: int, most: int) -> bool:
        """Follow a match, or choose otherwise; ``False`` where the person follows ``most`` others already."""

        async def work(transaction: Transaction) -> bool:
            row = await transaction.row(
                "SELECT count(*) FROM follows f JOIN matches m ON m.id = f.match_id"
                " WHERE f.user_id = ? AND f.match_id <> ? AND m.status <> 'over'",
                (user_id, match_id),
            )
            if row is not None and int(row[0]) >= most:
                return False
            await transaction.run(
                "INSERT INTO follows (match_id, user_id, points, told) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (match_id, user_id)"
                " DO UPDATE SET points = excluded.points, told = excluded.told",
                (match_id, user_id, points, told),
            )
            return True

        return await self._db.write(work, about=user_id)

    async def end(self, match_id: int, user_id: int) -> None:
        """Follow a match no longer."""
        await self._db.run("DELETE FROM follows WHERE match_id = ? AND user_id = ?", (match_id, user_id))

    async def of(self, match_id: int) -> list[FollowRow]:
        """Return who follows a match."""
        return await self._where("match_id = ? ORDER BY user_id", match_id)

    async def find(self, match_id: int, user_id: int) -> FollowRow | None:
        """Return how a person follows a match; ``None`` where they do not."""
        rows = await self._where("match_id = ? AND user_id = ?", match_id, user_id)
        return rows[0] if rows else None

    async def of_person(self, user_id: int) -> list[FollowRow]:
        """Return what a person follows that has not ended, the oldest first."""
        return await self._where(
            "user_id = ? AND match_id IN (SELECT id FROM matches WHERE status <> 'over') ORDER BY match_id",
            user_id,
        )

    async def tables(self) -> list[int]:
        """Return the matches that somebody follows, the oldest first."""
        rows = await self._db.rows("SELECT DISTINCT match_id FROM follows ORDER BY match_id")
        return [int(row[0]) for row in rows]

    async def note(self, rows: Sequence[FollowRow], told: Sequence[int], call: int) -> None:
        """Note that a post mentions these people, before it is posted.

        :param told: up to where each knows with it.
        """
        await self._db.run_each(
            "UPDATE follows SET told = ?, call = ?, sent = 0"
            " WHERE match_id = ? AND user_id = ? AND told = ? AND points = ?",
            [
                (after, call, row.match_id, row.user_id, row.told, row.points)
                for row, after in zip(rows, told, strict=True)
            ],
        )

    async def release(self, rows: Sequence[FollowRow]) -> None:
        """Have people told later after all, of how things stand then."""
        await self._db.run_each(
            "UPDATE follows SET told = 0, sent = 1 WHERE match_id = ? AND user_id = ? AND call = ?",
            [(row.match_id, row.user_id, row.call) for row in rows],
        )

    async def mark_sent(self, match_id: int, call: int) -> None:
        """Note that a post is done with."""
        await self._db.run("UPDATE follows SET sent = 1 WHERE match_id = ? AND call = ?", (match_id, call))

    async def forget(self, match_id: int) -> None:
        """Forget who followed a match."""
        await self._db.run("DELETE FROM follows WHERE match_id = ?", (match_id,))

    async def _where(self, condition: str, *values: int) -> list[FollowRow]:
        rows = await self._db.rows(f"SELECT {_COLUMNS} FROM follows WHERE {condition}", values)
        return [
            FollowRow(int(row[0]), int(row[1]), str(row[2]), int(row[3]), int(row[4]), bool(row[5]))
            for row in rows
        ]

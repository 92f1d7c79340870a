"""Stores open challenges, which anyone may join until a deadline, and the role pinged for challenges."""

from __future__ import annotations

from typing import NamedTuple

from bot.storage.engine.database import Database, Statement, Transaction

CHALLENGE_OPEN, CHALLENGE_CLOSING, CHALLENGE_END_ANNOUNCED = "open", "closing", "told"
"""Values of :attr:`ChallengeRow.stage`: joinable, past its deadline, and with its end announced."""
_CHALLENGE_COLUMNS = "match_id, user_id, strength, until, state, called"


class ChallengeRow(NamedTuple):
    """A table that anyone may join until a deadline."""

    match_id: int
    user_id: int
    strength: str
    """Playing strength that the challenge is meant for."""
    closes_at: int
    """Epoch second at which the table closes if seats are still free."""
    stage: str = CHALLENGE_OPEN
    """:data:`CHALLENGE_OPEN`, :data:`CHALLENGE_CLOSING` or :data:`CHALLENGE_END_ANNOUNCED`."""
    was_role_mentioned: bool = False
    """Whether the server's role has been mentioned for the challenge."""


class ChallengeRoleRow(NamedTuple):
    """A server's role that is pinged for challenges."""

    guild_id: int
    role_id: int
    allows_mentions: bool


class Challenges:
    """Stores challenges and the roles that are pinged for them."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def make_add_statement(self, row: ChallengeRow) -> Statement:
        """Return the statement that stores a challenge unless the table already has a challenge."""
        return (
            f"INSERT INTO challenges ({_CHALLENGE_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (match_id) DO NOTHING",
            (row.match_id, row.user_id, row.strength, row.closes_at, row.stage, int(row.was_role_mentioned)),
        )

    async def add_challenge(self, row: ChallengeRow) -> None:
        """Store a challenge unless the table already has a challenge."""
        sql, values = self.make_add_statement(row)
        await self._db.run(sql, values)

    async def find_challenge(self, match_id: int) -> ChallengeRow | None:
        """Return the challenge of a table, if any."""
        row = await self._db.fetch_row(
            f"SELECT {_CHALLENGE_COLUMNS} FROM challenges WHERE match_id = ?", (match_id,)
        )
        return None if row is None else _read_challenge(row)

    async def list_pending_challenges(self) -> list[ChallengeRow]:
        """Return the challenges whose end hasn't been announced, earliest deadline first."""
        sql = f"SELECT {_CHALLENGE_COLUMNS} FROM challenges WHERE state <> ? ORDER BY until, match_id"
        return [_read_challenge(row) for row in await self._db.fetch_rows(sql, (CHALLENGE_END_ANNOUNCED,))]

    async def set_stage(self, match_id: int, stage: str) -> None:
        """Store the stage of a challenge (:attr:`ChallengeRow.stage`)."""
        await self._db.run("UPDATE challenges SET state = ? WHERE match_id = ?", (stage, match_id))

    async def delete_challenge(self, match_id: int) -> None:
        """Delete a challenge whose match has begun or whose table is gone."""
        await self._db.run("DELETE FROM challenges WHERE match_id = ?", (match_id,))

    async def record_role_mention(self, match_id: int, guild_id: int, now: int, min_seconds: int) -> bool:
        """Record that the server's role is about to be mentioned for a challenge.

        Return ``False`` without recording anything if the challenge or the role is gone, if the role was
        mentioned for this challenge before, or if it was mentioned within the last ``min_seconds``.
        """

        async def store_mention(transaction: Transaction) -> bool:
            row = await transaction.fetch_row("SELECT called FROM challenges WHERE match_id = ?", (match_id,))
            last = await transaction.fetch_row(
                "SELECT called_at FROM seekers WHERE guild_id = ?", (guild_id,)
            )
            if row is None or row[0] or last is None or int(last[0]) > now - min_seconds:
                return False
            await transaction.run("UPDATE challenges SET called = 1 WHERE match_id = ?", (match_id,))
            await transaction.run("UPDATE seekers SET called_at = ? WHERE guild_id = ?", (now, guild_id))
            return True

        return await self._db.write(store_mention, subject_id=guild_id)

    async def find_challenge_role(self, guild_id: int) -> ChallengeRoleRow | None:
        """Return the role that is pinged for challenges in a server, if any."""
        row = await self._db.fetch_row(
            "SELECT guild_id, role_id, calls FROM seekers WHERE guild_id = ?", (guild_id,)
        )
        return None if row is None else ChallengeRoleRow(int(row[0]), int(row[1]), bool(row[2]))

    async def set_challenge_role(self, guild_id: int, role_id: int, *, allows_mentions: bool) -> None:
        """Set the role that is pinged for challenges in a server."""
        await self._db.run(
            "INSERT INTO seekers (guild_id, role_id, calls) VALUES (?, ?, ?) ON CONFLICT (guild_id)"
            " DO UPDATE SET role_id = excluded.role_id, calls = excluded.calls",
            (guild_id, role_id, int(allows_mentions)),
        )

    async def clear_challenge_role(self, guild_id: int) -> None:
        """Stop pinging a role for challenges in a server."""
        await self._db.run("DELETE FROM seekers WHERE guild_id = ?", (guild_id,))


def _read_challenge(row: tuple[object, ...]) -> ChallengeRow:
    match_id, user_id, strength, until, state, called = row
    return ChallengeRow(
        int(str(match_id)), int(str(user_id)), str(strength), int(str(until)), str(state), bool(called)
    )

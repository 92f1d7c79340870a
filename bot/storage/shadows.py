"""Stores sealed moves, which spectators choose before the player moves. They are never logged."""

from __future__ import annotations

from dataclasses import field

from bot.storage.engine.database import Database
from bot.storage.messages import SHADOW_COMPARISON_MESSAGE, WAS_POSTED_SQL
from games.core.values import value_class

_LIST_MATCHES_WITHOUT_COMPARISON_SQL = f"""
SELECT DISTINCT s.match_id FROM shadows s JOIN matches m ON m.id = s.match_id
WHERE m.status = 'over' AND m.ended_at >= ? AND NOT {WAS_POSTED_SQL} ORDER BY s.match_id
"""


@value_class
class SealedMoveRow:
    """A move that a spectator would make in a seat's place."""

    match_id: int
    user_id: int
    seq: int
    """Length of the log in the position in which the move was sealed."""
    seat: int
    name: str
    token: str = field(repr=False)


class SealedMoves:
    """Stores spectators' sealed moves, and the matches in which they may seal moves."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def set_sealing_allowed(self, match_id: int, *, is_allowed: bool) -> None:
        """Store whether spectators may seal moves in a match."""
        if is_allowed:
            sql = "INSERT INTO shadow_open (match_id) VALUES (?) ON CONFLICT (match_id) DO NOTHING"
        else:
            sql = "DELETE FROM shadow_open WHERE match_id = ?"
        await self._db.run(sql, (match_id,))

    async def is_sealing_allowed(self, match_id: int) -> bool:
        """Return whether spectators may seal moves in a match."""
        return (
            await self._db.fetch_row("SELECT 1 FROM shadow_open WHERE match_id = ?", (match_id,)) is not None
        )

    async def store_sealed_move(self, row: SealedMoveRow) -> None:
        """Store a sealed move, replacing the spectator's earlier one for this position."""
        await self._db.run(
            "INSERT INTO shadows (match_id, user_id, seq, seat, name, token) VALUES (?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (match_id, user_id, seq)"
            " DO UPDATE SET seat = excluded.seat, name = excluded.name, token = excluded.token",
            (row.match_id, row.user_id, row.seq, row.seat, row.name, row.token),
        )

    async def find_sealed_move(self, match_id: int, user_id: int, seq: int) -> SealedMoveRow | None:
        """Return a person's sealed move for a position, if any."""
        row = await self._db.fetch_row(
            "SELECT match_id, user_id, seq, seat, name, token FROM shadows"
            " WHERE match_id = ? AND user_id = ? AND seq = ?",
            (match_id, user_id, seq),
        )
        return None if row is None else SealedMoveRow(*row)

    async def list_sealed_moves(self, match_id: int) -> list[SealedMoveRow]:
        """Return all sealed moves of a match, in order of user ID and position."""
        rows = await self._db.fetch_rows(
            "SELECT match_id, user_id, seq, seat, name, token FROM shadows WHERE match_id = ?"
            " ORDER BY user_id, seq",
            (match_id,),
        )
        return [SealedMoveRow(*row) for row in rows]

    async def list_match_ids_without_comparison(self, since: int) -> list[int]:
        """Return the IDs of matches that ended at ``since`` or later without a posted comparison."""
        return [
            int(row[0])
            for row in await self._db.fetch_rows(
                _LIST_MATCHES_WITHOUT_COMPARISON_SQL, (since, SHADOW_COMPARISON_MESSAGE)
            )
        ]

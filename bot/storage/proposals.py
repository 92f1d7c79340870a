"""Proposals that need everybody's consent, at most one a table."""

from __future__ import annotations

from dataclasses import dataclass

from bot.storage.database import Database


@dataclass(frozen=True, slots=True)
class ProposalRow:
    """An open proposal: ``undo`` (to ``ply``) or ``draw``. ``agreed`` are user ids, the proposer's first."""

    id: int
    kind: str
    seat: int
    user_id: int
    ply: int | None
    agreed: tuple[int, ...]


class Proposals:
    """The open proposals of the file. A row added to the log removes its table's (see ``Matches.append``)."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def of(self, match_id: int) -> ProposalRow | None:
        """Return the open proposal of a table."""
        row = await self._db.row(
            "SELECT id, kind, seat, user_id, ply FROM proposals WHERE match_id = ?", (match_id,)
        )
        if row is None:
            return None
        agreed = await self._db.rows(
            "SELECT user_id FROM consents WHERE proposal_id = ? ORDER BY user_id", (row[0],)
        )
        key, kind, seat, user_id, ply = row
        return ProposalRow(key, kind, seat, user_id, ply, (user_id, *(int(a[0]) for a in agreed)))

    async def add(self, match_id: int, kind: str, seat: int, user_id: int, ply: int | None = None) -> None:
        """Open a proposal."""
        await self._db.run(
            "INSERT INTO proposals (match_id, kind, seat, user_id, ply) VALUES (?, ?, ?, ?, ?)",
            (match_id, kind, seat, user_id, ply),
        )

    async def agree(self, proposal_id: int, user_id: int) -> None:
        """Note a consent; again is the same as once."""
        await self._db.run("INSERT OR IGNORE INTO consents VALUES (?, ?)", (proposal_id, user_id))

    async def remove(self, proposal_id: int) -> None:
        """Drop a proposal."""
        await self._db.run("DELETE FROM proposals WHERE id = ?", (proposal_id,))

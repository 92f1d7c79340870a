"""Stores proposals, which all seated people must agree to. A table has at most one open proposal."""

from __future__ import annotations

from bot.model.table import Proposal
from bot.storage.engine.database import Database, Transaction
from games.core.values import value_class


@value_class
class DeclinedProposal:
    """A proposal that was declined or withdrawn."""

    kind: str
    """``undo`` or ``draw``."""
    proposer_seat: int
    declining_seat: int
    """The seat that declined. If it is the proposer's seat, the proposal was withdrawn."""


class Proposals:
    """Stores open proposals. Adding a row to a table's log removes its proposal (``Matches.append_rows``)."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def find_open_proposal(self, match_id: int) -> Proposal | None:
        """Return a table's open proposal, if any."""
        row = await self._db.fetch_row(
            "SELECT id, kind, seat, user_id, ply FROM proposals WHERE match_id = ?", (match_id,)
        )
        if row is None:
            return None
        key, kind, seat, user_id, ply = row
        consents = await self._db.fetch_rows(
            "SELECT user_id FROM consents WHERE proposal_id = ? ORDER BY user_id", (key,)
        )
        people = await self._db.fetch_rows(
            "SELECT user_id FROM seats WHERE match_id = ? AND computer IS NULL"
            " GROUP BY user_id ORDER BY min(seat)",
            (match_id,),
        )
        agreed = (user_id, *(int(row[0]) for row in consents))
        awaiting = tuple(int(row[0]) for row in people if row[0] not in agreed)
        return Proposal(key, "undo" if kind == "undo" else "draw", seat, user_id, ply, awaiting)

    async def add_proposal(
        self, match_id: int, kind: str, seat: int, user_id: int, ply: int | None = None
    ) -> None:
        """Store a proposal at a table that has none.

        :param ply: the number of steps that remain after the undo; ``None`` for a draw.
        """
        await self._db.run(
            "INSERT INTO proposals (match_id, kind, seat, user_id, ply) VALUES (?, ?, ?, ?, ?)",
            (match_id, kind, seat, user_id, ply),
        )

    async def record_agreement(self, proposal_id: int, user_id: int) -> None:
        """Record that a person agrees to a proposal. Agreeing again has no effect."""
        await self._db.run(
            "INSERT INTO consents (proposal_id, user_id) VALUES (?, ?) ON CONFLICT DO NOTHING",
            (proposal_id, user_id),
        )

    async def decline_proposal(self, match_id: int, proposal: Proposal, seat: int) -> None:
        """Delete a proposal and record which seat declined it."""

        async def delete_proposal(transaction: Transaction) -> None:
            await transaction.run("DELETE FROM proposals WHERE id = ?", (proposal.id,))
            await transaction.run(
                "INSERT INTO declined (proposal_id, match_id, kind, asked, seat) VALUES (?, ?, ?, ?, ?)",
                (proposal.id, match_id, proposal.kind, proposal.proposer_seat, seat),
            )

        await self._db.write(delete_proposal, subject_id=match_id)

    async def find_declined_proposal(self, proposal_id: int) -> DeclinedProposal | None:
        """Return a declined or withdrawn proposal; ``None`` if it wasn't declined or withdrawn."""
        row = await self._db.fetch_row(
            "SELECT kind, asked, seat FROM declined WHERE proposal_id = ?", (proposal_id,)
        )
        return None if row is None else DeclinedProposal(str(row[0]), int(row[1]), int(row[2]))

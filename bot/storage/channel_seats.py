"""Stores the votes of channels that have a seat.

Votes are never logged or quoted in errors. Individual choices are deleted when a vote closes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import field
from typing import Any

from bot.model.table import OWN_CHANNEL_PLAYER
from bot.storage.engine.database import Database, Transaction
from bot.storage.messages import CHANNEL_BOARD_MESSAGE, CHANNEL_INVITATION_MESSAGE
from games.core.values import value_class

_VOTE_COLUMNS = "match_id, seq, seat, due, quorum, token, tally, told"
_LIST_MATCHES_NEEDING_WORK_SQL = """
SELECT s.match_id FROM seats s JOIN matches m ON m.id = s.match_id
WHERE (s.computer = ?1 OR s.computer LIKE ?2) AND m.status = 'playing'
UNION SELECT match_id FROM channel_turns WHERE told = 0
UNION SELECT c.match_id FROM channel_sides c JOIN matches m ON m.id = c.match_id WHERE m.status = 'over'
UNION SELECT live.match_id FROM messages live JOIN matches m ON m.id = live.match_id
WHERE live.purpose = ?3 AND live.retired = 0 AND m.status = 'over' AND (live.stale = 1 OR (
    m.ended_at >= ?4 AND live.seq < (SELECT coalesce(max(log.seq), 0) FROM log WHERE log.match_id = m.id)
))
"""


@value_class
class VotingTerms:
    """Conditions for closing a vote."""

    seconds: int
    """Maximum seconds for which a vote is open."""
    quorum: int
    """Number of voters that closes a vote early; 0 for never."""


@value_class
class VoteRow:
    """A channel's vote on a move of the seat that it plays."""

    match_id: int
    seq: int
    """Length of the log in the position that the vote is about."""
    seat: int
    closes_at: int
    """Epoch second."""
    quorum: int
    """Number of voters that closes the vote early; 0 for never."""
    token: str | None = field(default=None, repr=False)
    """Token of the chosen move; ``None`` while the vote is open."""
    tally: tuple[tuple[str, int], ...] = field(default=(), repr=False)
    """Each token with its number of votes, most votes first. Empty while the vote is open."""
    is_announced: bool = False
    """Whether the result was posted."""


def count_votes(tokens: Iterable[str]) -> list[tuple[str, int]]:
    """Return each token with its number of votes, most votes first. Ties keep the order of ``tokens``."""
    counts: dict[str, int] = {}
    for token in tokens:
        counts[token] = counts.get(token, 0) + 1
    return sorted(counts.items(), key=lambda token_count: -token_count[1])


class ChannelSeats:
    """Stores channels' votes, their terms and invitations to other channels."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def set_terms(self, match_id: int, terms: VotingTerms) -> None:
        """Set the voting terms of a match, which apply from the channel's next turn."""
        await self._db.run(
            "INSERT INTO channel_seats (match_id, seconds, quorum) VALUES (?, ?, ?) ON CONFLICT (match_id)"
            " DO UPDATE SET seconds = excluded.seconds, quorum = excluded.quorum",
            (match_id, terms.seconds, terms.quorum),
        )

    async def find_terms(self, match_id: int) -> VotingTerms | None:
        """Return the voting terms of a match, if they were set."""
        row = await self._db.fetch_row(
            "SELECT seconds, quorum FROM channel_seats WHERE match_id = ?", (match_id,)
        )
        return None if row is None else VotingTerms(*row)

    async def list_match_ids_needing_work(self, since: int) -> list[int]:
        """Return the IDs of matches in which a channel's vote, result or board still needs work. These are:

        - matches in progress in which a channel has a seat
        - matches with a vote whose result wasn't announced
        - ended matches for which the seats chosen by voters are still stored
        - ended matches whose board in another channel names an erased person
        - matches that ended at ``since`` (epoch seconds) or later, and whose board in another channel doesn't
          show the end
        """
        rows = await self._db.fetch_rows(
            _LIST_MATCHES_NEEDING_WORK_SQL,
            (OWN_CHANNEL_PLAYER, f"{OWN_CHANNEL_PLAYER}:%", CHANNEL_BOARD_MESSAGE, since),
        )
        return sorted(int(row[0]) for row in rows)

    async def open_vote(self, row: VoteRow) -> VoteRow:
        """Store a vote unless it exists already, and return the stored row."""
        await self._db.run(
            "INSERT INTO channel_turns (match_id, seq, seat, due, quorum) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (match_id, seq) DO NOTHING",
            (row.match_id, row.seq, row.seat, row.closes_at, row.quorum),
        )
        return await self.find_vote(row.match_id, row.seq) or row

    async def find_vote(self, match_id: int, seq: int) -> VoteRow | None:
        """Return the vote on a position, if any."""
        row = await self._db.fetch_row(
            f"SELECT {_VOTE_COLUMNS} FROM channel_turns WHERE match_id = ? AND seq = ?", (match_id, seq)
        )
        return None if row is None else _read_vote(row)

    async def list_votes(self, match_id: int) -> list[VoteRow]:
        """Return all votes of a match, earliest first."""
        rows = await self._db.fetch_rows(
            f"SELECT {_VOTE_COLUMNS} FROM channel_turns WHERE match_id = ? ORDER BY seq", (match_id,)
        )
        return [_read_vote(row) for row in rows]

    async def store_choice(self, match_id: int, user_id: int, seq: int, token: str) -> bool:
        """Store a person's choice, replacing an earlier one. Return ``False`` if the vote isn't open.

        Repeating a choice keeps its place in the order of votes, which decides ties.
        """

        async def replace_choice(transaction: Transaction) -> bool:
            turn = "SELECT 1 FROM channel_turns WHERE match_id = ? AND seq = ? AND token IS NULL"
            if await transaction.fetch_row(turn, (match_id, seq)) is None:
                return False
            same = "SELECT 1 FROM channel_votes WHERE match_id = ? AND user_id = ? AND seq = ? AND token = ?"
            if await transaction.fetch_row(same, (match_id, user_id, seq, token)) is None:
                await transaction.run(
                    "DELETE FROM channel_votes WHERE match_id = ? AND user_id = ?", (match_id, user_id)
                )
                await transaction.insert(
                    "INSERT INTO channel_votes (match_id, user_id, seq, token) VALUES (?, ?, ?, ?)",
                    (match_id, user_id, seq, token),
                )
            return True

        return await self._db.write(replace_choice, subject_id=match_id)

    async def find_choice(self, match_id: int, user_id: int, seq: int) -> str | None:
        """Return a person's choice in a vote, if any."""
        row = await self._db.fetch_row(
            "SELECT token FROM channel_votes WHERE match_id = ? AND user_id = ? AND seq = ?",
            (match_id, user_id, seq),
        )
        return None if row is None else str(row[0])

    async def count_choices(self, match_id: int, seq: int) -> int:
        """Return the number of people who have voted on a position."""
        row = await self._db.fetch_row(
            "SELECT count(*) FROM channel_votes WHERE match_id = ? AND seq = ?", (match_id, seq)
        )
        return 0 if row is None else int(row[0])

    async def close_vote(self, match_id: int, seq: int, default_token: str | None) -> VoteRow | None:
        """Close a vote, delete the individual choices, and return the vote.

        :param default_token: the token to choose if nobody has voted. If ``None``, such a vote stays open.
        """

        async def choose_and_close(transaction: Transaction) -> None:
            rows = await transaction.fetch_rows(
                "SELECT token FROM channel_votes WHERE match_id = ? AND seq = ? ORDER BY id", (match_id, seq)
            )
            tally = count_votes(str(row[0]) for row in rows)
            token = tally[0][0] if tally else default_token
            if token is None:
                return
            await transaction.run(
                "UPDATE channel_turns SET token = ?, tally = ?"
                " WHERE match_id = ? AND seq = ? AND token IS NULL",
                (token, json.dumps(tally), match_id, seq),
            )
            await transaction.run("DELETE FROM channel_votes WHERE match_id = ?", (match_id,))

        await self._db.write(choose_and_close, subject_id=match_id)
        return await self.find_vote(match_id, seq)

    async def drop_votes(self, match_id: int, seqs: Sequence[int]) -> None:
        """Delete votes with all their choices, because their positions were undone."""

        async def delete_votes(transaction: Transaction) -> None:
            for table in ("channel_turns", "channel_votes"):
                sql = f"DELETE FROM {table} WHERE match_id = ? AND seq = ?"
                await transaction.run_each(sql, [(match_id, seq) for seq in seqs])

        if seqs:
            await self._db.write(delete_votes, subject_id=match_id)

    async def mark_result_announced(self, match_id: int, seq: int) -> None:
        """Record that the result of a vote was announced."""
        await self._db.run(
            "UPDATE channel_turns SET told = 1 WHERE match_id = ? AND seq = ?", (match_id, seq)
        )

    async def invite_channel(self, match_id: int, channel_id: int) -> bool:
        """Record an invitation to another channel. Return ``False`` if a different one is invited already."""
        await self._db.run(
            "INSERT INTO channel_asks (match_id, channel_id) VALUES (?, ?) ON CONFLICT DO NOTHING",
            (match_id, channel_id),
        )
        return await self.find_invited_channel(match_id) == channel_id

    async def find_invited_channel(self, match_id: int) -> int | None:
        """Return the ID of the channel that is invited to play and has not answered, if any."""
        row = await self._db.fetch_row("SELECT channel_id FROM channel_asks WHERE match_id = ?", (match_id,))
        return None if row is None else int(row[0])

    async def drop_invitation(self, match_id: int) -> None:
        """Delete a match's invitation to another channel."""
        await self._db.run("DELETE FROM channel_asks WHERE match_id = ?", (match_id,))

    async def list_table_ids_with_invitation(self) -> list[int]:
        """Return the IDs of tables that have invited another channel, or whose invitation is still posted."""
        rows = await self._db.fetch_rows(
            "SELECT match_id FROM channel_asks"
            " UNION SELECT match_id FROM messages WHERE purpose = ? AND retired = 0",
            (CHANNEL_INVITATION_MESSAGE,),
        )
        return sorted(int(row[0]) for row in rows)

    async def store_voter_seat(self, match_id: int, user_id: int, seat: int) -> int:
        """Store the seat for which a person votes, unless one is stored. Return the stored seat."""
        await self._db.run(
            "INSERT INTO channel_sides (match_id, user_id, seat) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            (match_id, user_id, seat),
        )
        row = await self._db.fetch_row(
            "SELECT seat FROM channel_sides WHERE match_id = ? AND user_id = ?", (match_id, user_id)
        )
        return seat if row is None else int(row[0])

    async def delete_voter_seats(self, match_id: int) -> None:
        """Delete the stored seats for which people vote in a match that is over."""
        await self._db.run("DELETE FROM channel_sides WHERE match_id = ?", (match_id,))


def _read_vote(row: Sequence[Any]) -> VoteRow:
    match_id, seq, seat, closes_at, quorum, token, tally, announced = row
    counts = tuple((str(voted_token), int(count)) for voted_token, count in json.loads(tally))
    return VoteRow(match_id, seq, seat, closes_at, quorum, token, counts, bool(announced))

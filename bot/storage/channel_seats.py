"""The votes of channels that have a seat.

No log and no error shows one, and nobody's choice outlives its vote.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.model.table import CHANNEL
from bot.storage.engine.database import Database, Transaction
from bot.storage.messages import CHANNEL_ASK, CHANNEL_BOARD

_COLUMNS = "match_id, seq, seat, due, quorum, token, tally, told"
_TO_DO = """
SELECT s.match_id FROM seats s JOIN matches m ON m.id = s.match_id
WHERE (s.computer = ?1 OR s.computer LIKE ?2) AND m.status = 'playing'
UNION SELECT match_id FROM channel_turns WHERE told = 0
UNION SELECT c.match_id FROM channel_sides c JOIN matches m ON m.id = c.match_id WHERE m.status = 'over'
UNION SELECT live.match_id FROM messages live JOIN matches m ON m.id = live.match_id
WHERE live.purpose = ?3 AND live.retired = 0 AND m.status = 'over' AND (live.stale = 1 OR (
    m.ended_at >= ?4 AND live.seq < (SELECT coalesce(max(log.seq), 0) FROM log WHERE log.match_id = m.id)
))
"""


@dataclass(frozen=True, slots=True)
class Terms:
    """How a channel votes: for so many ``seconds``, or until so many have; 0 is no such number."""

    seconds: int
    quorum: int


@dataclass(frozen=True, slots=True)
class TurnRow:
    """A vote on the position in which the log had ``seq`` rows; open while it has no ``token``."""

    match_id: int
    seq: int
    seat: int
    due: int
    quorum: int
    token: str | None = field(default=None, repr=False)
    tally: tuple[tuple[str, int], ...] = field(default=(), repr=False)
    told: bool = False


def count_votes(tokens: Iterable[str]) -> list[tuple[str, int]]:
    """Return how many chose what: the most first, of as many what somebody chose first.

    :param tokens: in the order in which they were chosen.
    """
    counted: dict[str, int] = {}
    for token in tokens:
        counted[token] = counted.get(token, 0) + 1
    # What was put in first stays first among equals.
    return sorted(counted.items(), key=lambda one: -one[1])


class ChannelSeats:
    """The votes of the file."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def set_terms(self, match_id: int, terms: Terms) -> None:
        """Keep how the channel of a match votes from its next turn on."""
        await self._db.run(
            "INSERT INTO channel_seats (match_id, seconds, quorum) VALUES (?, ?, ?) ON CONFLICT (match_id)"
            " DO UPDATE SET seconds = excluded.seconds, quorum = excluded.quorum",
            (match_id, terms.seconds, terms.quorum),
        )

    async def terms(self, match_id: int) -> Terms | None:
        """Return how the channel of a match votes; ``None`` where nobody has said."""
        row = await self._db.row("SELECT seconds, quorum FROM channel_seats WHERE match_id = ?", (match_id,))
        return None if row is None else Terms(*row)

    async def tables(self, since: int) -> list[int]:
        """Return the matches where something is left to do for a channel.

        These are those in play at which one has a seat, those with a vote not told of or sides not forgotten,
        and those whose board in another channel names who is forgotten, or shows no end although they
        ended at ``since`` or later.
        """
        rows = await self._db.rows(_TO_DO, (CHANNEL, f"{CHANNEL}:%", CHANNEL_BOARD, since))
        return sorted(int(row[0]) for row in rows)

    async def open(self, row: TurnRow) -> TurnRow:
        """Open a vote, unless it is there; return it as it stands."""
        await self._db.run(
            "INSERT INTO channel_turns (match_id, seq, seat, due, quorum) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (match_id, seq) DO NOTHING",
            (row.match_id, row.seq, row.seat, row.due, row.quorum),
        )
        return await self.find(row.match_id, row.seq) or row

    async def find(self, match_id: int, seq: int) -> TurnRow | None:
        """Return the vote on a position."""
        row = await self._db.row(
            f"SELECT {_COLUMNS} FROM channel_turns WHERE match_id = ? AND seq = ?", (match_id, seq)
        )
        return None if row is None else _read(row)

    async def of(self, match_id: int) -> list[TurnRow]:
        """Return all votes of a match, the earliest first."""
        rows = await self._db.rows(
            f"SELECT {_COLUMNS} FROM channel_turns WHERE match_id = ? ORDER BY seq", (match_id,)
        )
        return [_read(row) for row in rows]

    async def vote(self, match_id: int, user_id: int, seq: int, token: str) -> bool:
        """Keep what a person chooses in the place of what they chose before; ``False``: it isn't open.

        Who chooses the same again keeps their place among those who chose.
        """

        async def work(transaction: Transaction) -> bool:
            turn = "SELECT 1 FROM channel_turns WHERE match_id = ? AND seq = ? AND token IS NULL"
            if await transaction.row(turn, (match_id, seq)) is None:
                return False
            same = "SELECT 1 FROM channel_votes WHERE match_id = ? AND user_id = ? AND seq = ? AND token = ?"
            if await transaction.row(same, (match_id, user_id, seq, token)) is None:
                await transaction.run(
                    "DELETE FROM channel_votes WHERE match_id = ? AND user_id = ?", (match_id, user_id)
                )
                await transaction.insert(
                    "INSERT INTO channel_votes (match_id, user_id, seq, token) VALUES (?, ?, ?, ?)",
                    (match_id, user_id, seq, token),
                )
            return True

        return await self._db.write(work, about=match_id)

    async def own(self, match_id: int, user_id: int, seq: int) -> str | None:
        """Return what a person has chosen in a vote."""
        row = await self._db.row(
            "SELECT token FROM channel_votes WHERE match_id = ? AND user_id = ? AND seq = ?",
            (match_id, user_id, seq),
        )
        return None if row is None else str(row[0])

    async def count(self, match_id: int, seq: int) -> int:
        """Return how many have voted."""
        row = await self._db.row(
            "SELECT count(*) FROM channel_votes WHERE match_id = ? AND seq = ?", (match_id, seq)
        )
        return 0 if row is None else int(row[0])

    async def close(self, match_id: int, seq: int, otherwise: str | None) -> TurnRow | None:
        """Close a vote once and for all, and forget who chose what; return it as it was closed.

        :param otherwise: what is chosen where nobody has voted; ``None`` leaves it open then.
        """

        async def work(transaction: Transaction) -> None:
            rows = await transaction.rows(
                "SELECT token FROM channel_votes WHERE match_id = ? AND seq = ? ORDER BY id", (match_id, seq)
            )
            tally = count_votes(str(row[0]) for row in rows)
            token = tally[0][0] if tally else otherwise
            if token is None:
                return
            await transaction.run(
                "UPDATE channel_turns SET token = ?, tally = ?"
                " WHERE match_id = ? AND seq = ? AND token IS NULL",
                (token, json.dumps(tally), match_id, seq),
            )
            await transaction.run("DELETE FROM channel_votes WHERE match_id = ?", (match_id,))

        await self._db.write(work, about=match_id)
        return await self.find(match_id, seq)

    async def drop(self, match_id: int, seqs: Sequence[int]) -> None:
        """Forget votes with all that was chosen in them: their position is gone."""

        async def work(transaction: Transaction) -> None:
            for table in ("channel_turns", "channel_votes"):
                sql = f"DELETE FROM {table} WHERE match_id = ? AND seq = ?"
                await transaction.run_each(sql, [(match_id, seq) for seq in seqs])

        if seqs:
            await self._db.write(work, about=match_id)

    async def mark_told(self, match_id: int, seq: int) -> None:
        """Note that the channel has been told how a vote came out."""
        await self._db.run(
            "UPDATE channel_turns SET told = 1 WHERE match_id = ? AND seq = ?", (match_id, seq)
        )

    async def ask(self, match_id: int, channel_id: int) -> bool:
        """Note that another channel is asked to play; ``False`` where one is, or it is asked elsewhere."""
        await self._db.run(
            "INSERT INTO channel_asks (match_id, channel_id) VALUES (?, ?) ON CONFLICT DO NOTHING",
            (match_id, channel_id),
        )
        return await self.asked(match_id) == channel_id

    async def asked(self, match_id: int) -> int | None:
        """Return which other channel has been asked to play and has not answered."""
        row = await self._db.row("SELECT channel_id FROM channel_asks WHERE match_id = ?", (match_id,))
        return None if row is None else int(row[0])

    async def answer(self, match_id: int) -> None:
        """Note that this is settled."""
        await self._db.run("DELETE FROM channel_asks WHERE match_id = ?", (match_id,))

    async def asking(self) -> list[int]:
        """Return the tables where another channel is asked to play, or still reads that it is."""
        rows = await self._db.rows(
            "SELECT match_id FROM channel_asks"
            " UNION SELECT match_id FROM messages WHERE purpose = ? AND retired = 0",
            (CHANNEL_ASK,),
        )
        return sorted(int(row[0]) for row in rows)

    async def take_side(self, match_id: int, user_id: int, seat: int) -> int:
        """Keep for which seat somebody votes in a match, once and for all; return for which."""
        await self._db.run(
            "INSERT INTO channel_sides (match_id, user_id, seat) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            (match_id, user_id, seat),
        )
        row = await self._db.row(
            "SELECT seat FROM channel_sides WHERE match_id = ? AND user_id = ?", (match_id, user_id)
        )
        return seat if row is None else int(row[0])

    async def forget_sides(self, match_id: int) -> None:
        """Forget who votes for whom in a match that is over."""
        await self._db.run("DELETE FROM channel_sides WHERE match_id = ?", (match_id,))


def _read(row: Sequence[Any]) -> TurnRow:
    match_id, seq, seat, due, quorum, token, tally, told = row
    counted = tuple((str(one), int(count)) for one, count in json.loads(tally))
    return TurnRow(match_id, seq, seat, due, quorum, token, counted, bool(told))

"""Stores premoves: moves that players prepare for a later turn."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import nullcontext
from dataclasses import field

from bot.storage.engine.database import Database, Statement, Transaction
from bot.storage.missing_rows import (
    DROPPED_PREMOVES_TABLE,
    PLAYED_PREMOVES_TABLE,
    PREMOVES_TABLE,
    MissingRows,
)
from games.core.values import value_class

_COLUMN_LIST = "id, match_id, seat, user_id, seq, line"
_DELETE_PREMOVE_SQL = "DELETE FROM prepared WHERE id = ?"
_STORE_NOTICE_SQL = (
    "INSERT INTO prepared_dropped (match_id, seat, user_id, line, why) VALUES (?, ?, ?, ?, ?)"
    " ON CONFLICT (match_id, seat, user_id) DO UPDATE SET line = excluded.line, why = excluded.why"
)


@value_class
class PremoveRow:
    """A premove of a seat. Logs and errors never show it."""

    id: int
    match_id: int
    seat: int
    user_id: int
    seq: int
    """Length of the log in the position in which the premove was prepared."""
    line: str = field(repr=False)
    """The prepared moves and their conditions, as text."""


@value_class
class DroppedPremove:
    """A premove that was dropped. Its owner is notified once."""

    match_id: int
    seat: int
    user_id: int
    line: str = field(repr=False)
    """The prepared moves and their conditions, as text."""
    drop_reason: str
    """Value of :class:`games.core.premoves.DropReason`."""


class Premoves:
    """Stores pending premoves, played premoves, and notices to players whose premoves were dropped."""

    def __init__(self, database: Database, missing_rows: MissingRows) -> None:
        self._db = database
        self._missing_rows = missing_rows

    async def add_premove(
        self, match_id: int, seat: int, user_id: int, seq: int, line: str, limit: int
    ) -> int | None:
        """Store a premove. Return its ID, or ``None`` if the seat has ``limit`` premoves already."""

        async def insert_below_limit(transaction: Transaction) -> int | None:
            row = await transaction.fetch_row(
                "SELECT count(*) FROM prepared WHERE match_id = ? AND seat = ?", (match_id, seat)
            )
            if row is not None and int(row[0]) >= limit:
                return None
            return await transaction.insert(
                "INSERT INTO prepared (match_id, seat, user_id, seq, line) VALUES (?, ?, ?, ?, ?)",
                (match_id, seat, user_id, seq, line),
            )

        with self._missing_rows.track_insert(match_id):
            return await self._db.write(insert_below_limit, subject_id=match_id)

    async def change_premove(self, row: PremoveRow, line: str) -> bool:
        """Replace a premove. Return ``False`` if it no longer exists or has changed."""
        sql = "UPDATE prepared SET line = ? WHERE id = ? AND user_id = ? AND line = ?"
        return await self._db.run(sql, (line, row.id, row.user_id, row.line)) > 0

    async def cancel_premove(self, row_id: int, user_id: int, seq: int) -> bool:
        """Delete a person's premove. Return ``False`` if they have no such premove.

        :param seq: the length of the log when the premove was shown. A later premove may reuse the ID.
        """
        sql = "DELETE FROM prepared WHERE id = ? AND user_id = ? AND seq <= ?"
        return await self._db.run(sql, (row_id, user_id, seq)) > 0

    async def list_premoves_for_table(self, match_id: int) -> list[PremoveRow]:
        """Return the premoves at a table, in order of seat and creation."""
        if not await self._missing_rows.may_have_rows(match_id, PREMOVES_TABLE):
            return []
        rows = await self._db.fetch_rows(
            f"SELECT {_COLUMN_LIST} FROM prepared WHERE match_id = ? ORDER BY seat, id", (match_id,)
        )
        return [PremoveRow(*row) for row in rows]

    async def list_table_ids_with_premoves(self) -> list[int]:
        """Return the IDs of tables with premoves, oldest first."""
        rows = await self._db.fetch_rows("SELECT DISTINCT match_id FROM prepared ORDER BY match_id")
        return [int(row[0]) for row in rows]

    async def drop_premoves(self, rows: Iterable[PremoveRow], notice: DroppedPremove | None = None) -> None:
        """Delete premoves and record ``notice`` for their owner in the same transaction.

        If another call has dropped all these premoves already, nothing is recorded.
        """
        doomed = [row.id for row in rows]

        async def delete_and_record(transaction: Transaction) -> None:
            gone = sum([await transaction.run(_DELETE_PREMOVE_SQL, (row_id,)) for row_id in doomed])
            if gone and notice is not None:
                await transaction.run(
                    _STORE_NOTICE_SQL,
                    (notice.match_id, notice.seat, notice.user_id, notice.line, notice.drop_reason),
                )

        if doomed:
            with nullcontext() if notice is None else self._missing_rows.track_insert(notice.match_id):
                await self._db.write(delete_and_record)

    async def list_undelivered_notices(self, match_id: int, user_id: int) -> list[DroppedPremove]:
        """Return a person's dropped premoves at a table, without those that they were notified of."""
        if not await self._missing_rows.may_have_rows(match_id, DROPPED_PREMOVES_TABLE):
            return []
        rows = await self._db.fetch_rows(
            "SELECT match_id, seat, user_id, line, why FROM prepared_dropped"
            " WHERE match_id = ? AND user_id = ? ORDER BY seat",
            (match_id, user_id),
        )
        return [DroppedPremove(*row) for row in rows]

    async def mark_delivered(self, row: DroppedPremove) -> bool:
        """Record that a person was notified of a dropped premove; return ``False`` if that was done."""
        changed = await self._db.run(
            "DELETE FROM prepared_dropped WHERE match_id = ? AND seat = ? AND user_id = ? AND line = ?",
            (row.match_id, row.seat, row.user_id, row.line),
        )
        return changed > 0

    async def mark_played(self, match_id: int, seq: int) -> None:
        """Record that a row of the log was a premove."""
        with self._missing_rows.track_insert(match_id):
            await self._db.run(
                "INSERT INTO prepared_played (match_id, seq) VALUES (?, ?)"
                " ON CONFLICT (match_id, seq) DO NOTHING",
                (match_id, seq),
            )

    async def list_premove_rows(self, match_id: int) -> frozenset[int]:
        """Return the numbers of the log rows that were premoves."""
        if not await self._missing_rows.may_have_rows(match_id, PLAYED_PREMOVES_TABLE):
            return frozenset()
        rows = await self._db.fetch_rows("SELECT seq FROM prepared_played WHERE match_id = ?", (match_id,))
        return frozenset(int(row[0]) for row in rows)

    async def remove_all_premoves(self, match_id: int) -> None:
        """Delete a table's premoves and pending notifications."""
        await self._db.write(lambda transaction: _delete_premoves(transaction, match_id))

    async def delete_old_premoves(self) -> None:
        """Delete the premoves and pending notifications of tables that are over."""
        over = "match_id IN (SELECT id FROM matches WHERE status = 'over')"
        for table in ("prepared", "prepared_dropped"):
            await self._db.run(f"DELETE FROM {table} WHERE {over}")


async def _delete_premoves(transaction: Transaction, match_id: int) -> None:
    changes: list[Statement] = [
        (f"DELETE FROM {table} WHERE match_id = ?", (match_id,)) for table in ("prepared", "prepared_dropped")
    ]
    await transaction.run_all(*changes)

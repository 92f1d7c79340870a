"""Stores match records for the people who uploaded them."""

from __future__ import annotations

from bot.storage.engine.database import Database, Transaction
from games.core.values import value_class

_COLUMN_LIST = "id, user_id, at, text, channel, review"


@value_class
class ImportRow:
    """An uploaded match record."""

    id: int
    user_id: int
    uploaded_at: int
    """Epoch second."""
    text: str
    """The record as JSON."""
    channel_id: int | None
    """ID of the channel in which the uploader has posted the record, if any."""
    review: str
    """The stored review of the match; empty if there is none."""


class Imports:
    """Stores uploaded match records."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def add_import(
        self, user_id: int, digest: str, text: str, now: int, limit: int, max_bytes: int
    ) -> int | None:
        """Store a person's record unless they have uploaded it before.

        :returns: the record's ID; ``None`` if the person already has ``limit`` records or would exceed
            ``max_bytes``.
        """

        async def add_record(transaction: Transaction) -> int | None:
            known = await transaction.fetch_row(
                "SELECT id FROM imports WHERE user_id = ? AND digest = ?", (user_id, digest)
            )
            if known is not None:
                return int(known[0])
            totals = await transaction.fetch_row(
                "SELECT count(*), coalesce(sum(length(text)), 0) FROM imports WHERE user_id = ?", (user_id,)
            )
            assert totals is not None
            if int(totals[0]) >= limit or int(totals[1]) + len(text) > max_bytes:
                return None
            return await transaction.insert(
                "INSERT INTO imports (user_id, at, digest, text) VALUES (?, ?, ?, ?)",
                (user_id, now, digest, text),
            )

        return await self._db.write(add_record, subject_id=user_id)

    async def find_import(self, import_id: int) -> ImportRow | None:
        """Return a record, if it exists."""
        row = await self._db.fetch_row(f"SELECT {_COLUMN_LIST} FROM imports WHERE id = ?", (import_id,))
        return None if row is None else ImportRow(*row)

    async def list_imports_of_person(self, user_id: int) -> list[ImportRow]:
        """Return the records of a person, newest first."""
        rows = await self._db.fetch_rows(
            f"SELECT {_COLUMN_LIST} FROM imports WHERE user_id = ? ORDER BY id DESC", (user_id,)
        )
        return [ImportRow(*row) for row in rows]

    async def mark_posted(self, import_id: int, user_id: int, channel_id: int) -> bool:
        """Store where a person posted their record. Return ``False`` if the record isn't theirs."""
        sql = "UPDATE imports SET channel = ? WHERE id = ? AND user_id = ?"
        return await self._db.run(sql, (channel_id, import_id, user_id)) > 0

    async def store_review(self, import_id: int, review: str) -> None:
        """Store the review of a record, replacing an earlier one."""
        await self._db.run("UPDATE imports SET review = ? WHERE id = ?", (review, import_id))

    async def remove_import(self, import_id: int, user_id: int) -> bool:
        """Delete a person's record. Return ``False`` if the record isn't theirs."""
        sql = "DELETE FROM imports WHERE id = ? AND user_id = ?"
        return await self._db.run(sql, (import_id, user_id)) > 0

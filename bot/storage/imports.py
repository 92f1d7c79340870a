"""Records of matches that people have brought as files, each kept for its person."""

from __future__ import annotations

from dataclasses import dataclass

from bot.storage.engine.database import Database, Transaction

_COLUMNS = "id, user_id, at, text, channel, review"


@dataclass(frozen=True, slots=True)
class ImportRow:
    """A file that was brought. ``channel`` is where it has been posted, if anywhere."""

    id: int
    user_id: int
    at: int
    text: str
    channel: int | None
    review: str


class Imports:
    """The imported records of the file."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def add(
        self, user_id: int, digest: str, text: str, at: int, most: int, most_bytes: int
    ) -> int | None:
        """Keep a record of a person; return its id, the one it has where it is there already.

        :returns: ``None`` where they have ``most`` records, or would have more than ``most_bytes`` of them.
        """

        async def work(transaction: Transaction) -> int | None:
            known = await transaction.row(
                "SELECT id FROM imports WHERE user_id = ? AND digest = ?", (user_id, digest)
            )
            if known is not None:
                return int(known[0])
            kept = await transaction.row(
                "SELECT count(*), coalesce(sum(length(text)), 0) FROM imports WHERE user_id = ?", (user_id,)
            )
            assert kept is not None
            if int(kept[0]) >= most or int(kept[1]) + len(text) > most_bytes:
                return None
            return await transaction.insert(
                "INSERT INTO imports (user_id, at, digest, text) VALUES (?, ?, ?, ?)",
                (user_id, at, digest, text),
            )

        return await self._db.write(work, about=user_id)

    async def find(self, import_id: int) -> ImportRow | None:
        """Return a record; ``None`` where it is not kept any more."""
        row = await self._db.row(f"SELECT {_COLUMNS} FROM imports WHERE id = ?", (import_id,))
        return None if row is None else ImportRow(*row)

    async def of(self, user_id: int) -> list[ImportRow]:
        """Return the records of a person, the newest first."""
        rows = await self._db.rows(
            f"SELECT {_COLUMNS} FROM imports WHERE user_id = ? ORDER BY id DESC", (user_id,)
        )
        return [ImportRow(*row) for row in rows]

    async def post(self, import_id: int, user_id: int, channel: int) -> bool:
        """Note where a person has their record posted; ``False`` where they have none such."""
        sql = "UPDATE imports SET channel = ? WHERE id = ? AND user_id = ?"
        return await self._db.run(sql, (channel, import_id, user_id)) > 0

    async def keep_review(self, import_id: int, review: str) -> None:
        """Keep what was worked out about a record."""
        await self._db.run("UPDATE imports SET review = ? WHERE id = ?", (review, import_id))

    async def remove(self, import_id: int, user_id: int) -> bool:
        """Forget a record of a person; ``False`` where they have none such."""
        sql = "DELETE FROM imports WHERE id = ? AND user_id = ?"
        return await self._db.run(sql, (import_id, user_id)) > 0

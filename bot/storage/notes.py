"""Stores players' private notes on positions of a match."""

from __future__ import annotations

from bot.storage.engine.database import Database
from bot.storage.missing_rows import NOTES_TABLE, MissingRows
from games.core.values import value_class

_COLUMN_LIST = "match_id, user_id, ply, text, shown, at"


@value_class
class NoteRow:
    """A player's note on a position of a match."""

    match_id: int
    user_id: int
    ply: int
    """Number of steps that lead to the position."""
    text: str
    is_shared: bool
    """Whether everyone may read the note after the match."""
    written_at: int
    """Epoch second."""


class Notes:
    """Stores players' notes."""

    def __init__(self, database: Database, missing_rows: MissingRows) -> None:
        self._db = database
        self._missing_rows = missing_rows

    async def store_note(self, row: NoteRow) -> None:
        """Store a note, replacing the person's earlier note on the same position."""
        with self._missing_rows.track_insert(row.match_id):
            await self._db.run(
                f"INSERT INTO notes ({_COLUMN_LIST}) VALUES (?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (match_id, user_id, ply)"
                " DO UPDATE SET text = excluded.text, shown = excluded.shown, at = excluded.at",
                (row.match_id, row.user_id, row.ply, row.text, int(row.is_shared), row.written_at),
            )

    async def delete_note(self, row: NoteRow) -> None:
        """Delete the person's note on the same position as ``row``."""
        await self._db.run(
            "DELETE FROM notes WHERE match_id = ? AND user_id = ? AND ply = ?",
            (row.match_id, row.user_id, row.ply),
        )

    async def find_last_note(self, match_id: int, user_id: int) -> NoteRow | None:
        """Return a person's newest note, if they have one."""
        if not await self._missing_rows.may_have_rows(match_id, NOTES_TABLE):
            return None
        rows = await self._select_rows(
            "match_id = ? AND user_id = ? ORDER BY at DESC, ply DESC LIMIT 1", match_id, user_id
        )
        return rows[0] if rows else None

    async def list_shared_notes(self, match_id: int) -> list[NoteRow]:
        """Return the notes that everyone may read after the match, in order of position."""
        return await self._select_rows("match_id = ? AND shown = 1 ORDER BY ply, at, user_id", match_id)

    async def delete_old_notes(self, before: int) -> None:
        """Delete the private notes on matches that ended before the epoch second ``before``."""
        await self._db.run(
            "DELETE FROM notes WHERE shown = 0 AND match_id IN"
            " (SELECT id FROM matches WHERE status = 'over' AND ended_at < ?)",
            (before,),
        )

    async def _select_rows(self, condition: str, *values: int) -> list[NoteRow]:
        rows = await self._db.fetch_rows(f"SELECT {_COLUMN_LIST} FROM notes WHERE {condition}", values)
        return [
            NoteRow(match, user, ply, text, bool(shown), at) for match, user, ply, text, shown, at in rows
        ]

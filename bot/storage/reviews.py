"""Stores reviews of ended matches, and the guide's advice, which reviews take into account."""

from __future__ import annotations

from collections.abc import Sequence

from bot.storage.engine.database import Database
from bot.storage.messages import REVIEW_MESSAGE, WAS_POSTED_SQL
from games.review.advised import RecordedSuggestion

# Matches that share a deal may only be reviewed once all have ended.
_LIST_MATCHES_WITHOUT_POST_SQL = f"""
SELECT m.id FROM matches m WHERE m.status = 'over' AND m.version IS NOT NULL AND (m.ended_at >= ?
    OR m.id IN (
        SELECT other.match_id FROM tournament_secrets dealt
        JOIN tournament_tables t ON t.tournament_id = dealt.tournament_id AND t.round = dealt.round
        JOIN matches last ON last.id = t.match_id
        JOIN tournament_tables other ON other.tournament_id = t.tournament_id AND other.round = t.round
        WHERE last.status = 'over' AND last.ended_at >= ?
    )
) AND NOT {WAS_POSTED_SQL} ORDER BY m.id
"""
_LIST_MATCHES_WITH_ERASED_NAMES_SQL = """
SELECT match_id FROM messages WHERE purpose = ? AND stale = 1 AND retired = 0 AND message_id IS NOT NULL
ORDER BY match_id
"""


class Reviews:
    """Stores reviews and the guide's advice."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def find_review(self, table_id: int, version: int) -> str | None:
        """Return the stored review of a table, if it has the given version."""
        row = await self._db.fetch_row(
            "SELECT text FROM reviews WHERE match_id = ? AND version = ?", (table_id, version)
        )
        return None if row is None else str(row[0])

    async def store_review(self, table_id: int, version: int, text: str) -> None:
        """Store the review of a table, replacing an earlier review of any version."""
        await self._db.run(
            "INSERT INTO reviews (match_id, version, text) VALUES (?, ?, ?) ON CONFLICT (match_id)"
            " DO UPDATE SET version = excluded.version, text = excluded.text",
            (table_id, version, text),
        )

    async def store_advice(self, match_id: int, suggestions: Sequence[RecordedSuggestion]) -> None:
        """Store the guide's suggestions in a match. Called before the suggestions are shown."""
        await self._db.run_each(
            "INSERT INTO advised (match_id, seq, seat, token) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (match_id, seq, seat, token) DO NOTHING",
            [(match_id, one.seq, one.seat, one.token) for one in suggestions],
        )

    async def find_advice(self, match_id: int) -> tuple[RecordedSuggestion, ...]:
        """Return the guide's suggestions in a match."""
        rows = await self._db.fetch_rows(
            "SELECT seq, seat, token FROM advised WHERE match_id = ? ORDER BY seq, seat, token", (match_id,)
        )
        return tuple(RecordedSuggestion(int(row[0]), int(row[1]), str(row[2])) for row in rows)

    async def list_match_ids_without_post(self, since: int) -> list[int]:
        """Return the IDs of ended matches without a recorded post of their review.

        :param since: epoch seconds. Leave out matches that ended earlier, unless a match with an equal deal
            ended at this time or later.
        """
        return [
            int(row[0])
            for row in await self._db.fetch_rows(
                _LIST_MATCHES_WITHOUT_POST_SQL, (since, since, REVIEW_MESSAGE)
            )
        ]

    async def list_match_ids_with_erased_names(self) -> list[int]:
        """Return the IDs of matches whose posted review names someone whose data was erased."""
        return [
            int(row[0])
            for row in await self._db.fetch_rows(_LIST_MATCHES_WITH_ERASED_NAMES_SQL, (REVIEW_MESSAGE,))
        ]

    async def delete_other_versions(self, version: int) -> None:
        """Delete the reviews of versions other than ``version``."""
        await self._db.run("DELETE FROM reviews WHERE version <> ?", (version,))

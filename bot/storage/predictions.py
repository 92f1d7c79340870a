"""Stores spectators' predictions of the winner and their scores. Logs and errors never show predictions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from typing import NamedTuple

from bot.storage.engine.database import Database, Transaction
from bot.storage.messages import PREDICTION_RESULTS_MESSAGE, WAS_POSTED_SQL
from bot.storage.missing_rows import PREDICTION_LOCKS_TABLE, MissingRows
from bot.storage.ratings import OPT_OUT_KEY
from games.core.values import value_class

_COLUMN_LIST = "match_id, user_id, name, seat, seq, chance, points"
_LIST_MATCHES_NEEDING_WORK_SQL = f"""
SELECT DISTINCT t.match_id FROM tips t WHERE t.points IS NULL OR t.match_id IN (
    SELECT m.id FROM matches m WHERE m.status = 'over' AND m.ended_at >= ? AND NOT {WAS_POSTED_SQL}
) ORDER BY t.match_id
"""
_LIST_PREDICTORS_SQL = f"""
SELECT s.user_id, (
    SELECT n.name FROM tips n WHERE n.user_id = s.user_id ORDER BY n.match_id DESC LIMIT 1
), sum(s.points), count(*), sum(CASE WHEN s.points > 0 THEN 1 ELSE 0 END)
FROM tips s JOIN matches m ON m.id = s.match_id
WHERE m.guild_id = ? AND m.ended_at >= ? AND m.ended_at < ? AND s.points IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM preferences p WHERE p.user_id = s.user_id AND p.key = '{OPT_OUT_KEY}')
GROUP BY s.user_id ORDER BY 3 DESC, 4, 1 LIMIT ?
"""


@value_class
class PredictionRow:
    """A spectator's prediction of the winner."""

    match_id: int
    user_id: int
    name: str
    seat: int = field(repr=False)
    seq: int
    """Length of the log at the time of the prediction."""
    chance: float | None = None
    """Win chance of the seat when predicted, from 0 to 1; ``None`` until the prediction is scored."""
    points: float | None = None
    """The score; ``None`` until the prediction is scored."""


class Predictor(NamedTuple):
    """A spectator on a server's leaderboard of predictions."""

    user_id: int
    name: str
    points: float
    """Sum of the scores."""
    prediction_count: int
    correct_count: int
    """Number of predictions with a positive score."""


class Predictions:
    """Stores spectators' predictions and their scores."""

    def __init__(self, database: Database, missing_rows: MissingRows) -> None:
        self._db = database
        self._missing_rows = missing_rows

    async def add_prediction(self, match_id: int, user_id: int, name: str, seat: int, seq: int) -> bool:
        """Store a prediction, replacing an earlier one. Return ``False`` if predictions are locked."""

        async def put_prediction(transaction: Transaction) -> bool:
            if await _are_predictions_locked(transaction, match_id):
                return False
            await transaction.run(
                "INSERT INTO tips (match_id, user_id, name, seat, seq) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT (match_id, user_id)"
                " DO UPDATE SET name = excluded.name, seat = excluded.seat, seq = excluded.seq",
                (match_id, user_id, name, seat, seq),
            )
            return True

        return await self._db.write(put_prediction, subject_id=match_id)

    async def withdraw_prediction(self, match_id: int, user_id: int) -> bool:
        """Delete a prediction. Return ``False`` if predictions are locked."""

        async def delete_prediction(transaction: Transaction) -> bool:
            if await _are_predictions_locked(transaction, match_id):
                return False
            await transaction.run("DELETE FROM tips WHERE match_id = ? AND user_id = ?", (match_id, user_id))
            return True

        return await self._db.write(delete_prediction, subject_id=match_id)

    async def lock_predictions(self, match_id: int) -> int:
        """Lock the predictions of a match permanently; return their number."""

        async def lock_and_count(transaction: Transaction) -> int:
            await transaction.run(
                "INSERT INTO tip_locks (match_id, count)"
                " SELECT ?1, (SELECT count(*) FROM tips WHERE match_id = ?1)"
                " WHERE NOT EXISTS (SELECT 1 FROM tip_locks WHERE match_id = ?1)",
                (match_id,),
            )
            row = await transaction.fetch_row("SELECT count FROM tip_locks WHERE match_id = ?", (match_id,))
            return 0 if row is None else int(row[0])

        with self._missing_rows.track_insert(match_id):
            return await self._db.write(lock_and_count, subject_id=match_id)

    async def count_locked_predictions(self, match_id: int) -> int | None:
        """Return the number of locked predictions; ``None`` while predictions are open."""
        if not await self._missing_rows.may_have_rows(match_id, PREDICTION_LOCKS_TABLE):
            return None
        row = await self._db.fetch_row("SELECT count FROM tip_locks WHERE match_id = ?", (match_id,))
        return None if row is None else int(row[0])

    async def list_predictions(self, match_id: int) -> list[PredictionRow]:
        """Return the predictions of a match, earliest first."""
        rows = await self._db.fetch_rows(
            f"SELECT {_COLUMN_LIST} FROM tips WHERE match_id = ? ORDER BY seq, user_id", (match_id,)
        )
        return [PredictionRow(*row) for row in rows]

    async def find_prediction(self, match_id: int, user_id: int) -> PredictionRow | None:
        """Return a person's prediction, if any."""
        return next((row for row in await self.list_predictions(match_id) if row.user_id == user_id), None)

    async def delete_players_predictions(self, match_id: int, user_ids: Sequence[int]) -> None:
        """Delete the unscored predictions of people who have become players of the match."""
        await self._db.run_each(
            "DELETE FROM tips WHERE match_id = ? AND user_id = ? AND points IS NULL",
            [(match_id, user_id) for user_id in user_ids],
        )

    async def store_scores(self, rows: Sequence[PredictionRow]) -> None:
        """Store the win chances and scores of predictions."""
        await self._db.run_each(
            "UPDATE tips SET chance = ?, points = ? WHERE match_id = ? AND user_id = ?",
            [(row.chance, row.points, row.match_id, row.user_id) for row in rows],
        )

    async def remove_all_predictions(self, match_id: int) -> None:
        """Delete the predictions of a match that ended without a result."""
        await self._db.run("DELETE FROM tips WHERE match_id = ?", (match_id,))

    async def list_match_ids_needing_work(self, since: int) -> list[int]:
        """Return the IDs of matches whose predictions haven't been scored, or whose results aren't posted.

        Missing posts only count for matches that ended at ``since`` (epoch seconds) or later.
        """
        return [
            int(row[0])
            for row in await self._db.fetch_rows(
                _LIST_MATCHES_NEEDING_WORK_SQL, (since, PREDICTION_RESULTS_MESSAGE)
            )
        ]

    async def list_predictors(self, guild_id: int, begin: int, end: int, limit: int) -> list[Predictor]:
        """Return a server's best predictors of a period, without people who opted out of rankings."""
        rows = await self._db.fetch_rows(_LIST_PREDICTORS_SQL, (guild_id, begin, end, limit))
        return [Predictor(int(row[0]), str(row[1]), float(row[2]), int(row[3]), int(row[4])) for row in rows]

    async def find_first_end_time(self, guild_id: int) -> int | None:
        """Return the epoch second at which a server's first match with scored predictions ended, if any."""
        row = await self._db.fetch_row(
            "SELECT min(m.ended_at) FROM tips t JOIN matches m ON m.id = t.match_id"
            " WHERE m.guild_id = ? AND t.points IS NOT NULL",
            (guild_id,),
        )
        return None if row is None or row[0] is None else int(row[0])


async def _are_predictions_locked(transaction: Transaction, match_id: int) -> bool:
    return await transaction.fetch_row("SELECT 1 FROM tip_locks WHERE match_id = ?", (match_id,)) is not None

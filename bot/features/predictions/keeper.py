"""Stores predictions, locks them and scores them after the match."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from bot.computers.reviewer import Reviewer
from bot.features.predictions.errors import PredictionsLocked
from bot.features.predictions.rules import (
    are_predictions_locked,
    require_may_predict,
    was_won_before_first_move,
)
from bot.model.seat_history import find_ply
from bot.model.table import TABLE_OVER, Person, Table
from bot.storage.predictions import PredictionRow, Predictions
from bot.tables.seats import has_played
from bot.tables.service import Tables
from bot.ui.ids import OutdatedId
from games.core.match import Match
from games.review.review import Review
from games.review.tipping import find_win_chance, score_tip


class PredictionKeeper:
    """Stores, locks and scores predictions. Until the match ends, people see only their own prediction."""

    def __init__(self, tables: Tables, predictions: Predictions, reviewer: Reviewer) -> None:
        self._tables = tables
        self._predictions = predictions
        self._reviewer = reviewer

    async def store_prediction(self, table_id: int, person: Person, seat: int) -> None:
        """Store a person's prediction, replacing an earlier one.

        Its score will depend on the seat's win chance in the current position.

        :raises PredictingNotForPlayers: the person has or had a seat.
        :raises NothingToPredict: no match is running.
        :raises PredictionsLocked: it is too late.
        :raises OutdatedId: the seat doesn't exist.
        """
        # Hold the table's lock, so that nobody makes a move between checking and storing the prediction.
        async with self._tables.core.lock(table_id):
            match = await self._require_open_predictions(table_id, person.user_id)
            if seat >= match.seat_count:
                raise OutdatedId
            if not await self._predictions.add_prediction(
                table_id, person.user_id, person.name, seat, match.seq
            ):
                raise PredictionsLocked

    async def withdraw_prediction(self, table_id: int, user_id: int) -> None:
        """Delete a prediction.

        :raises PredictingNotForPlayers: the person has or had a seat.
        :raises NothingToPredict: no match is running.
        :raises PredictionsLocked: it is too late.
        """
        async with self._tables.core.lock(table_id):
            await self._require_open_predictions(table_id, user_id)
            if not await self._predictions.withdraw_prediction(table_id, user_id):
                raise PredictionsLocked

    async def _require_open_predictions(self, table_id: int, user_id: int) -> Match:
        """Require that a person may predict now, and return the match.

        :raises PredictingNotForPlayers: the person has or had a seat.
        :raises NothingToPredict: no match is running.
        :raises PredictionsLocked: it is too late.
        """
        table = await self._tables.core.load_table(table_id)
        match = require_may_predict(table, user_id)
        if await self.is_locked(table):
            raise PredictionsLocked
        return match

    async def find_prediction(self, table: Table, user_id: int) -> PredictionRow | None:
        """Return a person's own prediction, if any."""
        return await self._predictions.find_prediction(table.id, user_id)

    async def is_menu_entry_useful(self, table: Table, user_id: int) -> bool:
        """Return whether the match is running or has predictions, or its page says why none counts."""
        if table.status != TABLE_OVER or (table.match is not None and was_won_before_first_move(table.match)):
            return True
        return bool(await self._predictions.list_predictions(table.id))

    async def is_locked(self, table: Table) -> bool:
        """Return whether the predictions of a match are locked. An undo doesn't unlock them."""
        match = table.match
        if match is None or await self._predictions.count_locked_predictions(table.id) is not None:
            return True
        # Use a thread, because undone moves are replayed to see how far the match got.
        return await asyncio.to_thread(are_predictions_locked, match)

    async def lock_predictions(self, table: Table) -> int:
        """Lock the predictions permanently, except those of people with a seat. Return their number."""
        await self.drop_predictions_of_players(table)
        return await self._predictions.lock_predictions(table.id)

    async def drop_predictions_of_players(self, table: Table) -> None:
        """Delete the predictions of people who have taken a seat after predicting."""
        rows = await self._predictions.list_predictions(table.id)
        await self._predictions.delete_players_predictions(
            table.id, [row.user_id for row in rows if has_played(table, row.user_id)]
        )

    async def find_or_compute_results(
        self, table: Table, *, fail_if_slow: bool = False
    ) -> Sequence[PredictionRow] | None:
        """Return the predictions of an ended match, best first. The first call computes their scores.

        Return ``None`` if the match is running or can't be reviewed now. Return an empty list if it had no
        winner, in which case the predictions are deleted, or if it ended before anyone moved.

        :param fail_if_slow: raise an error instead of waiting long for the review.
        :raises ReviewNotReady: ``fail_if_slow`` is set and the review is still being computed.
        """
        if table.status != TABLE_OVER:
            return None
        match = table.match
        if match is None or match.outcome is None or not match.outcome.winners:
            await self._predictions.remove_all_predictions(table.id)
            return ()
        if was_won_before_first_move(match):
            return ()
        await self.drop_predictions_of_players(table)
        rows = await self._predictions.list_predictions(table.id)
        if any(row.points is None for row in rows):
            review = await self._find_review(table, match, fail_if_slow=fail_if_slow)
            if review is None:
                return None
            await self._predictions.store_scores([_score_prediction(row, match, review) for row in rows])
            # Data of some people may have been erased in the meantime.
            rows = await self._predictions.list_predictions(table.id)
        return sorted(rows, key=lambda row: (-(row.points or 0), row.seq))

    async def _find_review(self, table: Table, match: Match, *, fail_if_slow: bool) -> Review | None:
        """Return the review of an ended match; ``None`` if it can't be reviewed now."""
        reviewer = self._reviewer
        if match.steps:
            return await (reviewer.request_review(table) if fail_if_slow else reviewer.ensure_review(table))
        # The players undid all moves, so only the starting position is evaluated.
        find = reviewer.review_imported_match_soon if fail_if_slow else reviewer.review_imported_match
        return await find(match, "")


def _score_prediction(row: PredictionRow, match: Match, review: Review) -> PredictionRow:
    chance = find_win_chance(review, find_ply(match, row.seq), row.seat)
    return replace(row, chance=chance, points=score_tip(chance, row.seat, review.result))

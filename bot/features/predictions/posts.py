"""Announces that a match's predictions are locked and, after the match, posts their results.

Each post is made once. After a restart, posts that are still due are found in the store.
"""

from __future__ import annotations

from collections.abc import Callable

import discord

from bot.announcing.one_time_posts import OneTimePosts
from bot.announcing.posting import Channel, MessagePoster
from bot.announcing.upkeep import Upkeep
from bot.features.predictions import verbs
from bot.features.predictions.keeper import PredictionKeeper
from bot.features.predictions.rules import was_won_before_first_move
from bot.features.predictions.texts import write_lock_announcement, write_results
from bot.model.hours import DAY
from bot.model.table import TABLE_OVER, TABLE_PLAYING, Table
from bot.storage.messages import PREDICTION_LOCK_MESSAGE, PREDICTION_RESULTS_MESSAGE
from bot.storage.predictions import Predictions
from bot.tables.feed import ChangeKind
from bot.tables.service import Tables
from bot.ui.components import make_button, make_view
from bot.ui.ids import make_custom_id
from games.core.match import Match
from games.core.words import Words

RELEVANT_CHANGE_KINDS = (ChangeKind.ACTED, ChangeKind.ENDED, ChangeKind.NAMES_CHANGED)
"""Changes of a table after which predictions may have to be locked, or their posts updated."""
NONCE_LETTER_BY_PURPOSE = {PREDICTION_LOCK_MESSAGE: "k", PREDICTION_RESULTS_MESSAGE: "t"}


class PredictionPosts:
    """Locks predictions when it is too late for more, and posts their results."""

    def __init__(
        self,
        poster: MessagePoster,
        one_time_posts: OneTimePosts,
        tables: Tables,
        predictions: Predictions,
        keeper: PredictionKeeper,
        is_hosting: Callable[[], bool],
    ) -> None:
        self._poster = poster
        self._one_time_posts = one_time_posts
        self._tables = tables
        self._predictions = predictions
        self._keeper = keeper
        self.upkeep = Upkeep(
            "tips",
            self._lock_or_update_results,
            predictions.list_match_ids_needing_work,
            tables,
            is_hosting,
            kinds=RELEVANT_CHANGE_KINDS,
            max_age=DAY,
        )
        self._locked: set[int] = set()

    async def _lock_or_update_results(self, table_id: int) -> None:
        table = await self._tables.get(table_id)
        if table.status == TABLE_PLAYING and table.match is not None:
            if table_id not in self._locked and await self._keeper.is_locked(table):
                await self._lock_predictions(table)
        elif table.status == TABLE_OVER and (
            await self._predictions.list_predictions(table_id)
            or await self._poster.messages.find_current_message(table_id, PREDICTION_RESULTS_MESSAGE)
            is not None
        ):
            await self._update_results(table)

    async def _lock_predictions(self, table: Table) -> None:
        """Lock the predictions of a match. If there are any, announce that they are locked."""
        count = await self._keeper.lock_predictions(table)
        if count:
            channel = await self._one_time_posts.find_channel(table)
            if channel is None:
                return
            w = await self._tables.channels.find_words(table)
            await self._send_post_once(
                table, channel, PREDICTION_LOCK_MESSAGE, write_lock_announcement(count, w), w
            )
        self._locked.add(table.id)

    async def _update_results(self, table: Table) -> None:
        if table.match is not None and was_won_before_first_move(table.match):
            await self._announce_void_predictions(table, table.match)
            return
        rows = await self._keeper.find_or_compute_results(table)
        posted = await self._poster.messages.find_current_message(table.id, PREDICTION_RESULTS_MESSAGE)
        match, channel = table.match, await self._one_time_posts.find_channel(table)
        if rows is None or match is None or channel is None:
            return
        w = await self._tables.channels.find_words(table)
        text = write_results(table, match, rows, w)
        if posted is not None:
            await self._poster.edit_message(
                channel, posted, text, view=make_button_view(table, PREDICTION_RESULTS_MESSAGE, w)
            )
        elif rows and await self.upkeep.is_due(table.id):
            await self._send_post_once(table, channel, PREDICTION_RESULTS_MESSAGE, text, w)

    async def _announce_void_predictions(self, table: Table, match: Match) -> None:
        """Announce that the predictions don't count, because nobody moved, and delete them."""
        await self._keeper.drop_predictions_of_players(table)
        channel = await self._one_time_posts.find_channel(table)
        if channel is not None and await self._predictions.list_predictions(table.id):
            if not self.upkeep.may_post():
                return
            w = await self._tables.channels.find_words(table)
            await self._send_post_once(
                table, channel, PREDICTION_RESULTS_MESSAGE, write_results(table, match, (), w), w
            )
        await self._predictions.remove_all_predictions(table.id)

    async def _send_post_once(
        self, table: Table, channel: Channel, purpose: str, text: str, w: Words
    ) -> None:
        marker, shown = make_post_marker(table, purpose), make_button_view(table, purpose, w)
        await self._one_time_posts.post_text(
            table, channel, purpose, text, key=NONCE_LETTER_BY_PURPOSE[purpose], marker=marker, view=shown
        )


def make_post_marker(table: Table, purpose: str) -> str:
    """Return the custom_id that identifies a post about predictions."""
    return make_custom_id("b", verbs.OPEN_VERB, table.id, purpose)


def make_button_view(table: Table, purpose: str, w: Words) -> discord.ui.View:
    """Return a view with the button below a post."""
    return make_view([make_button(make_post_marker(table, purpose), w("Predictions"), emoji="🔮")])

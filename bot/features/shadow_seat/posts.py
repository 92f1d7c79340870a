"""Posts the comparison of sealed moves once after each match.

After a restart, the posts that are still due are found in the store.
"""

from __future__ import annotations

from collections.abc import Callable

from bot.announcing.one_time_posts import OneTimePosts
from bot.announcing.posting import MessagePoster
from bot.announcing.upkeep import Upkeep
from bot.features.shadow_seat import verbs
from bot.features.shadow_seat.keeper import ShadowSeatKeeper
from bot.features.shadow_seat.texts import write_agreement
from bot.model.hours import DAY
from bot.model.table import TABLE_OVER
from bot.storage.messages import SHADOW_COMPARISON_MESSAGE
from bot.storage.shadows import SealedMoves
from bot.tables.feed import ChangeKind
from bot.tables.service import Tables
from bot.ui.components import make_button, make_view
from bot.ui.ids import make_custom_id


class ShadowSeatPosts:
    """Posts the comparison of sealed moves after a match."""

    def __init__(
        self,
        poster: MessagePoster,
        one_time_posts: OneTimePosts,
        tables: Tables,
        sealed_moves: SealedMoves,
        keeper: ShadowSeatKeeper,
        is_hosting: Callable[[], bool],
    ) -> None:
        self._poster = poster
        self._one_time_posts = one_time_posts
        self._tables = tables
        self._sealed_moves = sealed_moves
        self._keeper = keeper
        self.upkeep = Upkeep(
            "shadow",
            self._update_post,
            sealed_moves.list_match_ids_without_comparison,
            tables,
            is_hosting,
            kinds=(ChangeKind.ENDED, ChangeKind.NAMES_CHANGED),
            max_age=DAY,
        )

    async def _update_post(self, table_id: int) -> None:
        posted = await self._poster.messages.find_current_message(table_id, SHADOW_COMPARISON_MESSAGE)
        if posted is None and not await self._sealed_moves.list_sealed_moves(table_id):
            return
        table = await self._tables.get(table_id)
        channel = await self._one_time_posts.find_channel(table) if table.status == TABLE_OVER else None
        if channel is None:
            return
        comparison = await self._keeper.compare_moves(table)
        people = [one for one in comparison.agreements if one[1].move_count]
        w = await self._tables.channels.find_words(table)
        marker = make_custom_id("b", verbs.OPEN_VERB, table.id)
        text = write_agreement(people, w)
        shown = make_view([make_button(marker, w("Play along"), emoji="👤")])
        if posted is not None:
            await self._poster.edit_message(channel, posted, text, view=shown)
        elif people and comparison.is_final and await self.upkeep.is_due(table_id):
            await self._one_time_posts.post_text(
                table, channel, SHADOW_COMPARISON_MESSAGE, text, key="w", marker=marker, view=shown
            )

"""Posts the review of each match once, if the channel wants it.

Missing posts and posts with outdated names are found in the store, so none is missed after a crash.
"""

from __future__ import annotations

from collections.abc import Callable

import discord

from bot.announcing.one_time_posts import OneTimePosts
from bot.announcing.posting import Channel, MessagePoster
from bot.announcing.upkeep import Upkeep
from bot.computers.reviewer import Reviewer, find_reviewable_match
from bot.errors.reviews import EvaluationFailed
from bot.features.review.layout import has_moments, list_review_buttons
from bot.features.review.picture import draw_review, make_file_name
from bot.features.review.texts import write_review
from bot.features.review.verbs import SHOW_TURNING_POINTS_VERB
from bot.model.hours import HOUR
from bot.model.table import Table
from bot.model.turns import count_played_turns
from bot.model.verbosity import QUIET_VERBOSITY
from bot.platform import permissions
from bot.storage.messages import REVIEW_MESSAGE, MessageRow
from bot.storage.reviews import Reviews
from bot.storage.settings import Settings
from bot.tables.feed import ChangeKind
from bot.tables.service import Tables
from bot.ui.components import make_view
from bot.ui.ids import make_custom_id
from bot.ui.pictures import Pictures

REVIEW_POSTS_KEY = "review"
REVIEWS_OFF = "off"
MIN_TURNS = 4
"""Reviews of shorter matches say little."""
MAX_POST_DELAY_SECONDS = HOUR
"""A review isn't posted later than this after the end of the match."""


class ReviewPosts:
    """Posts reviews, and updates the names in them."""

    def __init__(
        self,
        poster: MessagePoster,
        one_time_posts: OneTimePosts,
        tables: Tables,
        channels: Settings,
        reviews: Reviews,
        reviewer: Reviewer,
        pictures: Pictures,
        is_hosting: Callable[[], bool],
    ) -> None:
        self._poster = poster
        self._one_time_posts = one_time_posts
        self._tables = tables
        self._channels = channels
        self._reviews = reviews
        self._reviewer = reviewer
        self._pictures = pictures
        self.upkeep = Upkeep(
            "review",
            self._post_or_update_review,
            self._list_match_ids_to_update,
            tables,
            is_hosting,
            kinds=(ChangeKind.ENDED, ChangeKind.REVEALED, ChangeKind.NAMES_CHANGED),
            max_age=MAX_POST_DELAY_SECONDS,
        )

    async def wants_post(self, table: Table) -> bool:
        """Return whether the review of a table should be posted."""
        match, channel = find_reviewable_match(table), table.place.channel_id
        if match is None or not table.has_human_player or count_played_turns(match) < MIN_TURNS:
            return False
        if await self._tables.channels.get_verbosity(channel) == QUIET_VERBOSITY:
            return False
        return await self._channels.get(channel, REVIEW_POSTS_KEY) != REVIEWS_OFF

    async def will_post(self, table: Table, channel_id: int | None) -> bool:
        """Return whether the review of a table hasn't been posted yet, but should soon be in this channel."""
        if channel_id != table.place.channel_id:
            return False
        table_and_post = await self._find_table_and_post(table.id)
        return (
            table_and_post is not None
            and table_and_post[1] is None
            and await self._find_channel(table) is not None
        )

    async def _find_channel(self, table: Table) -> Channel | None:
        """Return the channel for the review of a table; ``None`` if the review can't be posted there."""
        channel = await self._poster.find_channel(table.place.channel_id)
        if channel is None or self._poster.list_missing_permissions(
            channel, *permissions.POSTING_PERMISSIONS, permissions.PICTURE_PERMISSION
        ):
            return None
        if table.is_sealed and channel.type is not discord.ChannelType.private_thread:
            # A public review would help people who still play the deal at another table.
            return None
        return channel

    async def _list_match_ids_to_update(self, since: int) -> list[int]:
        """Return the IDs of recent matches without a posted review, and of matches with an outdated one."""
        return (
            await self._reviews.list_match_ids_without_post(since)
            + await self._reviews.list_match_ids_with_erased_names()
        )

    async def _find_table_and_post(self, table_id: int) -> tuple[Table, MessageRow | None] | None:
        """Return a table and its review's post. The post is ``None`` if it still has to be sent.

        Return just ``None`` if there is nothing to post or update.
        """
        table = await self._tables.get(table_id)
        row = await self._poster.messages.find_current_message(table_id, REVIEW_MESSAGE)
        if row is not None:
            return table, row
        # The review hasn't been posted. It may be posted only for a limited time after the match ended.
        unposted = await self._reviews.list_match_ids_without_post(
            self._tables.now() - MAX_POST_DELAY_SECONDS
        )
        return (table, None) if table_id in unposted and await self.wants_post(table) else None

    async def _post_or_update_review(self, table_id: int) -> None:
        """Post the review of a table, or update the names in its post.

        :raises EvaluationFailed: the review couldn't be computed. The background task tries again.
        """
        table_and_post = await self._find_table_and_post(table_id)
        if table_and_post is None:
            return
        channel = await self._find_channel(table_and_post[0])
        if channel is None:
            return
        review = await self._reviewer.ensure_review(table_and_post[0])
        if not self.upkeep.may_post():
            return
        if review is None:
            raise EvaluationFailed
        # During the computation, a player's data may have been erased or the channel's setting changed.
        table_and_post = await self._find_table_and_post(table_id)
        if table_and_post is None or table_and_post[0].match is None:
            return
        table, row, match = *table_and_post, table_and_post[0].match
        w = await self._tables.channels.find_words(table)
        files = await draw_review(self._pictures, table, match, review, w)
        text = write_review(table, review, w)
        # After a crash, a post is recognized by the button for its moments, or else by its picture. A post
        # without a picture therefore has the button even if there are no moments.
        shows_moments = has_moments(review) or not files
        view = make_view(list_review_buttons(table, review, w, shows_moments=shows_moments))
        if row is not None:
            if await self._poster.edit_message(channel, row, text, view=view, files=files):
                await self._poster.messages.mark_shown(row.id, row.seq)
            return
        marker = (
            make_custom_id("b", SHOW_TURNING_POINTS_VERB, table.id)
            if shows_moments
            else make_file_name(table)
        )
        await self._one_time_posts.post_text(
            table, channel, REVIEW_MESSAGE, text, key="v", marker=marker, view=view, files=files
        )

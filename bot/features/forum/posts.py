"""Creates the posts of a server's forum, one per table, and updates their tags.

A request is stored before its post is created. After a restart, the post is recognized by the custom_id in
one of its first messages, and created if it is missing. Then its table is opened.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeGuard

import discord

from bot.announcing.failing import log_post_failure
from bot.announcing.recent import list_custom_ids
from bot.errors.base import TableError
from bot.features.forum.errors import ForumUnavailable
from bot.features.forum.tags import choose_tags, ensure_tags, merge_tags, name_tags
from bot.kit.keyed_tasks import KeyedTasks, TaskWorker
from bot.model.hours import DAY, MINUTE
from bot.model.table import TABLE_IN_LOBBY, TABLE_OVER, Person, Place, Table
from bot.model.table_request import TableRequest
from bot.platform import permissions
from bot.platform.deadlines import NO_RESPONSE_ERRORS
from bot.platform.limits import clip
from bot.storage.challenges import ChallengeRow, Challenges
from bot.storage.forums import ForumRow, Forums, PendingPostRow
from bot.tables.feed import Change
from bot.tables.service import Tables
from bot.ui import layouts
from bot.ui.people import get_person
from bot.ui.places import get_public_locale
from bot.ui.services import Interaction, ServiceClient
from bot.ui.table.beginning import begin_or_invite, open_table_for
from bot.ui.table.open_button import make_open_button, make_open_table_marker
from bot.ui.table.table_request import read_table_request, write_table_request
from bot.ui.table.threads import write_first_goal
from games.core.words import Words, load_words

log = logging.getLogger(__name__)

MAX_POST_TITLE_LENGTH = 100
MAX_REQUEST_AGE_SECONDS = 10 * MINUTE
"""Older interrupted requests are dropped instead of resumed."""
MAX_SEARCHED_MESSAGES = 2
"""Number of first messages of a post that are searched for its custom_id."""
TAG_CHECK_PERIOD_SECONDS = DAY
"""A restarted bot still updates the tags of a post for this long after the match."""


class ForumPosts(TaskWorker):
    """Creates a post in the server's forum for each table, and updates the post's tags."""

    def __init__(
        self,
        client: ServiceClient,
        forums: Forums,
        challenges: Challenges,
        tables: Tables,
        is_hosting: Callable[[], bool],
    ) -> None:
        self._client, self._forums, self._challenges = client, forums, challenges
        self._tables, self._is_hosting = tables, is_hosting
        super().__init__(KeyedTasks("forum", self._update_tags, self._log_failure))
        self._servers: set[int] = set()
        """IDs of the servers with a forum whose tables this process owns."""

    def handle_change(self, change: Change) -> None:
        """Update the tags of a table's post after a change."""
        if self._servers and self._is_hosting():
            self._tasks.wake(change.table_id)

    async def resume(self) -> None:
        """Complete requests that a restart interrupted, and check the tags of active and recent tables."""
        for row in await self._forums.list_pending_posts():
            if self._owns_server(row.guild_id):
                await self._resume_post(row)
        since = self._tables.now() - TAG_CHECK_PERIOD_SECONDS
        for guild_id in await self._forums.list_server_ids_with_forum():
            if self._owns_server(guild_id):
                self._servers.add(guild_id)
                for table_id in await self._forums.list_recent_table_ids(guild_id, since):
                    self._tasks.wake(table_id)

    async def drop_old_requests(self) -> None:
        """Drop interrupted requests that are too old to resume."""
        for row in await self._forums.list_pending_posts():
            if row.requested_at < self._tables.now() - MAX_REQUEST_AGE_SECONDS:
                await self._forums.finish_post(row.id)

    async def set_forum(self, forum: discord.ForumChannel, w: Words) -> bool:
        """Use a forum for new tables of its server, and create the tags. Return whether all tags exist."""
        tags, whole = await ensure_tags(forum, name_tags(self._client.services.games.values(), w))
        await self._forums.set_forum(ForumRow(forum.guild.id, forum.id, tags))
        self._servers.add(forum.guild.id)
        for table_id in await self._forums.list_recent_table_ids(
            forum.guild.id, self._tables.now() - TAG_CHECK_PERIOD_SECONDS
        ):
            self._tasks.wake(table_id)
        return whole

    async def clear_forum(self, guild_id: int) -> bool:
        """Stop using a server's forum, but keep its posts. Return whether a forum was in use."""
        forum = await self._forums.find_forum(guild_id)
        await self._forums.clear_forum(guild_id)
        self._servers.discard(guild_id)
        return forum is not None

    async def has_forum(self, guild_id: int) -> bool:
        """Return whether a server has chosen a forum, even one that has been deleted since then."""
        return await self._forums.find_forum(guild_id) is not None

    async def find_channel(self, guild_id: int) -> discord.ForumChannel | None:
        """Return the forum channel of a server; ``None`` if none was chosen or it was deleted."""
        forum = await self._forums.find_forum(guild_id)
        channel = None if forum is None else self._client.get_channel(forum.channel_id)
        return channel if isinstance(channel, discord.ForumChannel) else None

    async def open_post(self, interaction: Interaction, request: TableRequest) -> Table | None:
        """Create a post and open a table in it. Return ``None`` if the server has chosen no forum.

        :raises ForumUnavailable: the forum was deleted, or the bot can't post there.
        :raises TableError: the table can't be opened, for example because its terms aren't valid.
        """
        forum = None if interaction.guild_id is None else await self._forums.find_forum(interaction.guild_id)
        if forum is None:
            return None
        who = get_person(interaction)
        row = PendingPostRow(
            0,
            forum.guild_id,
            forum.channel_id,
            who.user_id,
            who.name,
            get_public_locale(interaction),
            write_table_request("tdg", request),
            interaction.id,
            request.strength,
            request.closes_at,
            None,
            self._tables.now(),
        )
        return await self._create_post_and_table(replace(row, id=await self._forums.reserve_post(row)))

    async def _resume_post(self, row: PendingPostRow) -> None:
        try:
            if row.requested_at < self._tables.now() - MAX_REQUEST_AGE_SECONDS:
                await self._forums.finish_post(row.id)
            else:
                await self._create_post_and_table(row)
        except (TableError, discord.HTTPException, *NO_RESPONSE_ERRORS) as error:
            log.warning("forum post failed", extra={"fields": {"reason": str(error)}})

    async def _create_post_and_table(self, row: PendingPostRow) -> Table:
        """Create the post of a request and its table, unless they exist already.

        :raises ForumUnavailable: the forum was deleted, the bot can't post there, or the game is no longer
            hosted.
        """
        channel = self._client.get_channel(row.channel_id)
        game = self._client.services.games.get(row.request.split(":")[2])
        if not isinstance(channel, discord.ForumChannel) or game is None:
            await self._forums.finish_post(row.id)
            raise ForumUnavailable
        w, request = load_words(row.locale), read_table_request(game, row.request.split(":")[2:])
        thread_id = (
            row.thread_id
            or await self._find_post_thread_id(channel, row)
            or await self._create_post(channel, row, request, w)
        )
        await self._forums.mark_created(row.id, thread_id)
        table, who = await self._tables.find_active_table(thread_id), Person(row.user_id, row.name)
        if table is None:
            place = Place(thread_id, row.guild_id, row.locale)
            table = await open_table_for(self._client.services, who, row.press_id, place, request)
        elif table.status == TABLE_IN_LOBBY:
            table = await begin_or_invite(self._client.services, who, row.press_id, table, request)
        if row.closes_at:
            await self._challenges.add_challenge(
                ChallengeRow(table.id, row.user_id, row.strength, row.closes_at)
            )
        await self._forums.finish_post(row.id)
        return table

    async def _create_post(
        self, channel: discord.ForumChannel, row: PendingPostRow, request: TableRequest, w: Words
    ) -> int:
        """Create the post of a request; return its thread ID.

        :raises ForumUnavailable: Discord doesn't let the bot post in the forum. The request is dropped.
        """
        title = w("{game}: {name}", game=request.game.title, name=row.name)
        goal = await write_first_goal(self._client.services, row.user_id, request, w)
        text = w(
            "**{game}**\n{summary}", game=request.game.title, summary=goal or w.msg(request.game.summary)
        )
        again = make_open_button(_make_post_marker(row.id), w)
        try:
            post = await channel.create_thread(
                name=clip(title, MAX_POST_TITLE_LENGTH),
                view=layouts.make_layout_view([layouts.make_text(text), layouts.make_action_row([again])]),
                allowed_mentions=discord.AllowedMentions.none(),
            )
        except discord.Forbidden as error:
            await self._forums.finish_post(row.id)
            raise ForumUnavailable from error
        except NO_RESPONSE_ERRORS:
            # Discord may have created the post although its response was lost. The first message identifies
            # the post.
            thread_id = await self._find_post_thread_id(channel, row)
            if thread_id is None:
                raise
            return thread_id
        return post.thread.id

    async def _find_post_thread_id(self, channel: discord.ForumChannel, row: PendingPostRow) -> int | None:
        """Return the thread ID of a request's post; ``None`` if it isn't among the forum's open threads."""
        for thread in channel.threads:
            if thread.owner_id != channel.guild.me.id:
                continue
            if discord.utils.snowflake_time(thread.id).timestamp() < row.requested_at - MINUTE:
                continue
            async for message in thread.history(limit=MAX_SEARCHED_MESSAGES, oldest_first=True):
                if _make_post_marker(row.id) in list_custom_ids(message):
                    return thread.id
        return None

    def _owns_server(self, guild_id: int) -> bool:
        return self._tables.core.share.owns_server(guild_id) and self._is_hosting()

    def _log_failure(self, table_id: int, error: Exception) -> bool:
        if isinstance(error, (discord.Forbidden, discord.NotFound)):
            log.info("forum tags not updated table=%d", table_id)
            return False
        return log_post_failure("tags", table_id, error)

    async def _update_tags(self, table_id: int) -> None:
        if not await self._tables.core.share.pick_owned_table_ids([table_id]):
            return
        table = await self._tables.get(table_id)
        if table.place.guild_id not in self._servers or table.place.guild_id is None:
            return
        found = await self._forums.find_forum(table.place.guild_id)
        if found is None or not found.tags:
            return
        tag_keys = choose_tags(table)
        shown = ",".join(str(found.tags[key]) for key in tag_keys if key in found.tags)
        if await self._forums.find_shown_tags(table_id) == shown:
            return
        forum = self._client.get_channel(found.channel_id)
        thread: object = self._client.get_channel(table.place.channel_id)
        if thread is None:
            thread = await self._client.fetch_channel(table.place.channel_id)
        if not isinstance(forum, discord.ForumChannel) or not _is_post(thread, forum):
            return
        available_tag_ids = {tag.id for tag in forum.available_tags}
        if any(found.tags[key] not in available_tag_ids for key in tag_keys if key in found.tags):
            # The cache may not have new tags yet, or somebody has deleted a tag.
            fetched_channel = await self._client.fetch_channel(forum.id)
            forum = fetched_channel if isinstance(fetched_channel, discord.ForumChannel) else forum
        tags = merge_tags(thread, forum, found.tags, tag_keys)
        if {tag.id for tag in tags} != {tag.id for tag in thread.applied_tags}:
            await _set_tags(thread, tags, archives_again=table.status == TABLE_OVER)
        await self._forums.record_shown_tags(table_id, shown)


def _is_post(channel: object, forum: discord.ForumChannel) -> TypeGuard[discord.Thread]:
    return isinstance(channel, discord.Thread) and channel.parent_id == forum.id


async def _set_tags(
    thread: discord.Thread, tags: Sequence[discord.ForumTag], *, archives_again: bool
) -> None:
    """Set the tags of a post. An archived post can't be edited, so reopen it first."""
    was_archived = thread.archived
    if was_archived:
        await thread.edit(archived=False)
    await thread.edit(applied_tags=tags)
    if was_archived and archives_again:
        await thread.edit(archived=True)


def list_missing_permissions(forum: discord.ForumChannel) -> list[str]:
    """Return the permissions that the bot still needs to create a post and show a match in it."""
    granted = forum.permissions_for(forum.guild.me)
    missing = permissions.list_missing_permissions(granted, in_thread=False)
    return missing + permissions.list_missing_permissions(granted, in_thread=True, names=("send_messages",))


def _make_post_marker(post_record_id: int) -> str:
    return make_open_table_marker("f", post_record_id)

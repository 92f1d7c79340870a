"""Keeps the board of each server up to date: posts it once, edits it at intervals, and finds it after a
restart.

The contents are read from the store each time. Each post and edit is recorded before it is made.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from weakref import WeakValueDictionary

import discord

from bot.announcing.editing import EditResult
from bot.announcing.failing import log_post_failure
from bot.announcing.sender import Sender
from bot.errors.storage import StorageError
from bot.features.server_board.layout import hash_layout, make_board_layout
from bot.features.server_board.reading import BoardReader
from bot.features.server_board.visibility import ChannelVisibility
from bot.kit.keyed_tasks import KeyedTasks, TaskWorker
from bot.kit.timers import KeyedTimers
from bot.model.hours import HOUR
from bot.model.table import Place
from bot.storage.matches import TableServers
from bot.storage.server_boards import BoardRow, ServerBoards
from bot.tables.feed import Change
from bot.tables.service import Tables
from bot.ui.components import Item
from bot.ui.ids import encode_number
from bot.ui.layouts import MessageLayout
from bot.ui.services import ServiceClient
from bot.ui.table.open_button import make_open_table_marker
from games.core.words import Words

log = logging.getLogger(__name__)

MIN_EDIT_INTERVAL_SECONDS = 30
CHECK_INTERVAL_SECONDS = HOUR
"""Maximum seconds between two updates, because a board's contents also change with time."""
MAX_REPOSTS = 1
MESSAGE_DELETED, CHANNEL_DELETED, REMOVED_BY_MANAGER = "deleted", "channel", "asked"
"""Reasons why a board has ended: its message or its channel was deleted, or a manager removed it."""
MAX_UPDATE_WAIT_SECONDS = 5.0
"""Maximum seconds that a command waits until the board's message is updated."""


class ServerBoardKeeper(TaskWorker):
    """Posts, edits and removes the boards of servers."""

    def __init__(
        self,
        sender: Sender,
        client: ServiceClient,
        boards: ServerBoards,
        table_servers: TableServers,
        reader: BoardReader,
        visibility: ChannelVisibility,
        tables: Tables,
        is_hosting: Callable[[], bool],
    ) -> None:
        self._sender, self._client = sender, client
        self._boards, self._homes, self._reader, self._visibility = boards, table_servers, reader, visibility
        self._tables, self._is_hosting = tables, is_hosting
        self._timers = KeyedTimers(self.wake, tables.now)
        super().__init__(
            KeyedTasks("tide", self._update_board, partial(log_post_failure, "tide")), self._timers
        )
        self._changed: set[int] = set()
        self._searching: asyncio.Task[None] | None = None
        self._servers: set[int] = set()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def handle_change(self, change: Change) -> None:
        """Start updating the board of the server in which a table has changed."""
        if self._servers and not self._tasks.stopped and self._is_hosting():
            self._changed.add(change.table_id)
            if self._searching is None:
                self._searching = asyncio.create_task(self._wake_changed_servers(), name="tide-servers")

    def wake(self, guild_id: int) -> None:
        """Start updating the board of a server, for example because a feature's button on it has changed."""
        self._tasks.wake(guild_id)

    async def resume(self) -> None:
        """Update all boards that this process owns."""
        for guild_id in await self._boards.list_server_ids_with_board():
            if self._owns_server(guild_id):
                self._servers.add(guild_id)
                self.wake(guild_id)

    async def wait_until_idle(self) -> None:
        """Wait until no task is running."""
        if self._searching is not None:
            await asyncio.gather(self._searching, return_exceptions=True)
        await super().wait_until_idle()

    async def place_board(self, guild_id: int, channel_id: int, locale: str) -> BoardRow | None:
        """Put a server's board into a channel. Return the row of the server's earlier board, if any."""
        async with self._get_lock(guild_id):
            row = await self._boards.find_board(guild_id)
            known = row or BoardRow(guild_id, channel_id, locale)
            if row is None or row.end_reason or row.channel_id != channel_id:
                moved = BoardRow(guild_id, channel_id, locale, post_number=known.post_number + 1)
                if known.message_id is not None:
                    old = known.channel_id, known.message_id
                    moved = replace(moved, old_channel_id=old[0], old_message_id=old[1])
                await self._boards.store_board(moved)
        self._servers.add(guild_id)
        self.wake(guild_id)
        await self._tasks.wait_for(guild_id, MAX_UPDATE_WAIT_SECONDS)
        return row

    async def end_board(self, guild_id: int) -> bool:
        """Remove the board of a server; return ``False`` if the server has none."""
        async with self._get_lock(guild_id):
            row = await self._boards.find_board(guild_id)
            if row is None or row.end_reason:
                return False
            ended = replace(row, end_reason=REMOVED_BY_MANAGER, message_id=None)
            if row.message_id is not None:
                ended = replace(ended, old_channel_id=row.channel_id, old_message_id=row.message_id)
            await self._boards.store_board(ended)
        self.wake(guild_id)
        await self._tasks.wait_for(guild_id, MAX_UPDATE_WAIT_SECONDS)
        return True

    async def find_board(self, guild_id: int) -> BoardRow | None:
        """Return the stored row of a server's board, if any."""
        return await self._boards.find_board(guild_id)

    def _get_lock(self, guild_id: int) -> asyncio.Lock:
        lock = self._locks.get(guild_id)
        if lock is None:
            lock = self._locks[guild_id] = asyncio.Lock()
        return lock

    def _owns_server(self, guild_id: int) -> bool:
        return self._tables.core.share.owns_server(guild_id) and self._is_hosting()

    async def _wake_changed_servers(self) -> None:
        try:
            while self._changed and not self._tasks.stopped:
                changed, self._changed = sorted(self._changed), set()
                for guild_id in set((await self._homes.find_servers(changed)).values()):
                    if guild_id in self._servers:
                        self.wake(guild_id)
        except StorageError as error:
            log.warning("board lookup failed", extra={"fields": {"reason": str(error)}})
            for guild_id in self._servers:
                self._timers.set_timer(guild_id, MIN_EDIT_INTERVAL_SECONDS)
        finally:
            self._searching = None

    async def _update_board(self, guild_id: int) -> None:
        """Update the board of a server, after any other update of that board has finished."""
        async with self._get_lock(guild_id):
            await self._update_locked_board(guild_id)

    async def _update_locked_board(self, guild_id: int) -> None:
        """Post or edit the board, and delete its old message. The caller holds the lock.

        If the last edit was too recent, or the bot can't post, schedule another attempt.
        """
        row = await self._boards.find_board(guild_id)
        if row is None or not self._owns_server(guild_id):
            self._servers.discard(guild_id)
            return
        row = await self._delete_old_message(row)
        if row.end_reason:
            self._servers.discard(guild_id)
            return
        channel = await self._find_channel_or_end_board(row)
        if channel is None or self._sender.list_missing_permissions(channel):
            # The bot can't post in the channel now, so try again later.
            self._timers.set_timer(guild_id, CHECK_INTERVAL_SECONDS)
            return
        wait = row.edited_at + MIN_EDIT_INTERVAL_SECONDS - self._tables.now()
        if row.message_id is not None and 0 < wait <= MIN_EDIT_INTERVAL_SECONDS:
            self._timers.set_timer(guild_id, wait)
            return
        if row.message_id is None:
            row = replace(
                row,
                message_id=await self._sender.find_message_id(
                    channel, make_open_table_marker(row.post_number)
                ),
            )
        visible = self._visibility.make_visible_channels(channel)
        w = await self._tables.channels.find_words_at(Place(channel.id, guild_id, row.locale))
        contents = await self._reader.read_contents(guild_id, visible)
        layout = make_board_layout(
            contents, row.post_number, w, await self._list_offered_buttons(guild_id, w)
        )
        self._timers.set_timer(
            guild_id, CHECK_INTERVAL_SECONDS if visible.is_complete else MIN_EDIT_INTERVAL_SECONDS
        )
        if row.message_id is None:
            await self._post_board(channel, row, layout)
        else:
            await self._edit_board(channel, row, row.message_id, layout)

    async def _list_offered_buttons(self, guild_id: int, w: Words) -> list[Item]:
        buttons = [await make(guild_id, w) for make in self._client.services.offers.server_buttons]
        return [item for item in buttons if item is not None]

    async def _find_channel_or_end_board(self, row: BoardRow) -> discord.TextChannel | None:
        """Return a board's channel; ``None`` if the bot can't see it. End the board of a deleted channel."""
        channel: object = self._client.get_channel(row.channel_id)
        if channel is None:
            try:
                channel = await self._client.fetch_channel(row.channel_id)
            except discord.NotFound:
                log.info("board ended guild=%d", row.guild_id)
                await self._boards.store_board(replace(row, end_reason=CHANNEL_DELETED, message_id=None))
                self._servers.discard(row.guild_id)
                return None
            except discord.Forbidden:
                return None
        return channel if isinstance(channel, discord.TextChannel) else None

    async def _post_board(self, channel: discord.TextChannel, row: BoardRow, layout: MessageLayout) -> None:
        # Compute the hash before sending, because sending replaces command names with mentions.
        digest = hash_layout(layout)
        row = replace(row, edited_at=self._tables.now())
        await self._boards.store_board(row)
        nonce = f"t{encode_number(row.guild_id)}.{encode_number(row.post_number)}"
        message_id = await self._sender.post_layout(channel, layout, nonce)
        await self._boards.store_board(replace(row, message_id=message_id, digest=digest))

    async def _edit_board(
        self, channel: discord.TextChannel, row: BoardRow, message_id: int, layout: MessageLayout
    ) -> None:
        digest = hash_layout(layout)
        if digest == row.digest:
            return
        row = replace(row, edited_at=self._tables.now())
        await self._boards.store_board(row)
        match await self._sender.edit_message(channel, message_id, layout):
            case EditResult.DONE:
                await self._boards.store_board(replace(row, digest=digest))
            case EditResult.GONE:
                await self._repost_or_end_board(row)
            case EditResult.REFUSED:
                log.info("board edit refused guild=%d", row.guild_id)

    async def _repost_or_end_board(self, row: BoardRow) -> None:
        """Schedule a repost of a deleted board, or end the board if it was deleted too often."""
        gone = replace(
            row,
            message_id=None,
            digest="",
            deletion_count=row.deletion_count + 1,
            post_number=row.post_number + 1,
        )
        if row.deletion_count >= MAX_REPOSTS:
            log.info("board ended guild=%d", row.guild_id)
            gone = replace(gone, end_reason=MESSAGE_DELETED)
        await self._boards.store_board(gone)
        self.wake(row.guild_id)

    async def _delete_old_message(self, row: BoardRow) -> BoardRow:
        """Delete the old message of a moved or removed board. Return the updated row."""
        if row.old_message_id is None or row.old_channel_id is None:
            return row
        await self._sender.delete_message(row.old_channel_id, row.old_message_id)
        row = replace(row, old_channel_id=None, old_message_id=None)
        await self._boards.store_board(row)
        return row

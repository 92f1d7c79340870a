"""Keeps the standing message of each server true: posted once, edited seldom, found again after a stop.

What it shows is derived from the store each time. Each post and edit is noted before it is made.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from weakref import WeakValueDictionary

import discord

from bot.announcing.failing import log_failure
from bot.errors.storage import StorageError
from bot.features.server_board.layout import fingerprint, lay_out, marker
from bot.features.server_board.reading import Reading
from bot.features.server_board.sender import Came, Sender
from bot.features.server_board.sight import Sight
from bot.kit.later import Later
from bot.kit.table_tasks import TableTasks
from bot.model.hours import HOUR
from bot.model.table import Place
from bot.storage.matches import Homes
from bot.storage.server_boards import BoardRow, ServerBoards
from bot.tables.feed import Change
from bot.tables.service import Tables
from bot.ui.ids import packed
from bot.ui.layouts import Layout

log = logging.getLogger(__name__)

PAUSE = 30
"""Seconds between two changes of a server's message."""
LOOK = HOUR
"""After so long it is looked again, for what changes with time alone."""
FORGIVEN = 1
"""So often a message that somebody has deleted is posted again."""
DELETED, CHANNEL_GONE, ASKED = "deleted", "channel", "asked"
WAIT = 5.0
"""So many seconds a command waits to see what came of it."""


class Keeper:
    """Posts, edits and ends the boards of servers."""

    def __init__(
        self,
        sender: Sender,
        client: discord.Client,
        tide: ServerBoards,
        homes: Homes,
        reading: Reading,
        sight: Sight,
        tables: Tables,
        hosts: Callable[[], bool],
    ) -> None:
        self._sender, self._client = sender, client
        self._tide, self._homes, self._reading, self._sight = tide, homes, reading, sight
        self._tables, self._hosts = tables, hosts
        self._tasks = TableTasks("tide", self._mend, partial(log_failure, "tide"))
        self._later = Later(self.wake, tables.now)
        self._changed: set[int] = set()
        self._sorting: asyncio.Task[None] | None = None
        self._servers: set[int] = set()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def hear(self, change: Change) -> None:
        """Have the board of a table's server looked at."""
        if self._servers and not self._tasks.stopped and self._hosts():
            self._changed.add(change.table_id)
            if self._sorting is None:
                self._sorting = asyncio.create_task(self._sort(), name="tide-servers")

    def wake(self, guild_id: int) -> None:
        """Have the board of a server looked at."""
        self._tasks.wake(guild_id)

    async def resume(self) -> None:
        """Look at every board."""
        for guild_id in await self._tide.list_servers():
            if self._owns(guild_id):
                self._servers.add(guild_id)
                self.wake(guild_id)

    async def settle(self) -> None:
        """Wait until nothing is under way."""
        if self._sorting is not None:
            await asyncio.gather(self._sorting, return_exceptions=True)
        await self._tasks.settle()

    def stop(self) -> None:
        """Begin nothing new."""
        self._tasks.stop()
        self._later.stop()

    async def place(self, guild_id: int, channel_id: int, locale: str) -> BoardRow | None:
        """Have the board of a server in a channel from now on; return what was known of it before."""
        async with self._lock(guild_id):
            row = await self._tide.find(guild_id)
            known = row or BoardRow(guild_id, channel_id, locale)
            if row is None or row.ended or row.channel_id != channel_id:
                moved = BoardRow(guild_id, channel_id, locale, attempt=known.attempt + 1)
                if known.message_id is not None:
                    old = known.channel_id, known.message_id
                    moved = replace(moved, old_channel_id=old[0], old_message_id=old[1])
                await self._tide.keep(moved)
        self._servers.add(guild_id)
        self.wake(guild_id)
        await self._tasks.wait_for(guild_id, WAIT)
        return row

    async def end(self, guild_id: int) -> bool:
        """Have no board in a server any more; ``False`` where there is none."""
        async with self._lock(guild_id):
            row = await self._tide.find(guild_id)
            if row is None or row.ended:
                return False
            ended = replace(row, ended=ASKED, message_id=None)
            if row.message_id is not None:
                ended = replace(ended, old_channel_id=row.channel_id, old_message_id=row.message_id)
            await self._tide.keep(ended)
        self.wake(guild_id)
        await self._tasks.wait_for(guild_id, WAIT)
        return True

    async def find(self, guild_id: int) -> BoardRow | None:
        """Return what is known of the board of a server."""
        return await self._tide.find(guild_id)

    def _lock(self, guild_id: int) -> asyncio.Lock:
        lock = self._locks.get(guild_id)
        if lock is None:
            lock = self._locks[guild_id] = asyncio.Lock()
        return lock

    def _owns(self, guild_id: int) -> bool:
        """Tell whether the board of a server is this process's to keep."""
        return self._tables.core.share.owns(guild_id) and self._hosts()

    async def _sort(self) -> None:
        try:
            while self._changed and not self._tasks.stopped:
                changed, self._changed = sorted(self._changed), set()
                for guild_id in set((await self._homes.find_servers(changed)).values()):
                    if guild_id in self._servers:
                        self.wake(guild_id)
        except StorageError as error:
            log.warning("boards not found", extra={"fields": {"reason": str(error)}})
            for guild_id in self._servers:
                self._later.set(guild_id, PAUSE)
        finally:
            self._sorting = None

    async def _mend(self, guild_id: int) -> None:
        """Bring the board of a server up to what is stored, or come back when it may be changed again."""
        async with self._lock(guild_id):
            await self._bring_up(guild_id)

    async def _bring_up(self, guild_id: int) -> None:
        row = await self._tide.find(guild_id)
        if row is None or not self._owns(guild_id):
            self._servers.discard(guild_id)
            return
        row = await self._put_away(row)
        if row.ended:
            self._servers.discard(guild_id)
            return
        channel = await self._find(row)
        if channel is None or self._sender.lacking(channel):
            # The next look finds whether it may be posted again.
            self._later.set(guild_id, LOOK)
            return
        wait = row.edited_at + PAUSE - self._tables.now()
        if row.message_id is not None and 0 < wait <= PAUSE:
            self._later.set(guild_id, wait)
            return
        if row.message_id is None:
            row = replace(row, message_id=await self._sender.find(channel, marker(row.attempt)))
        look = self._sight.look(channel)
        w = await self._tables.channels.words_at(Place(channel.id, guild_id, row.locale))
        layout = lay_out(await self._reading.read(guild_id, look), row.attempt, w)
        self._later.set(guild_id, LOOK if look.whole else PAUSE)
        if row.message_id is None:
            await self._post(channel, row, layout)
        else:
            await self._edit(channel, row, row.message_id, layout)

    async def _find(self, row: BoardRow) -> discord.TextChannel | None:
        """Return the channel of a board. One that is gone ends it; one that is out of sight does not."""
        found: object = self._client.get_channel(row.channel_id)
        if found is None:
            try:
                found = await self._client.fetch_channel(row.channel_id)
            except discord.NotFound:
                log.info("board ended guild=%d", row.guild_id)
                await self._tide.keep(replace(row, ended=CHANNEL_GONE, message_id=None))
                self._servers.discard(row.guild_id)
                return None
            except discord.Forbidden:
                return None
        return found if isinstance(found, discord.TextChannel) else None

    async def _post(self, channel: discord.TextChannel, row: BoardRow, layout: Layout) -> None:
        # Before it is sent, for that puts mentions in the place of commands.
        digest = fingerprint(layout)
        row = replace(row, edited_at=self._tables.now())
        await self._tide.keep(row)
        nonce = f"t{packed(row.guild_id)}.{packed(row.attempt)}"
        message_id = await self._sender.post(channel, layout, nonce)
        await self._tide.keep(replace(row, message_id=message_id, digest=digest))

    async def _edit(
        self, channel: discord.TextChannel, row: BoardRow, message_id: int, layout: Layout
    ) -> None:
        digest = fingerprint(layout)
        if digest == row.digest:
            return
        row = replace(row, edited_at=self._tables.now())
        await self._tide.keep(row)
        match await self._sender.edit(channel, message_id, layout):
            case Came.DONE:
                await self._tide.keep(replace(row, digest=digest))
            case Came.GONE:
                await self._replace(row)
            case Came.REFUSED:
                log.info("board not to be changed guild=%d", row.guild_id)

    async def _replace(self, row: BoardRow) -> None:
        """Post a message again that somebody has deleted; not for ever."""
        gone = replace(row, message_id=None, digest="", lost=row.lost + 1, attempt=row.attempt + 1)
        if row.lost >= FORGIVEN:
            log.info("board ended guild=%d", row.guild_id)
            gone = replace(gone, ended=DELETED)
        await self._tide.keep(gone)
        self.wake(row.guild_id)

    async def _put_away(self, row: BoardRow) -> BoardRow:
        """Delete the message that a board has moved away from; where that cannot be, it stays."""
        if row.old_message_id is None or row.old_channel_id is None:
            return row
        await self._sender.delete(row.old_channel_id, row.old_message_id)
        row = replace(row, old_channel_id=None, old_message_id=None)
        await self._tide.keep(row)
        return row

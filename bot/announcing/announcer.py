"""Keeps every table's messages true to its log. Each announcement can be repeated without harm.

One task per table at a time; while it works, newer positions only mark the table again, so the newest
wins and nothing queues up. A message is noted before it is posted and confirmed after, so a kill in
between is mended at the next press or start.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from typing import TYPE_CHECKING

import aiohttp
import discord

from bot.announcing import calls, claims, reminders
from bot.announcing.bulletin import Bulletin
from bot.announcing.obstacles import Hindrance, Kind
from bot.announcing.posting import Channel, Poster, only, passing
from bot.announcing.verbosity import NORMAL
from bot.errors import NoTable, StorageError, UnknownGame
from bot.kit.retries import Retries
from bot.model.table import Table
from bot.tables import feed
from bot.tables.feed import Change
from games.core.words import Words

if TYPE_CHECKING:
    from bot.app import ReefBot

log = logging.getLogger(__name__)


REWORDED = (
    feed.Kind.SEATED,
    feed.Kind.ORDERS,
    feed.Kind.TIMES,
    feed.Kind.LANGUAGE,
)
"""After these a board says something else although the log has no new row."""


class Announcer:
    """Posts, edits and retires the messages of tables."""

    def __init__(self, bot: ReefBot) -> None:
        self._bot = bot
        self._poster = Poster(bot)
        self._bulletin = Bulletin(bot, self._poster)
        self._marked: set[int] = set()
        self._reworded: set[int] = set()
        self._hindrances: dict[int, Hindrance] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._retries = Retries(self.touch)
        self._renamed: deque[int] = deque()
        self._renaming: asyncio.Task[None] | None = None

    def touch(self, table_id: int, *, reworded: bool = False) -> None:
        """See to it that the table's messages show how it stands.

        :param reworded: the board is to be written anew although nothing has happened.
        """
        self._marked.add(table_id)
        if reworded:
            self._reworded.add(table_id)
        if table_id not in self._tasks:
            self._tasks[table_id] = asyncio.create_task(self._run(table_id), name=f"announce-{table_id}")

    def hear(self, change: Change) -> None:
        """Announce what was stored."""
        if change.kind is feed.Kind.NAMES:
            self._renamed.append(change.table_id)
            if self._renaming is None:
                self._renaming = asyncio.create_task(self._rename(), name="announce-names")
        elif change.kind is not feed.Kind.REMINDERS:
            self.touch(change.table_id, reworded=change.kind in REWORDED)

    async def _rename(self) -> None:
        """Write the messages of tables anew at which somebody is called otherwise now."""
        try:
            # One after the other: Discord allows few edits of old messages at a time.
            while self._renamed and not self._bot.draining:
                table_id = self._renamed.popleft()
                # The messages of most tables that are over have been forgotten, and there are no new ones.
                if await self._bot.store.messages.live(table_id):
                    self.touch(table_id, reworded=True)
                    await self.announced(table_id)
        except StorageError as error:
            # The next start finds the others behind.
            log.warning("names not announced", extra={"fields": {"reason": str(error)}})
        finally:
            self._renaming = None

    async def settle(self) -> None:
        """Wait until everything that was touched has been announced or given up."""
        while self._tasks or self._renaming is not None:
            renaming = [] if self._renaming is None else [self._renaming]
            await asyncio.gather(*self._tasks.values(), *renaming, return_exceptions=True)

    async def announced(self, table_id: int, purpose: str | None = None) -> Hindrance | None:
        """Wait until what was touched of one table has been announced; return why it could not be.

        :param purpose: of the message that is waited for; what went wrong with others is not told.
        """
        while table_id in self._tasks:
            await asyncio.wait([self._tasks[table_id]])
        hindrance = self._hindrances.get(table_id)
        if hindrance is None or purpose is None or hindrance.kind is Kind.DATABASE:
            return hindrance
        there = await self._bot.store.messages.current(table_id, purpose)
        return hindrance if there is None else None

    def stop(self) -> None:
        """Give up waiting for a second try; the next start mends what is behind."""
        self._retries.stop()

    async def repost(self, table_id: int) -> Hindrance | None:
        """Post the table's message anew at the end of its channel; return why it is not there.

        The one before keeps its buttons until then.
        """
        # By the table's own task: an edit under way would give the old message its buttons back.
        wanted = self._bulletin.anew
        wanted.add(table_id)
        self.touch(table_id)
        hindrance = await self.announced(table_id) or Hindrance(Kind.COMPUTER, again=True)
        if table_id not in wanted:
            return None
        if not hindrance.again:
            # Whoever looks at the table later has not asked for a new message.
            wanted.discard(table_id)
        return hindrance

    async def strip(self, table: Table, message_id: int) -> None:
        """Take the buttons from a message that is not the table's board any more."""
        channel = await self._poster.channel(table.place.channel_id)
        if channel is not None:
            await self._poster.strip(channel, message_id)

    async def reaches(self, table: Table) -> bool:
        """Tell whether the table's channel is there and can be seen."""
        return await self._poster.channel(table.place.channel_id) is not None

    async def lacking(self, table: Table, *names: str) -> list[str] | None:
        """Return which permissions of some the host lacks in a table's channel; ``None`` without one."""
        channel = await self._poster.channel(table.place.channel_id)
        return None if channel is None else self._poster.lacking(channel, *names)

    async def say(self, table: Table, text: str, file: discord.File, nonce: str) -> None:
        """Post something in a table's channel, if it is there, that need not be kept true afterwards."""
        channel = await self._poster.channel(table.place.channel_id)
        if channel is not None:
            await self._poster.send(channel, text, nonce=nonce, files=[file], allowed_mentions=only())

    async def words_of(self, table: Table) -> Words:
        """Return the language of a table's public texts: the channel's choice, else the server's."""
        return await self._bot.tables.channels.words_of(table)

    async def verbosity(self, channel_id: int) -> str:
        """Return how much is posted in a channel."""
        return await self._bot.tables.channels.verbosity(channel_id) or NORMAL

    async def _run(self, table_id: int) -> None:
        try:
            while table_id in self._marked:
                self._marked.discard(table_id)
                self._poster.left.discard(table_id)
                hindrance = await self._announce(table_id)
                if table_id not in self._poster.left or not self._retries.failed(table_id):
                    self._retries.succeeded(table_id)
                self._note(table_id, hindrance)
        except discord.HTTPException as error:
            log.warning(
                "announce failed table=%s status=%s code=%s",
                table_id,
                error.status,
                error.code,
                extra={"fields": {"reason": error.text}},
            )
            self._failed(table_id, Kind.DISCORD if passing(error) else Kind.REFUSED)
        except (aiohttp.ClientError, OSError) as error:
            log.warning("announce failed table=%s", table_id, extra={"fields": {"reason": repr(error)}})
            self._failed(table_id, Kind.DISCORD)
        except StorageError as error:
            log.warning("announce failed table=%s", table_id, extra={"fields": {"reason": str(error)}})
            self._failed(table_id, Kind.DATABASE)
        except (NoTable, UnknownGame):
            # A button of a lobby that was given up and tidied away, or of a game that is hosted no longer;
            # whoever pressed it has been told.
            log.info("nothing to announce table=%s", table_id)
        except Exception:
            log.exception("announce failed table=%s", table_id)
            self._failed(table_id, Kind.OURSELVES)
        finally:
            self._tasks.pop(table_id, None)
            if table_id in self._marked and not self._bot.draining:
                self.touch(table_id)

    def _failed(self, table_id: int, kind: Kind) -> None:
        again = kind in (Kind.DISCORD, Kind.DATABASE) and self._retries.failed(table_id)
        self._note(table_id, Hindrance(kind, again=again))

    def _note(self, table_id: int, hindrance: Hindrance | None) -> None:
        if hindrance is None:
            self._hindrances.pop(table_id, None)
        else:
            self._hindrances[table_id] = hindrance

    async def _announce(self, table_id: int) -> Hindrance | None:
        table = await self._bot.tables.get(table_id)
        channel = await self._poster.channel(table.place.channel_id)
        if channel is None:
            log.warning("channel gone table=%s channel=%s", table_id, table.place.channel_id)
            return Hindrance(Kind.CHANNEL)
        lacking = self._poster.lacking(channel)
        if lacking:
            log.warning("cannot post table=%s lacking=%s", table_id, ",".join(lacking))
            return Hindrance(Kind.PERMISSION, tuple(lacking))
        reworded = table_id in self._reworded
        # Before the language is read: what is chosen from now on asks for another announcement.
        self._reworded.discard(table_id)
        try:
            await self._show(table, channel, reworded=reworded)
        except BaseException:
            if reworded:
                self._reworded.add(table_id)
            raise
        return None

    async def _show(self, table: Table, channel: Channel, *, reworded: bool) -> None:
        w = await self.words_of(table)
        if table.match is None:
            # Before the lobby is done with, which tells at the next start whether anything was left undone.
            live = await self._bot.store.messages.live(table.id)
            await calls.tidy(self._bot, self._poster, table, channel, live)
        anew = table.id in self._bulletin.anew
        if table.status == "lobby":
            await self._bulletin.lobby(table, channel, w)
        else:
            await self._bulletin.end_lobby(table, channel, w)
        if table.match is not None:
            verbosity = await self.verbosity(table.place.channel_id)
            await self._bulletin.board(table, table.match, channel, w, verbosity, reworded=reworded)
            await self._bulletin.proposal(table, channel, w, anew=anew)
            live = await self._bot.store.messages.live(table.id)
            await claims.announce(self._bot, self._poster, table, channel, live, w, anew=anew)
            await calls.tidy(self._bot, self._poster, table, channel, live)
            await reminders.tidy(self._bot, self._poster, table, channel, live)
        elif table.status == "over":
            await self._bulletin.strip_all(table, channel)
        if anew and table.id not in self._bulletin.anew:
            await self._bulletin.strip_unknown(table, channel)

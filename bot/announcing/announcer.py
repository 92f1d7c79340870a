"""Keeps every table's messages true to its log. Each announcement can be repeated without harm.

One task per table at a time; while it works, newer positions only mark the table again, so the newest
wins and nothing queues up. A message is noted before it is posted and confirmed after, so a kill in
between is mended at the next press or start.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Iterable

import aiohttp
import discord

from bot.announcing.bulletin import Bulletin
from bot.announcing.calls import Calls
from bot.announcing.claims import ClaimQuestions
from bot.announcing.consent import ConsentQuestion
from bot.announcing.posting import Channel, Poster, notify_only
from bot.announcing.refused import THREAD_LOCKED, is_passing
from bot.announcing.reminders import Reminders
from bot.errors.storage import StorageError
from bot.errors.tables import NoTable, UnhostedGame
from bot.kit.retries import Retries
from bot.model.table import Table
from bot.platform.obstacles import Cause, Obstacle
from bot.tables import feed
from bot.tables.feed import Change
from bot.tables.service import Tables
from bot.ui.services import NoteWriter

log = logging.getLogger(__name__)

FOUND_ANEW = (Cause.CHANNEL, Cause.PERMISSION)
"""What is looked at each time before anything is tried."""

REWORDED = (
    feed.Kind.SEATED,
    feed.Kind.ORDERS,
    feed.Kind.TIMES,
    feed.Kind.LANGUAGE,
    feed.Kind.VERBOSITY,
)
"""After these a board says something else although the log has no new row."""


class Announcer:
    """Posts, edits and retires the messages of tables."""

    def __init__(
        self,
        poster: Poster,
        bulletin: Bulletin,
        consent: ConsentQuestion,
        calls: Calls,
        claims: ClaimQuestions,
        reminders: Reminders,
        tables: Tables,
    ) -> None:
        self._poster = poster
        self._messages = poster.messages
        self._bulletin = bulletin
        self._consent = consent
        self._calls = calls
        self._claims = claims
        self._reminders = reminders
        self._tables = tables
        self._stopped = False
        self._marked: set[int] = set()
        self._reworded: set[int] = set()
        self._obstacles: dict[int, Obstacle] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._retries = Retries(self.announce)
        self._renamed: deque[int] = deque()
        self._renaming: asyncio.Task[None] | None = None

    def let_go_first(self, act: Callable[[int], Awaitable[None]], note: NoteWriter) -> None:
        """Announce a table once somebody has acted there (:class:`bot.ui.services.Announcing`)."""
        self._bulletin.let_go_first(act, note)

    def announce(self, table_id: int, *, reworded: bool = False) -> None:
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
        elif change.kind not in (feed.Kind.REMINDERS, feed.Kind.BARED):
            self.announce(change.table_id, reworded=change.kind in REWORDED)

    async def _rename(self) -> None:
        """Write the messages of tables anew at which somebody is called otherwise now."""
        try:
            # One after the other: Discord allows few edits of old messages at a time.
            while self._renamed and not self._stopped:
                table_id = self._renamed.popleft()
                # The messages of most tables that are over have been forgotten, and there are no new ones.
                if await self._messages.list_live(table_id):
                    self.announce(table_id, reworded=True)
                    await self.announced(table_id)
        except StorageError as error:
            # The next start finds the others behind.
            log.warning("names not announced", extra={"fields": {"reason": str(error)}})
        finally:
            self._renaming = None

    async def settle(self) -> None:
        """Wait until everything that was marked has been announced or given up."""
        while self._tasks or self._renaming is not None:
            renaming = [] if self._renaming is None else [self._renaming]
            await asyncio.gather(*self._tasks.values(), *renaming, return_exceptions=True)

    async def announced(self, table_id: int, purpose: str | None = None) -> Obstacle | None:
        """Wait until what was marked of one table has been announced; return why it could not be.

        :param purpose: of the message that is waited for; what went wrong with others is not told.
        """
        while table_id in self._tasks:
            await asyncio.wait([self._tasks[table_id]])
        obstacle = self._obstacles.get(table_id)
        if obstacle is None or purpose is None or obstacle.kind is Cause.DATABASE:
            return obstacle
        there = await self._messages.find_current(table_id, purpose)
        return obstacle if there is None else None

    def is_hindered(self, table_id: int) -> bool:
        """Tell whether something was in the way when a table was announced last."""
        return table_id in self._obstacles

    def stop(self) -> None:
        """Give up waiting for a second try; the next start mends what is behind."""
        self._stopped = True
        self._retries.stop()

    async def repost(self, table_id: int) -> Obstacle | None:
        """Post the table's message anew at the end of its channel; return why it is not there.

        The one before keeps its buttons until then.
        """
        # By the table's own task: an edit under way would give the old message its buttons back.
        wanted = self._bulletin.anew
        wanted.add(table_id)
        self.announce(table_id)
        obstacle = await self.announced(table_id) or Obstacle(Cause.COMPUTER, again=True)
        if table_id not in wanted:
            return None
        if not obstacle.again:
            # Whoever looks at the table later has not asked for a new message.
            wanted.discard(table_id)
        return obstacle

    async def repost_all(self, table_ids: Iterable[int]) -> None:
        """Post tables anew, as far as that goes, and wait until they stand there."""
        for table_id in table_ids:
            try:
                await self.repost(table_id)
            except (UnhostedGame, discord.HTTPException) as error:
                log.warning("not posted again table=%d", table_id, extra={"fields": {"reason": str(error)}})
        await self.settle()

    async def strip(self, table: Table, message: discord.Message) -> None:
        """Take the buttons from a message that is not the table's board any more."""
        channel = await self._poster.find_channel(table.place.channel_id)
        if channel is not None:
            await self._poster.strip(channel, message.id, laid_out=message.flags.components_v2)

    async def reaches(self, table: Table) -> bool:
        """Tell whether the table's channel is there and can be seen."""
        return await self._poster.find_channel(table.place.channel_id) is not None

    async def lacking(self, table: Table, *names: str) -> list[str] | None:
        """Return which permissions of some the host lacks in a table's channel; ``None`` without one."""
        channel = await self._poster.find_channel(table.place.channel_id)
        return None if channel is None else self._poster.lacking(channel, *names)

    async def say(self, table: Table, text: str, file: discord.File, nonce: str) -> None:
        """Post something in a table's channel, if it is there, that need not be kept true afterwards."""
        channel = await self._poster.find_channel(table.place.channel_id)
        if channel is not None:
            await self._poster.send(channel, text, nonce=nonce, files=[file], allowed_mentions=notify_only())

    async def _run(self, table_id: int) -> None:
        try:
            while table_id in self._marked:
                self._marked.discard(table_id)
                self._poster.left.discard(table_id)
                obstacle = await self._announce(table_id)
                if table_id not in self._poster.left or not self._retries.schedule(table_id):
                    self._retries.reset(table_id)
                self._note(table_id, obstacle)
        except discord.HTTPException as error:
            log.warning(
                "announce failed table=%s status=%s code=%s",
                table_id,
                error.status,
                error.code,
                extra={"fields": {"reason": error.text}},
            )
            self._failed(table_id, _find_kind(error))
        except (aiohttp.ClientError, OSError) as error:
            log.warning("announce failed table=%s", table_id, extra={"fields": {"reason": repr(error)}})
            self._failed(table_id, Cause.DISCORD)
        except StorageError as error:
            log.warning("announce failed table=%s", table_id, extra={"fields": {"reason": str(error)}})
            self._failed(table_id, Cause.DATABASE)
        except (NoTable, UnhostedGame):
            # A button of a lobby that was given up and tidied away, or of a game that is hosted no longer;
            # whoever pressed it has been told.
            log.info("nothing to announce table=%s", table_id)
        except Exception:
            log.exception("announce failed table=%s", table_id)
            self._failed(table_id, Cause.OURSELVES)
        finally:
            self._tasks.pop(table_id, None)
            if table_id in self._marked and not self._stopped:
                self.announce(table_id)

    def _failed(self, table_id: int, kind: Cause) -> None:
        again = kind in (Cause.DISCORD, Cause.DATABASE) and self._retries.schedule(table_id)
        self._note(table_id, Obstacle(kind, again=again))

    def _note(self, table_id: int, obstacle: Obstacle | None) -> None:
        if obstacle is None:
            self._obstacles.pop(table_id, None)
        else:
            self._obstacles[table_id] = obstacle

    async def _announce(self, table_id: int) -> Obstacle | None:
        await asyncio.gather(*(act(table_id) for act in self._bulletin.earlier))
        table = await self._tables.get(table_id)
        channel = await self._poster.find_channel(table.place.channel_id)
        if channel is None:
            log.warning("channel gone table=%s channel=%s", table_id, table.place.channel_id)
            return Obstacle(Cause.CHANNEL)
        lacking = self._poster.lacking(channel)
        if lacking:
            log.warning("cannot post table=%s lacking=%s", table_id, ",".join(lacking))
            return Obstacle(Cause.PERMISSION, tuple(lacking))
        reworded = table_id in self._reworded
        # Before the language is read: what is chosen from now on asks for another announcement.
        self._reworded.discard(table_id)
        try:
            shown = await self._show(table, channel, reworded=reworded)
        except BaseException:
            if reworded:
                self._reworded.add(table_id)
            raise
        # Where nothing has been tried, what Discord has refused before is in the way still.
        before = self._obstacles.get(table_id)
        return before if not shown and before is not None and before.kind not in FOUND_ANEW else None

    async def _show(self, table: Table, channel: Channel, *, reworded: bool) -> bool:
        """Bring the messages up to the table; ``False`` where there is nothing to be shown yet."""
        shown = True
        w = await self._tables.channels.words_of(table)
        if table.match is None:
            # Before the lobby is done with, which tells at the next start whether anything was left undone.
            live = await self._messages.list_live(table.id)
            await self._calls.tidy(table, channel, live)
        anew = table.id in self._bulletin.anew
        if table.status == "lobby":
            await self._bulletin.lobby.show(table, channel, w)
        else:
            await self._bulletin.lobby.end(table, channel, w)
        if table.match is not None:
            verbosity = await self._tables.channels.get_verbosity(table.place.channel_id)
            shown = await self._bulletin.show_board(
                table, table.match, channel, w, verbosity, reworded=reworded
            )
            if shown:
                await self._bulletin.lobby.forget(table)
            await self._consent.announce(table, channel, w, anew=anew)
            live = await self._messages.list_live(table.id)
            await self._claims.announce(table, channel, live, w, anew=anew)
            await self._calls.tidy(table, channel, live)
            await self._reminders.tidy(table, channel, live)
        elif table.status == "over":
            await self._bulletin.strip_all(table, channel)
        if anew and table.id not in self._bulletin.anew:
            await self._bulletin.strip_unknown(table, channel)
        return shown


def _find_kind(error: discord.HTTPException) -> Cause:
    if error.code == THREAD_LOCKED:
        return Cause.LOCKED
    return Cause.DISCORD if is_passing(error) else Cause.REFUSED

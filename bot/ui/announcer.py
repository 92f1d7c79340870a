"""Keeps every table's messages true to its log. Each announcement can be repeated without harm.

One task per table at a time; while it works, newer positions only mark the table again, so the newest
wins and nothing queues up. A message is noted before it is posted and confirmed after, so a kill in
between is mended at the next press or start.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

import discord

from bot.storage.messages import BOARD, LOBBY, MENTION, MessageRow
from bot.tables import Table
from bot.ui import board, lobby, permissions
from bot.ui.board import Posted
from bot.ui.ids import packed
from games.core.match import Match
from games.core.words import Words, words

if TYPE_CHECKING:
    from bot.app import ReefBot

log = logging.getLogger(__name__)

QUIET = "quiet"
NORMAL = "normal"
STORY = "story"
VERBOSITIES = (NORMAL, QUIET, STORY)

EDIT_TOO_OLD = 30046
RETRY_SECONDS = (60, 240, 900)
HISTORY_DEPTH = 50

Channel = discord.abc.MessageableChannel


class Announcer:
    """Posts, edits and retires the messages of tables."""

    def __init__(self, bot: ReefBot) -> None:
        self._bot = bot
        self._marked: set[int] = set()
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._tries: dict[int, int] = {}
        self._waits: set[asyncio.Task[None]] = set()

    def touch(self, table_id: int) -> None:
        """See to it that the table's messages show how it stands."""
        self._marked.add(table_id)
        if table_id not in self._tasks:
            self._tasks[table_id] = asyncio.create_task(self._run(table_id), name=f"announce-{table_id}")

    async def settle(self) -> None:
        """Wait until everything that was touched has been announced or given up."""
        while self._tasks:
            await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def stop(self) -> None:
        """Give up waiting for a second try; the next start mends what is behind."""
        for task in self._waits:
            task.cancel()

    async def _run(self, table_id: int) -> None:
        try:
            while table_id in self._marked:
                self._marked.discard(table_id)
                await self._announce(table_id)
                self._tries.pop(table_id, None)
        except discord.HTTPException as error:
            log.warning("announce failed table=%s status=%s code=%s", table_id, error.status, error.code)
            if error.status >= 500:
                self._again(table_id)
        except Exception:
            log.exception("announce failed table=%s", table_id)
        finally:
            self._tasks.pop(table_id, None)

    def _again(self, table_id: int) -> None:
        tries = self._tries.get(table_id, 0)
        if tries < len(RETRY_SECONDS):
            self._tries[table_id] = tries + 1
            wait = asyncio.create_task(self._later(table_id, RETRY_SECONDS[tries]), name=f"again-{table_id}")
            self._waits.add(wait)
            wait.add_done_callback(self._waits.discard)

    async def _later(self, table_id: int, seconds: int) -> None:
        await asyncio.sleep(seconds)
        self.touch(table_id)

    async def _announce(self, table_id: int) -> None:
        table = await self._bot.tables.get(table_id)
        channel = await self._channel(table.place.channel_id)
        if channel is None:
            log.warning("channel gone table=%s channel=%s", table_id, table.place.channel_id)
            return
        w = await self.words_of(table)
        if table.status == "lobby":
            await self._lobby(table, channel, w)
            return
        await self._end_lobby(table, channel, w)
        if table.match is not None:
            await self._board(table, table.match, channel, w)

    async def words_of(self, table: Table) -> Words:
        """Return the language of a table's public texts: the channel's choice, else the server's."""
        chosen = await self._bot.store.channels.get(table.place.channel_id, "locale")
        return words(chosen or table.place.locale)

    async def verbosity(self, channel_id: int) -> str:
        """Return how much is posted in a channel."""
        return await self._bot.store.channels.get(channel_id, "verbosity") or NORMAL

    async def _channel(self, channel_id: int) -> Channel | None:
        channel: Any = self._bot.get_channel(channel_id)
        if channel is None:
            try:
                channel = await self._bot.fetch_channel(channel_id)
            except (discord.NotFound, discord.Forbidden):
                return None
        return channel if isinstance(channel, discord.abc.Messageable) else None  # type: ignore[return-value]

    def lacking(self, channel: Channel, *names: str) -> list[str]:
        """Return which permissions the host lacks in a channel."""
        guild = channel.guild
        if guild is None or guild.me is None:
            return []
        granted = channel.permissions_for(guild.me)
        thread = isinstance(channel, discord.Thread)
        return permissions.missing(granted, thread=thread, names=names or permissions.POSTING)

    # Lobby ---------------------------------------------------------------------------------------

    async def _lobby(self, table: Table, channel: Channel, w: Words) -> None:
        row = await self._bot.store.messages.current(table.id, LOBBY)
        text, view = lobby.content(table, w), lobby.components(table, w)
        if row is not None and await self._edit(channel, row, text, view=view):
            return
        nonce = f"l{packed(table.id)}.{packed(row.id if row else 0)}"
        await self._post(table, channel, LOBBY, nonce, 0, text, view=view)

    async def _end_lobby(self, table: Table, channel: Channel, w: Words) -> None:
        rows = await self._bot.store.messages.live(table.id, LOBBY)
        text = lobby.closed_content(table, w) if table.match is None else lobby.started_content(table, w)
        for row in rows:
            if row.message_id is not None:
                await self._edit(channel, row, text, view=None)
        if rows:
            await self._bot.store.messages.retire([row.id for row in rows])

    async def invite(self, table: Table, by: int, invited: int) -> None:
        """Mention somebody who is asked to a table."""
        channel = await self._channel(table.place.channel_id)
        if channel is None or self.lacking(channel):
            return
        w = await self.words_of(table)
        text = w(
            "{invited}, {host} asks you to a table of {game}: press **Join** above.",
            invited=f"<@{invited}>",
            host=f"<@{by}>",
            game=table.game.title,
        )
        await channel.send(text, allowed_mentions=_only(invited))

    # Board ---------------------------------------------------------------------------------------

    async def _board(self, table: Table, match: Match, channel: Channel, w: Words) -> None:
        messages = self._bot.store.messages
        await self._find_unconfirmed(table, channel)
        row = await messages.current(table.id, BOARD)
        verbosity = await self.verbosity(table.place.channel_id)
        posted = None if row is None else Posted.of(row.nonce)
        if row is not None and posted is not None and not _needs_new(row, posted, match, verbosity):
            if row.seq == match.seq and table.proposal is None:
                await self._tidy(table, channel, row)
                return
            if await self._edit_board(table, match, channel, row, posted, w, verbosity):
                await self._tidy(table, channel, row)
                return
            row = None
        await self._post_board(table, match, channel, w, verbosity)
        current = await messages.current(table.id, BOARD)
        if current is not None:
            await self._tidy(table, channel, current)

    async def _picture(self, table: Table, match: Match, channel: Channel, w: Words) -> list[discord.File]:
        if self.lacking(channel, permissions.PICTURE):
            return []
        return [await self._bot.pictures.public(table, match, w)]

    async def _text(
        self, table: Table, match: Match, posted: Posted, channel: Channel, w: Words, verbosity: str
    ) -> str:
        text = board.content(table, match, posted, w, mention=verbosity != QUIET)
        lacking = self.lacking(channel, permissions.PICTURE)
        if lacking:
            text += "\n" + w(
                "-# No picture: I lack the permission {names} here.", names=permissions.named(lacking, w)
            )
        return text

    async def _edit_board(
        self,
        table: Table,
        match: Match,
        channel: Channel,
        row: MessageRow,
        posted: Posted,
        w: Words,
        verbosity: str,
    ) -> bool:
        text = await self._text(table, match, posted, channel, w, verbosity)
        files = await self._picture(table, match, channel, w)
        view = board.components(table, match, w)
        if not await self._edit(channel, row, text, view=view, files=files):
            return False
        await self._bot.store.messages.shows(row.id, match.seq)
        if verbosity == QUIET:
            await self._call(table, match, channel, w)
        return True

    async def _post_board(
        self, table: Table, match: Match, channel: Channel, w: Words, verbosity: str
    ) -> None:
        lacking = self.lacking(channel)
        if lacking:
            log.warning("cannot post table=%s lacking=%s", table.id, ",".join(lacking))
            return
        attempt = await self._attempt(table, match)
        posted = Posted.now(table, match, attempt)
        text = await self._text(table, match, posted, channel, w, verbosity)
        files = await self._picture(table, match, channel, w)
        user = board.holder(table, match) if verbosity != QUIET else None
        await self._post(
            table,
            channel,
            BOARD,
            posted.nonce,
            match.seq,
            text,
            view=board.components(table, match, w),
            files=files,
            mention=user,
        )
        if verbosity == QUIET:
            await self._call(table, match, channel, w)

    async def _attempt(self, table: Table, match: Match) -> int:
        """Count earlier posts of this very position that are gone, so that a nonce is never used twice."""
        attempt = 0
        while await self._bot.store.messages.retired(Posted.now(table, match, attempt).nonce):
            attempt += 1
        return attempt

    async def _call(self, table: Table, match: Match, channel: Channel, w: Words) -> None:
        """In a quiet channel: one line that mentions whose turn it is, in place of the one before."""
        messages = self._bot.store.messages
        key = f"m{packed(table.id)}.{packed(board.turn_key(match))}"
        rows = await messages.live(table.id, MENTION)
        if any(row.nonce == key and row.message_id is not None for row in rows):
            return
        for row in rows:
            if row.message_id is not None and row.nonce != key:
                await self._delete(channel, row.message_id)
        await messages.retire([row.id for row in rows if row.nonce != key])
        user = board.holder(table, match)
        if user is not None and not self.lacking(channel) and not await messages.retired(key):
            text = board.called(table, match, w)
            await self._post(table, channel, MENTION, key, match.seq, text, mention=user)

    async def _tidy(self, table: Table, channel: Channel, current: MessageRow) -> None:
        """Take the buttons from older boards."""
        old = [row for row in await self._bot.store.messages.live(table.id, BOARD) if row.id != current.id]
        for row in old:
            if row.message_id is not None:
                await self._strip(channel, row.message_id)
        if old:
            await self._bot.store.messages.retire([row.id for row in old])

    async def _find_unconfirmed(self, table: Table, channel: Channel) -> None:
        """Look for posts that arrived although nobody was told so."""
        rows = [r for r in await self._bot.store.messages.live(table.id) if r.message_id is None]
        if not rows or self.lacking(channel, permissions.HISTORY):
            return
        wanted = {board.marker(table.id, row.seq): row for row in rows if row.purpose == BOARD}
        async for message in channel.history(limit=HISTORY_DEPTH):
            if self._bot.user is None or message.author.id != self._bot.user.id:
                continue
            for identity in _custom_ids(message):
                row = wanted.pop(identity, None)
                if row is not None:
                    await self._bot.store.messages.confirm(row.id, message.id, self._now())
        await self._bot.store.messages.retire([row.id for row in wanted.values()])

    # Discord -------------------------------------------------------------------------------------

    async def _post(
        self,
        table: Table,
        channel: Channel,
        purpose: str,
        nonce: str,
        seq: int,
        text: str,
        *,
        view: discord.ui.View | None = None,
        files: list[discord.File] | None = None,
        mention: int | None = None,
    ) -> None:
        messages = self._bot.store.messages
        row = await messages.intend(table.id, purpose, channel.id, nonce, seq, self._now())
        extra: dict[str, Any] = {} if view is None else {"view": view}
        message = await channel.send(
            text, files=files or [], nonce=nonce, allowed_mentions=_only(mention), **extra
        )
        await messages.confirm(row.id, message.id, self._now())

    async def _edit(
        self,
        channel: Channel,
        row: MessageRow,
        text: str,
        *,
        view: discord.ui.View | None,
        files: list[discord.File] | None = None,
    ) -> bool:
        """Edit a message; ``False`` when it is gone or too old, and is now retired."""
        if row.message_id is None:
            return False
        message = channel.get_partial_message(row.message_id)  # type: ignore[union-attr]
        try:
            extra: dict[str, Any] = {} if files is None else {"attachments": files}
            quiet = discord.AllowedMentions.none()
            await message.edit(content=text, view=view, allowed_mentions=quiet, **extra)
        except discord.NotFound:
            await self._bot.store.messages.retire([row.id])
            return False
        except discord.HTTPException as error:
            if error.code != EDIT_TOO_OLD:
                raise
            return False
        return True

    async def _strip(self, channel: Channel, message_id: int) -> None:
        try:
            await channel.get_partial_message(message_id).edit(view=None)  # type: ignore[union-attr]
        except (discord.NotFound, discord.Forbidden) as error:
            log.info("old message left as it is message=%s code=%s", message_id, error.code)

    async def _delete(self, channel: Channel, message_id: int) -> None:
        try:
            await channel.get_partial_message(message_id).delete()  # type: ignore[union-attr]
        except (discord.NotFound, discord.Forbidden) as error:
            log.info("old mention left as it is message=%s code=%s", message_id, error.code)

    def _now(self) -> int:
        return int(self._bot.tables.clock())


def _needs_new(row: MessageRow, posted: Posted, match: Match, verbosity: str) -> bool:
    if verbosity == STORY:
        return row.seq != match.seq
    if verbosity == QUIET:
        return False
    return posted.turn != board.turn_key(match)


def _only(user: int | None) -> discord.AllowedMentions:
    users = [] if user is None else [discord.Object(user)]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)


def _custom_ids(message: discord.Message) -> list[str]:
    found = []
    for row in message.components:
        for child in getattr(row, "children", ()):
            identity = getattr(child, "custom_id", None)
            if identity:
                found.append(identity)
    return found

"""Keeps every table's messages true to its log. Each announcement can be repeated without harm.

One task per table at a time; while it works, newer positions only mark the table again, so the newest
wins and nothing queues up. A message is noted before it is posted and confirmed after, so a kill in
between is mended at the next press or start.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord

from bot.storage.messages import BOARD, LOBBY, MENTION, PROPOSAL, MessageRow
from bot.tables import Table
from bot.ui import board, lobby, permissions, votes
from bot.ui.board import Posted
from bot.ui.ids import packed
from bot.ui.posting import Channel, Poster, only
from games.core.match import Match
from games.core.words import Words, words

if TYPE_CHECKING:
    from bot.app import ReefBot

log = logging.getLogger(__name__)

NORMAL = "normal"
QUIET = "quiet"
STORY = "story"
VERBOSITIES = (NORMAL, QUIET, STORY)

RETRY_SECONDS = (60, 240, 900)


class Announcer:
    """Posts, edits and retires the messages of tables."""

    def __init__(self, bot: ReefBot) -> None:
        self._bot = bot
        self._poster = Poster(bot)
        self._marked: set[int] = set()
        self._reworded: set[int] = set()
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._tries: dict[int, int] = {}
        self._waits: set[asyncio.Task[None]] = set()

    def touch(self, table_id: int, *, reworded: bool = False) -> None:
        """See to it that the table's messages show how it stands.

        :param reworded: the board is to be written anew although nothing has happened.
        """
        self._marked.add(table_id)
        if reworded:
            self._reworded.add(table_id)
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

    async def repost(self, table_id: int) -> None:
        """Post the table's message anew at the end of its channel."""
        table = await self._bot.tables.get(table_id)
        channel = await self._poster.channel(table.place.channel_id)
        if channel is not None:
            await self._strip_all(table, channel)
        self.touch(table_id)

    async def strip(self, table: Table, message_id: int) -> None:
        """Take the buttons from a message that is not the table's board any more."""
        channel = await self._poster.channel(table.place.channel_id)
        if channel is not None:
            await self._poster.strip(channel, message_id)

    async def words_of(self, table: Table) -> Words:
        """Return the language of a table's public texts: the channel's choice, else the server's."""
        chosen = await self._bot.store.channels.get(table.place.channel_id, "locale")
        return words(chosen or table.place.locale)

    async def verbosity(self, channel_id: int) -> str:
        """Return how much is posted in a channel."""
        return await self._bot.store.channels.get(channel_id, "verbosity") or NORMAL

    async def invite(self, table: Table, by: int, invited: int) -> None:
        """Mention somebody who is asked to a table."""
        channel = await self._poster.channel(table.place.channel_id)
        if channel is None or self._poster.lacking(channel):
            return
        w = await self.words_of(table)
        text = w(
            "{invited}, {host} asks you to a table of {game}: press **Join** above.",
            invited=f"<@{invited}>",
            host=f"<@{by}>",
            game=table.game.title,
        )
        await channel.send(text, allowed_mentions=only(invited))

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
            if table_id in self._marked and not self._bot.draining:
                self.touch(table_id)

    def _again(self, table_id: int) -> None:
        tries = self._tries.get(table_id, 0)
        if tries < len(RETRY_SECONDS) and not self._bot.draining:
            self._tries[table_id] = tries + 1
            wait = asyncio.create_task(self._later(table_id, RETRY_SECONDS[tries]), name=f"again-{table_id}")
            self._waits.add(wait)
            wait.add_done_callback(self._waits.discard)

    async def _later(self, table_id: int, seconds: int) -> None:
        await asyncio.sleep(seconds)
        self.touch(table_id)

    async def _announce(self, table_id: int) -> None:
        table = await self._bot.tables.get(table_id)
        channel = await self._poster.channel(table.place.channel_id)
        if channel is None:
            log.warning("channel gone table=%s channel=%s", table_id, table.place.channel_id)
            return
        lacking = self._poster.lacking(channel)
        if lacking:
            log.warning("cannot post table=%s lacking=%s", table_id, ",".join(lacking))
            return
        w = await self.words_of(table)
        if table.status == "lobby":
            await self._lobby(table, channel, w)
            return
        await self._end_lobby(table, channel, w)
        if table.match is not None:
            await self._board(table, table.match, channel, w)
            await self._proposal(table, channel, w)
        elif table.status == "over":
            await self._strip_all(table, channel)

    async def _strip_all(self, table: Table, channel: Channel) -> None:
        """Take the buttons from every message of a table, and be done with these."""
        rows = await self._bot.store.messages.live(table.id)
        for row in rows:
            if row.message_id is not None:
                await self._poster.strip(channel, row.message_id)
        if rows:
            await self._bot.store.messages.retire([row.id for row in rows])

    async def _lobby(self, table: Table, channel: Channel, w: Words) -> None:
        row = await self._bot.store.messages.current(table.id, LOBBY)
        text, view = lobby.content(table, w), lobby.components(table, w)
        if row is not None and await self._poster.edit(channel, row, text, view=view):
            return
        attempt = 0
        while await self._bot.store.messages.retired(_lobby_nonce(table, attempt)):
            attempt += 1
        await self._poster.post(table, channel, LOBBY, _lobby_nonce(table, attempt), 0, text, view=view)

    async def _end_lobby(self, table: Table, channel: Channel, w: Words) -> None:
        rows = await self._bot.store.messages.live(table.id, LOBBY)
        text = lobby.closed_content(table, w) if table.match is None else lobby.started_content(table, w)
        for row in rows:
            await self._poster.edit(channel, row, text, view=None)
        if rows:
            await self._bot.store.messages.retire([row.id for row in rows])

    async def _board(self, table: Table, match: Match, channel: Channel, w: Words) -> None:
        messages = self._bot.store.messages
        await self._poster.find_unconfirmed(table, channel)
        verbosity = await self.verbosity(table.place.channel_id)
        row = await messages.current(table.id, BOARD)
        first = row is None
        if not first:
            # Before the board, which tells at the next start whether anything was left undone.
            await self._call(table, match, channel, w, quiet=verbosity == QUIET)
        if row is None or not await self._kept(table, match, channel, row, w, verbosity):
            row = await self._new_board(table, match, channel, w, verbosity, row)
        self._reworded.discard(table.id)
        if row is not None:
            await self._tidy(table, match, channel, row, w)
        if first:
            await self._call(table, match, channel, w, quiet=verbosity == QUIET)

    async def _kept(
        self, table: Table, match: Match, channel: Channel, row: MessageRow, w: Words, verbosity: str
    ) -> bool:
        """Let the present board show how things stand; ``False`` where a new one must."""
        posted = Posted.of(row.nonce)
        if _needs_new(row, posted, match, verbosity):
            return False
        if row.seq == match.seq and table.id not in self._reworded:
            return True
        asked = await self._bot.tables.asked_in_person(table)
        files = await self._picture(table, match, channel, w)
        text = self._text(
            table, match, posted, channel, w, None if verbosity == QUIET else asked, drawn=bool(files)
        )
        view = board.components(table, match, w)
        if not await self._poster.edit(channel, row, text, view=view, files=files):
            return False
        await self._bot.store.messages.shows(row.id, match.seq)
        return True

    async def _new_board(
        self,
        table: Table,
        match: Match,
        channel: Channel,
        w: Words,
        verbosity: str,
        before: MessageRow | None,
    ) -> MessageRow | None:
        messages = self._bot.store.messages
        attempt = 0
        while await messages.retired(Posted.now(table, match, attempt).nonce):
            attempt += 1
        posted = Posted.now(table, match, attempt)
        asked = await self._bot.tables.asked_in_person(table)
        files = await self._picture(table, match, channel, w)
        # Somebody who goes on with a turn has been called to it already.
        called = verbosity == STORY and before is not None and Posted.of(before.nonce).turn == posted.turn
        await self._poster.post(
            table,
            channel,
            BOARD,
            posted.nonce,
            match.seq,
            self._text(
                table, match, posted, channel, w, None if verbosity == QUIET else asked, drawn=bool(files)
            ),
            view=board.components(table, match, w),
            files=files,
            mentions=() if called or verbosity == QUIET else board.mentioned(table, match, asked),
        )
        return await messages.current(table.id, BOARD)

    def _text(
        self,
        table: Table,
        match: Match,
        posted: Posted,
        channel: Channel,
        w: Words,
        asked: Sequence[int] | None,
        *,
        drawn: bool,
    ) -> str:
        """Word a board. ``asked`` are mentioned beside the person in turn; ``None`` mentions nobody."""
        notes = []
        lacking = self._poster.lacking(channel, permissions.PICTURE)
        if lacking:
            named = permissions.named(lacking, w)
            notes.append(w("-# No picture: I lack the permission {names} here.", names=named))
        elif not drawn:
            notes.append(w("-# No picture: it could not be drawn. **Describe** tells the whole position."))
        calls = [] if asked is None else board.calls(table, match, asked, w)
        return board.content(table, match, posted, w, calls, notes)

    async def _picture(self, table: Table, match: Match, channel: Channel, w: Words) -> list[discord.File]:
        if self._poster.lacking(channel, permissions.PICTURE):
            return []
        try:
            return [await self._bot.pictures.public(table, match, w)]
        except Exception:
            # A match can be played from its words, so a drawing that fails must not stop it.
            log.exception("picture failed table=%s", table.id)
            return []

    async def _call(self, table: Table, match: Match, channel: Channel, w: Words, *, quiet: bool) -> None:
        """In a quiet channel: one line that mentions whose turn it is, in place of the one before."""
        messages = self._bot.store.messages
        nonce = f"m{packed(table.id)}.{packed(board.turn_key(match))}" if quiet else ""
        for row in await messages.live(table.id, MENTION):
            if row.nonce == nonce and row.message_id is not None:
                return
            if row.message_id is not None:
                await self._poster.delete(channel, row.message_id)
            if row.nonce != nonce:
                await messages.retire([row.id])
        if not quiet:
            return
        asked = await self._bot.tables.asked_in_person(table)
        text = "\n".join(board.calls(table, match, asked, w))
        if text and not await messages.retired(nonce):
            mentions = board.mentioned(table, match, asked)
            await self._poster.post(table, channel, MENTION, nonce, match.seq, text, mentions=mentions)

    async def _tidy(
        self, table: Table, match: Match, channel: Channel, current: MessageRow, w: Words
    ) -> None:
        """Take the buttons from older boards; they go on telling what happened in their turn."""
        messages = self._bot.store.messages
        until = Posted.of(current.nonce)
        for row in await messages.live(table.id, BOARD):
            if row.id != current.id:
                text = board.past_content(table, match, Posted.of(row.nonce), until, w)
                await self._poster.edit(channel, row, text, view=None)
                await messages.retire([row.id])

    async def _proposal(self, table: Table, channel: Channel, w: Words) -> None:
        """Ask for everybody's consent, and take the question away once it is settled."""
        messages = self._bot.store.messages
        proposal = table.proposal
        nonce = "" if proposal is None else f"p{packed(proposal.id)}"
        asked = False
        for row in await messages.live(table.id, PROPOSAL):
            if row.nonce == nonce:
                asked = row.message_id is not None
                continue
            await self._poster.edit(channel, row, w("This question is settled."), view=None)
            await messages.retire([row.id])
        if proposal is not None and not asked:
            text, view = votes.content(table, proposal, w), votes.components(table, proposal, w)
            seq = 0 if table.match is None else table.match.seq
            await self._poster.post(
                table, channel, PROPOSAL, nonce, seq, text, view=view, mentions=proposal.awaiting
            )


def _lobby_nonce(table: Table, attempt: int) -> str:
    return f"l{packed(table.id)}.{packed(attempt)}"


def _needs_new(row: MessageRow, posted: Posted, match: Match, verbosity: str) -> bool:
    if verbosity == STORY:
        return row.seq != match.seq
    if verbosity == QUIET:
        return False
    return posted.turn != board.turn_key(match)

"""What a channel reads of a vote: one post, noted before it is sent, that says at last how it came out."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

import discord

from bot.announcing.posting import Channel, Poster
from bot.announcing.recent import RecentMessages
from bot.features.channel_seat import verbs
from bot.features.channel_seat.texts import (
    write_ask,
    write_asked_again,
    write_declined,
    write_dropped,
    write_joined,
    write_open,
    write_settled,
    write_tally,
)
from bot.model.table import Place, Table
from bot.model.verbosity import QUIET
from bot.storage.channel_seats import VoteRow
from bot.storage.messages import (
    CHANNEL_ASK,
    CHANNEL_BOARD,
    CHANNEL_DECLINED,
    CHANNEL_VOTE,
    NOTHING,
    About,
    MessageRow,
)
from bot.tables.service import Tables
from bot.ui.components import button, view
from bot.ui.ids import custom_id, packed
from games.core.match import Match
from games.core.words import Words

NEWEST_NO, ASKED_AGAIN, PLAYS, OLDER_NO = range(4)
"""What a post that told of a no says by now; of the newest it is not known yet whether there is another."""


class Posts:
    """Posts votes, each once, and mends them; and asks another channel whether it wants to play."""

    def __init__(
        self,
        poster: Poster,
        recent: RecentMessages,
        tables: Tables,
        announced: Callable[[int], Awaitable[object]],
    ) -> None:
        """Post nothing yet.

        :param announced: waits until the board of a table shows how it stands.
        """
        self._poster = poster
        self._recent = recent
        self._tables = tables
        self._announced = announced

    async def open(self, table: Table, row: VoteRow) -> None:
        """Call for votes, unless that has been done or the channel wants to be quiet."""
        where = find_home(table, row.seat)
        if await self._is_posted(table, CHANNEL_VOTE, row.seq):
            return
        if await self._tables.channels.get_verbosity(where) == QUIET:
            return
        channel = await self.find_channel(where)
        if channel is None:
            return
        if where == table.place.channel_id:
            await self._announced(table.id)
        w = await self.find_words(table, where)
        identity = make_marker(table.id, row.seq)
        shown = view([button(identity, w("Vote"), emoji="🗳️")])
        text = write_open(table, row, w)
        await self._post(table, channel, CHANNEL_VOTE, f"v{packed(table.id)}", row.seq, text, shown)

    async def tell(self, table: Table, match: Match, row: VoteRow) -> None:
        """Say how a vote came out, in its own post."""

        async def write(w: Words, where: int) -> str:
            return await asyncio.to_thread(write_tally, table, match, row, w)

        await self._close(table, CHANNEL_VOTE, lambda one: one.seq == row.seq, write)

    async def close_dropped(self, table: Table, standing: Sequence[int]) -> None:
        """Say of all posts but those of votes that stand that they count no more."""

        async def write(w: Words, where: int) -> str:
            return write_dropped(table, w)

        await self._close(table, CHANNEL_VOTE, lambda one: one.seq not in standing, write)

    async def ask(self, table: Table, channel_id: int) -> bool:
        """Ask another channel whether it plays, once; ``False`` where it can't be asked any more."""
        # A channel that was asked before and is asked again has been answered in between: another post.
        if await self._is_posted(table, CHANNEL_ASK, 0, channel_id):
            return True
        channel = await self.find_channel(channel_id)
        if channel is None:
            return False
        w = await self.find_words(table, channel_id)
        yes = button(make_ask_marker(table.id), w("Play along"), style=discord.ButtonStyle.success, emoji="🗳️")
        no = button(custom_id("b", verbs.DECLINE, table.id), w("No, thanks"))
        text = write_ask(table, w)
        await self._post(table, channel, CHANNEL_ASK, f"q{packed(table.id)}", 0, text, view([yes, no]))
        return True

    async def close_asks(self, table: Table, but: int | None) -> None:
        """Say in the place of questions what became of them.

        :param but: the channel whose question stands.
        """

        async def write(w: Words, where: int) -> str:
            return write_settled(table, where, w)

        await self._close(table, CHANNEL_ASK, lambda one: one.channel_id != but, write)

    async def tell_declined(self, table: Table, channel_id: int) -> None:
        """Tell the table's own channel, once for each question, that another one doesn't play."""
        home = table.place.channel_id
        if await self._tables.channels.get_verbosity(home) == QUIET:
            return
        channel = await self.find_channel(home)
        if channel is None:
            return
        w = await self.find_words(table, home)
        more = button(make_declined_marker(table.id), w("Channel plays…"), emoji="🗳️")
        text = write_declined(table, channel_id, w)
        about = About(asks=str(channel_id))
        key = f"y{packed(table.id)}"
        await self._post(table, channel, CHANNEL_DECLINED, key, NEWEST_NO, text, view([more]), about)

    async def pass_declined(self, table_id: int) -> None:
        """Let the next no be told: another question is asked."""
        messages = self._poster.messages
        for row in await messages.list_live(table_id, CHANNEL_DECLINED):
            if row.seq == NEWEST_NO:
                await messages.mark_shown(row.id, OLDER_NO)

    async def renew_declined(self, table: Table, asked: int | None) -> None:
        """Have those who were told of a no read what the channel says now, where that is something else.

        :param asked: the channel that is asked now.
        """
        for row in await self._poster.messages.list_live(table.id, CHANNEL_DECLINED):
            of = int(row.about.asks or 0)
            state = PLAYS if of in table.guests else ASKED_AGAIN if of == asked else OLDER_NO
            channel = await self.find_channel(row.channel_id)
            unchanged = row.seq == state or (row.seq, state) == (NEWEST_NO, OLDER_NO)
            if unchanged or not of or channel is None:
                continue
            w = await self.find_words(table, row.channel_id)
            write = {PLAYS: write_joined, ASKED_AGAIN: write_asked_again}.get(state, write_declined)
            await self._poster.close(channel, [row], partial(_say, write(table, of, w)), showing=state)

    async def lose(self, table_id: int) -> None:
        """Forget what is kept true of a table, for it is gone: the next look posts it again."""
        messages = self._poster.messages
        for purpose in (CHANNEL_VOTE, CHANNEL_ASK, CHANNEL_BOARD):
            await messages.retire(row.id for row in await messages.list_live(table_id, purpose))

    async def find_channel(self, channel_id: int) -> Channel | None:
        """Return a channel where something can be posted."""
        channel = await self._poster.find_channel(channel_id)
        return None if channel is None or self._poster.missing_permissions(channel) else channel

    async def find_words(self, table: Table, channel_id: int) -> Words:
        """Return the language of the public texts in one of the channels of a table."""
        return await self._tables.channels.words_at(
            Place(channel_id, table.place.guild_id, table.place.locale)
        )

    async def _is_posted(self, table: Table, purpose: str, seq: int, channel_id: int | None = None) -> bool:
        rows = await self._poster.messages.list_live(table.id, purpose)
        return any(one.seq == seq and one.message_id and channel_id in (None, one.channel_id) for one in rows)

    async def _post(
        self,
        table: Table,
        channel: Channel,
        purpose: str,
        key: str,
        seq: int,
        text: str,
        shown: discord.ui.View,
        about: About = NOTHING,
    ) -> None:
        lost = await self._look_back(table, channel, purpose)
        if await self._is_posted(table, purpose, seq, channel.id):
            return
        nonce = await self._poster.find_nonce(
            table.id, purpose, lambda n: f"{key}.{packed(seq)}.{packed(n)}", lost
        )
        await self._poster.post(
            table, channel, purpose, nonce, seq, text, view=shown, instead=lost, about=about
        )

    async def _close(
        self,
        table: Table,
        purpose: str,
        which: Callable[[MessageRow], bool],
        write: Callable[[Words, int], Awaitable[str]],
    ) -> None:
        messages = self._poster.messages
        found = [one for one in await messages.list_live(table.id, purpose) if which(one)]
        for where in dict.fromkeys(one.channel_id for one in found):
            channel = await self.find_channel(where)
            if channel is None:
                continue
            await self._look_back(table, channel, purpose)
            text = await write(await self.find_words(table, where), where)
            rows = [
                one
                for one in await messages.list_live(table.id, purpose)
                if which(one) and one.channel_id == where
            ]
            await self._poster.close(channel, rows, partial(_say, text))

    async def _look_back(self, table: Table, channel: Channel, purpose: str) -> list[MessageRow]:
        def make(row: MessageRow) -> str:
            if purpose == CHANNEL_VOTE:
                return make_marker(table.id, row.seq)
            return (
                make_declined_marker(table.id) if purpose == CHANNEL_DECLINED else make_ask_marker(table.id)
            )

        return await self._recent.find_unconfirmed(table, channel, purpose, make)


def _say(text: str, row: MessageRow) -> str:
    return text


def find_home(table: Table, seat: int) -> int:
    """Return the channel that plays a seat, else that of the table."""
    return next((one for one, its in table.channels.items() if its == seat), table.place.channel_id)


def make_marker(table: int, seq: int) -> str:
    """Return the custom_id by which the post of a vote is known."""
    return custom_id("b", verbs.ASK, table, seq)


def make_declined_marker(table: int) -> str:
    """Return the custom_id by which the post is known that tells of a no."""
    return custom_id("b", verbs.OPEN, table)


def make_ask_marker(table: int) -> str:
    """Return the custom_id by which the question to another channel is known."""
    return custom_id("b", verbs.AGREE, table)

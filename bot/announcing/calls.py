"""Calls: the one mention by which people are asked to a table, a rematch or a seat.

Whoever has been called to a table is not called to it again for some hours, however often they are invited
and the invitation is withdrawn, and whether the host has been stopped meanwhile. The line goes when nobody is
asked any more.
"""

from __future__ import annotations

import itertools
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord

from bot.announcing.posting import Channel, Poster
from bot.model.hours import HOUR
from bot.model.table import LOBBY, PLAYING, Table
from bot.platform.deadlines import CUT
from bot.storage.messages import CALL, MessageRow
from bot.ui.escaping import escape_name
from bot.ui.ids import custom_id, packed, unpacked
from bot.ui.presses import button, view
from games.core.words import Words

if TYPE_CHECKING:
    from bot.app import ReefBot

log = logging.getLogger(__name__)

AGAIN = 12 * HOUR
"""After how long somebody may be called to the same table again."""
_JOIN, _PLAY_ON, _ANYBODY = "j", "t", "s"
"""How the nonce of a call begins: to a lobby, to a computer's seat, to all about a seat that is free."""


class Calls:
    """Asks people. A call that cannot be posted is left out: the table shows all the same what is free."""

    def __init__(self, bot: ReefBot) -> None:
        self._bot = bot
        self._poster = Poster(bot)
        self._number = itertools.count()

    async def to_table(self, table: Table, by: int, invited: int) -> bool:
        """Mention somebody who is asked to a table; ``False`` where they have been called not long ago."""
        w = await self._bot.tables.channels.words_of(table)
        text = w(
            "{invited}, {host} asks you to a table of {game}: press **Join** above.",
            invited=f"<@{invited}>",
            host=f"<@{by}>",
            game=table.game.title,
        )
        return await self._send(table, _JOIN, text, (invited,))

    async def to_rematch(self, table: Table) -> None:
        """Mention those who are asked to a rematch."""
        if not table.invited:
            return
        w = await self._bot.tables.channels.words_of(table)
        text = w(
            "{people}: {host} would like to play {game} again. Press **Join** above.",
            people=w.listed([f"<@{user}>" for user in table.invited]),
            host=f"<@{table.host_id}>",
            game=table.game.title,
        )
        await self._send(table, _JOIN, text, table.invited)

    async def to_seat(self, table: Table, by: int, invited: int) -> bool:
        """Mention somebody who is asked to play on for a computer player; as :meth:`to_table` otherwise."""
        w = await self._bot.tables.channels.words_of(table)
        text = w(
            "{invited}, {person} asks you to play on for a computer at this table of {game}.",
            invited=f"<@{invited}>",
            person=f"<@{by}>",
            game=table.game.title,
        )
        return await self._send(table, _PLAY_ON, text, (invited,), _take(table, w))

    async def to_anybody(self, table: Table, seat: int, name: str) -> None:
        """Tell everybody that a seat is free to be taken over. ``name`` is the plain name of who had it."""
        channel = await self._reached(table)
        if channel is None:
            return
        w = await self._bot.tables.channels.words_of(table)
        text = w(
            "🪑 The seat of {name} at the table of {game} is free: who would like to play on? "
            "A computer plays until then.",
            name=escape_name(name),
            game=table.game.title,
        )
        seq = 0 if table.match is None else table.match.seq
        key = f"{_ANYBODY}{packed(table.id)}.{packed(seat)}.{packed(seq)}"
        nonce = await self._poster.unused(table.id, CALL, lambda attempt: f"{key}.{packed(attempt)}")
        try:
            await self._poster.post(table, channel, CALL, nonce, seq, text, view=_take(table, w))
        except (discord.HTTPException, *CUT) as error:
            _failed(table, error)

    async def _send(
        self, table: Table, kind: str, text: str, users: Sequence[int], offer: discord.ui.View | None = None
    ) -> bool:
        """Call people; ``False`` where all of them have been called not long ago."""
        channel = await self._reached(table)
        if channel is None:
            return True
        calls, now = self._bot.store.calls, self._bot.tables.now()
        key = f"{kind}{packed(table.id)}.{packed(next(self._number))}"
        live = await self._bot.store.messages.live(table.id, CALL)
        nonce = await self._poster.unused(table.id, CALL, lambda attempt: f"{key}.{packed(attempt)}", live)
        # Before it is posted: after a stop in between, nobody is called a second time.
        due = [user for user in users if await calls.begin(user, table.id, now, AGAIN, nonce)]
        if not due:
            return False
        seq = 0 if table.match is None else table.match.seq
        try:
            await self._poster.post(table, channel, CALL, nonce, seq, text, view=offer, mentions=due)
        except (discord.HTTPException, *CUT) as error:
            for user in due:
                await calls.failed(user, table.id)
            _failed(table, error)
        return True

    async def _reached(self, table: Table) -> Channel | None:
        channel = await self._poster.channel(table.place.channel_id)
        return None if channel is None or self._poster.lacking(channel) else channel


def invited(user_id: int, w: Words, *, called: bool) -> str:
    """Say to who invites somebody that it is done, and whether they were called just now."""
    person = f"<@{user_id}>"
    if called:
        return w("{person} is invited.", person=person)
    return w("{person} is invited. I called them before and do not do so again so soon.", person=person)


async def tidy(
    bot: ReefBot, poster: Poster, table: Table, channel: Channel, live: Sequence[MessageRow]
) -> None:
    """Delete the calls that nobody is to answer any more.

    :param live: the messages of the table.
    """
    called = [message for message in live if message.purpose == CALL]
    settled = [message for message in called if not await _open(bot, table, message.nonce)]
    await poster.delete_for_good(channel, settled)


async def _open(bot: ReefBot, table: Table, nonce: str) -> bool:
    """Tell whether a call still holds: the seat is there, and somebody whom it asks is still asked."""
    kind = nonce[0]
    if kind == _ANYBODY:
        return table.status == PLAYING and unpacked(nonce.split(".")[1]) in table.computers
    if table.status != LOBBY and (kind == _JOIN or table.status != PLAYING or not table.computers):
        return False
    called = await bot.store.calls.called(table.id, nonce)
    return any(user in table.invited for user in called)


def _take(table: Table, w: Words) -> discord.ui.View:
    return view([button(custom_id("b", "tkq", table.id), w("Take a seat…"), emoji="🪑")])


def _failed(table: Table, error: Exception) -> None:
    log.warning("call failed table=%d error=%r", table.id, error)

"""Calls: the one mention by which people are asked to a table, a rematch or a seat.

Whoever has been called to a table is not called to it again for some hours, however often they are invited
and the invitation is withdrawn, and whether the host has been stopped meanwhile.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord

from bot.hours import HOUR
from bot.patience import CUT
from bot.scenes import written
from bot.snapshot import PLAYING
from bot.storage.messages import CALL, MessageRow
from bot.tables import Table
from bot.ui.ids import custom_id, packed
from bot.ui.posting import Channel, Poster, only
from bot.ui.presses import button, view
from games.core.words import Words

if TYPE_CHECKING:
    from bot.app import ReefBot

log = logging.getLogger(__name__)

AGAIN = 12 * HOUR
"""After how long somebody may be called to the same table again."""


class Calls:
    """Asks people. A call that cannot be posted is left out: the table shows all the same what is free."""

    def __init__(self, bot: ReefBot) -> None:
        self._bot = bot
        self._poster = Poster(bot)

    async def to_table(self, table: Table, by: int, invited: int) -> bool:
        """Mention somebody who is asked to a table; ``False`` where they have been called not long ago."""
        w = await self._bot.tables.words_of(table)
        text = w(
            "{invited}, {host} asks you to a table of {game}: press **Join** above.",
            invited=f"<@{invited}>",
            host=f"<@{by}>",
            game=table.game.title,
        )
        return await self._send(table, text, (invited,))

    async def to_rematch(self, table: Table) -> None:
        """Mention those who are asked to a rematch."""
        if not table.invited:
            return
        w = await self._bot.tables.words_of(table)
        text = w(
            "{people}: {host} would like to play {game} again. Press **Join** above.",
            people=w.listed([f"<@{user}>" for user in table.invited]),
            host=f"<@{table.host_id}>",
            game=table.game.title,
        )
        await self._send(table, text, table.invited)

    async def to_seat(self, table: Table, by: int, invited: int) -> bool:
        """Mention somebody who is asked to play on for a computer player; as :meth:`to_table` otherwise."""
        w = await self._bot.tables.words_of(table)
        text = w(
            "{invited}, {person} asks you to play on for a computer at this table of {game}.",
            invited=f"<@{invited}>",
            person=f"<@{by}>",
            game=table.game.title,
        )
        return await self._send(table, text, (invited,), _take(table, w))

    async def to_anybody(self, table: Table, seat: int, name: str) -> None:
        """Tell everybody that a seat is free to be taken over. ``name`` is the plain name of who had it.

        It is noted among the messages of the table, so that it goes when somebody has taken the seat.
        """
        channel = await self._reached(table)
        if channel is None:
            return
        w = await self._bot.tables.words_of(table)
        text = w(
            "🪑 The seat of {name} at the table of {game} is free: who would like to play on? "
            "A computer plays until then.",
            name=written(name),
            game=table.game.title,
        )
        seq = 0 if table.match is None else table.match.seq
        key = f"s{packed(table.id)}.{packed(seat)}.{packed(seq)}"
        nonce = await self._poster.unused(table.id, CALL, lambda attempt: f"{key}.{packed(attempt)}")
        try:
            await self._poster.post(table, channel, CALL, nonce, seq, text, view=_take(table, w))
        except (discord.HTTPException, *CUT) as error:
            _failed(table, error)

    async def _send(
        self, table: Table, text: str, users: Sequence[int], offer: discord.ui.View | None = None
    ) -> bool:
        """Call people; ``False`` where all of them have been called not long ago."""
        channel = await self._reached(table)
        if channel is None:
            return True
        calls, now = self._bot.store.calls, int(self._bot.tables.clock())
        # Before it is posted: after a stop in between, nobody is called a second time.
        due = [user for user in users if await calls.begin(user, table.id, now, AGAIN)]
        if not due:
            return False
        try:
            if offer is None:
                await channel.send(text, allowed_mentions=only(*due))
            else:
                await channel.send(text, view=offer, allowed_mentions=only(*due))
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
    """Delete the calls to seats that people have taken, and to all seats once the match is over.

    :param live: the messages of the table.
    """
    for message in live:
        if message.purpose != CALL:
            continue
        seat = int(message.nonce.split(".")[1], 36)
        if table.status == PLAYING and seat in table.computers:
            continue
        if message.message_id is not None:
            await poster.delete(channel, message.message_id)
        await bot.store.messages.retire([message.id])


def _take(table: Table, w: Words) -> discord.ui.View:
    return view([button(custom_id("b", "tkq", table.id), w("Take a seat…"), emoji="🪑")])


def _failed(table: Table, error: Exception) -> None:
    log.warning("call failed table=%d error=%r", table.id, error)

"""Reminders: one mention a turn, which names all of a person's waiting tables in a server at once.

A reminder is noted before it is sent. One of which it is not known whether it arrived is looked for in the
channel, by the button that it carries, before it is sent again; so a stop in between doubles nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from bot.announcing.posting import Channel, Poster
from bot.announcing.recent import RecentMessages, list_custom_ids
from bot.errors.tables import UnhostedGame
from bot.kit.failpoints import STORED, reach
from bot.model.clocks import SeatClock
from bot.model.hours import MINUTE
from bot.model.table import Table
from bot.platform.limits import CONTENT, clip
from bot.storage.clocks import Clocks, Running
from bot.storage.messages import REMINDER, About, MessageRow
from bot.tables.clocks import SeatTime
from bot.tables.service import Tables
from bot.ui.escaping import escape_name
from bot.ui.ids import custom_id, packed
from bot.ui.links import link
from bot.ui.presses import button, view
from bot.ui.table.clocks import stamp
from games.core.words import Words

NONCE_SECONDS = 2 * MINUTE
"""For so long Discord surely answers a nonce that it knows with the message that had it."""


class Reminders:
    """Notes who is to be reminded, sends what is noted, and takes away what nobody needs any longer."""

    def __init__(self, poster: Poster, recent: RecentMessages, tables: Tables, clocks: Clocks) -> None:
        self._poster = poster
        self._recent = recent
        self._messages = poster.messages
        self._tables = tables
        self._clocks = clocks

    async def note(self, due: Running) -> None:
        """Note that a person is to be reminded, and that this is done for all their waiting tables there.

        It is told in the channel of the table that is due; where nothing can be posted, in that of another.
        """
        now = self._tables.now()
        guild = (await self._tables.get(due.table_id)).place.guild_id
        waiting = await self._clocks.waiting(due.row.user_id, guild)
        if all((found.table_id, found.row) != (due.table_id, due.row) for found in waiting):
            return
        waiting.sort(key=lambda found: found.table_id != due.table_id)
        for found in waiting:
            channel = await self._find_channel(found.table_id)
            if channel is not None:
                about = About(turn=found.row.turn, seat=found.row.seat)
                nonce = await self._poster.find_nonce(found.table_id, REMINDER, partial(_make_nonce, found))
                await self._messages.intend(found.table_id, REMINDER, channel.id, nonce, 0, now, about=about)
                break
        for found in waiting:
            await self._clocks.mark(found, reminded=True)
        reach(STORED)

    async def deliver(self, message: MessageRow) -> None:
        """Send a reminder that was noted, unless it has arrived already or nobody waits any longer.

        :raises discord.HTTPException: Discord did not take it; it stays noted.
        """
        now = self._tables.now()
        turn, seat = _turn_and_seat(message)
        row = (await self._clocks.of(message.table_id)).get(seat)
        channel = await self._find_channel(message.table_id)
        if row is None or row.since is None or row.turn != turn or channel is None:
            await self._messages.retire([message.id])
            return
        table = await self._tables.get(message.table_id)
        if now - message.posted_at > NONCE_SECONDS:
            arrived = await self._find(channel, _make_marker(table, turn, seat))
            if arrived is not None:
                await self._messages.confirm(message.id, arrived, now)
                return
        w = await self._tables.channels.words_of(table)
        waiting = await self._clocks.waiting(row.user_id, table.place.guild_id)
        lines = [await self._describe(found, w) for found in waiting]
        head = w.plural(
            "{person}, a table waits for you:",
            "{person}, {n} tables wait for you:",
            len(lines),
            person=f"<@{row.user_id}>",
        )
        settings = button(_make_marker(table, turn, seat), w("My times…"), emoji="⏰")
        await self._poster.post(
            table,
            channel,
            REMINDER,
            message.nonce,
            message.seq,
            clip("\n".join([head, *lines]), CONTENT),
            view=view([settings]),
            mentions=[row.user_id],
            about=message.about,
        )

    async def tidy(self, table: Table, channel: Channel, live: Sequence[MessageRow]) -> None:
        """Delete the reminders of a table that nobody needs any longer.

        :param live: the messages of the table.
        """
        live = [message for message in live if message.purpose == REMINDER]
        rows = await self._clocks.of(table.id) if live else {}
        over = []
        for message in live:
            turn, seat = _turn_and_seat(message)
            row = rows.get(seat)
            if row is None or row.since is None or row.turn != turn:
                over.append(message)
        await self._poster.delete_for_good(channel, over)

    async def _find_channel(self, table_id: int) -> Channel | None:
        """Return the channel of a table if something can be posted there."""
        try:
            table = await self._tables.get(table_id)
        except UnhostedGame:
            return None
        channel = await self._poster.find_channel(table.place.channel_id)
        return None if channel is None or self._poster.lacking(channel) else channel

    async def _find(self, channel: Channel, marker: str) -> int | None:
        async for message in self._recent.read(channel):
            if marker in list_custom_ids(message):
                return message.id
        return None

    async def _describe(self, found: Running, w: Words) -> str:
        try:
            table = await self._tables.get(found.table_id)
        except UnhostedGame:
            return w("- Table {number}: its game is no longer hosted", number=found.table_id)
        times = {shown.seat: shown for shown in await self._tables.clocks.read(table)}
        return write_line(
            table, found.row, times.get(found.row.seat), await link(self._messages, table, w), w
        )


def _make_nonce(found: Running, attempt: int) -> str:
    numbers = (found.table_id, found.row.turn, found.row.seat, attempt)
    return "r" + ".".join(packed(number) for number in numbers)


def _turn_and_seat(message: MessageRow) -> tuple[int, int]:
    return message.about.turn or 0, message.about.seat or 0


def _make_marker(table: Table, turn: int, seat: int) -> str:
    """Return the custom_id by which a reminder is known; its button opens the person's own times."""
    return custom_id("b", "me", table.id, turn, seat)


def write_line(table: Table, row: SeatClock, shown: SeatTime | None, link: str, w: Words) -> str:
    """Return the line of a reminder for one table.

    :param row: of the seat that is awaited there.
    :param shown: what its clock shows, where it has one.
    """
    names = [n for o, n in zip(table.occupants, table.names, strict=True) if o.user_id != row.user_id]
    values = {
        "game": table.game.title,
        "people": w.listed([escape_name(name) for name in names]) or w("nobody else"),
        "since": stamp(row.began),
        "link": link,
    }
    if shown is None or shown.ends is None:
        return w("- **{game}** with {people}, since {since}: {link}", **values)
    return w(
        "- **{game}** with {people}, since {since}; end of your time {when}: {link}",
        **values,
        when=stamp(shown.ends),
    )

"""Where the messages of a table are."""

from __future__ import annotations

from bot.model.table import Table
from bot.storage.messages import BOARD, LOBBY, Messages
from games.core.words import Words


def address(table: Table, message_id: int | None) -> str:
    """Return the address of a message of a table; that of the channel without one."""
    return address_at(table.place.guild_id, table.place.channel_id, message_id)


def address_at(guild_id: int | None, channel_id: int, message_id: int | None) -> str:
    """Return the address of a message of a channel; that of the channel without one."""
    channel = f"https://discord.com/channels/{guild_id or '@me'}/{channel_id}"
    return channel if message_id is None else f"{channel}/{message_id}"


def purpose(table: Table) -> str:
    """Return what the message that shows a table is noted for."""
    return LOBBY if table.match is None else BOARD


async def find_address(messages: Messages, table: Table) -> str:
    """Return the address of a table's newest message; that of its channel where none is known."""
    for kind in (BOARD, LOBBY):
        row = await messages.find_current(table.id, kind)
        if row is not None:
            return address(table, row.message_id)
    return address(table, None)


async def link(messages: Messages, table: Table, w: Words) -> str:
    """Return the table as a link to its newest message; to its channel where none is known."""
    where = await find_address(messages, table)
    return f"[{w('table {number}', number=table.id)}]({where})"

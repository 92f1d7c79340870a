"""Links to the messages of a table."""

from __future__ import annotations

from bot.model.table import Table
from bot.storage.messages import BOARD_MESSAGE, LOBBY_MESSAGE, Messages
from games.core.words import Words


def make_table_url(table: Table, message_id: int | None) -> str:
    """Return the URL of a table's message, or of its channel if ``message_id`` is ``None``."""
    return make_message_url(table.place.guild_id, table.place.channel_id, message_id)


def make_message_url(guild_id: int | None, channel_id: int, message_id: int | None) -> str:
    """Return the URL of a message, or of its channel if ``message_id`` is ``None``."""
    channel = f"https://discord.com/channels/{guild_id or '@me'}/{channel_id}"
    return channel if message_id is None else f"{channel}/{message_id}"


def get_message_purpose(table: Table) -> str:
    """Return the purpose of the message that shows a table: a lobby before its match, then a board."""
    return LOBBY_MESSAGE if table.match is None else BOARD_MESSAGE


async def find_table_url(messages: Messages, table: Table) -> str:
    """Return the URL of a table's board or lobby message, or of its channel if neither is posted."""
    for kind in (BOARD_MESSAGE, LOBBY_MESSAGE):
        row = await messages.find_current_message(table.id, kind)
        if row is not None:
            return make_table_url(table, row.message_id)
    return make_table_url(table, None)


async def make_table_link(messages: Messages, table: Table, w: Words) -> str:
    """Return a Markdown link to a table, using the URL from :func:`find_table_url`."""
    where = await find_table_url(messages, table)
    return f"[{w('table {number}', number=table.id)}]({where})"

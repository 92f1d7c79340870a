"""The home page's line about open seats in the server."""

from __future__ import annotations

from bot.errors.base import TableError
from bot.features.server_board.visibility import can_read_channel
from bot.storage.messages import Messages
from bot.storage.server_boards import ServerBoards
from bot.tables.service import Tables
from bot.ui.links import find_table_url
from bot.ui.offers import HomeEntry
from bot.ui.services import Interaction
from games.core.words import Words

MAX_CHECKED_TABLES = 8
"""Open tables to check while looking for :data:`MAX_NAMED_TABLES` that the user can join."""
MAX_NAMED_TABLES = 2


class OpenSeatsSource:
    """Writes the home page's line about open tables that the user can join."""

    def __init__(self, boards: ServerBoards, tables: Tables, messages: Messages) -> None:
        self._boards, self._tables, self._messages = boards, tables, messages

    async def make_home_entry(self, interaction: Interaction, w: Words) -> HomeEntry | None:
        """Return a line with links to the newest tables that the user can see and join, if any."""
        tables = await self._boards.list_open_tables(interaction.guild_id or 0)
        links: list[str] = []
        for one in tables[:MAX_CHECKED_TABLES]:
            try:
                table = await self._tables.get(one.table_id)
            except TableError:
                # The table was deleted, or its game is no longer hosted.
                continue
            own = interaction.user.id in (*table.user_ids, table.host_id)
            if own or not table.has_open_seat or not await can_read_channel(interaction, one.channel_id):
                continue
            links.append(f"[{table.game.title}]({await find_table_url(self._messages, table)})")
            if len(links) == MAX_NAMED_TABLES:
                break
        return HomeEntry(w("🪑 Open seats: {tables}", tables=", ".join(links))) if links else None

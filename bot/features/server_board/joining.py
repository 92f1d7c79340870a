"""Handles the *Join* buttons on the board of a server and on the *Open seats* tab."""

from __future__ import annotations

from bot.features.server_board.errors import TableHidden
from bot.features.server_board.visibility import can_read_channel
from bot.model.table import TABLE_IN_LOBBY
from bot.storage.messages import Messages
from bot.tables.service import Tables
from bot.ui import replies
from bot.ui.ids import read_table_id
from bot.ui.links import make_table_link
from bot.ui.people import get_person
from bot.ui.presses import PressHandler, make_tableless_handler
from bot.ui.services import Interaction
from bot.ui.staleness import refresh_if_refused


class JoinButtons:
    """Handles the *Join* buttons on boards and on the *Open seats* tab."""

    def __init__(self, tables: Tables, messages: Messages) -> None:
        self._tables, self._messages = tables, messages

    @property
    def press_handlers(self) -> tuple[PressHandler, ...]:
        return (make_tableless_handler("tj", self.join_table),)

    async def join_table(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Give the user a free seat at a table of this server, like the *Join* button at the table itself.

        :raises TableHidden: the user can't read the table's channel.
        :raises TableError: the seat can't be taken.
        """
        table = await self._tables.get(read_table_id(parts))
        here = table.place.guild_id is not None and table.place.guild_id == interaction.guild_id
        if not here or not await can_read_channel(interaction, table.place.channel_id):
            raise TableHidden
        with refresh_if_refused(interaction, table.id):
            table = await self._tables.lobby.join_lobby(table.id, get_person(interaction), interaction.id)
        w = replies.get_words(interaction)
        where = await make_table_link(self._messages, table, w)
        if table.status == TABLE_IN_LOBBY:
            await replies.show(interaction, w("You're in: {link}. The match begins there.", link=where))
        else:
            await replies.show(interaction, w("You're in, and the match begins: {link}.", link=where))

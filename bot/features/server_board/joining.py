"""*Join* on the board of a server, and the role for pings about open seats."""

from __future__ import annotations

import discord

from bot.features.server_board.errors import NoRole, NotSeen, RoleTooHigh, StrongRole
from bot.features.server_board.sight import can_read
from bot.model.table import LOBBY
from bot.storage.challenges import Challenges
from bot.storage.messages import Messages
from bot.tables.service import Tables
from bot.ui import replies
from bot.ui.ids import read_page, read_table
from bot.ui.links import make_table_link
from bot.ui.people import get_person
from bot.ui.presses import Press
from bot.ui.services import Interaction
from bot.ui.staleness import refresh_if_refused


class BoardButtons:
    """Handles *Join* and the role button of a board."""

    def __init__(self, tables: Tables, messages: Messages, challenges: Challenges) -> None:
        self._tables, self._messages, self._challenges = tables, messages, challenges

    @property
    def presses(self) -> tuple[Press, ...]:
        """The handlers of its buttons."""
        return (
            Press("tj", self.join, table=None),
            Press("tr", self.switch_role, table=None),
        )

    async def join(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Take a free seat at a table of this server, like the table's own *Join*.

        :raises NotSeen: the person can't read the table's channel.
        :raises TableError: the seat can't be taken.
        """
        await replies.acknowledge(interaction)
        table = await self._tables.get(read_table(parts))
        here = table.place.guild_id is not None and table.place.guild_id == interaction.guild_id
        if not here or not await can_read(interaction, table.place.channel_id):
            raise NotSeen
        with refresh_if_refused(interaction, table.id):
            table = await self._tables.lobby.join(table.id, get_person(interaction), interaction.id)
        w = replies.get_words(interaction)
        where = await make_table_link(self._messages, table, w)
        if table.status == LOBBY:
            await replies.show(interaction, w("You're in: {link}. The match begins there.", link=where))
        else:
            await replies.show(interaction, w("You're in, and the match begins: {link}.", link=where))

    async def switch_role(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Give the person the server's role, or take it away.

        :raises NoRole: the server has no role, or a different one now.
        """
        await replies.acknowledge(interaction)
        guild, member, w = interaction.guild, interaction.user, replies.get_words(interaction)
        seekers = None if guild is None else await self._challenges.find_seekers(guild.id)
        if guild is None or seekers is None or seekers.role_id != read_page(parts, 0):
            raise NoRole
        role = guild.get_role(seekers.role_id)
        if role is None or not isinstance(member, discord.Member):
            raise NoRole
        if is_strong(role):
            raise StrongRole
        has = member.get_role(role.id) is not None
        try:
            await (member.remove_roles(role) if has else member.add_roles(role))
        except discord.Forbidden as error:
            raise RoleTooHigh from error
        named = f"<@&{role.id}>"
        if has:
            await replies.show(interaction, w("You no longer have {role}.", role=named))
        else:
            text = w("You have {role} now. Press the button again to give it back.", role=named)
            await replies.show(interaction, text)


def is_strong(role: discord.Role) -> bool:
    """Return whether a role grants more than everybody has, or belongs to an integration."""
    more = role.permissions.value & ~role.guild.default_role.permissions.value
    return bool(more) or role.managed or role.is_default()

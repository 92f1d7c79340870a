"""*Join* on the board of a server, and the role of those who want to be called to open seats."""

from __future__ import annotations

import discord

from bot.features.server_board.errors import NoRole, NotSeen, RoleTooHigh, StrongRole
from bot.features.server_board.sight import can_read
from bot.model.table import LOBBY
from bot.storage.challenges import Challenges
from bot.storage.messages import Messages
from bot.tables.service import Tables
from bot.ui import replies
from bot.ui.ids import page_of, table_of
from bot.ui.links import link
from bot.ui.mending import refresh_if_refused
from bot.ui.people import person
from bot.ui.presses import Press
from bot.ui.services import Interaction


class Joining:
    """Takes people in from the board."""

    def __init__(self, tables: Tables, messages: Messages, challenges: Challenges) -> None:
        self._tables, self._messages, self._challenges = tables, messages, challenges

    @property
    def presses(self) -> tuple[Press, ...]:
        """Its handlers of presses."""
        return (
            Press("tj", self.join, table=None),
            Press("tr", self.switch_role, table=None),
        )

    async def join(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Take a free seat of a table of this server, as its own *Join* does.

        :raises NotSeen: the table is somewhere the person cannot be.
        :raises TableError: the seat is not to be had.
        """
        await replies.begin(interaction)
        table = await self._tables.get(table_of(parts))
        here = table.place.guild_id is not None and table.place.guild_id == interaction.guild_id
        if not here or not await can_read(interaction, table.place.channel_id):
            raise NotSeen
        with refresh_if_refused(interaction, table.id):
            table = await self._tables.lobby.join(table.id, person(interaction), interaction.id)
        w = replies.reader(interaction)
        where = await link(self._messages, table, w)
        if table.status == LOBBY:
            await replies.show(interaction, w("You're in: {link}. The match begins there.", link=where))
        else:
            await replies.show(interaction, w("You're in, and the match begins: {link}.", link=where))

    async def switch_role(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Give a person the role of this server, or take it from them.

        :raises NoRole: there is none, or another one.
        """
        await replies.begin(interaction)
        guild, member, w = interaction.guild, interaction.user, replies.reader(interaction)
        seekers = None if guild is None else await self._challenges.find_seekers(guild.id)
        if guild is None or seekers is None or seekers.role_id != page_of(parts, 0):
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
    """Tell whether a role lets people do more than everybody may, or belongs to somebody else."""
    more = role.permissions.value & ~role.guild.default_role.permissions.value
    return bool(more) or role.managed or role.is_default()

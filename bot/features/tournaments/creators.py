"""Checks who may create tournaments in a server: everybody, unless its managers have chosen a role."""

from __future__ import annotations

import discord

from bot.features.tournaments.errors import CreatorRoleRequired, NotServerManager
from bot.storage.settings import Settings
from bot.ui import replies
from bot.ui.services import Interaction

CREATORS_SETTING = "tournament_creators"
"""Key of the server setting whose value is a role's ID."""


class CreatorRole:
    """Checks and changes the role that users need to create tournaments."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    async def require_may_create(self, interaction: Interaction) -> None:
        """Require that the user may create a tournament.

        :raises CreatorRoleRequired: the user has neither the chosen role nor Manage Server.
        """
        chosen = await self._settings.get(interaction.guild_id or 0, CREATORS_SETTING)
        if chosen is None or interaction.permissions.manage_guild:
            return
        member = interaction.user
        if not isinstance(member, discord.Member) or member.get_role(int(chosen)) is None:
            raise CreatorRoleRequired(int(chosen))

    async def set_role(self, interaction: Interaction, role: discord.Role | None) -> None:
        """Set the role needed to create tournaments, or allow everybody to create them.

        :raises NotServerManager: the user doesn't have Manage Server.
        """
        if interaction.guild_id is None or not interaction.permissions.manage_guild:
            raise NotServerManager
        w = replies.get_words(interaction)
        if role is None or role.is_default():
            await self._settings.clear(interaction.guild_id, CREATORS_SETTING)
            await replies.show(interaction, w("Everybody can create tournaments here."))
            return
        await self._settings.set(interaction.guild_id, CREATORS_SETTING, str(role.id))
        await replies.show(
            interaction,
            w("Only {role} and people with Manage Server can create tournaments now.", role=role.mention),
        )

"""Adds commands to an existing command group."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.errors.tables import ManageChannelsRequired
from bot.ui.services import Interaction

SERVER_GROUP = "reefs"
CLUB_GROUP = "club"


class GroupPartCog(commands.Cog):
    """Adds the commands of ``part`` to the existing group ``name`` while this cog is loaded."""

    def __init__(self, tree: app_commands.CommandTree, name: str, part: app_commands.Group) -> None:
        self._tree, self._name, self._commands = tree, name, part.commands
        if type(self) is GroupPartCog:
            # discord.py requires a different name for each cog.
            self.__cog_name__ = f"{name} {' '.join(command.name for command in part.commands)}"

    async def cog_load(self) -> None:
        """Add the commands to the group."""
        group = self._tree.get_command(self._name)
        assert isinstance(group, app_commands.Group)
        for command in self._commands:
            group.add_command(command)

    async def cog_unload(self) -> None:
        """Remove the commands from the group."""
        group = self._tree.get_command(self._name)
        if isinstance(group, app_commands.Group):
            for command in self._commands:
                group.remove_command(command.name)


def require_manager(interaction: Interaction) -> int:
    """Check that the user may manage the server's channels, and return the server's ID.

    :raises ManageChannelsRequired: the user may not manage channels, or this isn't a server.
    """
    if interaction.guild_id is None or not interaction.permissions.manage_channels:
        raise ManageChannelsRequired
    return interaction.guild_id

"""``/help``: shows where to start."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.platform.translator import NAME_CONTEXT, TEXT_CONTEXT, L
from bot.ui import replies
from bot.ui.services import Interaction, ServiceClient
from bot.ui.table import help_page


class HelpCog(commands.Cog):
    """The ``/help`` command."""

    @app_commands.command(
        name=L(NAME_CONTEXT, "help"), description=L(TEXT_CONTEXT, "What this bot does and how to start")
    )
    async def help(self, interaction: Interaction) -> None:
        """Show the introduction, with a button for each game."""
        async with replies.explain_errors(interaction):
            await replies.acknowledge(interaction)
            await help_page.show_help(interaction)


async def setup(bot: ServiceClient) -> None:
    """Add the cog."""
    await bot.add_cog(HelpCog())

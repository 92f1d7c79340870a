"""``/me``: shows the user's own settings and data."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.platform.translator import NAME_CONTEXT, TEXT_CONTEXT, L
from bot.ui import replies
from bot.ui.person import times
from bot.ui.services import Interaction, ServiceClient


class MeCog(commands.Cog):
    """The ``/me`` command."""

    @app_commands.command(
        name=L(NAME_CONTEXT, "me"), description=L(TEXT_CONTEXT, "Your settings, vacation, reminders and data")
    )
    async def me(self, interaction: Interaction) -> None:
        """Show the page with the user's own settings and data."""
        async with replies.explain_errors(interaction):
            await replies.acknowledge(interaction)
            await times.show_times(interaction)


async def setup(bot: ServiceClient) -> None:
    """Add the cog."""
    await bot.add_cog(MeCog())

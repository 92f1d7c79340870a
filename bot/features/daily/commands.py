"""The ``/daily`` command."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.features.daily.pages import DailyPages
from bot.platform.translator import NAME, TEXT, L
from bot.ui import replies
from bot.ui.services import Interaction


class DailyCommand(commands.Cog):
    """Opens today's page."""

    def __init__(self, pages: DailyPages) -> None:
        self.pages = pages

    @app_commands.command(
        name=L(NAME, "daily"), description=L(TEXT, "The reef of the day: one deal for everybody, one try")
    )
    async def daily(self, interaction: Interaction) -> None:
        """Show today's challenge or the player's result."""
        async with replies.explain_errors(interaction):
            await replies.acknowledge(interaction)
            await self.pages.show(interaction)

"""``/daily``: the reef of the day."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.features.daily.pages import Pages
from bot.platform.translator import NAME, TEXT, L
from bot.ui import replies
from bot.ui.services import Interaction


class DailyReef(commands.Cog):
    """Opens the page of the day."""

    def __init__(self, pages: Pages) -> None:
        self.pages = pages

    @app_commands.command(
        name=L(NAME, "daily"), description=L(TEXT, "The reef of the day: one deal for everybody, one try")
    )
    async def daily(self, interaction: Interaction) -> None:
        """Show what there is to play today, or how it ended."""
        async with replies.explain_errors(interaction):
            await replies.acknowledge(interaction)
            await self.pages.show(interaction)

"""``/me``: what concerns oneself at every table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.i18n import NAME, TEXT, L
from bot.ui import privacy, replies

if TYPE_CHECKING:
    from bot.app import ReefBot

    Interaction = discord.Interaction[ReefBot]


class Me(commands.GroupCog, name=L(NAME, "me"), description=L(TEXT, "About yourself")):
    """The commands of one person."""

    def __init__(self, bot: ReefBot) -> None:
        self.bot = bot
        super().__init__()

    @app_commands.command(
        name=L(NAME, "data"), description=L(TEXT, "See, download or erase what is kept about you")
    )
    async def data(self, interaction: Interaction) -> None:
        """Show the panel."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            await privacy.show(interaction)


async def setup(bot: ReefBot) -> None:
    """Add the commands."""
    await bot.add_cog(Me(bot))

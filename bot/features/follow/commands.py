"""``/follow``: the tables that one follows."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.features.follow.pages import Page
from bot.platform.translator import NAME, TEXT, L
from bot.ui import replies
from bot.ui.services import Interaction


class Follow(commands.Cog):
    """The command of this room."""

    def __init__(self, page: Page) -> None:
        self._page = page

    @app_commands.command(
        name=L(NAME, "follow"),
        description=L(TEXT, "The tables you follow; be mentioned at a match's turning points"),
    )
    async def follow(self, interaction: Interaction) -> None:
        """Show the list, in private."""
        async with replies.explain_errors(interaction):
            await replies.acknowledge(interaction)
            await self._page.list_all(interaction)

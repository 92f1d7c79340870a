"""The command ``/follow``."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.features.follow.pages import FollowPage
from bot.platform.translator import NAME, TEXT, L
from bot.ui import replies
from bot.ui.services import Interaction


class FollowCog(commands.Cog):
    """The command of this feature."""

    def __init__(self, page: FollowPage) -> None:
        self._page = page

    @app_commands.command(
        name=L(NAME, "follow"),
        description=L(TEXT, "The tables you follow; be mentioned at a match's turning points"),
    )
    async def follow(self, interaction: Interaction) -> None:
        """Show the list privately."""
        async with replies.explain_errors(interaction):
            await replies.acknowledge(interaction)
            await self._page.list_all(interaction)

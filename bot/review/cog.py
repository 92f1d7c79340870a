"""``/review``: what the last match of a channel was like."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.errors.tables import NoTableHere
from bot.platform.translator import NAME, TEXT, L
from bot.review.presses import ReviewPresses
from bot.tables.service import Tables
from bot.ui import replies
from bot.ui.services import Interaction


class ReviewCommand(commands.Cog):
    """Reviews."""

    def __init__(self, tables: Tables, presses: ReviewPresses) -> None:
        self._tables = tables
        self._presses = presses

    @app_commands.command(
        name=L(NAME, "review"), description=L(TEXT, "See how the last match here went, and where it turned")
    )
    async def review(self, interaction: Interaction) -> None:
        """Show the review of the match that ended here last."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            table = await self._tables.latest_at(interaction.channel_id or 0)
            if table is None:
                raise NoTableHere
            await self._presses.show(interaction, table)

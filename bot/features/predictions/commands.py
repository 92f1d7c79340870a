"""The command ``/tips``."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.features.predictions.board import PredictionBoard
from bot.platform.translator import NAME, TEXT, L
from bot.ui import replies
from bot.ui.services import Interaction


class PredictionsCog(commands.Cog):
    """The command of this feature."""

    def __init__(self, board: PredictionBoard) -> None:
        self._board = board

    @app_commands.command(
        name=L(NAME, "tips"), description=L(TEXT, "Who foresees best here who wins; how to tip")
    )
    @app_commands.guild_only()
    async def tips(self, interaction: Interaction) -> None:
        """Show the current season privately."""
        async with replies.explain_errors(interaction):
            await replies.acknowledge(interaction)
            await self._board.show(interaction)

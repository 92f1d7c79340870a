"""``/tips``: who tips best in this server."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.features.predictions.board import Board
from bot.platform.translator import NAME, TEXT, L
from bot.ui import replies
from bot.ui.services import Interaction


class TipsCommand(commands.Cog):
    """The command of this room."""

    def __init__(self, board: Board) -> None:
        self._board = board

    @app_commands.command(
        name=L(NAME, "tips"), description=L(TEXT, "Who foresees best here who wins; how to tip")
    )
    @app_commands.guild_only()
    async def tips(self, interaction: Interaction) -> None:
        """Show the season, in private."""
        async with replies.explain_errors(interaction):
            await replies.acknowledge(interaction)
            await self._board.show(interaction)

"""The ``/puzzle`` command."""

from __future__ import annotations

from collections.abc import Mapping

from discord import app_commands
from discord.ext import commands

from bot.cogs.common import find_game, list_games
from bot.features.puzzles.collection import PuzzleCollection
from bot.features.puzzles.presses import PuzzlePanel
from bot.platform.translator import NAME, TEXT, L
from bot.ui import replies
from bot.ui.services import Interaction
from games.core.protocol import Game


class PuzzleCommand(commands.Cog):
    """The ``/puzzle`` command."""

    def __init__(self, games: Mapping[str, Game], puzzles: PuzzleCollection, panel: PuzzlePanel) -> None:
        self._games = games
        self._puzzles = puzzles
        self._panel = panel
        app_commands.choices(game=list_games(games))(self.puzzle)

    @app_commands.command(
        name=L(NAME, "puzzle"), description=L(TEXT, "A position with one best move: can you find it?")
    )
    @app_commands.rename(game=L(NAME, "game"))
    @app_commands.describe(game=L(TEXT, "Which game; leave it empty for any"))
    async def puzzle(self, interaction: Interaction, game: str = "") -> None:
        """Show a puzzle of one game or of any."""
        async with replies.explain_errors(interaction):
            await replies.acknowledge(interaction)
            key = find_game(self._games, game).key if game else ""
            await self._panel.open(interaction, await self._puzzles.draw(key, interaction.id))

"""``/puzzle``: find the best move."""

from __future__ import annotations

from collections.abc import Mapping

from discord import app_commands
from discord.ext import commands

from bot.cogs.common import find_game, list_games
from bot.features.puzzles.presses import Panel
from bot.features.puzzles.shelf import Shelf
from bot.platform.translator import NAME, TEXT, L
from bot.ui import replies
from bot.ui.services import Interaction
from games.core.protocol import Game


class Puzzles(commands.Cog):
    """Opens puzzles."""

    def __init__(self, games: Mapping[str, Game], shelf: Shelf, panel: Panel) -> None:
        self._games = games
        self._shelf = shelf
        self._panel = panel
        app_commands.choices(game=list_games(games))(self.puzzle)

    @app_commands.command(
        name=L(NAME, "puzzle"), description=L(TEXT, "A position with one best move: can you find it?")
    )
    @app_commands.rename(game=L(NAME, "game"))
    @app_commands.describe(game=L(TEXT, "Which game; leave it empty for any"))
    async def puzzle(self, interaction: Interaction, game: str = "") -> None:
        """Show one, of a game or of any."""
        async with replies.explain_errors(interaction):
            await replies.acknowledge(interaction)
            key = find_game(self._games, game).key if game else ""
            await self._panel.open(interaction, await self._shelf.draw(key, interaction.id))

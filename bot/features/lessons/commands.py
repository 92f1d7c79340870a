"""``/learn``: a game learned by doing."""

from __future__ import annotations

from collections.abc import Mapping

from discord import app_commands
from discord.ext import commands

from bot.cogs.common import game_named, list_games
from bot.features.lessons.lesson import find_lesson, open_lesson
from bot.features.lessons.menu import show_menu
from bot.platform.translator import NAME, TEXT, L
from bot.ui import replies
from bot.ui.services import Interaction
from games.core.protocol import Game


class Learn(commands.Cog):
    """Teaches."""

    def __init__(self, games: Mapping[str, Game]) -> None:
        self._games = games
        taught = {key: game for key, game in games.items() if game.lesson}
        app_commands.choices(game=list_games(taught))(self.learn)

    @app_commands.command(
        name=L(NAME, "learn"), description=L(TEXT, "Learn a game by doing, in five minutes")
    )
    @app_commands.rename(game=L(NAME, "game"))
    @app_commands.describe(game=L(TEXT, "Which game; leave it empty to see all"))
    async def learn(self, interaction: Interaction, game: str = "") -> None:
        """Go on with the lesson of a game, or show those of all."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            if game:
                found = find_lesson(interaction, game_named(self._games, game).key)
                await open_lesson(interaction, found)
            else:
                await show_menu(interaction)

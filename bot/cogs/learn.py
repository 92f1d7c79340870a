"""``/learn``: lessons, rules, puzzles and the daily challenge."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.cogs.common import find_game, list_game_choices
from bot.platform.translator import NAME_CONTEXT, TEXT_CONTEXT, L
from bot.ui import replies
from bot.ui.play import learning
from bot.ui.services import Interaction, ServiceClient, Services


class LearnCog(commands.Cog):
    """The ``/learn`` command."""

    def __init__(self, services: Services) -> None:
        self.services = services
        app_commands.choices(game=list_game_choices(services.games))(self.learn)

    @app_commands.command(
        name=L(NAME_CONTEXT, "learn"), description=L(TEXT_CONTEXT, "Lessons, rules, puzzles and today's reef")
    )
    @app_commands.rename(game=L(NAME_CONTEXT, "game"))
    @app_commands.describe(game=L(TEXT_CONTEXT, "Learn this game right away, in five minutes"))
    async def learn(self, interaction: Interaction, game: str = "") -> None:
        """Show the page of lessons, rules and puzzles, or continue the lesson of the chosen game."""
        async with replies.explain_errors(interaction):
            await replies.acknowledge(interaction)
            await learning.open_page(interaction, find_game(self.services.games, game) if game else None)


async def setup(bot: ServiceClient) -> None:
    """Add the cog."""
    await bot.add_cog(LearnCog(bot.services))

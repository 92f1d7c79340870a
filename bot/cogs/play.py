"""``/play``: a match against the computer at once, or a table for people."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.common import game_named, games, matching
from bot.errors.seats import BotOpponent
from bot.model.clocks import PRESETS
from bot.platform.translator import NAME, TEXT, L
from bot.ui import replies
from bot.ui.services import Host, Interaction, Services
from bot.ui.table import clocks, opening
from bot.ui.table.switches import read_options, suggest_options
from bot.ui.table.wish import PEOPLE, Wish

DEFAULT_LEVEL = "normal"
"""The computer player that a match begins against where nothing else is said."""
CLOCKS = (
    L(TEXT, "7 days, and 12 hours more at each turn"),
    L(TEXT, "3 days, and 6 hours more at each turn"),
    L(TEXT, "1 day, and 2 hours more at each turn"),
    L(TEXT, "2 hours, and 5 minutes more at each turn"),
)
"""What the presets of :mod:`bot.model.clocks` are called, in their order."""


class Play(commands.Cog):
    """Opens tables."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command(name=L(NAME, "play"), description=L(TEXT, "Play in this channel"))
    @app_commands.rename(
        game=L(NAME, "game"),
        opponent=L(NAME, "opponent"),
        against=L(NAME, "against"),
        options=L(NAME, "options"),
        clock=L(NAME, "clock"),
    )
    @app_commands.describe(
        game=L(TEXT, "Which game"),
        opponent=L(TEXT, "Whom to invite; name yourself to play both sides"),
        against=L(TEXT, "Who plays if you invite nobody; if you leave it empty, the computer at once"),
        options=L(TEXT, "Switches as name=value; leave it empty for the usual rules"),
        clock=L(TEXT, "How much time each seat has; nobody is hurried if you leave it empty"),
    )
    @app_commands.choices(
        against=[
            app_commands.Choice(name=L(TEXT, "the computer, easy"), value="easy"),
            app_commands.Choice(name=L(TEXT, "the computer, normal"), value="normal"),
            app_commands.Choice(name=L(TEXT, "the computer, hard"), value="hard"),
            app_commands.Choice(name=L(TEXT, "whoever joins"), value=PEOPLE),
        ],
        clock=[
            app_commands.Choice(name=name, value=preset.text)
            for name, preset in zip(CLOCKS, PRESETS, strict=True)
        ],
    )
    @app_commands.guild_only()
    async def play(
        self,
        interaction: Interaction,
        game: str,
        opponent: discord.User | None = None,
        against: str = DEFAULT_LEVEL,
        options: str = "",
        clock: str = clocks.NONE,
    ) -> None:
        """Begin a match, or open a lobby; offer a thread where the channel is taken."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            if opponent is not None and opponent.bot:
                raise BotOpponent
            wish = Wish(
                game_named(self.services.games, game),
                read_options(options),
                None if opponent is None else opponent.id,
                None if against == PEOPLE else against,
                clocks.clock_of(clock),
            )
            await opening.open_here(interaction, wish)

    @play.autocomplete("game")
    async def _games(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return games(self.services.games, current)

    @play.autocomplete("options")
    async def _options(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        """Offer each switch's values behind what is typed already."""
        game = self.services.games.get(str(interaction.namespace.game))
        if game is None:
            return []
        return matching(*suggest_options(game, current, replies.reader(interaction)))


async def setup(bot: Host) -> None:
    """Add the commands."""
    await bot.add_cog(Play(bot.services))

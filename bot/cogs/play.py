"""``/play``: a match against the computer at once, or a table for people."""

from __future__ import annotations

from collections.abc import Mapping

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.common import game_named, list_games, matching
from bot.errors.seats import BotOpponent
from bot.model.clocks import PRESETS
from bot.platform.translator import NAME, TEXT, L
from bot.ui import replies
from bot.ui.services import Host, Interaction, Services
from bot.ui.table import clocks, taken
from bot.ui.table.switches import read_options, suggest_options
from bot.ui.table.wish import PEOPLE, Wish
from games.core.protocol import Game

DEFAULT_LEVEL = "normal"
"""The computer player that a match begins against where nothing else is said."""
CLOCKS = (
    L(TEXT, "7 days, plus 12 hours each turn"),
    L(TEXT, "3 days, plus 6 hours each turn"),
    L(TEXT, "1 day, plus 2 hours each turn"),
    L(TEXT, "2 hours, plus 5 minutes each turn"),
)
"""What the presets of :mod:`bot.model.clocks` are called, in their order."""


def list_seats(known: Mapping[str, Game]) -> list[app_commands.Choice[int]]:
    """Return the numbers of seats that at least one game is played with."""
    numbers = sorted({seats for game in known.values() for seats in game.seats})
    return [app_commands.Choice(name=str(seats), value=seats) for seats in numbers if seats > 1]


class Play(commands.Cog):
    """Opens tables."""

    def __init__(self, services: Services) -> None:
        self.services = services
        app_commands.choices(game=list_games(services.games))(self.play)
        app_commands.choices(seats=list_seats(services.games))(self.play)

    @app_commands.command(name=L(NAME, "play"), description=L(TEXT, "Play in this channel"))
    @app_commands.rename(
        game=L(NAME, "game"),
        opponent=L(NAME, "opponent"),
        against=L(NAME, "against"),
        seats=L(NAME, "seats"),
        options=L(NAME, "options"),
        clock=L(NAME, "clock"),
        wait=L(NAME, "wait"),
    )
    @app_commands.describe(
        game=L(TEXT, "Which game"),
        opponent=L(TEXT, "Who to invite; name yourself to play both sides"),
        against=L(TEXT, "Who plays if you invite nobody; leave it empty to play the computer right away"),
        seats=L(TEXT, "How many play, computers included"),
        options=L(TEXT, "Rule options as name=value; leave it empty for the usual rules"),
        clock=L(TEXT, "How much time each seat has; leave it empty to play without a clock"),
        wait=L(TEXT, "Begin only when you press Start; otherwise when everybody's there"),
    )
    @app_commands.choices(
        against=[
            app_commands.Choice(name=L(TEXT, "the computer, easy"), value="easy"),
            app_commands.Choice(name=L(TEXT, "the computer, normal"), value="normal"),
            app_commands.Choice(name=L(TEXT, "the computer, hard"), value="hard"),
            app_commands.Choice(name=L(TEXT, "the computer, expert"), value="expert"),
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
        seats: int | None = None,
        options: str = "",
        clock: str = clocks.NONE,
        wait: bool = False,
    ) -> None:
        """Begin a match, or open a lobby; offer other ways where the channel is taken."""
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
                seats,
                wait,
            )
            await taken.open_or_offer(interaction, wish)

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

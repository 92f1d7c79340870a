"""The commands ``/club tournament`` and ``/reefs tournaments``."""

from __future__ import annotations

from collections.abc import Mapping

import discord
from discord import app_commands

from bot.cogs.common import find_game
from bot.cogs.table_options import declare_parameters, set_choices
from bot.errors.tables import ServerOnly
from bot.features.tournaments.creators import CreatorRole
from bot.features.tournaments.opening import TournamentOpener, TournamentWish
from bot.features.tournaments.settings import TournamentSettings
from bot.model.clocks import PRESETS
from bot.platform.translator import NAME, TEXT, L
from bot.ui import replies
from bot.ui.services import Interaction
from bot.ui.table.option_codes import read_options
from games.core.protocol import Game
from games.tournament.terms import BYE, COMPUTER, FORFEIT, KNOCKOUT, MAX_ROUNDS, ROUND_ROBIN, SWISS

MAX_TITLE_LENGTH, MAX_TIME_LENGTH = 60, 40


class CreatorCommands(app_commands.Group):
    """The command that sets who may create tournaments. ``GroupPart`` adds it to the group ``/reefs``."""

    def __init__(self, creators: CreatorRole) -> None:
        self._creators = creators
        super().__init__(name="part", description="…")

    @app_commands.command(
        name=L(NAME, "tournaments"), description=L(TEXT, "Manage Server: choose who may create tournaments")
    )
    @app_commands.rename(role=L(NAME, "role"))
    @app_commands.describe(role=L(TEXT, "Which role may; leave it empty for everybody"))
    async def tournaments(self, interaction: Interaction, role: discord.Role | None = None) -> None:
        """Choose the role that users need to create tournaments in this server."""
        async with replies.explain_errors(interaction):
            await replies.acknowledge(interaction)
            await self._creators.choose(interaction, role)


class OpeningCommands(app_commands.Group):
    """The command that opens a tournament. ``GroupPart`` adds it to the group ``/club``."""

    def __init__(
        self, games: Mapping[str, Game], opening: TournamentOpener, settings: TournamentSettings
    ) -> None:
        self._games, self._opening, self._settings = games, opening, settings
        super().__init__(name="part", description="…")
        set_choices(self.tournament, games)

    @app_commands.command(
        name=L(NAME, "tournament"), description=L(TEXT, "Open a tournament in this channel")
    )
    @declare_parameters("game", "seats", "clock", "options")
    @app_commands.rename(
        title=L(NAME, "title"),
        format=L(NAME, "format"),
        rounds=L(NAME, "rounds"),
        absent=L(NAME, "absent"),
        duplicate=L(NAME, "duplicate"),
        start=L(NAME, "when"),
        event=L(NAME, "event"),
    )
    @app_commands.describe(
        title=L(TEXT, "What it's called"),
        format=L(TEXT, "How people are drawn; Swiss by default"),
        seats=L(TEXT, "How many sit at a table; two by default"),
        rounds=L(TEXT, "How many rounds a Swiss tournament has; five by default"),
        clock=L(TEXT, "How much time each seat has; a day by default"),
        absent=L(TEXT, "What happens when somebody's time runs out; they lose by default"),
        duplicate=L(TEXT, "The same deal at all tables of a round, so that luck cancels out"),
        start=L(TEXT, "When it begins automatically: 3h, 19:30, 2027-05-30 19:30; otherwise you begin it"),
        event=L(TEXT, "Show it among the server's events, if it has a time"),
    )
    @app_commands.choices(
        format=[
            app_commands.Choice(name=L(TEXT, "Swiss: each round, people with equal points"), value=SWISS),
            app_commands.Choice(name=L(TEXT, "Round robin: everybody meets everybody"), value=ROUND_ROBIN),
            app_commands.Choice(name=L(TEXT, "Knock-out: the winner of each table goes on"), value=KNOCKOUT),
        ],
        absent=[
            app_commands.Choice(name=L(TEXT, "they lose the match"), value=FORFEIT),
            app_commands.Choice(name=L(TEXT, "a computer plays on for them"), value=COMPUTER),
            app_commands.Choice(name=L(TEXT, "the others get a bye"), value=BYE),
        ],
    )
    async def tournament(
        self,
        interaction: Interaction,
        title: app_commands.Range[str, 1, MAX_TITLE_LENGTH],
        game: str,
        format: str = SWISS,
        seats: int = 2,
        rounds: app_commands.Range[int, 1, MAX_ROUNDS] | None = None,
        clock: str = PRESETS[2].text,
        absent: str = FORFEIT,
        duplicate: bool = False,
        options: str = "",
        start: app_commands.Range[str, 1, MAX_TIME_LENGTH] = "",
        event: bool = False,
    ) -> None:
        """Open a tournament and post its panel."""
        async with replies.explain_errors(interaction):
            await replies.acknowledge(interaction)
            if interaction.guild_id is None:
                raise ServerOnly
            chosen = find_game(self._games, game)
            switches = read_options(options)
            wish = TournamentWish(
                title, chosen, format, seats, rounds, clock, absent, duplicate, switches, start, event
            )
            await self._opening.open(interaction, wish)

    @tournament.autocomplete("start")
    async def _suggest_times(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        found = await self._settings.suggest(interaction, current)
        return [app_commands.Choice(name=name, value=value) for name, value in found]

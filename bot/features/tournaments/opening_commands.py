"""The commands ``/club tournament`` and ``/reefs tournaments``."""

from __future__ import annotations

from collections.abc import Mapping

import discord
from discord import app_commands

from bot.cogs.common import find_game
from bot.cogs.table_options import declare_parameters, set_choices
from bot.errors.tables import ServerChannelRequired
from bot.features.tournaments.creators import CreatorRole
from bot.features.tournaments.opening import TournamentChoices, TournamentOpener
from bot.features.tournaments.settings import TournamentSettings
from bot.model.clocks import CLOCK_PRESETS
from bot.platform.translator import NAME_CONTEXT, TEXT_CONTEXT, L
from bot.ui import replies
from bot.ui.services import Interaction
from bot.ui.table.option_codes import read_options
from games.core.protocol import Game
from games.tournament.terms import (
    ABSENT_FORFEITS,
    ABSENT_GETS_BYE,
    COMPUTER_PLAYS_ABSENT,
    KNOCKOUT_FORMAT,
    MAX_ROUNDS,
    ROUND_ROBIN_FORMAT,
    SWISS_FORMAT,
)

MAX_TITLE_LENGTH, MAX_TIME_LENGTH = 60, 40


class CreatorCommands(app_commands.Group):
    """The command ``tournaments`` of the group ``/reefs``."""

    def __init__(self, creators: CreatorRole) -> None:
        self._creators = creators
        super().__init__(name="part", description="…")

    @app_commands.command(
        name=L(NAME_CONTEXT, "tournaments"),
        description=L(TEXT_CONTEXT, "Manage Server: choose who may create tournaments"),
    )
    @app_commands.rename(role=L(NAME_CONTEXT, "role"))
    @app_commands.describe(role=L(TEXT_CONTEXT, "Which role may; leave it empty for everybody"))
    async def tournaments(self, interaction: Interaction, role: discord.Role | None = None) -> None:
        """Choose the role that users need to create tournaments in this server."""
        async with replies.explain_errors(interaction):
            await replies.acknowledge(interaction)
            await self._creators.set_role(interaction, role)


class OpeningCommands(app_commands.Group):
    """The command ``tournament`` of the group ``/club``."""

    def __init__(
        self, games: Mapping[str, Game], opening: TournamentOpener, settings: TournamentSettings
    ) -> None:
        self._games, self._opening, self._settings = games, opening, settings
        super().__init__(name="part", description="…")
        set_choices(self.tournament, games)

    @app_commands.command(
        name=L(NAME_CONTEXT, "tournament"), description=L(TEXT_CONTEXT, "Open a tournament in this channel")
    )
    @declare_parameters("game", "seats", "clock", "options")
    @app_commands.rename(
        title=L(NAME_CONTEXT, "title"),
        format=L(NAME_CONTEXT, "format"),
        rounds=L(NAME_CONTEXT, "rounds"),
        absent=L(NAME_CONTEXT, "absent"),
        duplicate=L(NAME_CONTEXT, "duplicate"),
        start=L(NAME_CONTEXT, "when"),
        event=L(NAME_CONTEXT, "event"),
    )
    @app_commands.describe(
        title=L(TEXT_CONTEXT, "What it's called"),
        format=L(TEXT_CONTEXT, "How people are drawn; Swiss by default"),
        seats=L(TEXT_CONTEXT, "How many sit at a table; two by default"),
        rounds=L(TEXT_CONTEXT, "How many rounds a Swiss tournament has; five by default"),
        clock=L(TEXT_CONTEXT, "How much time each seat has; a day by default"),
        absent=L(TEXT_CONTEXT, "What happens when somebody's time runs out; they lose by default"),
        duplicate=L(TEXT_CONTEXT, "The same deal at all tables of a round, so that luck cancels out"),
        start=L(
            TEXT_CONTEXT, "When it begins automatically: 3h, 19:30, 2027-05-30 19:30; otherwise you begin it"
        ),
        event=L(TEXT_CONTEXT, "Show it among the server's events, if it has a time"),
    )
    @app_commands.choices(
        format=[
            app_commands.Choice(
                name=L(TEXT_CONTEXT, "Swiss: each round, people with equal points"), value=SWISS_FORMAT
            ),
            app_commands.Choice(
                name=L(TEXT_CONTEXT, "Round robin: everybody meets everybody"), value=ROUND_ROBIN_FORMAT
            ),
            app_commands.Choice(
                name=L(TEXT_CONTEXT, "Knock-out: the winner of each table goes on"), value=KNOCKOUT_FORMAT
            ),
        ],
        absent=[
            app_commands.Choice(name=L(TEXT_CONTEXT, "they lose the match"), value=ABSENT_FORFEITS),
            app_commands.Choice(
                name=L(TEXT_CONTEXT, "a computer plays on for them"), value=COMPUTER_PLAYS_ABSENT
            ),
            app_commands.Choice(name=L(TEXT_CONTEXT, "the others get a bye"), value=ABSENT_GETS_BYE),
        ],
    )
    async def tournament(
        self,
        interaction: Interaction,
        title: app_commands.Range[str, 1, MAX_TITLE_LENGTH],
        game: str,
        format: str = SWISS_FORMAT,
        seats: int = 2,
        rounds: app_commands.Range[int, 1, MAX_ROUNDS] | None = None,
        clock: str = CLOCK_PRESETS[2].text,
        absent: str = ABSENT_FORFEITS,
        duplicate: bool = False,
        options: str = "",
        start: app_commands.Range[str, 1, MAX_TIME_LENGTH] = "",
        event: bool = False,
    ) -> None:
        """Open a tournament and post its panel."""
        async with replies.explain_errors(interaction):
            await replies.acknowledge(interaction)
            if interaction.guild_id is None:
                raise ServerChannelRequired
            chosen = find_game(self._games, game)
            switches = read_options(options)
            choices = TournamentChoices(
                title, chosen, format, seats, rounds, clock, absent, duplicate, switches, start, event
            )
            await self._opening.open_tournament(interaction, choices)

    @tournament.autocomplete("start")
    async def _suggest_times(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        suggestions = await self._settings.suggest_times(interaction, current)
        return [app_commands.Choice(name=name, value=value) for name, value in suggestions]

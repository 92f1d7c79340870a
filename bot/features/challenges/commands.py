"""The commands ``/club challenge`` and ``/reefs role``."""

from __future__ import annotations

from collections.abc import Mapping

import discord
from discord import app_commands

from bot.cogs.common import find_game
from bot.cogs.table_options import declare_parameters, set_choices
from bot.features.challenges.opening import ChallengeOpener
from bot.features.challenges.role import ChallengeRole
from bot.model.hours import DAY, HOUR
from bot.model.table_request import TableRequest
from bot.platform.translator import NAME_CONTEXT, TEXT_CONTEXT, L
from bot.ui import replies
from bot.ui.services import Interaction
from bot.ui.table import clocks
from bot.ui.table.strengths import ANY_STRENGTH
from games.core.protocol import Game


class RoleCommands(app_commands.Group):
    """The command ``role`` of the group ``/reefs``."""

    def __init__(self, role: ChallengeRole) -> None:
        self._challenge_role = role
        super().__init__(name="part", description="…")

    @app_commands.command(
        name=L(NAME_CONTEXT, "role"), description=L(TEXT_CONTEXT, "A self-assigned role for open-seat pings")
    )
    @app_commands.rename(role=L(NAME_CONTEXT, "role"), ping=L(NAME_CONTEXT, "call"))
    @app_commands.describe(
        role=L(TEXT_CONTEXT, "Which role; leave it empty to stop"),
        ping=L(TEXT_CONTEXT, "Mention it when somebody looks for players, once an hour at most"),
    )
    async def role(
        self, interaction: Interaction, role: discord.Role | None = None, ping: bool = False
    ) -> None:
        """Set or remove the server's role for open seats, and set whether it is pinged."""
        async with replies.explain_errors(interaction):
            await replies.acknowledge(interaction)
            await self._challenge_role.set_role(interaction, role, should_ping=ping)


class ChallengeCommands(app_commands.Group):
    """The command ``challenge`` of the group ``/club``."""

    def __init__(self, opening: ChallengeOpener, games: Mapping[str, Game]) -> None:
        self._opening, self._games = opening, games
        super().__init__(name="part", description="…")
        set_choices(self.challenge, games)

    @app_commands.command(
        name=L(NAME_CONTEXT, "challenge"),
        description=L(TEXT_CONTEXT, "Open a table anyone can join, with a deadline"),
    )
    @declare_parameters("game", "seats", "clock")
    @app_commands.rename(strength=L(NAME_CONTEXT, "strength"), until=L(NAME_CONTEXT, "until"))
    @app_commands.describe(
        seats=L(TEXT_CONTEXT, "How many play; leave it empty for as many as the game takes"),
        strength=L(TEXT_CONTEXT, "Who it's meant for; anyone can still join"),
        until=L(TEXT_CONTEXT, "How long the table waits; three days if you leave it empty"),
        clock=L(TEXT_CONTEXT, "How much time each seat has; leave it empty to play without a clock"),
    )
    @app_commands.choices(
        strength=[
            app_commands.Choice(name=L(TEXT_CONTEXT, "for anybody"), value=ANY_STRENGTH),
            app_commands.Choice(name=L(TEXT_CONTEXT, "for newcomers"), value="new"),
            app_commands.Choice(name=L(TEXT_CONTEXT, "for players of normal strength"), value="normal"),
            app_commands.Choice(name=L(TEXT_CONTEXT, "for strong players"), value="strong"),
        ],
    )
    @app_commands.choices(
        until=[
            app_commands.Choice(name=L(TEXT_CONTEXT, "an hour"), value=HOUR),
            app_commands.Choice(name=L(TEXT_CONTEXT, "twelve hours"), value=12 * HOUR),
            app_commands.Choice(name=L(TEXT_CONTEXT, "a day"), value=DAY),
            app_commands.Choice(name=L(TEXT_CONTEXT, "three days"), value=3 * DAY),
            app_commands.Choice(name=L(TEXT_CONTEXT, "a week"), value=7 * DAY),
        ],
    )
    async def challenge(
        self,
        interaction: Interaction,
        game: str,
        seats: int | None = None,
        strength: str = ANY_STRENGTH,
        until: int = 3 * DAY,
        clock: str = clocks.NO_CLOCK,
    ) -> None:
        """Open a table that anyone can join until a deadline."""
        async with replies.explain_errors(interaction):
            await replies.acknowledge(interaction)
            request = TableRequest(
                find_game(self._games, game), {}, clock=clocks.read_clock(clock), seat_count=seats
            )
            await self._opening.open_challenge(interaction, request, strength, until)

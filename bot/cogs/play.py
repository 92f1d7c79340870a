"""``/play``: start a match against the computer, or open a table for people."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.common import find_game
from bot.cogs.table_options import declare_parameters, set_choices
from bot.errors.seats import BotOpponent
from bot.model.table_request import TableRequest
from bot.platform.translator import NAME_CONTEXT, TEXT_CONTEXT, L
from bot.ui import replies
from bot.ui.services import Interaction, ServiceClient, Services
from bot.ui.table import channel_taken, clocks
from bot.ui.table.option_codes import read_options
from bot.ui.table.table_request import PEOPLE_OPPONENTS


class PlayCog(commands.Cog):
    """The ``/play`` command."""

    def __init__(self, services: Services) -> None:
        self.services = services
        set_choices(self.play, services.games)

    @app_commands.command(name=L(NAME_CONTEXT, "play"), description=L(TEXT_CONTEXT, "Play in this channel"))
    @declare_parameters("game", "seats", "options", "clock")
    @app_commands.rename(
        opponent=L(NAME_CONTEXT, "opponent"),
        against=L(NAME_CONTEXT, "against"),
        wait=L(NAME_CONTEXT, "wait"),
        here=L(NAME_CONTEXT, "here"),
    )
    @app_commands.describe(
        opponent=L(TEXT_CONTEXT, "Who to invite; name yourself to play both sides"),
        against=L(
            TEXT_CONTEXT, "Who plays if you invite nobody; leave it empty to play the computer right away"
        ),
        seats=L(TEXT_CONTEXT, "How many play, computers included"),
        clock=L(TEXT_CONTEXT, "How much time each seat has; leave it empty to play without a clock"),
        wait=L(TEXT_CONTEXT, "Begin only when you press Start; otherwise when everybody's there"),
        here=L(TEXT_CONTEXT, "Stay in this channel even if matches go to a forum"),
    )
    @app_commands.choices(
        against=[
            app_commands.Choice(name=L(TEXT_CONTEXT, "the computer, easy"), value="easy"),
            app_commands.Choice(name=L(TEXT_CONTEXT, "the computer, normal"), value="normal"),
            app_commands.Choice(name=L(TEXT_CONTEXT, "the computer, hard"), value="hard"),
            app_commands.Choice(name=L(TEXT_CONTEXT, "the computer, expert"), value="expert"),
            app_commands.Choice(name=L(TEXT_CONTEXT, "whoever joins"), value=PEOPLE_OPPONENTS),
        ],
    )
    @app_commands.guild_only()
    async def play(
        self,
        interaction: Interaction,
        game: str,
        opponent: discord.User | None = None,
        against: str = "",
        seats: int | None = None,
        options: str = "",
        clock: str = clocks.NO_CLOCK,
        wait: bool = False,
        here: bool = False,
    ) -> None:
        """Start a match or open a lobby. If the channel already has a table, offer other places."""
        async with replies.explain_errors(interaction):
            await replies.acknowledge(interaction)
            if opponent is not None and opponent.bot:
                raise BotOpponent
            played = find_game(self.services.games, game)
            is_level_chosen = bool(against)
            if not against:
                against = await self.services.adviser.choose_level(interaction.user.id, played.key)
            chosen = read_options(options)
            if opponent is None:
                proposed = await self.services.adviser.choose_options(interaction.user.id, played, against)
                chosen = {**proposed, **chosen}
            request = TableRequest(
                played,
                chosen,
                None if opponent is None else opponent.id,
                None if against == PEOPLE_OPPONENTS else against,
                clocks.read_clock(clock),
                seats,
                wait,
                is_level_chosen=is_level_chosen,
            )
            await channel_taken.open_table_or_offer_alternatives(
                interaction, request, ignores_special_place=here
            )


async def setup(bot: ServiceClient) -> None:
    """Add the cog."""
    await bot.add_cog(PlayCog(bot.services))

"""``/move``, ``/hand`` and ``/mine``: play by typing, see your own view, and list your tables."""

from __future__ import annotations

import asyncio

from discord import app_commands
from discord.ext import commands

from bot.cogs.common import filter_choices, find_channel_table
from bot.errors.base import BotError
from bot.platform.translator import NAME_CONTEXT, TEXT_CONTEXT, L
from bot.ui import replies
from bot.ui.action_limits import EXPENSIVE_COMMAND_EXTRAS
from bot.ui.ids import MoveChoice
from bot.ui.person import my_tables
from bot.ui.play import own_view, panel, typed
from bot.ui.services import Interaction, ServiceClient, Services


class MoveCog(commands.Cog):
    """The ``/move``, ``/hand`` and ``/mine`` commands."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command(
        name=L(NAME_CONTEXT, "move"), description=L(TEXT_CONTEXT, "Make a move by typing it")
    )
    @app_commands.rename(
        action=L(NAME_CONTEXT, "action"), prepare=L(NAME_CONTEXT, "prepare"), when=L(NAME_CONTEXT, "if")
    )
    @app_commands.describe(
        action=L(TEXT_CONTEXT, "Type to search what you can do now"),
        prepare=L(TEXT_CONTEXT, "Instead: a move for your next turn"),
        when=L(TEXT_CONTEXT, "Prepare it only for this move of somebody else"),
    )
    @app_commands.guild_only()
    async def move(
        self, interaction: Interaction, action: str = "", prepare: str = "", when: str = ""
    ) -> None:
        """Make the move typed as ``action``, or queue the moves typed as ``prepare``."""
        async with replies.explain_errors(interaction):
            if prepare:
                await interaction.client.services.offers.require_planner().prepare_move(
                    interaction, prepare, when
                )
                return
            await replies.acknowledge(interaction)
            table = await find_channel_table(interaction)
            done = await typed.do_typed_move(interaction, table, action)
            if isinstance(done, MoveChoice):
                await panel.ask_again(interaction, done)
            else:
                await panel.show_result(interaction, done)

    @move.autocomplete("action")
    async def _suggest_actions(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        try:
            moves = await typed.suggest_moves(interaction, await find_channel_table(interaction), current)
        except BotError:
            return []
        return filter_choices(moves, "")

    @move.autocomplete("prepare")
    async def _suggest_premoves(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        planner = interaction.client.services.offers.require_planner()
        return filter_choices(await planner.suggest_moves(interaction, current), "")

    @move.autocomplete("when")
    async def _suggest_conditions(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        planner = interaction.client.services.offers.require_planner()
        conditions = await planner.suggest_conditions(interaction, current)
        return await asyncio.to_thread(filter_choices, conditions, current)

    @app_commands.command(
        name=L(NAME_CONTEXT, "hand"),
        description=L(TEXT_CONTEXT, "Your own view of this channel's match"),
        extras=EXPENSIVE_COMMAND_EXTRAS,
    )
    @app_commands.guild_only()
    async def hand(self, interaction: Interaction) -> None:
        """Show the user's own view of the channel's table."""
        async with replies.explain_errors(interaction):
            await replies.acknowledge(interaction)
            await own_view.show_own_view(interaction, await find_channel_table(interaction))

    @app_commands.command(
        name=L(NAME_CONTEXT, "mine"),
        description=L(TEXT_CONTEXT, "All your tables; those waiting for you come first"),
    )
    async def mine(self, interaction: Interaction) -> None:
        """Show the user's home page, which lists their tables."""
        async with replies.explain_errors(interaction):
            await replies.acknowledge(interaction)
            await my_tables.show_home_page(interaction)


async def setup(bot: ServiceClient) -> None:
    """Add the cog."""
    await bot.add_cog(MoveCog(bot.services))

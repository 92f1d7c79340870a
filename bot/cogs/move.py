"""``/move``, ``/hand``, ``/draw`` and ``/mine``: playing from the keyboard, and finding one's tables."""

from __future__ import annotations

import asyncio

from discord import app_commands
from discord.ext import commands

from bot.cogs.common import matching, table_here
from bot.errors.base import BotError
from bot.platform.translator import NAME, TEXT, L
from bot.ui import replies
from bot.ui.fairness import DEAR_COMMAND
from bot.ui.person import my_tables
from bot.ui.play import own_view, panel, typed
from bot.ui.services import Host, Interaction, Services
from bot.ui.table import votes


class Move(commands.Cog):
    """Plays from the keyboard."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command(name=L(NAME, "move"), description=L(TEXT, "Make a move by typing it"))
    @app_commands.rename(action=L(NAME, "action"))
    @app_commands.describe(action=L(TEXT, "Type to search what you can do now"))
    @app_commands.guild_only()
    async def move(self, interaction: Interaction, action: str) -> None:
        """Do what is written; where the rules forbid it, say which one and what is missing."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            table = await table_here(interaction)
            done = await typed.act_typed(interaction, table, action)
            await panel.show_result(interaction, done)

    @move.autocomplete("action")
    async def _actions(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        try:
            moves = await typed.suggest_moves(interaction, await table_here(interaction))
        except BotError:
            return []
        return await asyncio.to_thread(matching, moves, current)

    @app_commands.command(
        name=L(NAME, "hand"),
        description=L(TEXT, "Your own view of this channel's match"),
        extras=DEAR_COMMAND,
    )
    @app_commands.guild_only()
    async def hand(self, interaction: Interaction) -> None:
        """Show the private picture."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            await own_view.show_view(interaction, await table_here(interaction))

    @app_commands.command(name=L(NAME, "draw"), description=L(TEXT, "Offer a draw"))
    @app_commands.guild_only()
    async def draw(self, interaction: Interaction) -> None:
        """Ask the others for a draw, or agree to the one that was offered."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            await votes.offer_draw(interaction, await table_here(interaction))

    @app_commands.command(
        name=L(NAME, "mine"), description=L(TEXT, "All your tables; those waiting for you come first")
    )
    async def mine(self, interaction: Interaction) -> None:
        """List the person's tables with links."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            await my_tables.show(interaction)


async def setup(bot: Host) -> None:
    """Add the commands."""
    await bot.add_cog(Move(bot.services))

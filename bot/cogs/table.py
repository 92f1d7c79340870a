"""``/table``: shows the page of the channel's table, or a match from a file."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.common import find_channel_table
from bot.errors.tables import NoTableHere, UnhostedGame
from bot.platform.translator import NAME_CONTEXT, TEXT_CONTEXT, L
from bot.ui import replies
from bot.ui.services import Interaction, ServiceClient
from bot.ui.table import page


class TableCog(commands.Cog):
    """The ``/table`` command."""

    @app_commands.command(
        name=L(NAME_CONTEXT, "table"),
        description=L(TEXT_CONTEXT, "This channel's table"),
        extras={"expensive": "file"},
    )
    @app_commands.rename(file=L(NAME_CONTEXT, "file"))
    @app_commands.describe(file=L(TEXT_CONTEXT, "An exported match to check and step through instead"))
    @app_commands.guild_only()
    async def table(self, interaction: Interaction, file: discord.Attachment | None = None) -> None:
        """Show the page of the channel's table, or the match in the attached file."""
        async with replies.explain_errors(interaction):
            if file is not None:
                await interaction.client.services.offers.require_imports().import_attachment(
                    interaction, file
                )
                return
            await replies.acknowledge(interaction)
            try:
                table = await find_channel_table(interaction)
            except UnhostedGame as error:
                await page.show_unhosted_table(interaction, error)
            except NoTableHere as error:
                await page.show_no_table(interaction, error)
            else:
                await page.show_table_page(interaction, table)


async def setup(bot: ServiceClient) -> None:
    """Add the cog."""
    await bot.add_cog(TableCog())

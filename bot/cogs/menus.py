"""Commands in the *Apps* menu of messages and users."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.model.table import TABLE_FROZEN
from bot.platform.translator import TEXT_CONTEXT, L
from bot.ui import replies
from bot.ui.action_limits import EXPENSIVE_COMMAND_EXTRAS
from bot.ui.play import catchup, description
from bot.ui.services import Interaction, ServiceClient
from bot.ui.table import challenge, pointing


@app_commands.guild_only()
async def describe_message(interaction: Interaction, message: discord.Message) -> None:
    """Describe the position on a board in words, or show the text of a lobby."""
    async with replies.explain_errors(interaction):
        await replies.acknowledge(interaction)
        table = await pointing.find_table(interaction, message)
        if table.match is None and table.status != TABLE_FROZEN:
            await pointing.show_lobby(interaction, table)
        else:
            await description.show_description(interaction, table)


@app_commands.guild_only()
async def catch_up(interaction: Interaction, message: discord.Message) -> None:
    """Show what has happened at a message's table since the user last looked at it."""
    async with replies.explain_errors(interaction):
        await replies.acknowledge(interaction)
        await catchup.show_catchup(interaction, await pointing.find_table(interaction, message))


@app_commands.guild_only()
async def challenge_person(interaction: Interaction, person: discord.Member | discord.User) -> None:
    """Ask the user which game to challenge a person to."""
    async with replies.explain_errors(interaction):
        await replies.acknowledge(interaction)
        await challenge.offer_games(interaction, person)


async def setup(bot: ServiceClient) -> None:
    """Add the commands."""
    for name, callback, extras in (
        (L(TEXT_CONTEXT, "Describe"), describe_message, EXPENSIVE_COMMAND_EXTRAS),
        (L(TEXT_CONTEXT, "Catch me up"), catch_up, EXPENSIVE_COMMAND_EXTRAS),
        (L(TEXT_CONTEXT, "Challenge to a match"), challenge_person, {}),
    ):
        bot.tree.add_command(app_commands.ContextMenu(name=name, callback=callback, extras=extras))

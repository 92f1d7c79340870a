"""``/club open``: shows the page of a server. Features add commands to the ``/club`` group."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.platform.translator import NAME_CONTEXT, TEXT_CONTEXT, L, make_choice_name
from bot.ui import replies
from bot.ui.action_limits import EXPENSIVE_COMMAND_EXTRAS
from bot.ui.services import Interaction, ServiceClient, Services
from bot.ui.table import club
from games.core.words import Msg


class ClubCog(
    commands.GroupCog,
    name=L(NAME_CONTEXT, "club"),
    description=L(TEXT_CONTEXT, "Open seats, standings, tournaments and people"),
):
    """The ``/club`` group, with the command that opens the server's page."""

    def __init__(self, services: Services) -> None:
        offered = sorted(services.offers.club_tabs, key=lambda tab: tab.position)
        choices = [
            app_commands.Choice(name=make_choice_name(Msg(tab.label)), value=tab.key) for tab in offered
        ]
        app_commands.choices(tab=choices)(self.open)
        super().__init__()

    @app_commands.command(
        name=L(NAME_CONTEXT, "open"),
        description=L(TEXT_CONTEXT, "Open seats, standings, tournaments, predictions and past matches"),
        extras=EXPENSIVE_COMMAND_EXTRAS,
    )
    @app_commands.rename(tab=L(NAME_CONTEXT, "tab"))
    @app_commands.describe(tab=L(TEXT_CONTEXT, "What to see first"))
    async def open(self, interaction: Interaction, tab: str = "") -> None:
        """Show a tab of the server's page, by default the first tab."""
        async with replies.explain_errors(interaction):
            await replies.acknowledge(interaction)
            await club.open_tab(interaction, [tab] if tab else [])


async def setup(bot: ServiceClient) -> None:
    """Add the cog."""
    await bot.add_cog(ClubCog(bot.services))

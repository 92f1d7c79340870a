"""The commands as discord.py calls them: measured, and with an answer whatever goes wrong."""

from __future__ import annotations

import logging

import discord
from discord import app_commands

from bot.ui import measured, replies
from bot.ui.services import Host, Interaction

log = logging.getLogger(__name__)


class Commands(app_commands.CommandTree[Host]):
    """The commands, with an answer whatever goes wrong."""

    async def _call(self, interaction: Interaction) -> None:
        # discord.py has no other place through which all choices for something typed come and go.
        measured.record_arrival(interaction)
        if interaction.type is not discord.InteractionType.autocomplete:
            await super()._call(interaction)
            return
        # A stop waits for choices too, since they can't be sent once the connection is closed.
        with interaction.client.services.intake.under_way():
            try:
                await super()._call(interaction)
            finally:
                measured.record_choices(interaction)

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """Tell the person; nothing is ever answered with silence. Choices are left out: they hold no text."""
        if interaction.type is discord.InteractionType.autocomplete:
            log.info("choices not offered", extra={"fields": {"reason": str(error)}})
            return
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        async with replies.explain_errors(interaction):
            raise cause

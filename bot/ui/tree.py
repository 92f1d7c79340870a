"""The command tree: measures commands and explains every error to the person."""

from __future__ import annotations

import logging

import discord
from discord import app_commands

from bot.ui import press_metrics, replies
from bot.ui.services import Interaction, ServiceClient

log = logging.getLogger(__name__)


class MeasuredCommandTree(app_commands.CommandTree[ServiceClient]):
    """The command tree with metrics and error handling."""

    async def _call(self, interaction: Interaction) -> None:
        # discord.py has no public hook that also runs for autocompletion.
        press_metrics.record_arrival(interaction)
        if interaction.type is not discord.InteractionType.autocomplete:
            await super()._call(interaction)
            return
        # A shutdown also waits for pending autocompletions, because their choices can't be sent once the
        # connection is closed.
        with interaction.client.services.intake.track_press():
            try:
                await super()._call(interaction)
            finally:
                press_metrics.record_choices(interaction)

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """Explain the error to the person. Autocompletion can't show text, so its errors are only logged."""
        if interaction.type is discord.InteractionType.autocomplete:
            log.info("autocompletion failed", extra={"fields": {"reason": str(error)}})
            return
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        async with replies.explain_errors(interaction):
            raise cause

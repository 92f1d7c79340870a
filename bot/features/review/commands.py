"""``/review``: shows the review of a channel's last match."""

from __future__ import annotations

from contextlib import suppress

from discord import app_commands
from discord.ext import commands

from bot.computers.reviewer import find_reviewable_match
from bot.errors.tables import NoTableHere, UnhostedGame
from bot.features.review.presses import ReviewPresses
from bot.model.table import Table
from bot.platform.translator import NAME, TEXT, L
from bot.storage.reviews import Reviews
from bot.tables.service import Tables
from bot.ui import replies
from bot.ui.services import Interaction

MAX_TABLES = 5
"""Maximum number of recently ended tables to search for one with a result."""


class ReviewCommand(commands.Cog):
    """The ``/review`` command."""

    def __init__(self, tables: Tables, reviews: Reviews, presses: ReviewPresses) -> None:
        self._tables = tables
        self._reviews = reviews
        self._presses = presses

    @app_commands.command(
        name=L(NAME, "review"), description=L(TEXT, "See how the last match here went, and where it turned")
    )
    async def review(self, interaction: Interaction) -> None:
        """Show the review of the channel's last match."""
        async with replies.explain_errors(interaction):
            await replies.acknowledge(interaction)
            channel = interaction.channel_id or 0
            table = await self._find_last_with_result(channel) or await self._tables.find_latest(channel)
            if table is None:
                raise NoTableHere
            await self._presses.show(interaction, table)

    async def _find_last_with_result(self, channel: int) -> Table | None:
        """Return the table of a channel that ended last with a result, or None."""
        for found in await self._reviews.list_ended(channel, MAX_TABLES):
            with suppress(UnhostedGame):
                table = await self._tables.get(found)
                if find_reviewable_match(table) is not None:
                    return table
        return None

"""``/review``: what the last match of a channel was like."""

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

LOOKED_AT = 5
"""So many matches that were closed without a result may have come after it."""


class ReviewCommand(commands.Cog):
    """Reviews."""

    def __init__(self, tables: Tables, reviews: Reviews, presses: ReviewPresses) -> None:
        self._tables = tables
        self._reviews = reviews
        self._presses = presses

    @app_commands.command(
        name=L(NAME, "review"), description=L(TEXT, "See how the last match here went, and where it turned")
    )
    async def review(self, interaction: Interaction) -> None:
        """Show the review of the match that ended here last."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            channel = interaction.channel_id or 0
            table = await self._last_with_result(channel) or await self._tables.find_latest(channel)
            if table is None:
                raise NoTableHere
            await self._presses.show(interaction, table)

    async def _last_with_result(self, channel: int) -> Table | None:
        """Return the last of the newest matches of a channel that came to a result; others may be playing."""
        for found in await self._reviews.list_ended(channel, LOOKED_AT):
            with suppress(UnhostedGame):
                table = await self._tables.get(found)
                if find_reviewable_match(table) is not None:
                    return table
        return None

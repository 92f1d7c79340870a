"""The buttons below an imported match."""

from __future__ import annotations

from typing import Any

import discord

from bot.errors.tables import ServerOnly
from bot.features.records import pages
from bot.features.records.keeper import Imported, Keeper
from bot.features.records.verbs import FILM, OPEN, POST, REVIEW, STEP, VALUES
from bot.kit.rate_limits import Limit
from bot.model.hours import MINUTE
from bot.model.table import Table
from bot.platform import obstacles
from bot.platform.deadlines import copy_files, retry_if_cut
from bot.platform.limits import NONCE
from bot.tables.channels import Channels
from bot.ui import replies
from bot.ui.components import button, view
from bot.ui.fairness import Rule
from bot.ui.ids import custom_id, packed, page_of, table_of
from bot.ui.places import place_here
from bot.ui.presses import Press
from bot.ui.services import Interaction
from games.core.words import N_

POSTING = Rule(
    "import",
    (Limit(3, 10 * MINUTE),),
    N_("You've posted several imported matches. You can post one again {when}."),
)


class Presses:
    """Answers them."""

    def __init__(self, keeper: Keeper, channels: Channels) -> None:
        self._keeper = keeper
        self._channels = channels

    @property
    def presses(self) -> tuple[Press, ...]:
        """Its handlers of presses."""
        return (
            Press(OPEN, self.open, table=None, dear=True),
            Press(STEP, self.turn, table=None, dear=True),
            Press(FILM, self.film, table=None, dear=True),
            Press(REVIEW, self.review, table=None, dear=True),
            Press(VALUES, self.show_values, table=None),
            Press(POST, self.post, table=None, dear=True),
        )

    async def find(self, interaction: Interaction, number: int) -> Table:
        """Return a match as a table of nobody's, for who may see it."""
        imported = await self._keeper.get(number, interaction.user.id, interaction.channel_id)
        return imported.make_table(replies.reader(interaction))

    async def show(self, interaction: Interaction, number: int) -> None:
        """Show its first page."""
        found = await self._keeper.get(number, interaction.user.id, interaction.channel_id)
        await pages.show_front(interaction, found)

    async def open(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show the first page."""
        await replies.begin(interaction)
        await self.show(interaction, table_of(parts))

    async def turn(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show a position."""
        await replies.begin(interaction)
        await pages.show_step(interaction, await self._get(interaction, parts), page_of(parts, 1))

    async def film(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show the match as a film."""
        await replies.begin(interaction, new=True)
        imported, w = await self._get(interaction, parts), replies.reader(interaction)
        made = await interaction.client.services.pictures.film(imported.make_table(w), imported.match, w)
        await replies.show(interaction, pages.write_front(imported, w), files=[made])

    async def review(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Say how the match went and where it turned, with the way to each of these positions."""
        await replies.begin(interaction, new=True)
        imported, w = await self._get(interaction, parts), replies.reader(interaction)
        judged = None
        if pages.can_review(imported):
            offers = interaction.client.services.offers
            judged = await offers.judge(imported.make_table(w), imported.row.review, w)
        if judged is None:
            await replies.refuse(interaction, w("I can't review this match right now. Try again later."))
            return
        await self._keeper.keep_review(imported, judged.kept)
        items = [
            button(custom_id("b", STEP, imported.row.id, ply, "v"), w("Point {n}", n=number), emoji="🕰️")
            for number, ply in enumerate(judged.plies, 1)
        ]
        await replies.show(interaction, judged.text, view=view(items), files=judged.files)

    async def show_values(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show what the match can be held against."""
        await replies.begin(interaction, new=True)
        imported = await self._get(interaction, parts)
        await replies.show(interaction, pages.write_values(imported, replies.reader(interaction)))

    async def post(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Post a match where its person presses.

        :raises ServerOnly: nobody else reads there.
        """
        await replies.begin(interaction)
        if interaction.guild_id is None:
            raise ServerOnly
        imported, w = await self._get(interaction, parts), replies.reader(interaction)
        obstacle = await obstacles.find_obstacle(interaction)
        if obstacle is not None:
            await replies.refuse(interaction, obstacle.text(w))
            return
        with interaction.client.services.fairness.posting(POSTING, interaction.user.id):
            # Noted first: a post whose buttons nobody else may press would be of no use.
            await self._keeper.post(imported, interaction.user.id, interaction.channel_id or 0)
            await self._send(interaction, imported)
        await replies.refuse(interaction, w("Posted."))

    async def _send(self, interaction: Interaction, imported: Imported) -> None:
        w = await self._channels.words_at(place_here(interaction))
        services = interaction.client.services
        may = interaction.app_permissions.attach_files
        files = await pages.draw_end(services.pictures, imported, w) if may else []
        channel: Any = interaction.channel
        # A double press on one message is one post: Discord knows it by its nonce.
        private = interaction.message.id if interaction.message is not None else interaction.id
        nonce = f"im{packed(private)}-{packed(imported.row.id)}"[:NONCE]
        quiet = discord.AllowedMentions.none()
        await retry_if_cut(
            lambda: channel.send(
                files=copy_files(files),
                nonce=nonce,
                allowed_mentions=quiet,
                **pages.make_post(imported, services.offers, w),
            )
        )

    async def _get(self, interaction: Interaction, parts: list[str]) -> Imported:
        return await self._keeper.get(table_of(parts), interaction.user.id, interaction.channel_id)

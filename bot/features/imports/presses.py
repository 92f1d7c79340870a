"""Handles the buttons of imported matches."""

from __future__ import annotations

from typing import Any

import discord

from bot.errors.tables import ServerChannelRequired
from bot.features.imports import pages
from bot.features.imports.imported import ImportedMatch, ImportedMatches
from bot.features.imports.verbs import (
    OPEN_VERB,
    POST_VERB,
    REPLAY_VERB,
    REVIEW_VERB,
    SHOW_HASHES_VERB,
    SHOW_STEP_VERB,
)
from bot.kit.rate_limits import RateLimit
from bot.model.hours import MINUTE
from bot.model.table import Table
from bot.platform import obstacles
from bot.platform.deadlines import copy_files, retry_if_unanswered
from bot.platform.limits import MAX_NONCE_LENGTH
from bot.tables.channels import Channels
from bot.ui import replies
from bot.ui.action_limits import ActionLimit
from bot.ui.components import make_button, make_view
from bot.ui.ids import encode_number, make_custom_id, read_table_id
from bot.ui.places import get_place
from bot.ui.play import history
from bot.ui.presses import PressHandler, make_tableless_handler
from bot.ui.services import Interaction
from games.core.words import N_

POST_LIMIT = ActionLimit(
    "import",
    (RateLimit(3, 10 * MINUTE),),
    N_("You've posted several imported matches. You can post one again {when}."),
)


class ImportPresses:
    """Handles the buttons of imported matches."""

    def __init__(self, matches: ImportedMatches, channels: Channels) -> None:
        self._matches = matches
        self._channels = channels

    @property
    def press_handlers(self) -> tuple[PressHandler, ...]:
        return (
            make_tableless_handler(OPEN_VERB, self.open_imported_match, is_expensive=True),
            make_tableless_handler(SHOW_STEP_VERB, self.show_step, is_expensive=True),
            make_tableless_handler(REPLAY_VERB, self.show_replay, is_expensive=True, acknowledge="new"),
            make_tableless_handler(REVIEW_VERB, self.show_review, is_expensive=True, acknowledge="new"),
            make_tableless_handler(SHOW_HASHES_VERB, self.show_hashes, acknowledge="new"),
            make_tableless_handler(POST_VERB, self.post_match, is_expensive=True),
        )

    async def find_table(self, interaction: Interaction, import_id: int) -> Table:
        """Return an imported match as a table.

        :raises ImportNotFound: the user may not see it, or it doesn't exist.
        :raises UnknownGame: its game, or that version of its rules, is no longer hosted.
        """
        imported_match = await self._matches.get_match(import_id, interaction.user.id, interaction.channel_id)
        return imported_match.make_table(replies.get_words(interaction))

    async def show_match(self, interaction: Interaction, import_id: int) -> None:
        """Show the first page of an imported match."""
        imported_match = await self._matches.get_match(import_id, interaction.user.id, interaction.channel_id)
        await pages.show_first_page(interaction, imported_match)

    async def open_imported_match(
        self, interaction: Interaction, parts: list[str], values: list[str]
    ) -> None:
        """Show the first page of the match that a button names."""
        await self.show_match(interaction, read_table_id(parts))

    async def show_step(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show the position that the button names or that the select leads to."""
        ply = history.read_position(parts, values)
        await pages.show_step(interaction, await self._get_match(interaction, parts), ply)

    async def show_replay(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show the replay of the match."""
        imported_match, w = await self._get_match(interaction, parts), replies.get_words(interaction)
        services, table = interaction.client.services, imported_match.make_table(w)
        swings = await services.offers.find_swings(table, imported_match.row.review)
        replay_file = await services.pictures.draw_replay(table, imported_match.match, w, swings)
        await replies.show(interaction, pages.write_summary(imported_match, w), files=[replay_file])

    async def show_review(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show a review of the match, with buttons for its turning points."""
        imported_match, w = await self._get_match(interaction, parts), replies.get_words(interaction)
        judged = None
        if pages.can_review(imported_match):
            offers = interaction.client.services.offers
            judged = await offers.review_match(imported_match.make_table(w), imported_match.row.review, w)
        if judged is None:
            await replies.refuse(interaction, w("I can't review this match right now. Try again later."))
            return
        await self._matches.store_review(imported_match, judged.compact_review)
        items = [
            make_button(
                make_custom_id("b", SHOW_STEP_VERB, imported_match.row.id, ply, "v"),
                w("Point {n}", n=number),
                emoji="🕰️",
            )
            for number, ply in enumerate(judged.plies, 1)
        ]
        await replies.show(interaction, judged.text, view=make_view(items), files=judged.files)

    async def show_hashes(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show the hashes with which the match can be verified."""
        imported_match = await self._get_match(interaction, parts)
        await replies.show(interaction, pages.write_hashes(imported_match, replies.get_words(interaction)))

    async def post_match(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Post the user's own imported match in the current channel.

        :raises ServerChannelRequired: the button was pressed in a direct message.
        :raises ImportNotFound: the match isn't the user's, or no longer exists.
        """
        if interaction.guild_id is None:
            raise ServerChannelRequired
        imported_match, w = await self._get_match(interaction, parts), replies.get_words(interaction)
        obstacle = await obstacles.find_obstacle(interaction)
        if obstacle is not None:
            await replies.refuse(interaction, obstacle.describe(w))
            return
        with interaction.client.services.action_limits.limit_posts(POST_LIMIT, interaction.user.id):
            # Record the channel first. Others may use the buttons of a post only once its channel is known.
            await self._matches.record_post(imported_match, interaction.user.id, interaction.channel_id or 0)
            await self._send_post(interaction, imported_match)
        await replies.refuse(interaction, w("Posted."))

    async def _send_post(self, interaction: Interaction, imported_match: ImportedMatch) -> None:
        w = await self._channels.find_words_at(get_place(interaction))
        services = interaction.client.services
        may = interaction.app_permissions.attach_files
        files = await pages.draw_final_position(services.pictures, imported_match, w) if may else []
        channel: Any = interaction.channel
        # A double press sends the same nonce, so Discord posts the match only once.
        private = interaction.message.id if interaction.message is not None else interaction.id
        nonce = f"im{encode_number(private)}-{encode_number(imported_match.row.id)}"[:MAX_NONCE_LENGTH]
        quiet = discord.AllowedMentions.none()
        await retry_if_unanswered(
            lambda: channel.send(
                files=copy_files(files),
                nonce=nonce,
                allowed_mentions=quiet,
                **pages.make_post_arguments(imported_match, services.offers, w),
            )
        )

    async def _get_match(self, interaction: Interaction, parts: list[str]) -> ImportedMatch:
        return await self._matches.get_match(
            read_table_id(parts), interaction.user.id, interaction.channel_id
        )

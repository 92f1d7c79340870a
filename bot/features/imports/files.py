"""Imports a match from an attached file or from one uploaded in a form."""

from __future__ import annotations

import discord

from bot.features.imports import pages
from bot.features.imports.errors import InvalidRecord, TooManyImports
from bot.features.imports.fetching import fetch_file
from bot.features.imports.imported import ImportedMatches
from bot.features.imports.verbs import IMPORT_VERB, LIST_VERB, UPLOAD_VERB
from bot.kit.rate_limits import RateLimit
from bot.model.hours import DAY, MINUTE
from bot.ui import forms, refusals, replies
from bot.ui.action_limits import ActionLimit
from bot.ui.components import make_button, make_view
from bot.ui.forms import Upload
from bot.ui.ids import make_custom_id
from bot.ui.presses import FORM_KIND, PressHandler, make_tableless_handler
from bot.ui.services import Interaction, UrlReader
from games.core.words import N_

FILE_FIELD = "file"
IMPORT_LIMIT = ActionLimit(
    "bring",
    (RateLimit(10, 10 * MINUTE), RateLimit(60, DAY)),
    N_("You've imported a lot of files. You can import another {when}."),
)
UPLOAD_LIMIT = ActionLimit("try", (RateLimit(20, 10 * MINUTE), RateLimit(120, DAY)), IMPORT_LIMIT.refusal)
"""Includes rejected files. Higher than :data:`IMPORT_LIMIT`, so that a few of them don't block a user."""


class FileImports:
    """Imports files attached to a command or uploaded in a form."""

    def __init__(self, matches: ImportedMatches, read_url: UrlReader | None) -> None:
        """Create the handler of file imports.

        :param read_url: loads uploaded files in the playground; ``None`` to download them over HTTP.
        """
        self._matches = matches
        self._read = read_url

    @property
    def press_handlers(self) -> tuple[PressHandler, ...]:
        return (
            make_tableless_handler(UPLOAD_VERB, self.open_upload_form, acknowledge=None),
            make_tableless_handler(
                IMPORT_VERB, self.import_form, handles_form=True, is_expensive=True, acknowledge="new"
            ),
        )

    async def import_attachment(self, interaction: Interaction, file: discord.Attachment) -> None:
        """Import the file attached to a command, and show the match."""
        await replies.acknowledge(interaction, in_new_message=True)
        await self._import_upload(interaction, Upload(file.size, file.url))

    async def open_upload_form(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show the form that uploads a file."""
        w = replies.get_words(interaction)
        field = forms.make_upload_field(
            FILE_FIELD, w("Record of a match"), w("The file that *Export* gave you after the match")
        )
        form = forms.make_form(make_custom_id(FORM_KIND, IMPORT_VERB), w("Import a match"), [field])
        await forms.send_form(interaction, form)

    async def import_form(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Import the file uploaded in the form, and show the match."""
        await self._import_upload(interaction, forms.read_upload(interaction, FILE_FIELD))

    async def _import_upload(self, interaction: Interaction, upload: Upload) -> None:
        action_limits, user = interaction.client.services.action_limits, interaction.user.id
        try:
            with action_limits.limit_posts(IMPORT_LIMIT, user):
                with action_limits.limit_posts(UPLOAD_LIMIT, user):
                    # A failed download leaves this block with an error, so the limit doesn't count it.
                    data = await self._fetch_file_or_error(upload)
                if isinstance(data, InvalidRecord):
                    raise data
                imported = await self._matches.import_file(data, user)
        except TooManyImports as error:
            w = replies.get_words(interaction)
            items = [make_button(make_custom_id("b", LIST_VERB), w("My imported matches"), emoji="🗂️")]
            await replies.refuse(interaction, refusals.write_refusal(error, w), view=make_view(items))
            return
        await pages.show_first_page(interaction, imported)

    async def _fetch_file_or_error(self, upload: Upload) -> bytes | InvalidRecord:
        """Download a file. Return a refusal instead of raising it, so that the limit counts the upload."""
        try:
            return await fetch_file(upload, self._read)
        except InvalidRecord as error:
            return error

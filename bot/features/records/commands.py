"""``/table import``: imports a match from an attached file, or opens a form to upload one."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.features.records import pages
from bot.features.records.errors import Refused, TooManyImports
from bot.features.records.fetching import fetch
from bot.features.records.imported import ImportedMatches
from bot.features.records.verbs import BRING, LIST
from bot.kit.rate_limits import Limit
from bot.model.hours import DAY, MINUTE
from bot.platform.translator import NAME, TEXT, L
from bot.ui import forms, refusals, replies
from bot.ui.components import button, view
from bot.ui.fairness import EXPENSIVE_COMMAND, Rule
from bot.ui.forms import Upload
from bot.ui.ids import custom_id
from bot.ui.presses import FORM, Press
from bot.ui.services import Interaction, Reading
from games.core.words import N_

FIELD = "file"
GROUP = "table"
IMPORTING = Rule(
    "bring",
    (Limit(10, 10 * MINUTE), Limit(60, DAY)),
    N_("You've brought a lot of files. You can bring another {when}."),
)


UPLOADING = Rule("try", (Limit(20, 10 * MINUTE), Limit(120, DAY)), IMPORTING.refusal)
"""Also counts rejected files, which cost work too but are rarely sent on purpose."""


class ImportCommand(commands.Cog):
    """The ``/table import`` command."""

    def __init__(
        self, tree: app_commands.CommandTree, matches: ImportedMatches, read: Reading | None
    ) -> None:
        """``read`` loads uploads that can't be fetched over HTTP."""
        self._tree = tree
        self._matches = matches
        self._read = read
        self._command: app_commands.Command[ImportCommand, ..., None] = app_commands.Command(
            name=L(NAME, "import"),
            description=L(TEXT, "Check a match's file, and go through it move by move"),
            callback=self.import_match,
            extras=EXPENSIVE_COMMAND,
        )

    @property
    def presses(self) -> tuple[Press, ...]:
        """The handler of the upload form."""
        return (Press(BRING, self.import_form, table=None, form=True, expensive=True),)

    async def cog_load(self) -> None:
        """Add the command to the bot's ``/table`` group."""
        group = self._tree.get_command(GROUP)
        assert isinstance(group, app_commands.Group)
        group.add_command(self._command, override=True)

    async def cog_unload(self) -> None:
        """Remove the command."""
        group = self._tree.get_command(GROUP)
        if isinstance(group, app_commands.Group):
            group.remove_command(self._command.name)

    @app_commands.rename(file=L(NAME, "file"))
    @app_commands.describe(file=L(TEXT, "The file that /table export made; leave it empty for a form"))
    async def import_match(self, interaction: Interaction, file: discord.Attachment | None = None) -> None:
        """Import the attached file, or ask for one."""
        async with replies.explain_errors(interaction):
            if file is not None:
                await self._import(interaction, Upload(file.size, file.url))
                return
            w = replies.get_words(interaction)
            why = w("What /table export made when the match had ended")
            field = forms.upload_field(FIELD, w("Record of a match"), why)
            form = forms.make_form(custom_id(FORM, BRING), w("Import a match"), [field])
            await forms.send_form(interaction, form)

    async def import_form(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Import the file uploaded in the form."""
        await self._import(interaction, forms.read_upload(interaction, FIELD))

    async def _import(self, interaction: Interaction, upload: Upload) -> None:
        await replies.acknowledge(interaction, new=True)
        fairness, user = interaction.client.services.fairness, interaction.user.id
        try:
            with fairness.limit_posts(IMPORTING, user):
                with fairness.limit_posts(UPLOADING, user):
                    # A failed download doesn't count against the user.
                    data = await self._fetch(upload)
                if isinstance(data, Refused):
                    raise data
                imported = await self._matches.import_file(data, user)
        except TooManyImports as error:
            w = replies.get_words(interaction)
            items = [button(custom_id("b", LIST), w("My imported matches"), emoji="🗂️")]
            await replies.refuse(interaction, refusals.write_refusal(error, w), view=view(items))
            return
        await pages.show_front(interaction, imported)

    async def _fetch(self, upload: Upload) -> bytes | Refused:
        try:
            return await fetch(upload, self._read)
        except Refused as error:
            return error

"""``/table import``: a file comes with the command, or in the form that it opens."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.features.records import pages
from bot.features.records.errors import Refused, ShelfFull
from bot.features.records.fetching import fetch
from bot.features.records.keeper import Keeper
from bot.features.records.verbs import BRING, LIST
from bot.kit.rate_limits import Limit
from bot.model.hours import DAY, MINUTE
from bot.platform.translator import NAME, TEXT, L
from bot.ui import forms, refusals, replies
from bot.ui.components import button, view
from bot.ui.fairness import DEAR_COMMAND, Rule
from bot.ui.forms import Upload
from bot.ui.ids import custom_id
from bot.ui.presses import FORM, Press
from bot.ui.services import Interaction, Reading
from games.core.words import N_

FIELD = "file"
GROUP = "table"
BRINGING = Rule(
    "bring",
    (Limit(10, 10 * MINUTE), Limit(60, DAY)),
    N_("You've brought a lot of files. You can bring another {when}."),
)


TRYING = Rule("try", (Limit(20, 10 * MINUTE), Limit(120, DAY)), BRINGING.refusal)
"""For files that are refused too: they are work as well, but rarely meant."""


class Bringing(commands.Cog):
    """Takes files in."""

    def __init__(self, tree: app_commands.CommandTree, keeper: Keeper, read: Reading | None) -> None:
        """Take files in; ``read`` is the way to them where that is not over HTTP."""
        self._tree = tree
        self._keeper = keeper
        self._read = read
        self._command: app_commands.Command[Bringing, ..., None] = app_commands.Command(
            name=L(NAME, "import"),
            description=L(TEXT, "Check a match's file, and go through it move by move"),
            callback=self.bring,
            extras=DEAR_COMMAND,
        )

    @property
    def presses(self) -> tuple[Press, ...]:
        """Its handlers of presses."""
        return (Press(BRING, self.take_form, table=None, form=True, dear=True),)

    async def cog_load(self) -> None:
        """Put the command beside those of the house."""
        group = self._tree.get_command(GROUP)
        assert isinstance(group, app_commands.Group)
        group.add_command(self._command, override=True)

    async def cog_unload(self) -> None:
        """Take it away."""
        group = self._tree.get_command(GROUP)
        if isinstance(group, app_commands.Group):
            group.remove_command(self._command.name)

    @app_commands.rename(file=L(NAME, "file"))
    @app_commands.describe(file=L(TEXT, "The file that /table export made; leave it empty for a form"))
    async def bring(self, interaction: Interaction, file: discord.Attachment | None = None) -> None:
        """Take the file that came with the command, or ask for one."""
        async with replies.guarded(interaction):
            if file is not None:
                await self._take(interaction, Upload(file.size, file.url))
                return
            w = replies.reader(interaction)
            why = w("What /table export made when the match had ended")
            field = forms.upload_field(FIELD, w("Record of a match"), why)
            form = forms.make_form(custom_id(FORM, BRING), w("Import a match"), [field])
            await forms.ask(interaction, form)

    async def take_form(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Take the file of the form."""
        await self._take(interaction, forms.uploaded(interaction, FIELD))

    async def _take(self, interaction: Interaction, upload: Upload) -> None:
        await replies.begin(interaction, new=True)
        fairness, user = interaction.client.services.fairness, interaction.user.id
        try:
            with fairness.posting(BRINGING, user):
                with fairness.posting(TRYING, user):
                    # A file that could not be fetched is nobody's fault.
                    data = await self._fetch(upload)
                if isinstance(data, Refused):
                    raise data
                imported = await self._keeper.take(data, user)
        except ShelfFull as error:
            w = replies.reader(interaction)
            items = [button(custom_id("b", LIST), w("My imported matches"), emoji="🗂️")]
            await replies.refuse(interaction, refusals.write_refusal(error, w), view=view(items))
            return
        await pages.show_front(interaction, imported)

    async def _fetch(self, upload: Upload) -> bytes | Refused:
        try:
            return await fetch(upload, self._read)
        except Refused as error:
            return error

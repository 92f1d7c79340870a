"""Edit the private message that answers a press."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence

import discord

from bot.platform.deadlines import copy_files, retry_if_cut
from bot.platform.limits import CONTENT, clip
from bot.ui.answers import get_answer
from bot.ui.services import Interaction


async def edit_answer(
    interaction: Interaction,
    text: str,
    view: discord.ui.View | discord.ui.LayoutView | None,
    files: Sequence[discord.File] | None,
) -> None:
    """Edit the private message that answers a press, and remember its id.

    :param text: empty if the view is a layout.
    :param files: replace the files of the message; ``None`` leaves them.
    :raises discord.HTTPException: Discord refused the edit.
    :raises Exception: one of :data:`bot.platform.deadlines.NO_RESPONSE`; the edit may have taken effect.
    """
    services = interaction.client.services

    def edit() -> Awaitable[discord.InteractionMessage]:
        return interaction.edit_original_response(
            content=services.mentions.link_commands(clip(text, CONTENT)) or None,
            view=view,
            attachments=discord.utils.MISSING if files is None else copy_files(files),
            allowed_mentions=discord.AllowedMentions.none(),
        )

    message = await services.drawings.send(view, lambda: retry_if_cut(edit))
    get_answer(interaction).message_id = message.id

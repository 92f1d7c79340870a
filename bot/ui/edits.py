"""Edits or deletes the private message that answers a press."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Sequence
from typing import Any

import discord

from bot.platform.deadlines import NO_RESPONSE_ERRORS, copy_files, retry_if_unanswered
from bot.platform.limits import MAX_MESSAGE_LENGTH, clip
from bot.ui.answers import AnswerTarget, get_answer
from bot.ui.components import StatelessView, renew_selects
from bot.ui.services import Interaction

log = logging.getLogger(__name__)


async def delete_answer(interaction: Interaction) -> None:
    """Delete the private message that answers a press.

    :raises discord.HTTPException: Discord refused to delete it, for example because the message is gone.
    """
    answer = get_answer(interaction)
    if answer.target is AnswerTarget.BELOW and answer.message_id is not None:
        await interaction.followup.delete_message(answer.message_id)
    else:
        await interaction.delete_original_response()


async def discard_original_response(interaction: Interaction) -> None:
    """Delete a message that another has replaced or that says nothing. A failure is only logged."""
    try:
        await interaction.delete_original_response()
    except (discord.HTTPException, *NO_RESPONSE_ERRORS) as error:
        log.info("response not deleted id=%s", interaction.id, extra={"fields": {"reason": str(error)}})


async def edit_answer(
    interaction: Interaction,
    text: str,
    view: discord.ui.View | discord.ui.LayoutView | None,
    files: Sequence[discord.File] | None,
) -> None:
    """Edit the private message that answers a press, and remember its ID.

    For :attr:`AnswerTarget.BELOW`, the first call sends the message.

    :param text: empty if the view is a layout.
    :param files: ``None`` keeps the message's files.
    :raises discord.HTTPException: Discord refused the edit.
    :raises Exception: one of :data:`bot.platform.deadlines.NO_RESPONSE_ERRORS`. The edit may have been made.
    """
    services, answer = interaction.client.services, get_answer(interaction)
    renew_selects(view, interaction.id)
    quiet = discord.AllowedMentions.none()

    def send_edit() -> Awaitable[discord.Message]:
        content = services.mentions.link_commands(clip(text, MAX_MESSAGE_LENGTH))
        copies = discord.utils.MISSING if files is None else copy_files(files)
        shown: dict[str, Any] = {"view": view, "allowed_mentions": quiet}
        if answer.target is not AnswerTarget.BELOW:
            return interaction.edit_original_response(content=content or None, attachments=copies, **shown)
        if answer.message_id is not None:
            about = answer.message_id
            return interaction.followup.edit_message(
                about, content=content or None, attachments=copies, **shown
            )
        if view is None:
            del shown["view"]
        # If the response is lost, a retry sends the message a second time. Both copies are private and have
        # working buttons.
        return interaction.followup.send(content, files=copies, ephemeral=True, wait=True, **shown)

    message = await services.drawings.send_with_drawings(view, lambda: retry_if_unanswered(send_edit))
    answer.message_id, answer.text = message.id, text


async def reset_selects(interaction: Interaction) -> None:
    """Renew the selects of a pressed private message that the answer hasn't changed, such as a refusal.

    Layouts are left out, because their selects lead to other pages, which are hardly ever refused.
    """
    answer, message = get_answer(interaction), interaction.message
    refused = answer.target is AnswerTarget.SAME and answer.message_id is None
    if not refused or message is None or message.flags.components_v2:
        return
    shown = StatelessView(timeout=None)
    for item in discord.ui.View.from_message(message, timeout=None).children:
        shown.add_item(item)
    renew_selects(shown, interaction.id)
    try:
        await interaction.edit_original_response(view=shown)
    except (discord.HTTPException, *NO_RESPONSE_ERRORS) as error:
        log.info("selects not reset id=%s", interaction.id, extra={"fields": {"reason": str(error)}})

"""Removes the buttons from messages that are no longer needed, or deletes such messages."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

import discord

from bot.announcing.refused import FORBIDDEN_HTTP_STATUS, is_edit_refused
from bot.platform.deadlines import retry_if_unanswered
from bot.platform.http_errors import UNKNOWN_MESSAGE_CODE
from bot.ui import layouts

log = logging.getLogger(__name__)

LAYOUT_LOG_NAME = "layout"
_PLACEHOLDER_TEXT = "⬇️"
"""Replaces a text that can't be read, because Discord doesn't allow an empty message."""


async def strip_buttons(message: discord.PartialMessage, *, is_layout: bool) -> bool:
    """Remove the buttons from a message, if it exists. Return ``False`` if Discord refuses for now.

    :param is_layout: whether the message has a layout. If so, its pictures are removed as well.
    """
    if is_layout:
        return await _change_old_message(message, lambda: _keep_only_texts(message), LAYOUT_LOG_NAME)
    return await _change_old_message(message, lambda: message.edit(view=None), "message")


async def delete_message(message: discord.PartialMessage) -> bool:
    """Delete one of the bot's messages, if it exists. Return ``False`` if Discord refuses for now."""
    return await _change_old_message(message, message.delete, "mention")


async def _keep_only_texts(message: discord.PartialMessage) -> None:
    try:
        layout = discord.ui.LayoutView.from_message(await message.fetch(), timeout=None)
        contents = [part.content for part in layouts.list_text_displays(layout)]
    except discord.HTTPException as error:
        if error.status != FORBIDDEN_HTTP_STATUS:
            raise
        contents = []
    left = layouts.make_layout_view(
        [layouts.make_text(content) for content in contents or [_PLACEHOLDER_TEXT]]
    )
    await message.edit(view=left, attachments=[])


async def _change_old_message(
    message: discord.PartialMessage, call: Callable[[], Awaitable[object]], kind: str
) -> bool:
    """Edit or delete an obsolete message with ``call``. Return ``False`` if Discord refuses for now.

    :param kind: name of the kind of message, for the log.
    """
    try:
        await retry_if_unanswered(call)
    except discord.HTTPException as error:
        if error.code == UNKNOWN_MESSAGE_CODE:
            log.info("old %s is gone already message=%s code=%s", kind, message.id, error.code)
            return True
        # A refusal isn't an error, because a later attempt may succeed and the buttons work until then.
        if not is_edit_refused(error) and not (
            kind == LAYOUT_LOG_NAME and error.status == layouts.INVALID_CONTENT_STATUS
        ):
            raise
        log.info("old %s may not be changed message=%s code=%s", kind, message.id, error.code)
        return False
    return True

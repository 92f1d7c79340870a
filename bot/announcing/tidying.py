"""Messages that are done with: their buttons are taken away, or they are deleted."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

import discord

from bot.announcing.refused import FORBIDDEN, UNKNOWN_MESSAGE, is_refused
from bot.platform.deadlines import again_where_cut
from bot.ui import layouts

log = logging.getLogger(__name__)

LAYOUT = "layout"
_BELOW = "⬇️"
"""Stands in the place of a layout that we may not read again: it cannot be empty."""


async def strip(message: discord.PartialMessage, *, laid_out: bool) -> bool:
    """Take the buttons from a message, if it is there; ``False`` where Discord does not let us now.

    :param laid_out: it has a layout; of that its texts are left.
    """
    if laid_out:
        return await _tidy(message, lambda: _leave_texts(message), LAYOUT)
    return await _tidy(message, lambda: message.edit(view=None), "message")


async def delete(message: discord.PartialMessage) -> bool:
    """Delete a message of ours, if it is there; ``False`` where Discord does not let us now."""
    return await _tidy(message, message.delete, "mention")


async def _leave_texts(message: discord.PartialMessage) -> None:
    try:
        found = discord.ui.LayoutView.from_message(await message.fetch(), timeout=None)
        contents = [part.content for part in layouts.texts(found)]
    except discord.HTTPException as error:
        if error.status != FORBIDDEN:
            raise
        contents = []
    left = layouts.arrange([layouts.text(content) for content in contents or [_BELOW]])
    await message.edit(view=left, attachments=[])


async def _tidy(message: discord.PartialMessage, call: Callable[[], Awaitable[object]], what: str) -> bool:
    """Change a message that is done with; ``False`` where Discord does not let us now."""
    try:
        await again_where_cut(call)
    except discord.HTTPException as error:
        if error.code == UNKNOWN_MESSAGE:
            log.info("old %s is gone already message=%s code=%s", what, message.id, error.code)
            return True
        # Its buttons go on answering, so it may keep them for a while.
        if not is_refused(error) and not (what == LAYOUT and error.status == layouts.INVALID):
            raise
        log.info("old %s may not be changed message=%s code=%s", what, message.id, error.code)
        return False
    return True

"""Decides whether another attempt can succeed after Discord has refused a call."""

from __future__ import annotations

import discord

from bot.platform.deadlines import NO_RESPONSE

# Error codes of Discord's API.
UNKNOWN_MESSAGE = 10008
EDIT_TOO_OLD = 30046
THREAD_ARCHIVED = 50083
THREAD_LOCKED = 160005
# HTTP statuses.
FORBIDDEN_HTTP_STATUS = 403
NOT_FOUND = 404
TOO_MANY_REQUESTS = 429
MIN_SERVER_ERROR = 500
"""Lowest HTTP status that means a server error."""


def is_temporary(error: discord.HTTPException) -> bool:
    """Return whether another attempt after a while may succeed."""
    return error.status >= MIN_SERVER_ERROR or error.status == TOO_MANY_REQUESTS


def has_certainly_failed(error: discord.HTTPException) -> bool:
    """Return whether a post certainly failed: Discord refused it, and no earlier attempt was cut off.

    A repeated attempt raises its error while the error of the first attempt is being handled
    (:func:`bot.platform.deadlines.retry_if_cut`).
    """
    return not is_temporary(error) and not isinstance(error.__context__, NO_RESPONSE)


def is_refused(error: discord.HTTPException) -> bool:
    """Return whether Discord refuses to change a message for now, so that a retry would also fail."""
    return error.code in (EDIT_TOO_OLD, THREAD_ARCHIVED, THREAD_LOCKED) or error.status in (
        FORBIDDEN_HTTP_STATUS,
        NOT_FOUND,
    )

"""Decides whether another attempt can succeed after Discord has refused a call."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.platform.deadlines import NO_RESPONSE_ERRORS

EDIT_TOO_OLD_CODE = 30046
THREAD_ARCHIVED_CODE = 50083
THREAD_LOCKED_CODE = 160005
FORBIDDEN_HTTP_STATUS = 403
NOT_FOUND_HTTP_STATUS = 404
TOO_MANY_REQUESTS_HTTP_STATUS = 429
MIN_SERVER_ERROR_HTTP_STATUS = 500


def is_temporary(error: discord.HTTPException) -> bool:
    """Return whether an error is temporary, so that another attempt may succeed after a while."""
    return error.status >= MIN_SERVER_ERROR_HTTP_STATUS or error.status == TOO_MANY_REQUESTS_HTTP_STATUS


def has_certainly_failed(error: discord.HTTPException, statuses: Sequence[int]) -> bool:
    """Return whether a post certainly failed: Discord refused it, and no earlier attempt may have succeeded.

    If an earlier attempt was unanswered (:func:`bot.platform.deadlines.retry_if_unanswered`), its error is
    the context of ``error``.

    :param statuses: the HTTP statuses of all attempts. discord.py retries after most server errors, with
        which a proxy may answer although Discord has carried out the request.
    """
    is_unanswered = isinstance(error.__context__, NO_RESPONSE_ERRORS)
    return not (
        is_temporary(error) or is_unanswered or max(statuses, default=0) >= MIN_SERVER_ERROR_HTTP_STATUS
    )


def is_edit_refused(error: discord.HTTPException) -> bool:
    """Return whether Discord refuses to change a message, so that an immediate retry would also fail."""
    return error.code in (EDIT_TOO_OLD_CODE, THREAD_ARCHIVED_CODE, THREAD_LOCKED_CODE) or error.status in (
        FORBIDDEN_HTTP_STATUS,
        NOT_FOUND_HTTP_STATUS,
    )

"""What Discord's refusals mean for a message: whether another try may do, or none for now."""

from __future__ import annotations

import discord

UNKNOWN_MESSAGE = 10008
EDIT_TOO_OLD = 30046
THREAD_ARCHIVED = 50083
THREAD_LOCKED = 160005
FORBIDDEN = 403
NOT_FOUND = 404
TOO_MANY_REQUESTS = 429
FAULTY = 500
"""From here on a status says that Discord itself is at fault."""


def is_passing(error: discord.HTTPException) -> bool:
    """Whether another try after a while may do what Discord has just not done."""
    return error.status >= FAULTY or error.status == TOO_MANY_REQUESTS


def is_refused(error: discord.HTTPException) -> bool:
    """Whether Discord lets a message be for now, and would refuse another try just as well."""
    return error.code in (EDIT_TOO_OLD, THREAD_ARCHIVED, THREAD_LOCKED) or error.status in (
        FORBIDDEN,
        NOT_FOUND,
    )

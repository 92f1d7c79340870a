"""Logs failed posts of all features in one format."""

from __future__ import annotations

import logging

import aiohttp
import discord

from bot.errors.base import TableError
from bot.errors.reviews import EvaluationFailed
from bot.errors.shards import HostingTakenOver
from bot.errors.storage import StorageError

log = logging.getLogger(__name__)


def log_post_failure(name: str, subject_id: int, error: Exception) -> bool:
    """Log why a post failed. Return whether another attempt may succeed later.

    :param name: name of the feature's posts in the log.
    :param subject_id: ID of the table or server.
    """
    match error:
        case TableError() | HostingTakenOver():
            # Another attempt would fail as well, or another process makes the posts now.
            log.info("couldn't post name=%s id=%d error=%s", name, subject_id, type(error).__name__)
        case (
            discord.HTTPException() | aiohttp.ClientError() | OSError() | StorageError() | EvaluationFailed()
        ):
            log.warning(
                "couldn't post yet name=%s id=%d",
                name,
                subject_id,
                extra={"fields": {"reason": str(error) or type(error).__name__}},
            )
            return True
        case _:
            log.exception("posting failed unexpectedly name=%s id=%d", name, subject_id)
    return False

"""What keeps a feature from telling people something, logged alike for all of them."""

from __future__ import annotations

import logging

import aiohttp
import discord

from bot.errors.base import TableError
from bot.errors.reviews import NotJudged
from bot.errors.shards import TakenOver
from bot.errors.storage import StorageError

log = logging.getLogger(__name__)


def explain_failure(name: str, number: int, error: Exception) -> bool:
    """Log why something was not told, while the error is handled; return whether to try again after a while.

    :param name: what was to be told.
    :param number: of which table or server.
    """
    match error:
        case TableError() | TakenOver():
            # A game that is hosted no more, or a table that another process looks after now.
            log.info("not told name=%s id=%d error=%s", name, number, type(error).__name__)
        case discord.HTTPException() | aiohttp.ClientError() | OSError() | StorageError() | NotJudged():
            log.warning(
                "not told yet name=%s id=%d",
                name,
                number,
                extra={"fields": {"reason": str(error) or type(error).__name__}},
            )
            return True
        case _:
            log.exception("not told, by a fault name=%s id=%d", name, number)
    return False

"""How long Discord may take, and what is done where its answer never came.

Each single try is limited, so what discord.py waits for by itself (a rate limit, the pause before another
try) is never cut short. After a cut or a time-out nobody knows whether the call took effect. Only to
acknowledge there is no time for one try after the other: the second goes on beside the first.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

import aiohttp
import discord
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.platform.rivals import rivals

log = logging.getLogger(__name__)

T = TypeVar("T")

ACKNOWLEDGE_SECONDS = 3.0
"""Discord takes no first answer to a press after that."""
SECOND_TRY_SECONDS = 1.5
"""After so long without a word the first answer is sent once more, on another connection."""
LATE_SECONDS = 1.0
"""How much later Discord may say that it took a first answer in time."""
ANSWER_SECONDS = 10.0
"""From the end of what is sent to the answer; also for a connection to be made."""
UPLOAD_SECONDS = 120.0
"""For a try as a whole: ten megabytes over a slow line take a while."""

CUT = (aiohttp.ClientError, ConnectionError, TimeoutError)
"""What is raised where no answer came; discord.py does not try these again."""


def limit(client: discord.Client) -> None:
    """Let no call of a client that has logged in wait longer than the above."""
    # Where discord.py itself looks for it; the simulated Discord of tests has none.
    session: Any = client.http._HTTPClient__session  # type: ignore[attr-defined]
    if session is not None:
        session._timeout = aiohttp.ClientTimeout(
            total=UPLOAD_SECONDS, sock_connect=ANSWER_SECONDS, sock_read=ANSWER_SECONDS
        )


async def again_where_cut(call: Callable[[], Awaitable[T]]) -> T:
    """Do a call that may be repeated, once more where no answer came."""
    try:
        return await call()
    except CUT as error:
        log.warning("discord did not answer error=%r", error)
        return await call()


async def acknowledged(call: Callable[[], Awaitable[object]], taken: Callable[[BaseException], bool]) -> None:
    """Do what takes effect once however often it is tried, in the time that Discord gives.

    A try that is cut or slow is followed by a second. The slow one goes on: it may still be the one that
    Discord takes.

    :param taken: whether an error says that another try was taken.
    :raises Exception: what the try that ended last raised; ``TimeoutError`` where none did.
    """
    loop = asyncio.get_running_loop()
    begun = loop.time()
    pending: set[asyncio.Task[object]] = set()
    failure: BaseException = TimeoutError()
    try:
        for within in (SECOND_TRY_SECONDS, ACKNOWLEDGE_SECONDS + LATE_SECONDS):
            pending.add(asyncio.create_task(_aside(call), name="acknowledge"))
            while pending and (left := begun + within - loop.time()) > 0:
                ended, pending = await asyncio.wait(
                    pending, timeout=left, return_when=asyncio.FIRST_COMPLETED
                )
                errors = [task.exception() for task in ended]
                for error in errors:
                    if error is not None and within == SECOND_TRY_SECONDS and taken(error):
                        rivals.meet()
                    if error is None or taken(error):
                        return
                    failure = error
            if not pending and not isinstance(failure, CUT):
                break
            log.warning("discord did not acknowledge in %.1f s error=%r", within, failure)
        raise failure
    finally:
        for task in pending:
            task.cancel()
        await asyncio.gather(*pending, return_exceptions=True)


async def _aside(call: Callable[[], Awaitable[object]]) -> object:
    """Call without waiting for another call: discord.py lets those to one interaction go one by one."""
    if type(async_context.get()) is AsyncWebhookAdapter:
        async_context.set(AsyncWebhookAdapter())  # type: ignore[no-untyped-call]
    return await call()


def fresh(files: Sequence[discord.File]) -> list[discord.File]:
    """Return files in memory as they were before they were sent: discord.py is done with them then."""
    for file in files:
        file.fp.seek(0)
    return [discord.File(file.fp, file.filename, description=file.description) for file in files]

"""Timeouts for calls to Discord, and retries after a timeout.

The timeouts apply to single HTTP requests, so they don't cut short discord.py's waits between requests. It
isn't known whether a call that timed out took effect. To acknowledge a press in time, a second attempt starts
while the first is still running.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

import aiohttp
import discord
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.platform.rivals import rival_press_counter

log = logging.getLogger(__name__)

T = TypeVar("T")

ACKNOWLEDGE_DEADLINE_SECONDS = 3.0
"""Seconds within which Discord accepts the first response to a press."""
SECOND_TRY_DELAY_SECONDS = 1.5
"""Seconds after which an unconfirmed acknowledgement is sent again, over another connection."""
LATE_CONFIRMATION_SECONDS = 1.0
"""Additional seconds to wait for Discord's confirmation of an acknowledgement that was sent in time."""
RESPONSE_TIMEOUT_SECONDS = 10.0
"""Seconds for connecting, and for the response after a request has been sent."""
UPLOAD_TIMEOUT_SECONDS = 120.0
"""Seconds for a whole request, enough to upload ten megabytes over a slow line."""

NO_RESPONSE_ERRORS = (aiohttp.ClientError, ConnectionError, TimeoutError)
"""Raised if no response came. discord.py doesn't retry most of the requests that raise them."""


def set_timeouts(client: discord.Client) -> None:
    """Set the timeouts of all requests of a logged-in client."""
    # The session is a private attribute of discord.py. The simulated Discord of tests has none.
    session: Any = client.http._HTTPClient__session  # type: ignore[attr-defined]
    if session is not None:
        session._timeout = aiohttp.ClientTimeout(
            total=UPLOAD_TIMEOUT_SECONDS,
            sock_connect=RESPONSE_TIMEOUT_SECONDS,
            sock_read=RESPONSE_TIMEOUT_SECONDS,
        )


async def retry_if_unanswered(call: Callable[[], Awaitable[T]]) -> T:
    """Make a call that can safely be repeated, and repeat it once if no response came."""
    try:
        return await call()
    except NO_RESPONSE_ERRORS as error:
        log.warning("discord did not answer error=%r", error)
        return await call()


async def acknowledge(
    call: Callable[[], Awaitable[object]], means_accepted: Callable[[BaseException], bool]
) -> None:
    """Acknowledge a press with a call that takes effect only once, even if it is repeated.

    If the first attempt is cut off or slow, a second one starts. A slow first attempt continues, because
    Discord may still accept it.

    :param means_accepted: returns whether an error means that another attempt was accepted.
    :raises Exception: the error of the attempt that ended last, or ``TimeoutError`` if no attempt ended.
    """
    loop = asyncio.get_running_loop()
    begun = loop.time()
    pending: set[asyncio.Task[object]] = set()
    failure: BaseException = TimeoutError()
    try:
        for is_second_try, within in (
            (False, SECOND_TRY_DELAY_SECONDS),
            (True, ACKNOWLEDGE_DEADLINE_SECONDS + LATE_CONFIRMATION_SECONDS),
        ):
            pending.add(asyncio.create_task(_call_with_own_adapter(call), name="acknowledge"))
            while pending and (left := begun + within - loop.time()) > 0:
                ended, pending = await asyncio.wait(
                    pending, timeout=left, return_when=asyncio.FIRST_COMPLETED
                )
                errors = [task.exception() for task in ended]
                for error in errors:
                    if error is None:
                        return
                    if means_accepted(error):
                        if not is_second_try:
                            # There was no earlier attempt, so another process was probably faster.
                            rival_press_counter.count_press()
                        return
                    failure = error
            if not pending and not isinstance(failure, NO_RESPONSE_ERRORS):
                break
            log.warning("discord did not acknowledge in %.1f s error=%r", within, failure)
        raise failure
    finally:
        for task in pending:
            task.cancel()
        await asyncio.gather(*pending, return_exceptions=True)


async def _call_with_own_adapter(call: Callable[[], Awaitable[object]]) -> object:
    """Make a call with its own webhook adapter, so that it doesn't wait for an earlier call to end."""
    if type(async_context.get()) is AsyncWebhookAdapter:
        async_context.set(AsyncWebhookAdapter())  # type: ignore[no-untyped-call]
    return await call()


def copy_files(files: Sequence[discord.File]) -> list[discord.File]:
    """Return copies of in-memory files, because discord.py closes files after sending them."""
    for file in files:
        file.fp.seek(0)
    return [discord.File(file.fp, file.filename, description=file.description) for file in files]

"""Watches Discord's rate limits, so that a shutdown doesn't wait for calls that can't finish in time."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Mapping
from types import SimpleNamespace

import aiohttp

log = logging.getLogger(__name__)

TOO_MANY_REQUESTS_STATUS = 429
QUIET_SECONDS = 1.0
"""Seconds without an HTTP request after which all pending calls are assumed to wait for a rate limit."""
CHECK_INTERVAL_SECONDS = 0.1


class RateLimitWatcher:
    """Watches the HTTP requests of discord.py, which doesn't report its waits for rate limits."""

    def __init__(self) -> None:
        self._limited_until = self._quiet_since = time.monotonic()
        self._running_count = 0

    def watch_requests(self, trace: aiohttp.TraceConfig) -> None:
        """Watch every HTTP request of a client, including retries."""
        trace.on_request_start.append(self._note_request_start)
        trace.on_request_end.append(self._note_response)
        trace.on_request_exception.append(self._note_request_failure)

    async def wait_for_work(self, seconds: float, work: Awaitable[object]) -> bool:
        """Wait for ``work``, but at most ``seconds``. Give up early if a rate limit lasts longer.

        :returns: whether ``work`` finished. Otherwise it is cancelled.
        """
        end = time.monotonic() + seconds
        task = asyncio.ensure_future(work)
        try:
            while not task.done() and (left := end - time.monotonic()) > 0:
                if self._limited_until > end and self._is_quiet():
                    log.warning(
                        "stopped waiting for a rate limit seconds=%d", self._limited_until - time.monotonic()
                    )
                    break
                await asyncio.wait({task}, timeout=min(left, CHECK_INTERVAL_SECONDS))
            if not task.done():
                return False
            await task
            return True
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    def _is_quiet(self) -> bool:
        return not self._running_count and time.monotonic() - self._quiet_since > QUIET_SECONDS

    async def _note_request_start(
        self,
        session: aiohttp.ClientSession,
        context: SimpleNamespace,
        params: aiohttp.TraceRequestStartParams,
    ) -> None:
        self._running_count += 1

    async def _note_response(
        self, session: aiohttp.ClientSession, context: SimpleNamespace, params: aiohttp.TraceRequestEndParams
    ) -> None:
        self._finish_request()
        seconds = read_wait_seconds(params.response.status, params.response.headers)
        self._limited_until = max(self._limited_until, time.monotonic() + seconds)

    async def _note_request_failure(
        self,
        session: aiohttp.ClientSession,
        context: SimpleNamespace,
        params: aiohttp.TraceRequestExceptionParams,
    ) -> None:
        self._finish_request()

    def _finish_request(self) -> None:
        self._running_count -= 1
        self._quiet_since = time.monotonic()


def read_wait_seconds(status: int, headers: Mapping[str, str]) -> float:
    """Return the seconds that a response asks the client to wait before the next request."""
    if status == TOO_MANY_REQUESTS_STATUS:
        name = "Retry-After"
    elif headers.get("X-RateLimit-Remaining") == "0":
        name = "X-RateLimit-Reset-After"
    else:
        return 0.0
    try:
        return max(float(headers.get(name, "0")), 0.0)
    except ValueError:
        return 0.0

"""Counts and records the error responses and failed requests of discord.py's HTTP client."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import SimpleNamespace

import aiohttp

from bot import metrics

UNKNOWN_MESSAGE_CODE = 10008
"""Discord's code for a message that was deleted."""
NETWORK_ERROR = "network"
"""Replaces the HTTP status in the metrics if no response came."""

_statuses: ContextVar[list[int] | None] = ContextVar("statuses", default=None)


@contextmanager
def record_statuses() -> Iterator[list[int]]:
    """Record the HTTP status of every response in the block, including attempts that discord.py retries."""
    recorded: list[int] = []
    token = _statuses.set(recorded)
    try:
        yield recorded
    finally:
        _statuses.reset(token)


def make_error_trace() -> aiohttp.TraceConfig:
    """Return a trace for discord.py's HTTP client that counts errors, even in silently retried attempts.

    It also fills the list of :func:`record_statuses`.
    """

    async def count_response(
        session: aiohttp.ClientSession, context: SimpleNamespace, params: aiohttp.TraceRequestEndParams
    ) -> None:
        if (recorded := _statuses.get()) is not None:
            recorded.append(params.response.status)
        meters = metrics.get_meters()
        if meters is not None and params.response.status >= 400:
            meters.discord_errors.labels(str(params.response.status)).inc()

    async def count_failure(
        session: aiohttp.ClientSession, context: SimpleNamespace, params: aiohttp.TraceRequestExceptionParams
    ) -> None:
        if (meters := metrics.get_meters()) is not None:
            meters.discord_errors.labels(NETWORK_ERROR).inc()

    config = aiohttp.TraceConfig()
    config.on_request_end.append(count_response)
    config.on_request_exception.append(count_failure)
    return config

"""Counts the error responses and failed requests of discord.py's HTTP client."""

from __future__ import annotations

from types import SimpleNamespace

import aiohttp

from bot import metrics

NETWORK_ERROR = "network"
"""Replaces the HTTP status in the metrics if no response came."""


def make_error_trace() -> aiohttp.TraceConfig:
    """Return a trace for discord.py's HTTP client that counts errors, even in silently retried attempts."""

    async def count_response(
        session: aiohttp.ClientSession, context: SimpleNamespace, params: aiohttp.TraceRequestEndParams
    ) -> None:
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

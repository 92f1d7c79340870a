"""Counts the answers of Discord that are errors, as discord.py's HTTP client sees them."""

from __future__ import annotations

from types import SimpleNamespace

import aiohttp

from bot import metrics

NETWORK = "network"
"""In place of a status: no answer came at all."""


def watch_http() -> aiohttp.TraceConfig:
    """Return what watches discord.py's HTTP client.

    Every attempt is seen: also those that discord.py repeats by itself and never tells of.
    """

    async def ended(
        session: aiohttp.ClientSession, context: SimpleNamespace, params: aiohttp.TraceRequestEndParams
    ) -> None:
        meters = metrics.current()
        if meters is not None and params.response.status >= 400:
            meters.discord_errors.labels(str(params.response.status)).inc()

    async def broke(
        session: aiohttp.ClientSession, context: SimpleNamespace, params: aiohttp.TraceRequestExceptionParams
    ) -> None:
        if (meters := metrics.current()) is not None:
            meters.discord_errors.labels(NETWORK).inc()

    config = aiohttp.TraceConfig()
    config.on_request_end.append(ended)
    config.on_request_exception.append(broke)
    return config

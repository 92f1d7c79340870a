"""A stopping bot doesn't wait for a rate limit that lasts longer than the stop may take."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.platform import rate_limit_watcher
from bot.platform.rate_limit_watcher import RateLimitWatcher, read_wait_seconds

ENDLESS_SECONDS = 1e6
"""Duration in seconds of a rate limit that no test waits for."""


async def wait_forever() -> None:
    await asyncio.Event().wait()


async def do_nothing() -> None:
    pass


@pytest.fixture
async def rate_limited_server() -> AsyncIterator[str]:
    """Return the address of a server that rate-limits all requests, except to ``/free``, without end."""

    async def rate_limit_request(request: web.Request) -> web.Response:
        return web.Response(status=429, headers={"Retry-After": str(2 * ENDLESS_SECONDS)})

    async def allow_request(request: web.Request) -> web.Response:
        return web.Response(headers={"X-RateLimit-Remaining": "4", "X-RateLimit-Reset-After": "1e9"})

    app = web.Application()
    app.add_routes([web.get("/", rate_limit_request), web.get("/free", allow_request)])
    async with TestServer(app) as server:
        yield str(server.make_url("/"))


async def send_request(watcher: RateLimitWatcher, address: str) -> None:
    trace = aiohttp.TraceConfig()
    watcher.watch_requests(trace)
    async with aiohttp.ClientSession(trace_configs=[trace]) as session, session.get(address):
        pass


async def test_a_stop_does_not_wait_for_a_rate_limit_that_outlasts_it(
    rate_limited_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limit_watcher, "QUIET_SECONDS", 0.0)
    watch = RateLimitWatcher()
    await send_request(watch, rate_limited_server)
    assert not await watch.wait_for_work(ENDLESS_SECONDS, wait_forever())


@pytest.mark.parametrize("path", ["", "free"])
async def test_work_that_finishes_in_time_is_not_cancelled(rate_limited_server: str, path: str) -> None:
    """An earlier request may have hit a rate limit, but the work itself ends in time."""
    watch = RateLimitWatcher()
    await send_request(watch, rate_limited_server + path)
    assert await watch.wait_for_work(ENDLESS_SECONDS, do_nothing())


async def test_work_is_not_cancelled_after_a_request_without_a_rate_limit(
    rate_limited_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limit_watcher, "QUIET_SECONDS", -1.0)
    watch, go_on = RateLimitWatcher(), asyncio.Event()
    await send_request(watch, f"{rate_limited_server}free")
    work = asyncio.ensure_future(watch.wait_for_work(ENDLESS_SECONDS, go_on.wait()))
    await asyncio.sleep(3 * rate_limit_watcher.CHECK_INTERVAL_SECONDS)
    assert not work.done()
    go_on.set()
    assert await work


async def test_work_without_a_rate_limit_times_out() -> None:
    assert not await RateLimitWatcher().wait_for_work(0.0, wait_forever())


async def test_an_error_of_the_work_is_raised() -> None:
    async def raise_error() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await RateLimitWatcher().wait_for_work(ENDLESS_SECONDS, raise_error())


@pytest.mark.parametrize(
    ("status", "headers", "seconds"),
    [
        (200, {}, 0),
        (200, {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset-After": "600.5"}, 600.5),
        (200, {"X-RateLimit-Remaining": "1", "X-RateLimit-Reset-After": "600.5"}, 0),
        (429, {"Retry-After": "300"}, 300),
        (429, {}, 0),
        (429, {"Retry-After": "soon"}, 0),
        (429, {"Retry-After": "-3"}, 0),
    ],
)
def test_the_duration_of_a_rate_limit_is_read_from_the_response(
    status: int, headers: Mapping[str, str], seconds: float
) -> None:
    assert read_wait_seconds(status, headers) == seconds

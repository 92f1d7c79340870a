"""Getting an uploaded file from a real server: never more of it than a record has."""

from __future__ import annotations

import gzip
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from aiohttp import web

from bot.features.records.errors import NotFetched, Refused
from bot.features.records.fetching import fetch
from bot.ui.forms import Upload
from games.core.upload import MAX_BYTES
from tests.support.ports import free_port


class Served:
    """A server of one file, which notes how much of it was taken."""

    def __init__(
        self, content: bytes, *, endless: bool = False, headers: dict[str, str] | None = None
    ) -> None:
        self.content, self.endless, self.headers = content, endless, headers or {}
        self.taken = 0

    async def hand_out(self, request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers=self.headers)
        await response.prepare(request)
        while True:
            await response.write(self.content)
            self.taken += len(self.content)
            if not self.endless:
                return response

    @asynccontextmanager
    async def at(self) -> AsyncIterator[str]:
        app, port = web.Application(), free_port()
        app.router.add_get("/file", self.hand_out)
        runner = web.AppRunner(app)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", port).start()
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            await runner.cleanup()


async def test_a_file_comes_whole() -> None:
    served = Served(bytes(range(256)) * 256)
    async with served.at() as url:
        assert await fetch(Upload(5, f"{url}/file")) == served.content


async def test_what_is_said_to_be_large_is_not_asked_for() -> None:
    served = Served(b"x")
    async with served.at() as url:
        with pytest.raises(Refused):
            await fetch(Upload(MAX_BYTES + 1, f"{url}/file"))
    assert served.taken == 0


async def test_what_never_ends_is_let_go_of() -> None:
    served = Served(bytes(8192), endless=True)
    async with served.at() as url:
        with pytest.raises(Refused):
            await fetch(Upload(5, f"{url}/file"))
    # The rest are the buffers of the two ends.
    assert served.taken < 64 * MAX_BYTES


async def test_nothing_is_unpacked() -> None:
    packed = gzip.compress(bytes(100 * MAX_BYTES))
    served = Served(packed, headers={"Content-Encoding": "gzip"})
    async with served.at() as url:
        assert await fetch(Upload(5, f"{url}/file")) == packed


async def test_what_is_not_there_is_told() -> None:
    async with Served(b"x").at() as url:
        with pytest.raises(NotFetched):
            await fetch(Upload(5, f"{url}/elsewhere"))
    with pytest.raises(NotFetched):
        await fetch(Upload(5, f"{url}/file"))

"""Files of at most a record's maximum size are downloaded from a real HTTP server."""

from __future__ import annotations

import gzip
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from aiohttp import web

from bot.features.imports.errors import FileNotFetched, InvalidRecord
from bot.features.imports.fetching import fetch_file
from bot.ui.forms import Upload
from games.core.upload import MAX_RECORD_BYTES
from tests.support.ports import find_free_port


class FileServer:
    """A server with a single file. It counts the bytes it has sent."""

    def __init__(
        self, content: bytes, *, is_endless: bool = False, headers: dict[str, str] | None = None
    ) -> None:
        self.content, self.is_endless, self.headers = content, is_endless, headers or {}
        self.sent_bytes = 0

    async def send_file(self, request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers=self.headers)
        await response.prepare(request)
        while True:
            await response.write(self.content)
            self.sent_bytes += len(self.content)
            if not self.is_endless:
                return response

    @asynccontextmanager
    async def serve(self) -> AsyncIterator[str]:
        app, port = web.Application(), find_free_port()
        app.router.add_get("/file", self.send_file)
        runner = web.AppRunner(app)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", port).start()
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            await runner.cleanup()


async def test_a_file_is_downloaded_completely() -> None:
    served = FileServer(bytes(range(256)) * 256)
    async with served.serve() as url:
        assert await fetch_file(Upload(5, f"{url}/file")) == served.content


async def test_an_upload_declared_too_large_is_not_requested() -> None:
    served = FileServer(b"x")
    async with served.serve() as url:
        with pytest.raises(InvalidRecord):
            await fetch_file(Upload(MAX_RECORD_BYTES + 1, f"{url}/file"))
    assert served.sent_bytes == 0


async def test_an_endless_download_is_aborted() -> None:
    served = FileServer(bytes(8192), is_endless=True)
    async with served.serve() as url:
        with pytest.raises(InvalidRecord):
            await fetch_file(Upload(5, f"{url}/file"))
    # The server sends more than the client reads, until the buffers of both are full.
    assert served.sent_bytes < 64 * MAX_RECORD_BYTES


async def test_a_compressed_file_is_not_unpacked() -> None:
    packed = gzip.compress(bytes(100 * MAX_RECORD_BYTES))
    served = FileServer(packed, headers={"Content-Encoding": "gzip"})
    async with served.serve() as url:
        assert await fetch_file(Upload(5, f"{url}/file")) == packed


async def test_a_missing_file_or_server_raises_an_error() -> None:
    async with FileServer(b"x").serve() as url:
        with pytest.raises(FileNotFetched):
            await fetch_file(Upload(5, f"{url}/elsewhere"))
    with pytest.raises(FileNotFetched):
        await fetch_file(Upload(5, f"{url}/file"))

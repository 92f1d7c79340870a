"""Downloads an uploaded file of at most the size allowed for a match record."""

from __future__ import annotations

from collections.abc import AsyncIterator

import aiohttp
import discord

from bot.features.imports.errors import FileNotFetched, InvalidRecord
from bot.ui.forms import Upload
from bot.ui.services import UrlReader
from games.core.upload import MAX_RECORD_BYTES, RecordTooLarge

CHUNK_BYTES = 16 * 1024
DOWNLOAD_TIMEOUT = aiohttp.ClientTimeout(total=20)


async def stream_content(url: str) -> AsyncIterator[bytes]:
    """Yield the chunks of a URL's content without decompressing it.

    :raises FileNotFetched: the URL can't be read, or is too slow.
    """
    headers = {"Accept-Encoding": "identity"}
    try:
        async with (
            aiohttp.ClientSession(timeout=DOWNLOAD_TIMEOUT, auto_decompress=False, trust_env=True) as session,
            session.get(url, headers=headers, allow_redirects=False) as response,
        ):
            if response.status != 200:
                raise FileNotFetched
            async for piece in response.content.iter_chunked(CHUNK_BYTES):
                yield piece
    except (aiohttp.ClientError, OSError, TimeoutError, ValueError) as error:
        raise FileNotFetched from error


async def _read_as_one_chunk(url: str, read_url: UrlReader) -> AsyncIterator[bytes]:
    try:
        yield await read_url(url)
    except discord.HTTPException as error:
        raise FileNotFetched from error


async def fetch_file(upload: Upload, read_url: UrlReader | None = None) -> bytes:
    """Download a file.

    :param read_url: loads the content of a URL; ``None`` to send an HTTP request.
    :raises InvalidRecord: the file exceeds the maximum size, even if Discord announced a smaller one.
    :raises FileNotFetched: Discord doesn't deliver the file.
    """
    if upload.size_bytes > MAX_RECORD_BYTES:
        raise InvalidRecord(RecordTooLarge())
    content = bytearray()
    async for piece in (
        stream_content(upload.url) if read_url is None else _read_as_one_chunk(upload.url, read_url)
    ):
        content += piece
        if len(content) > MAX_RECORD_BYTES:
            raise InvalidRecord(RecordTooLarge())
    return bytes(content)

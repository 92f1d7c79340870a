"""Getting a file that somebody has uploaded: never more of it than a record has."""

from __future__ import annotations

from collections.abc import AsyncIterator

import aiohttp

from bot.files.errors import NotFetched, Refused
from bot.ui.forms import Upload
from games.core.upload import MOST_BYTES, TooLarge

CHUNK = 16 * 1024
WITHIN = aiohttp.ClientTimeout(total=20)


async def stream(url: str) -> AsyncIterator[bytes]:
    """Yield what an address holds, in pieces as they come, and nothing unpacked.

    :raises NotFetched: it is not there, or too slow.
    """
    asked = {"Accept-Encoding": "identity"}
    try:
        async with (
            aiohttp.ClientSession(timeout=WITHIN, auto_decompress=False, trust_env=True) as session,
            session.get(url, headers=asked, allow_redirects=False) as response,
        ):
            if response.status != 200:
                raise NotFetched
            async for piece in response.content.iter_chunked(CHUNK):
                yield piece
    except (aiohttp.ClientError, OSError, TimeoutError, ValueError) as error:
        raise NotFetched from error


async def fetch(upload: Upload) -> bytes:
    """Return a file.

    :raises Refused: it is larger than any record, whatever was said of it before.
    :raises NotFetched: Discord does not hand it out.
    """
    if upload.size > MOST_BYTES:
        raise Refused(TooLarge())
    got = bytearray()
    async for piece in stream(upload.url):
        got += piece
        if len(got) > MOST_BYTES:
            raise Refused(TooLarge())
    return bytes(got)

"""Getting a file that somebody has uploaded: never more of it than a record has."""

from __future__ import annotations

from collections.abc import AsyncIterator

import aiohttp
import discord

from bot.features.records.errors import NotFetched, Refused
from bot.ui.forms import Upload
from bot.ui.services import Reading
from games.core.upload import MAX_BYTES, TooLarge

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


async def _in_one(url: str, read: Reading) -> AsyncIterator[bytes]:
    try:
        yield await read(url)
    except discord.HTTPException as error:
        raise NotFetched from error


async def fetch(upload: Upload, read: Reading | None = None) -> bytes:
    """Return a file.

    :param read: returns what an address holds, where it is not to be had over HTTP.
    :raises Refused: it is larger than any record, whatever was said of it before.
    :raises NotFetched: Discord does not hand it out.
    """
    if upload.size > MAX_BYTES:
        raise Refused(TooLarge())
    got = bytearray()
    async for piece in stream(upload.url) if read is None else _in_one(upload.url, read):
        got += piece
        if len(got) > MAX_BYTES:
            raise Refused(TooLarge())
    return bytes(got)

"""Who hosts at present, for the doctor."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from bot.errors.storage import StorageError
from bot.kit.server_url import ServerUrl
from games.core.words import Words


def list_hosts(url: ServerUrl, w: Words) -> Iterator[str]:
    """Yield a line for each process that hosts, by the leases that it holds; nothing where none does."""
    try:
        found = asyncio.run(_look(url))
    except StorageError:
        # There is no schema yet, or an older one; that is told elsewhere.
        return
    for owner, (shards, ids) in found.items():
        listed = ", ".join(map(str, ids))
        yield w("{owner} hosts these of {shards} shards: {ids}", owner=owner, shards=shards, ids=listed)


async def _look(url: ServerUrl) -> dict[str, tuple[int, list[int]]]:
    from bot.storage.leases import Leases

    leases = Leases(url)
    try:
        return await leases.list_owners()
    finally:
        await leases.close()

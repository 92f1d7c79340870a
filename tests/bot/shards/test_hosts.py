"""The doctor lists all hosting processes."""

from __future__ import annotations

import asyncio

from bot.host.doctor_server import describe_hosting_processes
from bot.kit.server_url import ServerUrl
from bot.storage.leases import Leases
from games.core.words import load_words
from tests.support import postgres


async def take_leases(url: ServerUrl, owner: str, *ids: int) -> None:
    leases = Leases(url, term_seconds=600.0)
    await leases.take(ids, 4, owner)
    await leases.close()


def test_the_doctor_lists_each_process_with_its_shards() -> None:
    server = postgres.get_server()
    assert list(describe_hosting_processes(server.create_empty_database(), load_words("en"))) == []
    url = asyncio.run(server.lend_database())
    assert list(describe_hosting_processes(url, load_words("en"))) == []
    asyncio.run(take_leases(url, "reef:11", 0, 1))
    asyncio.run(take_leases(url, "reef:12", 3))
    assert list(describe_hosting_processes(url, load_words("en"))) == [
        "reef:11 hosts these of 4 shards: 0, 1",
        "reef:12 hosts these of 4 shards: 3",
    ]
    server.take_back_databases()

"""A read-only inspection of a server, for the doctor."""

from __future__ import annotations

import statistics
import time
from typing import Any

from bot.errors.storage import StorageError
from bot.kit.server_url import ServerUrl
from bot.storage.engine.dialect import scripts
from bot.storage.engine.postgres_server import (
    FAILURES,
    check_version,
    connect,
    end,
    explain,
    find_forbidden,
    find_server_version,
    read_applied,
)
from bot.storage.engine.server_report import Look
from bot.storage.schema import newest

ASKED = 9
_ENCRYPTED = "SELECT coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false)"
_LOCAL = (
    "SELECT inet_server_addr() IS NULL OR inet_server_addr() <<= '127.0.0.0/8' OR inet_server_addr() = '::1'"
)
_CLOCK = "SELECT extract(epoch FROM clock_timestamp())::float8"
_REPLICAS = """
SELECT application_name, extract(epoch FROM replay_lag)::float8 FROM pg_stat_replication
WHERE replay_lag IS NOT NULL ORDER BY 1
"""
_MAKES = "SELECT coalesce(has_schema_privilege(current_schema(), 'CREATE'), false)"


async def look(url: ServerUrl) -> Look:
    """Inspect a database on a server.

    :raises StorageError: it cannot be reached.
    """
    connection = await connect(url)
    try:
        check_version(connection, url)
        forbidden = tuple(await find_forbidden(connection))
        quickest = await _time(connection)
        applied = None if forbidden else await read_applied(connection)
        known = scripts()
        began = time.time()
        there = await connection.fetchval(_CLOCK)
        ended = time.time()
        return Look(
            server=await find_server_version(connection),
            version=None if applied is None else applied.version,
            known=newest(known),
            newer=None if applied is None else applied.find_newer(known),
            current=applied is not None and not applied.list_steps(known),
            changed=() if applied is None else applied.find_changed(known),
            reads_only=await connection.fetchval("SELECT pg_is_in_recovery()"),
            makes_tables=await connection.fetchval(_MAKES),
            forbidden=forbidden,
            encrypted=await connection.fetchval(_ENCRYPTED),
            local=await connection.fetchval(_LOCAL),
            ahead=there - (began + ended) / 2,
            uncertain=(ended - began) / 2,
            seconds=quickest,
            replicas=tuple((row[0], row[1]) for row in await connection.fetch(_REPLICAS)),
        )
    except StorageError:
        raise
    except FAILURES as error:
        raise explain(error) from None
    finally:
        await end(connection)


async def _time(connection: Any) -> float:
    """Return the median seconds of a short query; single ones may be late by chance."""
    taken = []
    for _ in range(ASKED):
        began = time.perf_counter()
        await connection.fetchval(_CLOCK)
        taken.append(time.perf_counter() - began)
    return statistics.median(taken)

"""A look at a server that changes nothing there: what the doctor tells of."""

from __future__ import annotations

import time
from dataclasses import dataclass

from bot.errors.storage import StorageError
from bot.kit.server_url import ServerUrl
from bot.storage.dialect import scripts
from bot.storage.postgres_server import (
    FAILURES,
    check_version,
    connect,
    end,
    explain,
    find_forbidden,
    find_server_version,
    version_of,
)

_ENCRYPTED = "SELECT coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false)"
_LOCAL = (
    "SELECT inet_server_addr() IS NULL OR inet_server_addr() <<= '127.0.0.0/8' OR inet_server_addr() = '::1'"
)
_CLOCK = "SELECT extract(epoch FROM clock_timestamp())::float8"
_MAKES = "SELECT coalesce(has_schema_privilege(current_schema(), 'CREATE'), false)"


@dataclass(frozen=True, slots=True)
class Look:
    """What was found.

    ``version`` is that of our schema, ``None`` where there is none yet or it may not be read; ``ahead`` are
    the seconds by which its clock goes before this computer's, ``uncertain`` how wrong that may be.
    """

    server: str
    version: int | None
    known: int
    reads_only: bool
    makes_tables: bool
    forbidden: tuple[str, ...]
    encrypted: bool
    local: bool
    ahead: float
    uncertain: float


async def look(url: ServerUrl) -> Look:
    """Look at a database on a server.

    :raises StorageError: it cannot be had.
    """
    connection = await connect(url)
    try:
        check_version(connection, url)
        forbidden = tuple(await find_forbidden(connection))
        began = time.time()
        there = await connection.fetchval(_CLOCK)
        ended = time.time()
        return Look(
            server=await find_server_version(connection),
            version=None if forbidden else await version_of(connection),
            known=len(scripts()),
            reads_only=await connection.fetchval("SELECT pg_is_in_recovery()"),
            makes_tables=await connection.fetchval(_MAKES),
            forbidden=forbidden,
            encrypted=await connection.fetchval(_ENCRYPTED),
            local=await connection.fetchval(_LOCAL),
            ahead=there - (began + ended) / 2,
            uncertain=(ended - began) / 2,
        )
    except StorageError:
        raise
    except FAILURES as error:
        raise explain(error) from None
    finally:
        await end(connection)

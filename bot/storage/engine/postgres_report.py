"""Inspects a server's database for the doctor, without changing anything."""

from __future__ import annotations

import statistics
import time
from typing import Any

from bot.errors.storage import StorageError
from bot.kit.server_url import ServerUrl
from bot.storage.engine.dialect import list_postgres_migrations
from bot.storage.engine.postgres_server import (
    DRIVER_ERRORS,
    check_server_version,
    close_connection,
    connect,
    convert_error,
    find_server_version,
    list_forbidden_tables,
    read_applied_migrations,
)
from bot.storage.engine.server_report import ServerReport
from bot.storage.schema import find_newest_version

TIMED_QUERY_COUNT = 9
_IS_ENCRYPTED_SQL = "SELECT coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false)"
_IS_LOCAL_SQL = (
    "SELECT inet_server_addr() IS NULL OR inet_server_addr() <<= '127.0.0.0/8' OR inet_server_addr() = '::1'"
)
_READ_CLOCK_SQL = "SELECT extract(epoch FROM clock_timestamp())::float8"
_LIST_REPLICAS_SQL = """
SELECT application_name, extract(epoch FROM replay_lag)::float8 FROM pg_stat_replication
WHERE replay_lag IS NOT NULL ORDER BY 1
"""
_CAN_CREATE_TABLES_SQL = "SELECT coalesce(has_schema_privilege(current_schema(), 'CREATE'), false)"


async def inspect_server(url: ServerUrl) -> ServerReport:
    """Return the state of a server's database.

    :raises StorageError: the server cannot be reached or is too old.
    """
    connection = await connect(url)
    try:
        check_server_version(connection, url)
        forbidden = tuple(await list_forbidden_tables(connection))
        typical = await _measure_query(connection)
        applied = None if forbidden else await read_applied_migrations(connection)
        known = list_postgres_migrations()
        began = time.time()
        server_time = await connection.fetchval(_READ_CLOCK_SQL)
        ended = time.time()
        return ServerReport(
            server_version=await find_server_version(connection),
            schema_version=None if applied is None else applied.version,
            known_version=find_newest_version(known),
            newer_version=None if applied is None else applied.find_unknown_version(known),
            is_current=applied is not None and not applied.list_statements(known),
            changed_migrations=() if applied is None else applied.list_changed_names(known),
            is_read_only=await connection.fetchval("SELECT pg_is_in_recovery()"),
            can_create_tables=await connection.fetchval(_CAN_CREATE_TABLES_SQL),
            forbidden_tables=forbidden,
            is_encrypted=await connection.fetchval(_IS_ENCRYPTED_SQL),
            is_local=await connection.fetchval(_IS_LOCAL_SQL),
            clock_offset=server_time - (began + ended) / 2,
            max_offset_error=(ended - began) / 2,
            query_seconds=typical,
            replicas=tuple((row[0], row[1]) for row in await connection.fetch(_LIST_REPLICAS_SQL)),
        )
    except StorageError:
        raise
    except DRIVER_ERRORS as error:
        raise convert_error(error) from None
    finally:
        await close_connection(connection)


async def _measure_query(connection: Any) -> float:
    durations = []
    for _ in range(TIMED_QUERY_COUNT):
        began = time.perf_counter()
        await connection.fetchval(_READ_CLOCK_SQL)
        durations.append(time.perf_counter() - began)
    return statistics.median(durations)

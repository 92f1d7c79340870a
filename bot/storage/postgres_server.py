"""Coming to a PostgreSQL server: connections as the bot wants them, the schema, and what errors mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import asyncpg

from bot.errors.reasons import reason
from bot.errors.shards import TakenOver
from bot.errors.storage import (
    DatabaseFailed,
    NewerSchema,
    RightMissing,
    ServerDown,
    ServerRefuses,
    ServerTooOld,
    StorageError,
)
from bot.kit.server_url import ServerUrl
from bot.storage.dialect import scripts
from games.core.words import N_, Msg

CONNECTIONS = 10
CONNECT_SECONDS = 5.0
STATEMENT_SECONDS = 10.0
ACQUIRE_SECONDS = 10.0
LEAST_VERSION = 13
"""The first that tells what became of a transaction by its whole number."""
SETTINGS = {
    "application_name": "reefs",
    "statement_timeout": "10s",
    "lock_timeout": "5s",
    # A process that was stopped in a transaction keeps nobody waiting for longer.
    "idle_in_transaction_session_timeout": "10s",
    "default_transaction_isolation": "read committed",
    # Short queries alone are asked here.
    "jit": "off",
}
FAILURES = (
    *(asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError),
    *(OSError, TimeoutError, EOFError),
)
"""What a statement or a connection may raise."""
BROKEN = ("57P01", "57P02", "57P03", "25P03", "57P05")
"""SQLSTATEs of a server that ends a connection."""
LEASE_LOST = "RF001"
"""The SQLSTATE by which ``check_lease`` refuses a write."""

_PRESENT = "SELECT to_regclass('schema_version') IS NOT NULL"
_MIGRATING = "SELECT pg_advisory_lock(0, 1)"
_RIGHTS = """
SELECT c.relname FROM pg_class c
WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relname <> 'schema_version'
    AND NOT (
        has_table_privilege(c.oid, 'SELECT') AND has_table_privilege(c.oid, 'INSERT')
        AND has_table_privilege(c.oid, 'UPDATE') AND has_table_privilege(c.oid, 'DELETE')
    ) ORDER BY 1
"""


class Connection(asyncpg.Connection):  # type: ignore[misc]
    """A connection on which nobody leaves anything behind that another would have to be spared."""

    def get_reset_query(self) -> str:
        """Ask nothing when it is given back: that would double the cost of a short query."""
        return ""


def is_broken(error: BaseException) -> bool:
    """Tell whether the connection is gone, rather than the statement wrong."""
    if isinstance(error, TimeoutError):
        return False
    state = getattr(error, "sqlstate", None)
    if isinstance(state, str):
        return state.startswith("08") or state in BROKEN
    if isinstance(error, asyncpg.InterfaceError):
        return not isinstance(error, ValueError)
    # The last is how a connection that was ended while nobody used it may tell so.
    return isinstance(error, OSError | EOFError | asyncpg.InternalClientError)


def explain(error: BaseException) -> StorageError:
    """Return an error of ours for one of theirs, which may quote whole rows: it is to go no further."""
    if getattr(error, "sqlstate", None) == LEASE_LOST:
        return TakenOver()
    return DatabaseFailed(_reason(error))


async def connect(url: ServerUrl, **settings: Any) -> Any:
    """Open one connection.

    :raises StorageError: it cannot be had.
    """
    try:
        return await asyncpg.connect(url.text, **_how(), **settings)
    except (*FAILURES, ValueError) as error:
        raise _unopened(url, error) from None


async def connect_pool(url: ServerUrl, migrations: Sequence[str] | None = None) -> Any:
    """Open connections to a database that has our schema from then on.

    :raises StorageError: it cannot be had, is newer, or a right is missing.
    """
    connection = await connect(url)
    try:
        await _prepare(connection, url, scripts() if migrations is None else migrations)
    except FAILURES as error:
        raise _unopened(url, error) from None
    finally:
        await end(connection)
    try:
        return await asyncpg.create_pool(
            url.text,
            min_size=0,
            max_size=CONNECTIONS,
            max_queries=1_000_000,
            max_inactive_connection_lifetime=300.0,
            connection_class=Connection,
            max_cached_statement_lifetime=0,
            **_how(),
        )
    except FAILURES as error:
        raise _unopened(url, error) from None


async def end(connection: Any) -> None:
    """Close a connection, whatever has become of it."""
    try:
        await connection.close(timeout=CONNECT_SECONDS)
    except FAILURES:
        connection.terminate()


async def version_of(connection: Any) -> int | None:
    """Return the version of the schema; ``None`` where there is none yet."""
    if not await connection.fetchval(_PRESENT):
        return None
    return int(await connection.fetchval("SELECT version FROM schema_version"))


async def find_forbidden(connection: Any) -> list[str]:
    """Return the tables that this user may not wholly read and write."""
    return [str(row[0]) for row in await connection.fetch(_RIGHTS)]


async def find_server_version(connection: Any) -> str:
    """Return what the server calls its version, such as ``15.4``."""
    return str(await connection.fetchval("SHOW server_version")).split(" ")[0]


def check_version(connection: Any, url: ServerUrl) -> None:
    """Refuse a server that is too old.

    :raises ServerTooOld: it is.
    """
    found = connection.get_server_version()
    if found.major < LEAST_VERSION:
        raise ServerTooOld(url, found.major, LEAST_VERSION)


async def _prepare(connection: Any, url: ServerUrl, migrations: Sequence[str]) -> None:
    check_version(connection, url)
    forbidden = await find_forbidden(connection)
    if forbidden:
        raise RightMissing(url, ", ".join(forbidden))
    found = await version_of(connection) or 0
    if found > len(migrations):
        raise NewerSchema(url, found, len(migrations))
    if found < len(migrations):
        # Two that start at once do it one after the other. Only a transaction that begins with the lock
        # held sees for sure what the other has made. The lock goes with the connection.
        await connection.execute(_MIGRATING)
        async with connection.transaction():
            found = await version_of(connection) or 0
            await migrate(connection, found, migrations)


async def migrate(connection: Any, found: int, migrations: Sequence[str]) -> None:
    """Bring a schema from a version to the newest, in the transaction that the connection is in."""
    if found == 0:
        await connection.execute("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)")
        await connection.execute("INSERT INTO schema_version VALUES (0)")
    for script in migrations[found:]:
        await connection.execute(script)
    await connection.execute("UPDATE schema_version SET version = $1", len(migrations))


def _how() -> dict[str, Any]:
    return {
        "timeout": CONNECT_SECONDS,
        "command_timeout": STATEMENT_SECONDS,
        "server_settings": SETTINGS,
    }


def _unopened(url: ServerUrl, error: BaseException) -> StorageError:
    state = getattr(error, "sqlstate", None) or ""
    away = (
        isinstance(error, OSError | TimeoutError | EOFError) or state[:2] in ("08", "53") or state in BROKEN
    )
    return (ServerDown if away else ServerRefuses)(url, _reason(error))


def _reason(error: BaseException) -> object:
    if isinstance(error, asyncpg.PostgresError):
        # Its details quote rows, and a row of a table holds its secret.
        known = reason(error)
        return Msg(known.msgid, {"told": " ".join(str(error.args[0]).split())}) if known.values else known
    ours = asyncpg.InterfaceError | asyncpg.InternalClientError
    if isinstance(error, ours) and is_broken(error):
        return Msg(N_("the connection broke off"), {})
    if isinstance(error, ValueError):
        # It quotes values.
        return Msg(N_("something unforeseen ({told})"), {"told": type(error).__name__})
    return reason(error if isinstance(error, Exception) else TimeoutError())

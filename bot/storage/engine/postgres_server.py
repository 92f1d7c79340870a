"""Connects to a PostgreSQL server, updates its schema, and explains its errors."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

import asyncpg

from bot.errors.reasons import write_reason
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
from bot.storage.engine.dialect import list_postgres_migrations
from bot.storage.schema import LIST_TABLE, READ_LIST, AppliedMigrations, Migration, find_newest
from games.core.words import N_, Msg

log = logging.getLogger(__name__)

CONNECTIONS = 10
"""Maximum number of connections in the pool."""
CONNECT_SECONDS = 5.0
STATEMENT_SECONDS = 10.0
ACQUIRE_SECONDS = 10.0
MIN_VERSION = 13
"""Minimum version of PostgreSQL. It is the first with ``pg_xact_status``."""
SETTINGS = {
    "application_name": "reefs",
    "statement_timeout": "10s",
    "lock_timeout": "5s",
    # Limits the time for which a process that is suspended in a transaction blocks others.
    "idle_in_transaction_session_timeout": "10s",
    "default_transaction_isolation": "read committed",
    # Compiling takes more time than it saves, because all queries are short.
    "jit": "off",
}
FAILURES = (
    *(asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError),
    *(OSError, TimeoutError, EOFError),
)
"""Exceptions that a statement or a connection may raise."""
BROKEN = ("57P01", "57P02", "57P03", "25P03", "57P05")
"""SQLSTATEs with which a server closes or refuses connections."""
LEASE_LOST = "RF001"
"""SQLSTATE with which the SQL function ``check_lease`` refuses a write."""

_PRESENT = "SELECT to_regclass($1) IS NOT NULL"
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
    """A connection without session state. It needs no reset when it is returned to the pool."""

    def get_reset_query(self) -> str:
        """Return an empty query, because a reset would double the cost of a short query."""
        return ""


def is_broken(error: BaseException) -> bool:
    """Return whether an error means that the connection was lost."""
    if isinstance(error, TimeoutError):
        return False
    state = getattr(error, "sqlstate", None)
    if isinstance(state, str):
        return state.startswith("08") or state in BROKEN
    if isinstance(error, asyncpg.InterfaceError):
        return not isinstance(error, ValueError)
    # asyncpg may raise an InternalClientError on a connection that was closed while it was idle.
    return isinstance(error, OSError | EOFError | asyncpg.InternalClientError)


def convert_error(error: BaseException) -> StorageError:
    """Convert a driver's error to a :class:`StorageError`. Omit the details, which may quote rows."""
    if getattr(error, "sqlstate", None) == LEASE_LOST:
        return TakenOver()
    return DatabaseFailed(_find_reason(error))


async def connect(url: ServerUrl, **settings: Any) -> Any:
    """Open one connection.

    :raises StorageError: the connection fails.
    """
    try:
        return await asyncpg.connect(url.text, **_make_connection_options(), **settings)
    except (*FAILURES, ValueError) as error:
        raise _explain_connection_failure(url, error) from None


async def connect_pool(url: ServerUrl, migrations: Sequence[Migration] | None = None) -> Any:
    """Bring the schema up to date and open a connection pool.

    :raises StorageError: the server can't be reached, the schema is too new, or a privilege is missing.
    """
    connection = await connect(url)
    try:
        await _prepare(connection, url, list_postgres_migrations() if migrations is None else migrations)
    except FAILURES as error:
        raise _explain_connection_failure(url, error) from None
    finally:
        await close_connection(connection)
    try:
        return await asyncpg.create_pool(
            url.text,
            min_size=0,
            max_size=CONNECTIONS,
            max_queries=1_000_000,
            max_inactive_connection_lifetime=300.0,
            connection_class=Connection,
            max_cached_statement_lifetime=0,
            **_make_connection_options(),
        )
    except FAILURES as error:
        raise _explain_connection_failure(url, error) from None


async def close_connection(connection: Any) -> None:
    """Close a connection, whatever its state."""
    try:
        await connection.close(timeout=CONNECT_SECONDS)
    except FAILURES:
        connection.terminate()


async def read_applied(connection: Any) -> AppliedMigrations | None:
    """Return the migrations that have run on a database; ``None`` if the bot has never used it."""
    if not await connection.fetchval(_PRESENT, "schema_version"):
        return None
    marked = int(await connection.fetchval("SELECT version FROM schema_version"))
    if not await connection.fetchval(_PRESENT, LIST_TABLE):
        return AppliedMigrations(marked, None)
    return AppliedMigrations(marked, {int(row[0]): str(row[1]) for row in await connection.fetch(READ_LIST)})


async def list_forbidden_tables(connection: Any) -> list[str]:
    """Return the tables for which this user is missing a privilege to read or write."""
    return [str(row[0]) for row in await connection.fetch(_RIGHTS)]


async def find_server_version(connection: Any) -> str:
    """Return the server's version, such as ``15.4``."""
    return str(await connection.fetchval("SHOW server_version")).split(" ")[0]


def check_version(connection: Any, url: ServerUrl) -> None:
    """Check that a server is recent enough.

    :raises ServerTooOld: the server's version is below :data:`MIN_VERSION`.
    """
    found = connection.get_server_version()
    if found.major < MIN_VERSION:
        raise ServerTooOld(url, found.major, MIN_VERSION)


async def _prepare(connection: Any, url: ServerUrl, migrations: Sequence[Migration]) -> None:
    """Check the server and the user's privileges, then run pending migrations."""
    check_version(connection, url)
    forbidden = await list_forbidden_tables(connection)
    if forbidden:
        raise RightMissing(url, ", ".join(forbidden))
    applied = require_not_newer(await read_applied(connection), url, migrations)
    applied.report_changed(migrations, url)
    if applied.list_steps(migrations):
        # Processes that start together migrate one after the other. The transaction begins only after the
        # lock is held, because an older snapshot might miss another process's changes. Closing the connection
        # unlocks.
        await connection.execute(_MIGRATING)
        async with connection.transaction():
            await migrate(connection, url, migrations)


def require_not_newer(
    applied: AppliedMigrations | None, url: ServerUrl, migrations: Sequence[Migration]
) -> AppliedMigrations:
    """Return the schema's migrations. Require that it isn't too new.

    :raises NewerSchema: a newer version of the bot has written it.
    """
    found = applied or AppliedMigrations(0, None)
    newer = found.find_newer(migrations)
    if newer is not None:
        raise NewerSchema(url, newer, find_newest(migrations))
    return found


async def migrate(connection: Any, url: ServerUrl, migrations: Sequence[Migration]) -> None:
    """Bring a schema up to date within the connection's open transaction.

    :raises NewerSchema: a newer version of the bot has written it.
    """
    found = await read_applied(connection)
    if found is None:
        await connection.execute("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)")
        await connection.execute("INSERT INTO schema_version VALUES (0)")
    applied = require_not_newer(found, url, migrations)
    for step in applied.list_steps(migrations):
        await connection.execute(step)
    if applied.find_pending(migrations):
        # Earlier versions of the bot read only this number, and refuse a database with an unknown one.
        await connection.execute("UPDATE schema_version SET version = $1", find_newest(migrations))
    if applied.numbers:
        fields = {"database": url, "before": applied.version, "now": find_newest(migrations)}
        log.info("schema brought up to date", extra={"fields": fields})


def _make_connection_options() -> dict[str, Any]:
    return {
        "timeout": CONNECT_SECONDS,
        "command_timeout": STATEMENT_SECONDS,
        "server_settings": SETTINGS,
    }


def _explain_connection_failure(url: ServerUrl, error: BaseException) -> StorageError:
    state = getattr(error, "sqlstate", None) or ""
    away = (
        isinstance(error, OSError | TimeoutError | EOFError) or state[:2] in ("08", "53") or state in BROKEN
    )
    return (ServerDown if away else ServerRefuses)(url, _find_reason(error))


def _find_reason(error: BaseException) -> object:
    if isinstance(error, asyncpg.PostgresError):
        # Leave out the error's details. They quote rows, and the row of a game table contains its secret.
        known = write_reason(error)
        return Msg(known.msgid, {"told": " ".join(str(error.args[0]).split())}) if known.values else known
    ours = asyncpg.InterfaceError | asyncpg.InternalClientError
    if isinstance(error, ours) and is_broken(error):
        return Msg(N_("the connection was lost"), {})
    if isinstance(error, ValueError):
        # Name only the error's type, because its message quotes values.
        return Msg(N_("something unexpected ({told})"), {"told": type(error).__name__})
    return write_reason(error if isinstance(error, Exception) else TimeoutError())

"""Connects to a PostgreSQL server, updates its schema, and explains its errors."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

import asyncpg

from bot.errors.reasons import find_reason
from bot.errors.shards import HostingTakenOver
from bot.errors.storage import (
    DatabaseAccessRefused,
    DatabaseFailed,
    DatabasePrivilegeMissing,
    DatabaseServerDown,
    DatabaseServerTooOld,
    SchemaTooNew,
    StorageError,
)
from bot.kit.server_url import ServerUrl
from bot.storage.engine.dialect import list_postgres_migrations
from bot.storage.schema import (
    LIST_MIGRATIONS_SQL,
    MIGRATIONS_TABLE,
    AppliedMigrations,
    Migration,
    find_newest_version,
)
from games.core.words import N_, Msg

log = logging.getLogger(__name__)

MAX_CONNECTIONS = 10
CONNECT_TIMEOUT_SECONDS = 5.0
STATEMENT_TIMEOUT_SECONDS = 10.0
ACQUIRE_TIMEOUT_SECONDS = 10.0
MIN_SERVER_VERSION = 13
"""The first version with ``pg_xact_status``."""
SESSION_SETTINGS = {
    "application_name": "reefs",
    "statement_timeout": "10s",
    "lock_timeout": "5s",
    # Limits the time for which a process that is suspended in a transaction blocks others.
    "idle_in_transaction_session_timeout": "10s",
    "default_transaction_isolation": "read committed",
    # Compiling takes more time than it saves, because all queries are short.
    "jit": "off",
}
DRIVER_ERRORS = (
    *(asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError),
    *(OSError, TimeoutError, EOFError),
)
"""Exceptions that a statement or a connection may raise."""
CONNECTION_LOST_STATES = ("57P01", "57P02", "57P03", "25P03", "57P05")
"""SQLSTATEs with which a server closes or refuses connections."""
LEASE_LOST_STATE = "RF001"
"""SQLSTATE with which the SQL function ``check_lease`` refuses a write."""

_DOES_TABLE_EXIST_SQL = "SELECT to_regclass($1) IS NOT NULL"
_LOCK_MIGRATIONS_SQL = "SELECT pg_advisory_lock(0, 1)"
_LIST_FORBIDDEN_TABLES_SQL = """
SELECT c.relname FROM pg_class c
WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relname <> 'schema_version'
    AND NOT (
        has_table_privilege(c.oid, 'SELECT') AND has_table_privilege(c.oid, 'INSERT')
        AND has_table_privilege(c.oid, 'UPDATE') AND has_table_privilege(c.oid, 'DELETE')
    ) ORDER BY 1
"""


class Connection(asyncpg.Connection):  # type: ignore[misc]
    """A connection without session state, which needs no reset when it is returned to the pool."""

    def get_reset_query(self) -> str:
        """Return an empty query, because a reset would double the cost of a short query."""
        return ""


def is_connection_lost(error: BaseException) -> bool:
    """Return whether an error means that the connection was lost."""
    if isinstance(error, TimeoutError):
        return False
    state = getattr(error, "sqlstate", None)
    if isinstance(state, str):
        return state.startswith("08") or state in CONNECTION_LOST_STATES
    if isinstance(error, asyncpg.InterfaceError):
        return not isinstance(error, ValueError)
    # asyncpg may raise an InternalClientError on a connection that was closed while it was idle.
    return isinstance(error, OSError | EOFError | asyncpg.InternalClientError)


def convert_error(error: BaseException) -> StorageError:
    """Convert a driver's error to a :class:`StorageError`. Omit the details, which may quote rows."""
    if getattr(error, "sqlstate", None) == LEASE_LOST_STATE:
        return HostingTakenOver()
    return DatabaseFailed(_find_reason(error))


async def connect(url: ServerUrl, **settings: Any) -> Any:
    """Open one connection.

    :raises StorageError: the connection fails.
    """
    try:
        return await asyncpg.connect(url.text, **_make_connection_options(), **settings)
    except (*DRIVER_ERRORS, ValueError) as error:
        raise _explain_connection_failure(url, error) from None


async def connect_pool(url: ServerUrl, migrations: Sequence[Migration] | None = None) -> Any:
    """Run pending migrations and open a connection pool.

    :raises StorageError: the server can't be reached, the schema is too new, or a privilege is missing.
    """
    connection = await connect(url)
    try:
        await _check_and_migrate(
            connection, url, list_postgres_migrations() if migrations is None else migrations
        )
    except DRIVER_ERRORS as error:
        raise _explain_connection_failure(url, error) from None
    finally:
        await close_connection(connection)
    try:
        return await asyncpg.create_pool(
            url.text,
            min_size=0,
            max_size=MAX_CONNECTIONS,
            max_queries=1_000_000,
            max_inactive_connection_lifetime=300.0,
            connection_class=Connection,
            max_cached_statement_lifetime=0,
            **_make_connection_options(),
        )
    except DRIVER_ERRORS as error:
        raise _explain_connection_failure(url, error) from None


async def close_connection(connection: Any) -> None:
    """Close a connection in any state."""
    try:
        await connection.close(timeout=CONNECT_TIMEOUT_SECONDS)
    except DRIVER_ERRORS:
        connection.terminate()


async def read_applied_migrations(connection: Any) -> AppliedMigrations | None:
    """Return the migrations that have run on a database; ``None`` if the bot has never used it."""
    if not await connection.fetchval(_DOES_TABLE_EXIST_SQL, "schema_version"):
        return None
    marked = int(await connection.fetchval("SELECT version FROM schema_version"))
    if not await connection.fetchval(_DOES_TABLE_EXIST_SQL, MIGRATIONS_TABLE):
        return AppliedMigrations(marked, None)
    return AppliedMigrations(
        marked, {int(row[0]): str(row[1]) for row in await connection.fetch(LIST_MIGRATIONS_SQL)}
    )


async def list_forbidden_tables(connection: Any) -> list[str]:
    """Return the tables for which this user is missing a privilege to read or write."""
    return [str(row[0]) for row in await connection.fetch(_LIST_FORBIDDEN_TABLES_SQL)]


async def find_server_version(connection: Any) -> str:
    """Return the server's version, such as ``15.4``."""
    return str(await connection.fetchval("SHOW server_version")).split(" ")[0]


def check_server_version(connection: Any, url: ServerUrl) -> None:
    """Check that a server has at least :data:`MIN_SERVER_VERSION`.

    :raises DatabaseServerTooOld: the server is older.
    """
    version = connection.get_server_version()
    if version.major < MIN_SERVER_VERSION:
        raise DatabaseServerTooOld(url, version.major, MIN_SERVER_VERSION)


async def _check_and_migrate(connection: Any, url: ServerUrl, migrations: Sequence[Migration]) -> None:
    check_server_version(connection, url)
    forbidden = await list_forbidden_tables(connection)
    if forbidden:
        raise DatabasePrivilegeMissing(url, ", ".join(forbidden))
    applied = require_known_schema(await read_applied_migrations(connection), url, migrations)
    applied.log_changed_migrations(migrations, url)
    if applied.list_statements(migrations):
        # Processes that start together migrate one after another. The transaction begins only after the lock
        # is held, because an older snapshot might miss another process's changes. Closing the connection
        # releases the lock.
        await connection.execute(_LOCK_MIGRATIONS_SQL)
        async with connection.transaction():
            await migrate_schema(connection, url, migrations)


def require_known_schema(
    applied_migrations: AppliedMigrations | None, url: ServerUrl, migrations: Sequence[Migration]
) -> AppliedMigrations:
    """Return the applied migrations.

    :raises SchemaTooNew: a newer version of the bot wrote the schema.
    """
    applied = applied_migrations or AppliedMigrations(0, None)
    newer = applied.find_unknown_version(migrations)
    if newer is not None:
        raise SchemaTooNew(url, newer, find_newest_version(migrations))
    return applied


async def migrate_schema(connection: Any, url: ServerUrl, migrations: Sequence[Migration]) -> None:
    """Bring a schema up to date within the connection's open transaction.

    :raises SchemaTooNew: a newer version of the bot wrote the schema.
    """
    applied_before = await read_applied_migrations(connection)
    if applied_before is None:
        await connection.execute("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)")
        await connection.execute("INSERT INTO schema_version VALUES (0)")
    applied = require_known_schema(applied_before, url, migrations)
    for statement in applied.list_statements(migrations):
        await connection.execute(statement)
    if applied.list_pending_migrations(migrations):
        # Earlier versions of the bot read only this number, and refuse a database with an unknown one.
        await connection.execute("UPDATE schema_version SET version = $1", find_newest_version(migrations))
    if applied.numbers:
        fields = {"database": url, "before": applied.version, "now": find_newest_version(migrations)}
        log.info("schema brought up to date", extra={"fields": fields})


def _make_connection_options() -> dict[str, Any]:
    return {
        "timeout": CONNECT_TIMEOUT_SECONDS,
        "command_timeout": STATEMENT_TIMEOUT_SECONDS,
        "server_settings": SESSION_SETTINGS,
    }


def _explain_connection_failure(url: ServerUrl, error: BaseException) -> StorageError:
    state = getattr(error, "sqlstate", None) or ""
    away = (
        isinstance(error, OSError | TimeoutError | EOFError)
        or state[:2] in ("08", "53")
        or state in CONNECTION_LOST_STATES
    )
    if away:
        return DatabaseServerDown(url, _find_reason(error))
    return DatabaseAccessRefused(url, _find_reason(error))


def _find_reason(error: BaseException) -> object:
    if isinstance(error, asyncpg.PostgresError):
        # Leave out the error's details, because they quote rows, and the row of a game table contains its
        # secret.
        known = find_reason(error)
        return Msg(known.msgid, {"told": " ".join(str(error.args[0]).split())}) if known.values else known
    ours = asyncpg.InterfaceError | asyncpg.InternalClientError
    if isinstance(error, ours) and is_connection_lost(error):
        return Msg(N_("the connection was lost"), {})
    if isinstance(error, ValueError):
        # Name only the error's type, because its message quotes values.
        return Msg(N_("something unexpected ({told})"), {"told": type(error).__name__})
    return find_reason(error if isinstance(error, Exception) else TimeoutError())

"""A PostgreSQL server as the source or target of a move, read or written in a single transaction."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from bot.errors.storage import DatabaseFailed, SchemaTooOld, StorageError, TargetDatabaseNotEmpty
from bot.kit.server_url import ServerUrl
from bot.storage.engine.database import Database, Row, Values, Work
from bot.storage.engine.dialect import SERVER_TABLES, list_postgres_migrations, translate_statement
from bot.storage.engine.moving_side import BATCH_SIZE, MoveSide
from bot.storage.engine.postgres_server import (
    DRIVER_ERRORS,
    check_server_version,
    close_connection,
    connect,
    convert_error,
    migrate_schema,
    read_applied_migrations,
    require_known_schema,
)
from bot.storage.engine.table_schemas import TableSchema, list_table_schemas
from bot.storage.schema import FIND_VERSION_SQL, MIGRATIONS_TABLE, find_newest_version
from games.core.words import N_, Msg


class ReadOnlyServer:
    """A server's database that is only read, in the open transaction of a connection."""

    def __init__(self, url: ServerUrl, connection: Any) -> None:
        self._url = url
        self.connection = connection
        self._lock = asyncio.Lock()

    @property
    def name(self) -> str:
        """The URL without its password."""
        return str(self._url)

    async def fetch_rows(self, sql: str, values: Values = ()) -> list[Row]:
        """Return all rows of a query. Queries run one at a time."""
        async with self._lock:
            return [tuple(row) for row in await self.connection.fetch(translate_statement(sql), *values)]

    async def fetch_rows_separately(self, *queries: str) -> list[list[Row]]:
        """Return the rows of each query, run one at a time."""
        return [await self.fetch_rows(sql) for sql in queries]

    async def fetch_row(self, sql: str, values: Values = ()) -> Row | None:
        """Return the first row of a query, if any."""
        rows = await self.fetch_rows(sql, values)
        return rows[0] if rows else None

    async def run(self, sql: str, values: Values = ()) -> int:
        """Refuse to write."""
        raise _refuse_writing()

    async def run_each(self, sql: str, value_sets: Any) -> None:
        """Refuse to write."""
        raise _refuse_writing()

    async def write(
        self, work: Work[Any], *, subject_id: int | None = None, is_exclusive: bool = False
    ) -> Any:
        """Refuse to write."""
        raise _refuse_writing()

    async def read_schema_version(self) -> int:
        """Return the highest number of a migration that has run."""
        row = await self.fetch_row(FIND_VERSION_SQL)
        return 0 if row is None else int(row[0])

    def require_tenure(self, tenure: int, shard_count: int) -> None:
        """Do nothing, because the database is only read."""

    async def close(self) -> None:
        """Do nothing; the connection belongs to the caller."""


def _refuse_writing() -> DatabaseFailed:
    return DatabaseFailed(Msg(N_("it's read-only"), {}))


class _ServerSide:
    def __init__(self, database: ReadOnlyServer) -> None:
        self.database: Database = database
        self._connection = database.connection

    async def count_rows(self, table: TableSchema) -> int:
        return int(await self._connection.fetchval(f"SELECT count(*) FROM {table.name}"))

    async def iterate_row_batches(self, table: TableSchema) -> AsyncIterator[list[Row]]:
        order = ", ".join(
            f'"{column}" COLLATE "C"' if column in table.text_columns else f'"{column}"'
            for column in table.order_columns
        )
        cursor = await self._connection.cursor(
            f"SELECT {table.column_list} FROM {table.name} ORDER BY {order}"
        )
        while rows := await cursor.fetch(BATCH_SIZE):
            yield [tuple(row) for row in rows]

    async def add_rows(self, table: TableSchema, rows: list[Row]) -> None:
        await self._connection.copy_records_to_table(table.name, records=rows, columns=table.columns)

    async def find_last_id(self, table: TableSchema) -> int:
        sequence = await self._find_sequence(table)
        row = await self._connection.fetchrow(f"SELECT last_value, is_called FROM {sequence}")
        return int(row[0]) if row[1] else 0

    async def continue_ids_after(self, table: TableSchema, last_id: int) -> None:
        if last_id:
            sequence = await self._find_sequence(table)
            await self._connection.execute("SELECT setval($1::text::regclass, $2)", sequence, last_id)

    async def _find_sequence(self, table: TableSchema) -> str:
        return str(await self._connection.fetchval("SELECT pg_get_serial_sequence($1, 'id')", table.name))


@asynccontextmanager
async def _open_transaction(url: ServerUrl, **options: Any) -> AsyncIterator[ReadOnlyServer]:
    connection = await connect(url)
    try:
        # Disable timeouts, because the source may be slow and the batches large.
        await connection.execute("SET idle_in_transaction_session_timeout = 0; SET statement_timeout = 0")
        async with connection.transaction(**options):
            yield ReadOnlyServer(url, connection)
    except StorageError:
        raise
    except DRIVER_ERRORS as error:
        raise convert_error(error) from None
    finally:
        await close_connection(connection)


@asynccontextmanager
async def open_source_server(url: ServerUrl) -> AsyncIterator[MoveSide]:
    """Open a consistent snapshot of a server's database as a source.

    :raises StorageError: the server cannot be reached, or the database has another schema version.
    """
    async with _open_transaction(url, isolation="repeatable_read", readonly=True) as database:
        known = list_postgres_migrations()
        applied = require_known_schema(await read_applied_migrations(database.connection), url, known)
        if applied.list_pending_migrations(known):
            raise SchemaTooOld(url, applied.version, find_newest_version(known))
        yield _ServerSide(database)


@asynccontextmanager
async def open_target_server(url: ServerUrl) -> AsyncIterator[MoveSide]:
    """Open a server's empty database as a target, which stays empty if the block fails.

    :raises StorageError: the server cannot be reached, or the database is not empty.
    """
    async with _open_transaction(url) as database:
        connection = database.connection
        check_server_version(connection, url)
        names = await connection.fetch("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
        known = {table.name for table in list_table_schemas()}
        for (name,) in sorted(names):
            # Ignore the SQL tables that coordinate running processes, because an otherwise empty database
            # may have them.
            belongs_to_bot = (
                name in known
                or name in ("schema_version", MIGRATIONS_TABLE, *SERVER_TABLES)
                # Earlier versions of the bot used a queue library with these tables.
                or name.startswith("pgqueuer")
            )
            strange = not belongs_to_bot
            if strange or (
                name in known and await connection.fetchval(f"SELECT EXISTS (SELECT 1 FROM {name})")
            ):
                raise TargetDatabaseNotEmpty(url)
        await migrate_schema(connection, url, list_postgres_migrations())
        yield _ServerSide(database)

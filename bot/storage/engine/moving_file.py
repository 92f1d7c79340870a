"""An SQLite file as the source or target of a move."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path

from bot.errors.reasons import find_reason
from bot.errors.storage import DatabaseFailed, TargetDatabaseNotEmpty
from bot.storage.engine.backup import read_schema_version
from bot.storage.engine.copying import create_draft, move_into_place, open_read_only
from bot.storage.engine.database import Database, Row
from bot.storage.engine.filelock import FileLock
from bot.storage.engine.moving_side import BATCH_SIZE, MoveSide
from bot.storage.engine.sqlite import SqliteDatabase, create_folder
from bot.storage.engine.table_schemas import TableSchema, list_table_schemas
from bot.storage.schema import MIGRATIONS_TABLE

_FIND_LAST_ID_SQL = "SELECT seq FROM sqlite_sequence WHERE name = ?"


class _FileSide:
    def __init__(self, database: SqliteDatabase, connection: sqlite3.Connection) -> None:
        self.database: Database = database
        self._connection = connection

    async def count_rows(self, table: TableSchema) -> int:
        return int(self._connection.execute(f"SELECT count(*) FROM {table.name}").fetchone()[0])

    async def iterate_row_batches(self, table: TableSchema) -> AsyncIterator[list[Row]]:
        order_sql = ", ".join(f'"{column}"' for column in table.order_columns)
        cursor = self._connection.execute(
            f"SELECT {table.column_list} FROM {table.name} ORDER BY {order_sql}"
        )
        with closing(cursor):
            while rows := await asyncio.to_thread(cursor.fetchmany, BATCH_SIZE):
                yield rows

    async def add_rows(self, table: TableSchema, rows: list[Row]) -> None:
        places = ", ".join("?" * len(table.columns))
        sql = f"INSERT INTO {table.name} ({table.column_list}) VALUES ({places})"
        # Close the cursor in its own thread. If garbage collection closed it later in this thread, it would
        # reset the cached statement while the other thread uses it for the next batch.
        await asyncio.to_thread(lambda: self._connection.executemany(sql, rows).close())

    async def find_last_id(self, table: TableSchema) -> int:
        ids = f"SELECT max(id) AS n FROM {table.name} UNION ALL {_FIND_LAST_ID_SQL}"
        sql = f"SELECT coalesce(max(n), 0) FROM ({ids})"
        return int(self._connection.execute(sql, (table.name,)).fetchone()[0])

    async def continue_ids_after(self, table: TableSchema, last_id: int) -> None:
        # Without AUTOINCREMENT, SQLite continues from the highest ID present.
        if last_id and _has_autoincrement(self._connection, table.name):
            self._connection.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table.name,))
            values = (table.name, last_id)
            self._connection.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", values)


def _has_autoincrement(connection: sqlite3.Connection, table: str) -> bool:
    sql = "SELECT sql LIKE '%AUTOINCREMENT%' FROM sqlite_master WHERE name = ?"
    return bool(connection.execute(sql, (table,)).fetchone()[0])


@asynccontextmanager
async def open_source_file(path: Path) -> AsyncIterator[MoveSide]:
    """Open a file as a source. Pending migrations are run; nothing else in the file changes.

    :raises StorageError: the file does not exist, isn't a database of the bot, or is in use.
    """
    read_schema_version(path)
    database = await SqliteDatabase.open(path)
    try:
        with _convert_sqlite_errors(), closing(_open_for_reading(path)) as connection:
            yield _FileSide(database, connection)
    finally:
        await database.close()


@asynccontextmanager
async def open_target_file(path: Path) -> AsyncIterator[MoveSide]:
    """Create the target file of a move. It gets its final name only if the block succeeds.

    :raises StorageError: the file can't be created, or exists and isn't an empty database.
    """
    create_folder(path.parent)
    lock = FileLock(path)
    try:
        with _convert_sqlite_errors():
            _require_empty_database(path)
            with create_draft(path) as draft:
                database = await SqliteDatabase.open(draft)
                try:
                    with closing(_open_for_writing(draft)) as connection:
                        yield _FileSide(database, connection)
                finally:
                    await database.close()
                    _remove_lock_file(draft)
                with closing(sqlite3.connect(draft)) as connection:
                    connection.execute("PRAGMA journal_mode = DELETE")
                move_into_place(draft, path)
    finally:
        lock.release()


def _remove_lock_file(draft: Path) -> None:
    Path(f"{draft}.lock").unlink(missing_ok=True)


def _open_for_reading(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, check_same_thread=False)


def _open_for_writing(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA foreign_keys = ON")
    # Syncing isn't needed, because the draft is deleted if the copying is interrupted.
    connection.execute("PRAGMA synchronous = OFF")
    return connection


def _require_empty_database(path: Path) -> None:
    if not path.exists() or path.stat().st_size == 0:
        return
    with closing(open_read_only(path)) as connection:
        names = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        known = {table.name for table in list_table_schemas()}
        for name in sorted(names - {"sqlite_sequence", MIGRATIONS_TABLE}):
            if name not in known or connection.execute(f'SELECT 1 FROM "{name}" LIMIT 1').fetchone():
                raise TargetDatabaseNotEmpty(path)


@contextmanager
def _convert_sqlite_errors() -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise DatabaseFailed(find_reason(error)) from error

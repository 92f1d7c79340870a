"""An SQLite file as one side of a move. A target is written as a draft and renamed once it is complete."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path

from bot.errors.reasons import reason
from bot.errors.storage import DatabaseFailed, NotEmpty
from bot.storage.engine.backup import Missing
from bot.storage.engine.copying import drafted, put_in_place, reader
from bot.storage.engine.database import Database, Row
from bot.storage.engine.filelock import FileLock
from bot.storage.engine.moving_side import AT_ONCE, Side
from bot.storage.engine.sqlite import SqliteDatabase, make_folder
from bot.storage.engine.table_schemas import Layout, layouts
from bot.storage.schema import LIST

_GIVEN = "SELECT seq FROM sqlite_sequence WHERE name = ?"


class _File:
    def __init__(self, database: SqliteDatabase, connection: sqlite3.Connection) -> None:
        self.database: Database = database
        self._connection = connection

    async def count(self, layout: Layout) -> int:
        return int(self._connection.execute(f"SELECT count(*) FROM {layout.name}").fetchone()[0])

    async def rows(self, layout: Layout) -> AsyncIterator[list[Row]]:
        order = ", ".join(f'"{column}"' for column in layout.order)
        cursor = self._connection.execute(f"SELECT {layout.column_list} FROM {layout.name} ORDER BY {order}")
        with closing(cursor):
            while rows := await asyncio.to_thread(cursor.fetchmany, AT_ONCE):
                yield rows

    async def put(self, layout: Layout, rows: list[Row]) -> None:
        places = ", ".join("?" * len(layout.columns))
        sql = f"INSERT INTO {layout.name} ({layout.column_list}) VALUES ({places})"
        # Closed in the thread that made it. Garbage collected in this one, it would reset the cached
        # statement while another thread runs the next batch with it.
        await asyncio.to_thread(lambda: self._connection.executemany(sql, rows).close())

    async def last_number(self, layout: Layout) -> int:
        sql = f"SELECT coalesce(max(n), 0) FROM (SELECT max(id) AS n FROM {layout.name} UNION ALL {_GIVEN})"
        return int(self._connection.execute(sql, (layout.name,)).fetchone()[0])

    async def continue_ids_after(self, layout: Layout, number: int) -> None:
        # Without AUTOINCREMENT, SQLite continues from the highest id present.
        if number and _counts_for_good(self._connection, layout.name):
            self._connection.execute("DELETE FROM sqlite_sequence WHERE name = ?", (layout.name,))
            values = (layout.name, number)
            self._connection.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", values)


def _counts_for_good(connection: sqlite3.Connection, table: str) -> bool:
    sql = "SELECT sql LIKE '%AUTOINCREMENT%' FROM sqlite_master WHERE name = ?"
    return bool(connection.execute(sql, (table,)).fetchone()[0])


@asynccontextmanager
async def from_file(path: Path) -> AsyncIterator[Side]:
    """Open a file as a source. It is unchanged except for pending migrations.

    :raises StorageError: it does not exist or is in use.
    """
    _need_file(path)
    database = await SqliteDatabase.open(path)
    try:
        with _told(), closing(_read(path)) as connection:
            yield _File(database, connection)
    finally:
        await database.close()


@asynccontextmanager
async def to_file(path: Path) -> AsyncIterator[Side]:
    """Create a file as a target. It gets its name if the block succeeds, and is deleted otherwise.

    :raises StorageError: a file that is not empty exists, or it cannot be created.
    """
    make_folder(path.parent)
    lock = FileLock(path)
    try:
        with _told():
            _need_empty_file(path)
            with drafted(path) as draft:
                database = await SqliteDatabase.open(draft)
                try:
                    with closing(_written(draft)) as connection:
                        yield _File(database, connection)
                finally:
                    await database.close()
                    _forget_lock(draft)
                with closing(sqlite3.connect(draft)) as connection:
                    connection.execute("PRAGMA journal_mode = DELETE")
                put_in_place(draft, path)
    finally:
        lock.release()


def _need_file(path: Path) -> None:
    if not path.is_file():
        raise Missing(path)


def _forget_lock(draft: Path) -> None:
    Path(f"{draft}.lock").unlink(missing_ok=True)


def _read(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, check_same_thread=False)


def _written(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA foreign_keys = ON")
    # Nobody else uses the draft, and an interrupted one is thrown away.
    connection.execute("PRAGMA synchronous = OFF")
    return connection


def _need_empty_file(path: Path) -> None:
    if not path.exists() or path.stat().st_size == 0:
        return
    with closing(reader(path)) as connection:
        names = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        known = {layout.name for layout in layouts()}
        for name in sorted(names - {"sqlite_sequence", LIST}):
            if name not in known or connection.execute(f'SELECT 1 FROM "{name}" LIMIT 1').fetchone():
                raise NotEmpty(path)


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise DatabaseFailed(reason(error)) from error

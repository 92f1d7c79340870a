"""Of several transactions that share a COMMIT, each is all or nothing, and returns only once stored."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any, cast

import pytest
import pytest_asyncio

from bot.errors.storage import DatabaseClosed, DatabaseFailed
from bot.storage.engine.database import NotUnique, Transaction
from bot.storage.engine.sqlite import SqliteDatabase
from bot.storage.engine.writer import bind_values
from bot.storage.schema import Migration
from tests.support.stores import OpenDatabase

SCHEMA = [Migration.from_script("0001_one.sql", "CREATE TABLE one (x UNIQUE);")]


@pytest_asyncio.fixture
async def database(open_database: OpenDatabase, tmp_path: Path) -> SqliteDatabase:
    return await open_database(tmp_path / "reefs.db", SCHEMA)


async def insert_number(database: SqliteDatabase, x: int) -> None:
    await database.run("INSERT INTO one VALUES (?)", (x,))


async def insert_concurrently(database: SqliteDatabase, *numbers: int) -> list[BaseException | None]:
    """Insert all numbers concurrently; return each insert's error, or None if it succeeded.

    The first insert gets its own transaction if the writer is idle.
    """
    return list(await asyncio.gather(*(insert_number(database, x) for x in numbers), return_exceptions=True))


def read_numbers(database: SqliteDatabase) -> list[int]:
    """Return the numbers that another connection finds in the file."""
    with closing(sqlite3.connect(database.path)) as connection:
        return [x for (x,) in connection.execute("SELECT x FROM one ORDER BY x")]


class WatchedConnection:
    """A connection that counts commits, and calls functions before certain statements."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.actions_before: dict[str, list[Any]] = {}
        self.commit_count = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        for action in self.actions_before.get(sql, ()):
            action()
        self.commit_count += sql == "COMMIT"
        return self._connection.execute(sql, *values)


@contextmanager
def watch_connection(database: SqliteDatabase) -> Iterator[WatchedConnection]:
    writer = database._writer
    held = writer._connection
    writer._connection = cast(sqlite3.Connection, WatchedConnection(held))
    try:
        yield cast(WatchedConnection, writer._connection)
    finally:
        writer._connection = held


@contextmanager
def hold_statement(database: SqliteDatabase, statement: str = "COMMIT") -> Iterator[asyncio.Event]:
    """Hold back a statement until the end of the block. Yield an event that is set once it is issued."""
    reached, go, loop = asyncio.Event(), threading.Event(), asyncio.get_running_loop()
    with watch_connection(database) as connection:
        connection.actions_before[statement] = [lambda: loop.call_soon_threadsafe(reached.set), go.wait]
        try:
            yield reached
        finally:
            go.set()


def fail_with_full_disk() -> None:
    raise sqlite3.OperationalError("database or disk is full")


async def test_concurrent_writes_share_a_commit(database: SqliteDatabase) -> None:
    with watch_connection(database) as connection:
        assert await insert_concurrently(database, *range(20)) == [None] * 20
    assert read_numbers(database) == list(range(20))
    assert connection.commit_count == 2


async def test_sequential_writes_have_a_commit_each(database: SqliteDatabase) -> None:
    with watch_connection(database) as connection:
        for x in range(3):
            await insert_number(database, x)
            assert read_numbers(database) == list(range(x + 1))
    assert connection.commit_count == 3


async def test_no_write_returns_before_the_commit(database: SqliteDatabase) -> None:
    async def insert_and_read(x: int) -> list[int]:
        await insert_number(database, x)
        return read_numbers(database)

    for x, seen in enumerate(await asyncio.gather(*(insert_and_read(x) for x in range(5)))):
        assert x in seen


async def test_a_transaction_returns_its_result(database: SqliteDatabase) -> None:
    async def insert_and_count(transaction: Transaction) -> int:
        await transaction.run("INSERT INTO one VALUES (7)")
        row = await transaction.fetch_row("SELECT count(*) FROM one")
        assert row is not None
        return int(row[0])

    assert await database.write(insert_and_count) == 1


async def test_readers_do_not_wait_and_see_only_committed_rows(
    database: SqliteDatabase,
) -> None:
    with hold_statement(database) as reached:
        task = asyncio.create_task(insert_number(database, 0))
        await reached.wait()
        assert await database.fetch_rows("SELECT x FROM one") == []
    await task
    assert await database.fetch_rows("SELECT x FROM one") == [(0,)]


async def test_readers_cannot_write(database: SqliteDatabase) -> None:
    with pytest.raises(DatabaseFailed):
        await database.fetch_rows("INSERT INTO one VALUES (1)")


async def test_work_that_awaits_something_else_is_refused(database: SqliteDatabase) -> None:
    async def sleep_in_transaction(transaction: Transaction) -> None:
        await transaction.run("INSERT INTO one VALUES (1)")
        await asyncio.sleep(0)

    with pytest.raises(RuntimeError, match="may only await its transaction"):
        await database.write(sleep_in_transaction)
    assert read_numbers(database) == []


@pytest.mark.parametrize("failing_index", [0, 1, 2, 3])
async def test_a_failed_write_does_not_affect_the_others(
    database: SqliteDatabase, failing_index: int
) -> None:
    async def insert_and_fail(transaction: Transaction) -> None:
        await transaction.run("INSERT INTO one VALUES (100)")
        raise RuntimeError

    waiting = [insert_number(database, x) for x in range(3)]
    waiting.insert(failing_index, database.write(insert_and_fail))
    results = await asyncio.gather(*waiting, return_exceptions=True)
    assert [type(result) for result in results].index(RuntimeError) == failing_index
    assert sum(result is None for result in results) == 3
    assert read_numbers(database) == [0, 1, 2]


async def test_a_violated_constraint_fails_only_its_own_write(database: SqliteDatabase) -> None:
    results = await insert_concurrently(database, 6, 7, 7, 8)
    expected = [type(None), type(None), NotUnique, type(None)]
    assert [type(result) for result in results] == expected
    assert read_numbers(database) == [6, 7, 8]


@pytest.mark.parametrize("cancellations", [1, 2])
async def test_a_cancelled_write_waits_for_its_result(database: SqliteDatabase, cancellations: int) -> None:
    contents: list[list[int]] = []

    async def insert_and_read_back() -> None:
        try:
            await insert_number(database, 0)
        finally:
            contents.append(read_numbers(database))

    task = asyncio.create_task(insert_and_read_back())
    with hold_statement(database) as reached:
        await reached.wait()
        for _ in range(cancellations):
            task.cancel()
            await asyncio.sleep(0)
        assert not contents
    with pytest.raises(asyncio.CancelledError):
        await task
    assert contents == [[0]]


async def test_a_write_cancelled_in_the_queue_stores_nothing(database: SqliteDatabase) -> None:
    with hold_statement(database) as reached:
        first, second, third = (asyncio.create_task(insert_number(database, x)) for x in range(3))
        await reached.wait()
        second.cancel()
        await asyncio.wait([second])
        assert not first.done()
    await asyncio.gather(first, third)
    assert read_numbers(database) == [0, 2]


async def test_a_failed_commit_fails_every_write_in_it(database: SqliteDatabase) -> None:
    await insert_number(database, 7)
    with watch_connection(database) as connection:
        connection.actions_before["COMMIT"] = [fail_with_full_disk]
        results = await insert_concurrently(database, *range(5))
    assert [type(result) for result in results] == [DatabaseFailed] * 5
    assert read_numbers(database) == [7]
    await insert_number(database, 8)
    assert read_numbers(database) == [7, 8]


async def test_a_rollback_by_sqlite_fails_every_write_in_it(database: SqliteDatabase) -> None:
    async def roll_back_and_fail(transaction: Transaction) -> None:
        # SQLite rolls back on its own when the disk is full.
        await transaction.run("ROLLBACK")
        fail_with_full_disk()

    waiting = [
        insert_number(database, 0),
        insert_number(database, 1),
        database.write(roll_back_and_fail),
        insert_number(database, 2),
    ]
    results = await asyncio.gather(*waiting, return_exceptions=True)
    assert [type(result) for result in results] == [type(None), *[DatabaseFailed] * 3]
    assert read_numbers(database) == [0]
    assert "disk is full" in str(results[1])


@pytest.mark.parametrize("statement", ["BEGIN IMMEDIATE", "SAVEPOINT own", "RELEASE own"])
async def test_a_transaction_that_cannot_begin_fails_every_write_in_it(
    database: SqliteDatabase, statement: str
) -> None:
    with watch_connection(database) as connection:
        connection.actions_before[statement] = [fail_with_full_disk]
        results = await insert_concurrently(database, *range(4))
    assert [type(result) for result in results] == [DatabaseFailed] * 4
    assert read_numbers(database) == []
    await insert_number(database, 4)
    assert read_numbers(database) == [4]


async def test_closing_finishes_pending_writes(open_database: OpenDatabase, tmp_path: Path) -> None:
    database = await open_database(tmp_path / "other.db", SCHEMA)
    written = asyncio.gather(*(insert_number(database, x) for x in range(3)))
    await asyncio.sleep(0)
    await database.close()
    await written
    assert read_numbers(database) == [0, 1, 2]
    with pytest.raises(DatabaseClosed):
        await insert_number(database, 3)


def test_the_end_of_the_event_loop_fails_pending_writes(tmp_path: Path) -> None:
    async def end_with_pending_writes() -> None:
        database = await SqliteDatabase.open(tmp_path / "other.db", SCHEMA)
        opened.append(database)
        holding = ExitStack()
        reached = holding.enter_context(hold_statement(database))
        tasks.extend(asyncio.create_task(insert_number(database, x)) for x in range(3))
        # Hold the COMMIT until the end, because otherwise the other writes could finish before it.
        tasks[-1].add_done_callback(lambda _: holding.close())
        await reached.wait()

    opened: list[SqliteDatabase] = []
    tasks: list[asyncio.Task[None]] = []
    try:
        asyncio.run(end_with_pending_writes())
        assert all(task.cancelled() for task in tasks)
        assert read_numbers(opened[0]) == [0]
    finally:
        for database in opened:
            asyncio.run(database.close())


async def test_numbered_placeholders_are_bound_by_name(database: SqliteDatabase) -> None:
    """Python 3.14 refuses a sequence of values for numbered placeholders."""
    sql = "SELECT ?2, '?', ?1, ?2"
    assert bind_values(sql, (7, 8)) == {"1": 7, "2": 8}
    assert bind_values("SELECT ?, '?1'", (7,)) == (7,)
    assert await database.fetch_rows(sql, (7, 8)) == [(8, "?", 7, 8)]
    assert await database.write(lambda change: change.fetch_rows(sql, (7, 8))) == [(8, "?", 7, 8)]

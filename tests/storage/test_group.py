"""Transactions that share a COMMIT: all or nothing each, and nothing is told before it is stored."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
import pytest_asyncio

from bot.errors import DatabaseFailed
from bot.storage.database import Database

SCHEMA = ["CREATE TABLE one (x UNIQUE);"]


@pytest_asyncio.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    database = await Database.open(tmp_path / "reefs.db", SCHEMA)
    yield database
    await database.close()


async def put(database: Database, x: int) -> None:
    await database.run("INSERT INTO one VALUES (?)", (x,))


def stored(database: Database) -> list[int]:
    """What another process finds in the file."""
    with closing(sqlite3.connect(database.path)) as connection:
        return [x for (x,) in connection.execute("SELECT x FROM one ORDER BY x")]


@contextmanager
def commits(database: Database, failing: str = "", after: int = 0) -> Iterator[list[int]]:
    """Note what the file holds after each COMMIT; a ``failing`` statement goes wrong, ``after`` good ones."""
    execute, found, good = database._connection.execute, [], iter(range(after))

    async def told(sql: str, *values: object) -> object:
        if sql == failing and next(good, None) is None:
            raise sqlite3.OperationalError("disk I/O error")
        done = await execute(sql, *values)  # type: ignore[arg-type]
        if sql == "COMMIT":
            found.append(len(stored(database)))
        return done

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database._connection, "execute", told)
        yield found


@contextmanager
def held(database: Database, statement: str) -> Iterator[asyncio.Event]:
    """Hold a statement back until the end of the block; the event tells that it is wanted."""
    execute, reached, go = database._connection.execute, asyncio.Event(), asyncio.Event()

    async def told(sql: str, *values: object) -> object:
        if sql == statement:
            reached.set()
            await go.wait()
        return await execute(sql, *values)  # type: ignore[arg-type]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database._connection, "execute", told)
        yield reached
    go.set()


async def test_those_who_wait_at_once_share_a_commit(database: Database) -> None:
    with commits(database) as found:
        await asyncio.gather(*(put(database, x) for x in range(20)))
    assert stored(database) == list(range(20))
    assert found == [20]


async def test_one_after_the_other_has_a_commit_each(database: Database) -> None:
    with commits(database) as found:
        for x in range(3):
            await put(database, x)
    assert found == [1, 2, 3]


async def test_nobody_is_told_before_the_commit(database: Database) -> None:
    async def told(x: int) -> list[int]:
        await put(database, x)
        return stored(database)

    for seen in await asyncio.gather(*(told(x) for x in range(5))):
        assert seen == [0, 1, 2, 3, 4]


async def test_a_reader_sees_what_was_asked_for_before_and_is_committed(database: Database) -> None:
    with held(database, "COMMIT") as reached:
        first, then = asyncio.create_task(put(database, 0)), asyncio.create_task(put(database, 1))
        await reached.wait()
        reading = asyncio.create_task(database.rows("SELECT x FROM one"))
        assert not (await asyncio.wait([reading], timeout=0.01))[0]
    await asyncio.gather(first, then)
    assert await reading == [(0,), (1,)]


async def test_a_reader_does_not_write(database: Database) -> None:
    with pytest.raises(DatabaseFailed):
        await database.rows("INSERT INTO one VALUES (1)")


@pytest.mark.parametrize("place", [0, 1, 2, 3])
async def test_one_that_fails_leaves_the_others(database: Database, place: int) -> None:
    async def broken() -> None:
        async with database.transaction() as connection:
            await connection.execute("INSERT INTO one VALUES (100)")
            raise RuntimeError

    waiting = [put(database, x) for x in range(3)]
    waiting.insert(place, broken())
    results = await asyncio.gather(*waiting, return_exceptions=True)
    assert [type(result) for result in results].index(RuntimeError) == place
    assert sum(result is None for result in results) == 3
    assert stored(database) == [0, 1, 2]


async def test_a_constraint_refuses_one_alone(database: Database) -> None:
    with commits(database) as found:
        results = await asyncio.gather(*(put(database, x) for x in (7, 7, 8)), return_exceptions=True)
    assert [type(result) for result in results] == [type(None), sqlite3.IntegrityError, type(None)]
    assert found == [2]


async def test_one_that_is_cancelled_leaves_the_others(database: Database) -> None:
    entered = asyncio.Event()

    async def slow() -> None:
        async with database.transaction() as connection:
            await connection.execute("INSERT INTO one VALUES (100)")
            entered.set()
            await asyncio.Event().wait()

    first = asyncio.create_task(put(database, 0))
    cancelled = asyncio.create_task(slow())
    last = asyncio.create_task(put(database, 1))
    await entered.wait()
    cancelled.cancel()
    await asyncio.gather(first, last)
    with pytest.raises(asyncio.CancelledError):
        await cancelled
    assert stored(database) == [0, 1]


async def test_who_is_cancelled_again_while_it_is_taken_back_leaves_nothing(database: Database) -> None:
    entered = asyncio.Event()

    async def slow() -> None:
        async with database.transaction() as connection:
            await connection.execute("INSERT INTO one VALUES (100)")
            entered.set()
            await asyncio.Event().wait()

    cancelled = asyncio.create_task(slow())
    await entered.wait()
    with held(database, "ROLLBACK TO own") as reached:
        cancelled.cancel()
        await reached.wait()
        cancelled.cancel()
        await asyncio.sleep(0)
    with pytest.raises(asyncio.CancelledError):
        await cancelled
    await put(database, 0)
    assert stored(database) == [0]


async def test_who_is_cancelled_while_waiting_for_the_commit_leaves_after_it(database: Database) -> None:
    left: list[list[int]] = []

    async def leaving() -> None:
        try:
            await put(database, 0)
        finally:
            left.append(stored(database))

    task = asyncio.create_task(leaving())
    with held(database, "COMMIT") as reached:
        await reached.wait()
        task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert left == [[0]]


async def test_a_commit_that_fails_refuses_everybody_in_it(database: Database) -> None:
    await put(database, 7)
    with commits(database, failing="COMMIT"):
        results = await asyncio.gather(*(put(database, x) for x in range(5)), return_exceptions=True)
    assert [type(result) for result in results] == [DatabaseFailed] * 5
    assert stored(database) == [7]
    await put(database, 8)
    assert stored(database) == [7, 8]


async def test_when_all_is_taken_back_with_one_nobody_is_told_otherwise(database: Database) -> None:
    async def full() -> None:
        async with database.transaction() as connection:
            # What SQLite does by itself when the disk is full.
            await connection.execute("ROLLBACK")
            raise sqlite3.OperationalError("database or disk is full")

    results = await asyncio.gather(put(database, 0), full(), put(database, 1), return_exceptions=True)
    assert [type(result) for result in results] == [DatabaseFailed, DatabaseFailed, type(None)]
    assert stored(database) == [1]


async def test_without_a_savepoint_of_its_own_nobody_undoes_another_s(database: Database) -> None:
    with commits(database, failing="SAVEPOINT own", after=1):
        results = await asyncio.gather(*(put(database, x) for x in range(4)), return_exceptions=True)
    assert [type(result) for result in results] == [*[DatabaseFailed] * 3, type(None)]
    assert stored(database) == [3]


async def test_closing_finishes_what_is_being_written(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "other.db", SCHEMA)
    written = asyncio.gather(*(put(database, x) for x in range(3)))
    await asyncio.sleep(0)
    await database.close()
    await written
    assert stored(database) == [0, 1, 2]


@pytest.mark.parametrize("begun", [True, False])
async def test_the_end_of_the_loop_leaves_nobody_waiting(tmp_path: Path, begun: bool) -> None:
    def run() -> None:
        async def main() -> None:
            database = await Database.open(tmp_path / "other.db", SCHEMA)
            held.append(database)
            tasks.append(asyncio.create_task(put(database, 0)))
            tasks.append(asyncio.create_task(slow(database)))
            while database._group is None or (begun and not entered):  # noqa: ASYNC110 - it tells nobody
                await asyncio.sleep(0)

        asyncio.run(main())

    async def slow(database: Database) -> None:
        async with database.transaction():
            entered.append(True)
            await asyncio.Event().wait()

    held: list[Database] = []
    tasks: list[asyncio.Task[None]] = []
    entered: list[bool] = []
    await asyncio.to_thread(run)
    assert all(task.cancelled() for task in tasks)
    assert stored(held[0]) == []
    held[0]._connection.stop()
    held[0]._reader.stop()
    held[0]._lock.release()

"""Faults of a database server are reported in one sentence, and no write is lost or repeated."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import asyncpg
import pytest
import pytest_asyncio

from bot.errors.storage import (
    CommitUncertain,
    DatabaseAccessRefused,
    DatabaseClosed,
    DatabaseDriverMissing,
    DatabaseFailed,
    DatabasePrivilegeMissing,
    DatabaseServerDown,
    SchemaTooNew,
)
from bot.kit.server_url import ServerUrl
from bot.storage.engine import postgres_server, postgres_writer
from bot.storage.engine.database import NotUnique, Transaction
from bot.storage.engine.dialect import SERVER_TABLES, list_postgres_migrations, translate_statement
from bot.storage.engine.postgres import PostgresDatabase
from bot.storage.engine.table_schemas import list_table_schemas
from bot.storage.schema import MIGRATIONS_TABLE, Migration, find_newest_version
from tests.support import postgres
from tests.support.lobby_row import LOBBY_ROW
from tests.support.ports import find_free_port
from tests.support.stores import keep_store_open

ROOT = Path(__file__).resolve().parents[3]
DRIVER_IMPORT_PATTERN = re.compile(
    r"^\s*(import|from) (asyncpg|bot\.storage\.(postgres|moving_server))", re.M
)
SCHEMA = [Migration.from_script("0001_one.sql", "CREATE TABLE one (x BIGINT UNIQUE, y BIGINT DEFAULT 0);")]


@pytest.fixture(scope="module")
def own_server() -> Iterator[postgres.Server]:
    """A separate server for a test that stops it."""
    server = postgres.Server(postgres.require_programs(), settings=("fsync=off",))
    yield server
    server.remove()


@asynccontextmanager
async def open_database(url: ServerUrl) -> AsyncIterator[PostgresDatabase]:
    database = await PostgresDatabase.open(url, SCHEMA)
    try:
        yield database
    finally:
        await database.close()


@pytest_asyncio.fixture
async def database() -> AsyncIterator[PostgresDatabase]:
    async with open_database(postgres.get_server().create_empty_database()) as database:
        yield database


async def insert_number(database: PostgresDatabase, x: int) -> None:
    await database.run("INSERT INTO one (x) VALUES (?)", (x,))


async def read_numbers(database: PostgresDatabase) -> list[int]:
    return [int(row[0]) for row in await database.fetch_rows("SELECT x FROM one ORDER BY x")]


def test_sql_is_translated_except_in_quotes() -> None:
    assert translate_statement("SELECT '?', \"a?\" FROM t WHERE a = ? AND b = ?") == (
        "SELECT '?', \"a?\" FROM t WHERE a = $1 AND b = $2"
    )
    assert translate_statement("a = ?1 OR b = ?1") == "a = $1 OR b = $1"
    assert translate_statement("a IS ? AND b IS NULL") == "a IS NOT DISTINCT FROM $1 AND b IS NULL"
    assert translate_statement("rowid") == "ctid"


async def test_both_engines_have_the_same_tables_columns_and_indexes(tmp_path: Path) -> None:
    """Both engines run every migration."""
    server = postgres.get_server()
    url = await server.lend_database()
    async with keep_store_open(tmp_path / "reefs.db") as store:
        file = store._database
        indexes = await file.fetch_rows(
            "SELECT name, tbl_name FROM sqlite_master WHERE type = 'index' AND name NOT LIKE 'sqlite_%'"
        )
        kinds = {}
        for layout in list_table_schemas():
            for _, name, kind, needed, *_ in await file.fetch_rows(f"PRAGMA table_info({layout.name})"):
                kinds[layout.name, name] = (kind.replace("BIGINT", "INTEGER"), bool(needed) or name == "id")
    connection = await asyncpg.connect(url.text)
    try:
        names = {"bigint": "INTEGER", "text": "TEXT", "bytea": "BLOB", "double precision": "DOUBLE PRECISION"}
        found = {
            (table, column): (names[kind], nullable == "NO")
            for table, column, kind, nullable in await connection.fetch(
                "SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns"
                " WHERE table_schema = 'public' AND table_name <> ALL ($1::text[])",
                ["schema_version", MIGRATIONS_TABLE, *SERVER_TABLES],
            )
        }
        there = await connection.fetch(
            "SELECT indexname, tablename FROM pg_indexes WHERE schemaname = 'public'"
            " AND indexname NOT LIKE '%_pkey' AND indexname NOT LIKE '%_key'"
        )
        rules = await connection.fetchval(
            "SELECT count(*) FROM pg_constraint WHERE contype IN ('c', 'f')"
            " AND connamespace = 'public'::regnamespace"
        )
    finally:
        await connection.close()
        server.take_back_databases()
    assert found == kinds
    assert {tuple(row) for row in there} == set(indexes)
    assert rules > 20


async def test_a_transaction_is_all_or_nothing(database: PostgresDatabase) -> None:
    async def insert_and_fail(transaction: Transaction) -> None:
        await transaction.run("INSERT INTO one (x) VALUES (100)")
        raise RuntimeError

    with pytest.raises(RuntimeError):
        await database.write(insert_and_fail)
    assert await read_numbers(database) == []


@pytest.mark.parametrize("repeated_number", [0, 20, 39])
async def test_a_failed_write_does_not_affect_others_in_its_transaction(
    database: PostgresDatabase, repeated_number: int
) -> None:
    waiting = [
        insert_number(database, x if x != repeated_number else 5 if repeated_number != 5 else 6)
        for x in range(40)
    ]
    results = await asyncio.gather(insert_number(database, 1000), *waiting, return_exceptions=True)
    refused = [result for result in results if result is not None]
    assert [type(error) for error in refused] == [NotUnique]
    assert await read_numbers(database) == [*(x for x in range(40) if x != repeated_number), 1000]


async def test_concurrent_writes_share_transactions(database: PostgresDatabase) -> None:
    numbers: list[object] = []

    async def read_transaction_id(transaction: Transaction) -> None:
        row = await transaction.fetch_row("SELECT pg_current_xact_id()::text")
        numbers.append(row)

    await asyncio.gather(*(database.write(read_transaction_id) for _ in range(64)))
    assert len(numbers) == 64
    assert len(set(numbers)) <= 2 * postgres_writer.MAX_LANES


async def test_writes_about_the_same_id_run_one_after_the_other(database: PostgresDatabase) -> None:
    """Each write adds one to the number that it has read, so that a lost update would be detected."""
    await insert_number(database, 1)

    async def add_one_to_number(transaction: Transaction) -> None:
        row = await transaction.fetch_row("SELECT y FROM one WHERE x = 1")
        assert row is not None
        await asyncio.sleep(0.002)
        await transaction.run("UPDATE one SET y = ? WHERE x = 1", (row[0] + 1,))

    await asyncio.gather(*(database.write(add_one_to_number, subject_id=7) for _ in range(20)))
    assert await database.fetch_row("SELECT y FROM one") == (20,)
    await asyncio.gather(*(database.write(add_one_to_number, is_exclusive=True) for _ in range(5)))
    assert await database.fetch_row("SELECT y FROM one") == (25,)


async def test_writes_about_the_same_id_do_not_share_a_transaction(database: PostgresDatabase) -> None:
    """In a shared transaction, all writes would read the number before any write adds to it."""
    await insert_number(database, 1)

    async def add_one_to_number(transaction: Transaction) -> None:
        row = await transaction.fetch_row("SELECT y FROM one WHERE x = 1")
        assert row is not None
        await transaction.run("UPDATE one SET y = ? WHERE x = 1", (row[0] + 1,))

    await asyncio.gather(*(database.write(add_one_to_number, subject_id=7) for _ in range(20)))
    assert await database.fetch_row("SELECT y FROM one") == (20,)


async def test_an_exclusive_write_runs_alone(database: PostgresDatabase) -> None:
    seen: list[int] = []

    async def count_repeatedly(transaction: Transaction) -> None:
        for _ in range(5):
            seen.append(len(await transaction.fetch_rows("SELECT x FROM one")))
            await asyncio.sleep(0.01)

    others = [insert_number(database, n) for n in range(8)]
    await asyncio.gather(others.pop(), database.write(count_repeatedly, is_exclusive=True), *others)
    assert len(set(seen)) == 1
    assert len(await read_numbers(database)) == 8


async def test_a_deadlock_is_resolved_and_both_writes_succeed(
    database: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    await insert_number(database, 1)
    await insert_number(database, 2)

    def make_transaction(first: int, second: int) -> Any:
        async def update_both(transaction: Transaction) -> None:
            await transaction.run("UPDATE one SET y = y + 1 WHERE x = ?", (first,))
            await asyncio.sleep(0.1)
            await transaction.run("UPDATE one SET y = y + 1 WHERE x = ?", (second,))

        return update_both

    await asyncio.gather(database.write(make_transaction(1, 2)), database.write(make_transaction(2, 1)))
    assert await database.fetch_rows("SELECT y FROM one") == [(2,), (2,)]


async def test_a_cancelled_write_waits_for_its_result(database: PostgresDatabase) -> None:
    going = asyncio.Event()

    async def insert_slowly(transaction: Transaction) -> None:
        await transaction.run("INSERT INTO one (x) VALUES (1)")
        going.set()
        await asyncio.sleep(0.05)

    task = asyncio.create_task(database.write(insert_slowly))
    await going.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await read_numbers(database) == [1]


async def test_closing_finishes_pending_writes(database: PostgresDatabase) -> None:
    tasks = [asyncio.create_task(insert_number(database, x)) for x in range(30)]
    await asyncio.sleep(0)
    await database.close()
    await asyncio.gather(*tasks)
    with pytest.raises(DatabaseClosed):
        await insert_number(database, 99)
    async with open_database(database._url) as again:
        assert len(await read_numbers(again)) == 30


async def test_writes_are_refused_only_while_the_server_is_away(
    own_server: postgres.Server,
) -> None:
    async with open_database(own_server.create_empty_database()) as database:
        await asyncio.gather(*(insert_number(database, x) for x in range(20)))
        own_server.stop()
        for attempt in (insert_number(database, 50), database.fetch_rows("SELECT 1")):
            with pytest.raises(DatabaseFailed) as caught:
                await attempt
            assert "\n" not in str(caught.value) and "unforeseen" not in str(caught.value)
        own_server.start()
        await asyncio.gather(*(insert_number(database, x) for x in range(20, 30)))
        assert await read_numbers(database) == list(range(30))


async def test_connections_closed_by_the_server_are_replaced_silently(database: PostgresDatabase) -> None:
    await asyncio.gather(*(insert_number(database, x) for x in range(20)))
    name = database._url.database
    postgres.get_server().run_sql(
        f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
    )
    await asyncio.gather(*(insert_number(database, x) for x in range(20, 40)))
    assert await read_numbers(database) == list(range(40))


class ConnectionLoss:
    """A simulated loss of the connection at the next COMMITs.

    :param is_executed: whether the server executes them before the connection is lost.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, is_executed: bool, times: int = 1) -> None:
        self.remaining_count, self._is_executed, self._execute = (
            times,
            is_executed,
            asyncpg.Connection.execute,
        )
        monkeypatch.setattr(postgres_server.Connection, "execute", self.make_execute(), raising=False)

    def make_execute(self) -> Any:
        async def execute(connection: Any, sql: str, *values: Any) -> Any:
            if sql == "COMMIT" and self.remaining_count:
                self.remaining_count -= 1
                if self._is_executed:
                    await self._execute(connection, sql)
                connection.terminate()
                raise ConnectionResetError
            return await self._execute(connection, sql, *values)

        return execute


@pytest.mark.parametrize("done", [True, False])
async def test_a_commit_whose_answer_was_lost_is_looked_up(
    database: PostgresDatabase, monkeypatch: pytest.MonkeyPatch, done: bool
) -> None:
    """A stored commit is reported as stored, and an unstored one is retried. The row is stored once."""
    cut = ConnectionLoss(monkeypatch, is_executed=done)
    await insert_number(database, 7)
    assert cut.remaining_count == 0
    assert await read_numbers(database) == [7]


async def test_a_commit_that_cannot_be_looked_up_is_in_doubt(
    own_server: postgres.Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_writer, "MAX_OUTCOME_WAIT_SECONDS", 0.5)
    async with open_database(own_server.create_empty_database()) as database:
        cut = ConnectionLoss(monkeypatch, is_executed=True)
        execute = cut._execute

        async def execute_and_stop(connection: Any, sql: str, *values: Any) -> Any:
            result = await execute(connection, sql, *values)
            if sql == "COMMIT":
                own_server.stop()
            return result

        cut._execute = execute_and_stop
        with pytest.raises(CommitUncertain):
            await insert_number(database, 7)
        cut._execute = execute
        own_server.start()
        assert await read_numbers(database) == [7]


async def test_a_commit_is_in_doubt_if_the_server_crashed_after_it(
    own_server: postgres.Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a crash, the server may give the number of the lost transaction to another transaction."""
    async with open_database(own_server.create_empty_database()) as database:
        cut = ConnectionLoss(monkeypatch, is_executed=True)
        execute = cut._execute

        async def execute_and_crash(connection: Any, sql: str, *values: Any) -> Any:
            result = await execute(connection, sql, *values)
            if sql == "COMMIT":
                own_server.stop()
                own_server.start()
            return result

        cut._execute = execute_and_crash
        with pytest.raises(CommitUncertain):
            await insert_number(database, 7)
        cut._execute = execute
        assert await read_numbers(database) == [7]


async def test_a_refused_row_does_not_appear_in_the_error() -> None:
    """PostgreSQL's own error quotes the whole row, including the table's secret."""
    server = postgres.get_server()
    secret = b"\x5e\xc4\xe7" * 10
    async with keep_store_open(await server.lend_database()) as store:
        with pytest.raises(DatabaseFailed) as caught:
            await store.matches.add_table(replace(LOBBY_ROW, secret=secret), [])
    server.take_back_databases()
    error: BaseException = caught.value
    assert secret.hex() not in str(error)
    assert error.__cause__ is None and error.__suppress_context__


async def read_refusal(url: ServerUrl, kind: type[Exception]) -> str:
    with pytest.raises(kind) as caught:
        async with keep_store_open(url):
            pass
    assert "\n" not in str(caught.value) and "s3cret" not in str(caught.value)
    return str(caught.value)


async def test_a_wrong_address_is_explained_in_one_line(own_server: postgres.Server) -> None:
    away = ServerUrl(f"postgresql://reefs:s3cret@127.0.0.1:{find_free_port()}/x")
    assert "the connection was refused" in await read_refusal(away, DatabaseServerDown)
    assert "that database doesn't exist" in await read_refusal(
        own_server.make_url("nothing"), DatabaseAccessRefused
    )
    assert "may not log in" in await read_refusal(own_server.make_url(user="nobody"), DatabaseAccessRefused)
    nowhere = ServerUrl("postgresql://reefs@no.such.host.invalid/x")
    assert "no address for that name" in await read_refusal(nowhere, DatabaseServerDown)
    assert "Can't use" in await read_refusal(
        own_server.make_url(query="?sslmode=perhaps"), DatabaseAccessRefused
    )
    encrypted = own_server.make_url(query="?sslmode=require")
    assert "Can't " in await read_refusal(encrypted, (DatabaseAccessRefused, DatabaseServerDown))  # type: ignore[arg-type]


async def test_a_newer_schema_is_refused_and_unchanged(own_server: postgres.Server) -> None:
    url = own_server.create_empty_database()
    async with keep_store_open(url):
        pass
    own_server.run_sql("UPDATE schema_version SET version = 999", url.database)
    assert "999" in await read_refusal(url, SchemaTooNew)
    assert own_server.run_sql("SELECT version FROM schema_version", url.database) == "999\n"


async def test_a_missing_right_is_reported_by_name(own_server: postgres.Server) -> None:
    url = own_server.create_empty_database()
    own_server.run_sql("CREATE ROLE guest LOGIN", url.database)
    guest = own_server.make_url(url.database, "guest")
    assert "its user needs another right" in await read_refusal(guest, DatabaseAccessRefused)
    async with keep_store_open(url):
        pass
    own_server.run_sql("GRANT SELECT ON ALL TABLES IN SCHEMA public TO guest", url.database)
    assert "matches" in await read_refusal(guest, DatabasePrivilegeMissing)
    own_server.run_sql("GRANT ALL ON ALL TABLES IN SCHEMA public TO guest", url.database)
    async with keep_store_open(guest):
        pass


async def test_two_processes_starting_together_create_the_tables_once(own_server: postgres.Server) -> None:
    url = own_server.create_empty_database()
    async with AsyncExitStack() as stack:
        await asyncio.gather(*(stack.enter_async_context(keep_store_open(url)) for _ in range(4)))
    assert (
        own_server.run_sql("SELECT version FROM schema_version", url.database)
        == f"{find_newest_version(list_postgres_migrations())}\n"
    )


async def test_a_process_that_hangs_in_a_transaction_blocks_nobody(
    database: PostgresDatabase,
) -> None:
    """The server ends an idle transaction after ten seconds and rolls it back."""
    row = await database.fetch_row("SHOW idle_in_transaction_session_timeout")
    assert row == ("10s",)
    assert await database.fetch_row("SHOW statement_timeout") == ("10s",)
    assert await database.fetch_row("SHOW lock_timeout") == ("5s",)


async def test_identical_queries_in_one_transaction_get_their_own_answers(database: PostgresDatabase) -> None:
    await database.run_each("INSERT INTO one (x, y) VALUES (?, ?)", [(n, 10 * n) for n in range(50)])

    def make_transaction(n: int) -> Any:
        async def run_query(transaction: Transaction) -> list[tuple[Any, ...]]:
            rows = await transaction.fetch_rows(
                "SELECT x, y FROM one WHERE x = ? OR x = ? ORDER BY x DESC", (n, n + 1)
            )
            if n % 7 == 3:
                await transaction.run("UPDATE one SET y = y + 0 WHERE x = ?", (n,))
            one = await transaction.fetch_row("SELECT y FROM one WHERE x = ?", (n if n % 2 else -1,))
            changes = [("UPDATE one SET y = y + ? WHERE x = ?", (1, n))]
            if n % 3 == 0:
                changes.append(("INSERT INTO one (x, y) VALUES (?, ?)", (1000 + n, n)))
            await transaction.run_all(*changes)
            return [*rows, one or ()]

        return run_query

    found = await asyncio.gather(*(database.write(make_transaction(n)) for n in range(40)))
    for n, (high, low, one) in enumerate(found):
        assert (high[0], low[0]) == (n + 1, n) and low[1] in (10 * n, 10 * n + 1)
        assert one == ((low[1],) if n % 2 else ())
    rows = await database.fetch_rows("SELECT x, y FROM one WHERE x < 40 ORDER BY x")
    assert rows == [(n, 10 * n + 1) for n in range(40)]
    assert len(await database.fetch_rows("SELECT x FROM one WHERE x >= 1000")) == 14


async def test_concurrent_readers_get_their_own_answers(database: PostgresDatabase) -> None:
    await database.run_each("INSERT INTO one (x, y) VALUES (?, ?)", [(n, 10 * n) for n in range(50)])
    sql = "SELECT y FROM one WHERE x >= ? AND x < ? ORDER BY x DESC"
    found = await asyncio.gather(*(database.fetch_rows(sql, (n, n + n % 3)) for n in range(40)))
    for n, rows in enumerate(found):
        assert rows == [(10 * m,) for m in reversed(range(n, n + n % 3))]


async def test_a_cancelled_reader_does_not_shift_the_answers_of_others(database: PostgresDatabase) -> None:
    await insert_number(database, 1)
    tasks = [
        asyncio.create_task(database.fetch_rows("SELECT x FROM one WHERE x = ?", (n,))) for n in (1, 2, 1)
    ]
    await asyncio.sleep(0)
    tasks[0].cancel()
    assert await asyncio.gather(*tasks[1:]) == [[], [(1,)]]
    with pytest.raises(asyncio.CancelledError):
        await tasks[0]


async def test_a_missing_driver_is_reported_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.storage.find_spec", lambda name: None)
    refusal = await read_refusal(ServerUrl("postgresql://reefs@127.0.0.1:1/x"), DatabaseDriverMissing)
    assert "pip install -e '.[postgresql]'" in refusal


def test_only_postgresql_modules_import_the_driver() -> None:
    """With SQLite, the bot runs without the driver installed."""
    found = {
        path.name
        for path in (ROOT / "bot").rglob("*.py")
        if DRIVER_IMPORT_PATTERN.search(path.read_text("utf-8"))
    }
    lazily = {"__init__.py"}
    assert found <= {*lazily, "thinker_queue.py", "thinking.py", "leases.py"} | {
        name for name in found if name.startswith(("postgres", "moving_server"))
    }
    text = (ROOT / "bot" / "storage" / "__init__.py").read_text("utf-8")
    at_once = [line for line in text.splitlines() if re.match(r"(import|from) .*postgres", line)]
    assert at_once == []

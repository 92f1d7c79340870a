"""The SQLite file is opened, migrated, locked and checked."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot.errors.storage import (
    DatabaseClosed,
    DatabaseFailed,
    DatabaseInUse,
    DatabaseUnwritable,
    ForeignDatabaseFile,
    NotADatabase,
    SchemaTooNew,
    StorageError,
)
from bot.storage import Store
from bot.storage.engine.database import Database, Transaction
from bot.storage.schema import Migration, find_newest_version, list_migrations
from tests.support.patience import HANG_TIMEOUT_SECONDS
from tests.support.stores import OpenDatabase, OpenStore, keep_store_open

ROOT = Path(__file__).resolve().parents[3]


async def read_pragma(database: Database, name: str) -> object:
    row = await database.fetch_row(f"PRAGMA {name}")
    assert row is not None
    return row[0]


async def test_every_pragma_is_set_in_a_new_file(open_database: OpenDatabase, tmp_path: Path) -> None:
    path = tmp_path / "made" / "on the way" / "reefs.db"
    database = await open_database(path)
    assert (
        await read_pragma(database, "user_version")
        == await database.read_schema_version()
        == find_newest_version(list_migrations())
        > 0
    )
    assert await read_pragma(database, "busy_timeout") == 5000
    settings = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}

    async def read_settings(transaction: Transaction) -> dict[str, object]:
        rows = [await transaction.fetch_row(f"PRAGMA {name}") for name in settings]
        return {name: row and row[0] for name, row in zip(settings, rows, strict=True)}

    assert await database.write(read_settings) == settings
    await database.close()
    if os.name == "posix":
        assert path.stat().st_mode & 0o077 == 0


async def test_foreign_keys_are_enforced(open_database: OpenDatabase, tmp_path: Path) -> None:
    database = await open_database(tmp_path / "reefs.db")
    with pytest.raises(DatabaseFailed):
        await database.run("INSERT INTO log VALUES (1, 1, 'act', 0, 'x', 0)")


async def test_a_newer_schema_is_refused_and_unchanged(open_store: OpenStore, tmp_path: Path) -> None:
    path = tmp_path / "reefs.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")
    before = path.read_bytes()
    with pytest.raises(SchemaTooNew) as caught:
        await open_store(path)
    assert "99" in str(caught.value)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("version", "table"),
    [
        (0, "recipes (version)"),
        (5, "recipes (version)"),
        (99, "schema_migrations (version)"),
        (0, "schema_migrations (version, checksum)"),
        (0, "matches (id)"),
        (5, "matches (id)"),
        (0, "matches (id); CREATE TABLE proposals (id); CREATE TABLE consents (id)"),
    ],
)
async def test_a_file_of_another_program_is_refused_and_unchanged(
    open_store: OpenStore, tmp_path: Path, version: int, table: str
) -> None:
    path = tmp_path / "reefs.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(f"CREATE TABLE {table}")
        connection.execute(f"PRAGMA user_version = {version}")
    before = path.read_bytes()
    with pytest.raises(ForeignDatabaseFile, match=r"reefs\.db isn't a database of the bot\."):
        await open_store(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("is_there", [False, True])
async def test_a_failed_first_start_leaves_no_new_file(
    open_database: OpenDatabase, tmp_path: Path, is_there: bool
) -> None:
    path = tmp_path / "reefs.db"
    if is_there:
        path.touch()
    wrong = Migration.from_script("0001_one.sql", "CREATE TABLE one (x); INSERT INTO two VALUES (1);")
    with pytest.raises(StorageError):
        await open_database(path, [wrong])
    assert path.exists() is is_there


async def test_an_unwritable_path_is_refused(open_store: OpenStore, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    (tmp_path / "folder.db").mkdir()
    for path in (tmp_path / "file" / "reefs.db", tmp_path / "folder.db"):
        with pytest.raises(DatabaseUnwritable) as caught:
            await open_store(path)
        assert str(tmp_path) in str(caught.value)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anything")
async def test_a_folder_without_write_permission_is_refused(open_store: OpenStore, tmp_path: Path) -> None:
    folder = tmp_path / "locked"
    folder.mkdir(mode=0o500)
    with pytest.raises(DatabaseUnwritable):
        await open_store(folder / "reefs.db")


async def test_a_file_that_is_not_a_database_is_refused_and_unchanged(
    open_store: OpenStore, tmp_path: Path
) -> None:
    path = tmp_path / "reefs.db"
    path.write_bytes(b"not a database, but long enough to have been one" * 40)
    before = path.read_bytes()
    with pytest.raises(NotADatabase):
        await open_store(path)
    with pytest.raises(NotADatabase):
        Store.check_file(path)
    assert path.read_bytes() == before


async def test_a_new_migration_is_applied_to_an_existing_file(
    open_database: OpenDatabase, tmp_path: Path
) -> None:
    path = tmp_path / "reefs.db"
    first = Migration.from_script("0001_one.sql", "CREATE TABLE one (x); INSERT INTO one VALUES (7);")
    await (await open_database(path, [first])).close()
    second = Migration.from_script("0002_more.sql", "ALTER TABLE one ADD COLUMN y DEFAULT 8;")
    database = await open_database(path, [first, second])
    assert await database.fetch_rows("SELECT x, y FROM one") == [(7, 8)]
    assert await read_pragma(database, "user_version") == 2


async def test_a_failed_migration_is_rolled_back(open_database: OpenDatabase, tmp_path: Path) -> None:
    path = tmp_path / "reefs.db"
    first = Migration.from_script("0001_one.sql", "CREATE TABLE one (x);")
    wrong = Migration.from_script("0002_two.sql", "CREATE TABLE two (x); INSERT INTO three VALUES (1);")
    with pytest.raises(StorageError):
        await open_database(path, [first, wrong])
    database = await open_database(path, [first])
    names = [
        row[0] for row in await database.fetch_rows("SELECT name FROM sqlite_schema WHERE type = 'table'")
    ]
    assert sorted(names) == ["one", "schema_migrations"]


async def test_a_second_store_on_the_same_file_is_refused(open_store: OpenStore, tmp_path: Path) -> None:
    path = tmp_path / "reefs.db"
    store = await open_store(path)
    with pytest.raises(DatabaseInUse) as caught:
        await open_store(path)
    assert str(path) in str(caught.value)
    await store.close()
    await (await open_store(path)).close()


async def test_a_second_process_on_the_same_file_is_refused(open_store: OpenStore, tmp_path: Path) -> None:
    path = tmp_path / "reefs.db"
    code = (
        "import asyncio, sys\n"
        "from pathlib import Path\n"
        "from bot.errors.storage import DatabaseInUse\n"
        "from bot.storage import Store\n"
        "async def main():\n"
        "    try:\n        store = await Store.open(Path(sys.argv[1]))\n"
        "    except DatabaseInUse as error:\n        print('refused', error)\n"
        "    else:\n        await store.close()\n        print('opened')\n"
        "asyncio.run(main())"
    )

    def open_in_new_process() -> str:
        run = subprocess.run(
            [sys.executable, "-c", code, str(path)],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=HANG_TIMEOUT_SECONDS,
        )
        assert run.returncode == 0, run.stderr
        return run.stdout

    store = await open_store(path)
    assert (await asyncio.to_thread(open_in_new_process)).startswith("refused Another process is using")
    await store.close()
    assert await asyncio.to_thread(open_in_new_process) == "opened\n"


async def test_a_closed_store_refuses_reads_and_writes(store: Store) -> None:
    await store.close()
    await store.close()
    with pytest.raises(DatabaseClosed):
        await store.matches.find_table(1)
    with pytest.raises(DatabaseClosed):
        await store.preferences.set(1, "a", "b")


async def test_a_transaction_is_all_or_nothing(open_database: OpenDatabase, tmp_path: Path) -> None:
    database = await open_database(
        tmp_path / "reefs.db", [Migration.from_script("0001_one.sql", "CREATE TABLE one (x);")]
    )

    async def insert_and_fail(transaction: Transaction) -> None:
        await transaction.run("INSERT INTO one VALUES (1)")
        raise RuntimeError

    with pytest.raises(RuntimeError):
        await database.write(insert_and_fail)
    await database.run("INSERT INTO one VALUES (2)")
    assert await database.fetch_rows("SELECT x FROM one") == [(2,)]


async def test_a_check_reports_problems_and_changes_nothing(open_store: OpenStore, tmp_path: Path) -> None:
    path = tmp_path / "reefs.db"
    assert (Store.check_file(path).schema_version, path.exists()) == (None, False)
    store = await open_store(path)
    assert Store.check_file(path).schema_version == find_newest_version(list_migrations())
    await store.close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("INSERT INTO log VALUES (5, 1, 'act', 0, 'x', 0)")
        connection.commit()
    before = path.read_bytes()
    health = Store.check_file(path)
    assert (health.schema_version, health.known_version) == (
        find_newest_version(list_migrations()),
        find_newest_version(list_migrations()),
    )
    assert health.problems == ("log -> matches",)
    assert path.read_bytes() == before


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_an_orphaned_worker_does_not_lock_the_file(tmp_path: Path) -> None:
    path = tmp_path / "reefs.db"
    code = (
        "import asyncio, os, sys, time\n"
        "from pathlib import Path\n"
        "from bot.storage import Store\n"
        "async def main():\n"
        "    store = await Store.open(Path(sys.argv[1]))\n"
        "    worker = os.fork()\n"
        "    if worker == 0:\n        time.sleep(60)\n        os._exit(0)\n"
        "    print(worker, flush=True)\n"
        "    time.sleep(60)\n"
        "asyncio.run(main())"
    )

    async def open_and_close() -> None:
        async with keep_store_open(path):
            pass

    child = subprocess.Popen([sys.executable, "-c", code, str(path)], cwd=ROOT, stdout=subprocess.PIPE)
    assert child.stdout is not None
    worker = int(child.stdout.readline())
    try:
        with pytest.raises(DatabaseInUse):
            asyncio.run(open_and_close())
        child.kill()
        child.wait()
        os.kill(worker, 0)
        asyncio.run(open_and_close())
    finally:
        os.kill(worker, signal.SIGKILL)
        child.kill()
        child.stdout.close()

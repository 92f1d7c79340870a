"""A database lists the migrations that were applied. Earlier versions stored only their count."""

from __future__ import annotations

import logging
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.errors.storage import SchemaTooNew, StorageError
from bot.storage import Store, schema
from bot.storage.engine import dialect
from bot.storage.engine.copying import CopyFailed
from bot.storage.engine.postgres import PostgresDatabase
from bot.storage.engine.sqlite import SqliteDatabase, check_file
from bot.storage.schema import (
    MIGRATIONS_FOLDER,
    UNLISTED_MIGRATIONS,
    AppliedMigrations,
    Migration,
    find_newest_version,
)
from tests.support import postgres
from tests.support.nightly import defer_to_night
from tests.support.stores import OpenDatabase, keep_store_open

MIGRATION_1 = Migration.from_script("0001_one.sql", "CREATE TABLE one (x BIGINT);")
MIGRATION_2 = Migration.from_script("0002_two.sql", "INSERT INTO one VALUES (2);")
MIGRATION_3 = Migration.from_script("0003_three.sql", "INSERT INTO one VALUES (3);")
MIGRATION_5 = Migration.from_script("0005_five.sql", "INSERT INTO one VALUES (5);")
MIGRATION_COUNTS = (1, 7, 28, 29, 30, 31)
"""Counts of applied migrations, as stored by earlier versions of the bot. There is no migration 29."""


def write_counted_file(path: Path, migration_count: int) -> None:
    """Write a database as earlier versions of the bot did, recording only the count of migrations."""
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        for one in schema.list_migrations()[:migration_count]:
            file.executescript(one.text)
        file.execute(f"PRAGMA user_version = {migration_count}")
        file.execute("INSERT INTO preferences (user_id, key, value) VALUES (7, 'hints', 'on')")


def read_schema(path: Path) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(path)) as file:
        return [
            (str(name), str(sql))
            for name, sql in file.execute("SELECT name, sql FROM sqlite_master WHERE sql <> '' ORDER BY name")
        ]


def list_copies(path: Path) -> list[Path]:
    return sorted(path.parent.glob(f"{path.stem}-*{path.suffix}"))


def test_a_count_refers_to_the_first_migrations() -> None:
    """The list must never change, because a count in an old database refers to its first entries."""
    assert (
        tuple(one.number for one in schema.list_migrations()[: len(UNLISTED_MIGRATIONS)])
        == UNLISTED_MIGRATIONS
    )
    assert (len(UNLISTED_MIGRATIONS), UNLISTED_MIGRATIONS[27:29]) == (31, (28, 30))


def test_two_migrations_with_the_same_number_are_refused(tmp_path: Path) -> None:
    for name in ("0001_a.sql", "0002_b.sql", "0002_c.sql"):
        (tmp_path / name).write_text("SELECT 1;")
    with pytest.raises(ValueError, match="0002"):
        schema.list_migrations(tmp_path)


@pytest.mark.parametrize("number", MIGRATION_COUNTS)
async def test_a_file_of_an_earlier_version_gets_only_the_missing_migrations(
    tmp_path: Path, number: int
) -> None:
    path, new = tmp_path / "reefs.db", tmp_path / "new.db"
    write_counted_file(path, number)
    assert check_file(path).schema_version == UNLISTED_MIGRATIONS[number - 1]
    async with keep_store_open(new), keep_store_open(path) as store:
        assert await store.preferences.get(7, "hints") == "on"
    assert read_schema(path) == read_schema(new)
    assert check_file(path).schema_version == find_newest_version(schema.list_migrations())
    with closing(sqlite3.connect(path)) as file:
        listed = [row[0] for row in file.execute("SELECT number FROM schema_migrations ORDER BY number")]
    assert listed == [one.number for one in schema.list_migrations()]


@pytest.mark.parametrize("number", defer_to_night(MIGRATION_COUNTS, 7, 28, 30))
async def test_a_server_of_an_earlier_version_gets_only_the_missing_migrations(number: int) -> None:
    server = postgres.get_server()
    url = server.create_empty_database()
    for one in dialect.list_postgres_migrations()[:number]:
        server.run_sql(one.text, url.database)
    server.run_sql(f"CREATE TABLE schema_version AS SELECT {number}::bigint AS version", url.database)
    server.run_sql("INSERT INTO preferences (user_id, key, value) VALUES (7, 'hints', 'on')", url.database)
    async with keep_store_open(url) as store:
        assert await store.preferences.get(7, "hints") == "on"
        assert await store._database.read_schema_version() == find_newest_version(schema.list_migrations())
    found = await Store.inspect_server(url)
    assert (found.schema_version, found.newer_version, found.is_current) == (found.known_version, None, True)
    listed = server.run_sql("SELECT number FROM schema_migrations ORDER BY number", url.database).split()
    assert [int(one) for one in listed] == [one.number for one in schema.list_migrations()]


async def test_in_a_file_a_gap_in_the_migration_numbers_can_be_filled_later(
    open_database: OpenDatabase, tmp_path: Path
) -> None:
    path = tmp_path / "reefs.db"
    await (await open_database(path, [MIGRATION_1, MIGRATION_5])).close()
    await (await open_database(path, [MIGRATION_1, MIGRATION_3, MIGRATION_5])).close()
    database = await open_database(path, [MIGRATION_1, MIGRATION_2, MIGRATION_3, MIGRATION_5])
    assert await database.fetch_rows("SELECT x FROM one") == [(5,), (3,), (2,)]
    assert await database.read_schema_version() == 5


async def test_a_gap_below_an_old_count_is_filled(tmp_path: Path) -> None:
    """Old files store only a count. At 31, migration 29 is still missing, because it was added later."""
    path, folder = tmp_path / "reefs.db", tmp_path / "migrations"
    write_counted_file(path, 31)
    shutil.copytree(MIGRATIONS_FOLDER, folder)
    (folder / "0029_filled.sql").write_text("CREATE TABLE filled (x INTEGER);")
    database = await SqliteDatabase.open(path, schema.list_migrations(folder))
    try:
        assert await database.fetch_rows("SELECT * FROM filled") == []
        assert await database.fetch_rows("SELECT value FROM preferences") == [("on",)]
    finally:
        await database.close()


async def test_on_a_server_a_gap_in_the_migration_numbers_can_be_filled_later() -> None:
    url = postgres.get_server().create_empty_database()
    for known in ([MIGRATION_1, MIGRATION_5], [MIGRATION_1, MIGRATION_2, MIGRATION_5]):
        await (await PostgresDatabase.open(url, known)).close()
    assert postgres.get_server().run_sql("SELECT x FROM one", url.database).split() == ["5", "2"]


@pytest.mark.parametrize("count", [32, 33, 99])
def test_an_impossible_count_means_a_newer_version(tmp_path: Path, count: int) -> None:
    """When files stored only a count, there were at most 31 migrations."""
    assert AppliedMigrations(count, None).find_unknown_version(schema.list_migrations()) == count
    assert AppliedMigrations(31, None).find_unknown_version(schema.list_migrations()) is None


async def test_an_unknown_migration_means_a_newer_version(
    open_database: OpenDatabase, tmp_path: Path
) -> None:
    path, url = tmp_path / "reefs.db", postgres.get_server().create_empty_database()
    await (await open_database(path, [MIGRATION_1, MIGRATION_2])).close()
    await (await PostgresDatabase.open(url, [MIGRATION_1, MIGRATION_2])).close()
    for known in ([MIGRATION_1], [MIGRATION_1, MIGRATION_3]):
        with pytest.raises(SchemaTooNew):
            await open_database(path, known)
        with pytest.raises(SchemaTooNew):
            await PostgresDatabase.open(url, known)


async def test_a_changed_migration_is_reported(
    open_database: OpenDatabase, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path, url = tmp_path / "reefs.db", postgres.get_server().create_empty_database()
    await (await open_database(path, [MIGRATION_1, MIGRATION_2])).close()
    await (await PostgresDatabase.open(url, [MIGRATION_1, MIGRATION_2])).close()
    assert not caplog.records
    other = Migration.from_script(MIGRATION_2.name, MIGRATION_2.text.replace("2", "22"))
    await (await open_database(path, [MIGRATION_1, other])).close()
    await (await PostgresDatabase.open(url, [MIGRATION_1, other])).close()
    told = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert [record.fields["name"] for record in told] == [MIGRATION_2.name] * 2  # type: ignore[attr-defined]


async def test_the_check_names_changed_migrations(tmp_path: Path) -> None:
    path = tmp_path / "reefs.db"
    async with keep_store_open(path):
        pass
    assert check_file(path).changed_migrations == ()
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.execute("UPDATE schema_migrations SET checksum = 'x' WHERE number = 4")
    assert check_file(path).changed_migrations == ("0004_clocks.sql",)


async def test_a_copy_is_kept_before_a_migration(
    open_database: OpenDatabase, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "bot")
    path = tmp_path / "reefs.db"
    await (await open_database(path, [MIGRATION_1])).close()
    assert list_copies(path) == [], "there was nothing to copy"
    await (await open_database(path, [MIGRATION_1])).close()
    assert list_copies(path) == []
    await (await open_database(path, [MIGRATION_1, MIGRATION_2])).close()
    (kept,) = list_copies(path)
    assert kept.stat().st_mode & 0o077 == 0
    with closing(sqlite3.connect(kept)) as file:
        assert file.execute("SELECT number FROM schema_migrations").fetchall() == [(1,)]
        assert file.execute("SELECT count(*) FROM one").fetchone() == (0,)
    fields = caplog.records[-1].fields  # type: ignore[attr-defined]
    assert (fields["before"], fields["now"], fields["copy"]) == (1, 2, kept)


async def test_a_failed_migration_leaves_no_copy(open_database: OpenDatabase, tmp_path: Path) -> None:
    """A service that restarts in a loop would otherwise fill the disk with copies."""
    path = tmp_path / "reefs.db"
    await (await open_database(path, [MIGRATION_1])).close()
    wrong = Migration.from_script(
        "0002_wrong.sql", "INSERT INTO one VALUES (4); INSERT INTO nowhere VALUES (1);"
    )
    with pytest.raises(StorageError):
        await open_database(path, [MIGRATION_1, wrong])
    assert list_copies(path) == []
    assert await (await open_database(path, [MIGRATION_1])).fetch_rows("SELECT x FROM one") == []


async def test_nothing_is_migrated_without_space_for_the_copy(
    open_database: OpenDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "reefs.db"
    await (await open_database(path, [MIGRATION_1])).close()

    def fail_with_full_disk(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("bot.storage.engine.sqlite_schema.copy_pages", fail_with_full_disk)
    with pytest.raises(CopyFailed):
        await open_database(path, [MIGRATION_1, MIGRATION_2])
    monkeypatch.undo()
    assert await (await open_database(path, [MIGRATION_1])).fetch_rows("SELECT x FROM one") == []
    assert list_copies(path) == []

"""Backups can be made while the bot runs, and restored. No failure destroys existing data."""

from __future__ import annotations

import asyncio
import os
import random
import sqlite3
import subprocess
import sys
from asyncio.subprocess import PIPE
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.errors.storage import (
    DatabaseInUse,
    DatabaseUnwritable,
    ForeignDatabaseFile,
    NotADatabase,
    SchemaTooNew,
    StorageError,
)
from bot.model.table import Person, Place, Table
from bot.storage import Store
from bot.storage.engine import backup, copying
from bot.storage.engine.backup import (
    DamagedDatabase,
    DatabaseFilePath,
    ExistingCopy,
    MissingFile,
    NotAFile,
    PlaygroundCopy,
    UnreadableFile,
    back_up,
    read_schema_version,
    restore,
)
from bot.storage.engine.copying import CopyFailed
from bot.storage.engine.sqlite import check_file
from bot.storage.schema import find_newest_version, list_migrations
from bot.tables.service import Tables, make_tables
from tests.support.patience import HANG_TIMEOUT_SECONDS
from tests.support.stores import OpenStore, keep_store_open
from tests.support.toy import TOYS

ROOT = Path(__file__).resolve().parents[3]
NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
ANN, BEN = Person(11, "Ann"), Person(22, "Ben")

only_on_posix = pytest.mark.skipif(os.name != "posix", reason="POSIX")


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "data" / "reefs.db"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    (tmp_path / "kept").mkdir()
    return tmp_path / "kept" / "copy.db"


async def start_match(store: Store, move_count: int) -> Table:
    """Start a match, make ``move_count`` moves, and record a posted board."""
    tables = make_tables(store, TOYS)
    table = await tables.lobby.open_table(
        Place(1, None, "en"), ANN, "toy", {"goal": "40"}, press_id=1, seat_count=2
    )
    await tables.lobby.join_lobby(table.id, BEN, 2)
    table = await tables.lobby.start_match(table.id, ANN.user_id, 3)
    for _ in range(move_count):
        table = await make_move(tables, table)
    assert table.match is not None
    row = await store.messages.reserve_message(table.id, "board", 1, "n", table.match.seq, 0)
    await store.messages.confirm_message(row.id, 5, 0)
    return table


async def make_move(tables: Tables, table: Table) -> Table:
    assert table.match is not None
    seat = table.match.to_act[0]
    token = table.match.legal_actions(seat)[0].token
    return (
        await tables.play.perform_action(table.id, table.occupants[seat].user_id, token, table.match.seq)
    ).table


async def create_database(path: Path, move_count: int) -> None:
    async with keep_store_open(path) as store:
        await start_match(store, move_count)


def create_database_synchronously(path: Path, move_count: int) -> None:
    asyncio.run(create_database(path, move_count))


def count_rows(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("SELECT count(*) FROM log").fetchone()[0])


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
async def test_copies_made_during_writes_contain_all_acknowledged_rows(database: Path, copy: Path) -> None:
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.bot.storage.player", str(database), cwd=ROOT, stdout=PIPE
    )
    assert child.stdout is not None
    try:
        acknowledged: list[list[bytes]] = []
        for _ in range(5):
            acknowledged += [(await child.stdout.readline()).split() for _ in range(30)]
            assert await asyncio.to_thread(back_up, database, copy, force=True) == find_newest_version(
                list_migrations()
            )
            with closing(sqlite3.connect(copy)) as connection:
                found = {
                    (match, seq): (seat, text)
                    for match, seq, seat, text in connection.execute(
                        "SELECT match_id, seq, seat, text FROM log"
                    )
                }
            for match, seq, seat, text in acknowledged:
                assert found[int(match), int(seq)] == (int(seat), text.decode())
        # The other process continues to play, and its file is intact.
        assert await child.stdout.readline()
    finally:
        child.kill()
        await child.wait()
    assert check_file(database).problems == ()
    assert [path.name for path in copy.parent.iterdir()] == ["copy.db"]


def test_a_copy_reports_progress_and_omits_later_writes(
    database: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(database)) as connection:
        first = list_migrations()[0].text
        connection.executescript(f"{first} PRAGMA user_version = 1; CREATE TABLE n (x);")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.executemany("INSERT INTO n VALUES (?)", [("x" * 2000,)] * 50)
        connection.commit()
        monkeypatch.setattr(copying, "PAGES_PER_REPORT", 5)
        heard: list[tuple[int, int]] = []

        def record_progress(done: int, total: int) -> None:
            heard.append((done, total))
            connection.execute("INSERT INTO n VALUES ('later')")
            connection.commit()

        back_up(database, copy, report=record_progress)
    done, totals = [one for one, _ in heard], {total for _, total in heard}
    assert len(heard) > 4 and done == sorted(done) and len(totals) == 1 and done[-1] == totals.pop()
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT count(*) FROM n WHERE x = 'later'").fetchone() == (0,)


async def test_a_restored_match_continues_and_its_board_is_reposted(
    open_store: OpenStore, database: Path, copy: Path
) -> None:
    store = await open_store(database)
    table = await start_match(store, 7)
    assert await store.messages.list_outdated_table_ids() == []
    back_up(database, copy)
    tables = make_tables(store, TOYS)
    later = await make_move(tables, await make_move(tables, table))
    with pytest.raises(DatabaseInUse):
        restore(copy, database, NOW)
    await store.close()
    kept_path = restore(copy, database, NOW)
    assert kept_path == database.with_name("reefs-20260304-050607.db")

    store = await open_store(database)
    tables = make_tables(store, TOYS)
    again = await tables.get(table.id)
    assert again.match is not None and table.match is not None and later.match is not None
    assert again.match.rows == table.match.rows
    assert again.match.state == table.match.state
    assert await store.messages.list_outdated_table_ids() == [table.id]
    same = await make_move(tables, await make_move(tables, again))
    assert same.match is not None
    assert same.match.state == later.match.state
    await store.close()
    # The previous database can itself be restored.
    restore(kept_path, database, NOW.replace(year=2027))
    assert count_rows(database) == later.match.seq


def test_a_copy_is_one_file_readable_only_by_its_owner(database: Path, copy: Path) -> None:
    create_database_synchronously(database, 3)
    back_up(database, copy)
    assert [path.name for path in copy.parent.iterdir()] == ["copy.db"]
    if os.name == "posix":
        assert copy.stat().st_mode & 0o777 == 0o600
    copy.chmod(0o400)
    with closing(sqlite3.connect(f"{copy.as_uri()}?immutable=1", uri=True)) as connection:
        assert connection.execute("SELECT count(*) FROM log").fetchone()[0] == 3


def test_an_existing_file_is_replaced_only_on_request(database: Path, copy: Path) -> None:
    create_database_synchronously(database, 3)
    copy.write_text("a letter", "utf-8")
    with pytest.raises(ExistingCopy, match=r"copy\.db already exists"):
        back_up(database, copy)
    assert copy.read_text("utf-8") == "a letter"
    back_up(database, copy, force=True)
    assert count_rows(copy) == 3


@pytest.mark.parametrize("name", ["reefs.db", "reefs.db-wal", "reefs.db.lock", "other.db", "left.db"])
async def test_a_copy_never_overwrites_a_database(open_store: OpenStore, database: Path, name: str) -> None:
    await create_database(database, 3)
    other = await open_store(database.with_name("other.db"))
    database.with_name("left.db-wal").write_text("of a killed bot", "utf-8")
    with pytest.raises(DatabaseFilePath):
        back_up(database, database.with_name(name), force=True)
    with pytest.raises(DatabaseFilePath):
        back_up(database, database.parent / "." / name, force=True)
    await other.close()
    assert count_rows(database) == 3
    with pytest.raises(DatabaseFilePath):
        restore(database, database, NOW)


def test_a_missing_database_cannot_be_copied(database: Path, copy: Path) -> None:
    with pytest.raises(MissingFile, match=r"reefs\.db"):
        back_up(database, copy)
    with pytest.raises(MissingFile, match=r"copy\.db"):
        restore(copy, database, NOW)
    assert list(copy.parent.iterdir()) == []
    assert not database.parent.exists()


def damage_file(path: Path, kind: str) -> None:
    """Damage a database file in one of the ways in :data:`DAMAGE_KINDS`."""
    if kind == "empty":
        path.write_bytes(b"")
    elif kind == "a letter":
        path.write_text("dear somebody " * 500, "utf-8")
    elif kind == "cut short":
        path.write_bytes(path.read_bytes()[:-9000])
    elif kind == "overwritten":
        whole = path.read_bytes()
        path.write_bytes(whole[:8192] + random.Random(1).randbytes(40000) + whole[48192:])
    else:
        with closing(sqlite3.connect(path)) as connection, connection:
            if kind == "of another program":
                connection.execute("DROP TABLE consents")
                connection.execute("ALTER TABLE matches RENAME TO games")
            elif kind == "dangling":
                connection.execute("INSERT INTO log VALUES (99, 1, 'act', 0, 'x', 0)")


DAMAGE_KINDS = ["empty", "a letter", "cut short", "overwritten", "of another program", "dangling"]


@pytest.mark.parametrize("kind", DAMAGE_KINDS)
def test_a_damaged_database_is_not_copied(database: Path, copy: Path, kind: str) -> None:
    create_database_synchronously(database, 3)
    copy.write_text("a good copy of before", "utf-8")
    damage_file(database, kind)
    with pytest.raises((NotADatabase, DamagedDatabase)) as caught:
        back_up(database, copy, force=True)
    assert str(database) in str(caught.value)
    assert "\n" not in str(caught.value)
    assert copy.read_text("utf-8") == "a good copy of before"
    assert [path.name for path in copy.parent.iterdir()] == ["copy.db"]


@pytest.mark.parametrize("kind", DAMAGE_KINDS)
def test_a_damaged_copy_is_not_restored(database: Path, copy: Path, kind: str) -> None:
    create_database_synchronously(database, 3)
    back_up(database, copy)
    damage_file(copy, kind)
    before = sorted((path.name, path.read_bytes()) for path in database.parent.iterdir())
    with pytest.raises((NotADatabase, DamagedDatabase)) as caught:
        restore(copy, database, NOW)
    assert str(copy) in str(caught.value)
    assert sorted((path.name, path.read_bytes()) for path in database.parent.iterdir()) == before


def test_a_file_that_may_not_be_read_is_named(
    database: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    create_database_synchronously(database, 3)
    monkeypatch.setattr(os, "access", lambda path, mode: (path, mode) != (database, os.R_OK))
    with pytest.raises(UnreadableFile, match="this user isn't allowed to"):
        back_up(database, copy)


@pytest.mark.parametrize("kind", ["empty", "of another program"])
def test_a_foreign_file_is_not_restored(database: Path, copy: Path, kind: str) -> None:
    create_database_synchronously(copy, 3)
    damage_file(copy, kind)
    with pytest.raises(ForeignDatabaseFile, match=r"copy\.db isn't a database of the bot"):
        restore(copy, database, NOW)


@pytest.mark.parametrize("version", [0, 5])
def test_another_programs_matches_are_not_copied(database: Path, copy: Path, version: int) -> None:
    database.parent.mkdir()
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("CREATE TABLE matches (id)")
        connection.execute(f"PRAGMA user_version = {version}")
    with pytest.raises(ForeignDatabaseFile, match=r"isn't a database of the bot"):
        back_up(database, copy)
    assert not copy.exists()
    with pytest.raises(ForeignDatabaseFile):
        read_schema_version(database)


@pytest.mark.parametrize("table", ["recipes", "matches"])
def test_another_programs_database_is_not_replaced(database: Path, copy: Path, table: str) -> None:
    create_database_synchronously(copy, 3)
    database.parent.mkdir()
    with closing(sqlite3.connect(database)) as connection:
        connection.execute(f"CREATE TABLE {table} (name)")
    before = database.read_bytes()
    with pytest.raises(ForeignDatabaseFile):
        restore(copy, database, NOW)
    assert database.read_bytes() == before


def test_a_playgrounds_copy_replaces_only_a_playground_unless_forced(
    database: Path, copy: Path, tmp_path: Path
) -> None:
    playground = tmp_path / "playground.db"
    for path in (database, playground):
        create_database_synchronously(path, 3)
    with closing(sqlite3.connect(playground)) as connection, connection:
        connection.execute("INSERT INTO channels VALUES (0, 'playground-key', 'x')")
    back_up(playground, copy)
    before = database.read_bytes()
    for path in (database, tmp_path / "new.db"):
        with pytest.raises(PlaygroundCopy, match=r"copy\.db is a copy of the playground"):
            restore(copy, path, NOW)
    assert database.read_bytes() == before
    assert not (tmp_path / "new.db").exists()
    assert restore(copy, playground, NOW) is not None
    assert restore(copy, database, NOW, force=True) is not None


def test_a_copy_of_a_newer_version_is_not_restored(database: Path, copy: Path) -> None:
    create_database_synchronously(database, 3)
    back_up(database, copy)
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(SchemaTooNew):
        restore(copy, database, NOW)


async def test_a_restored_copy_of_an_older_version_is_migrated_at_the_next_start(
    database: Path, copy: Path, open_store: OpenStore
) -> None:
    with closing(sqlite3.connect(copy)) as connection:
        connection.executescript(list_migrations()[0].text)
        connection.execute("PRAGMA user_version = 1")
    assert restore(copy, database, NOW) is None
    await (await open_store(database)).close()
    assert check_file(database).schema_version == find_newest_version(list_migrations()) > 1


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
@pytest.mark.parametrize("is_damaged", [False, True])
async def test_a_copy_after_a_crash_is_complete(database: Path, copy: Path, is_damaged: bool) -> None:
    await create_database(copy, 3)
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.bot.storage.player", str(database), cwd=ROOT, stdout=PIPE
    )
    assert child.stdout is not None
    for _ in range(20):
        await child.stdout.readline()
    child.kill()
    await child.communicate()
    log = database.with_name("reefs.db-wal")
    written = log.read_bytes()
    assert written
    if is_damaged:
        damage_file(database, "a letter")
    kept_path = restore(copy, database, NOW)
    assert kept_path is not None
    assert count_rows(database) == 3
    assert not log.exists()
    if is_damaged:
        assert kept_path.read_text("utf-8").startswith("dear somebody")
        assert kept_path.with_name(f"{kept_path.name}-wal").read_bytes() == written
    else:
        assert count_rows(kept_path) >= 20
        assert not kept_path.with_name(f"{kept_path.name}-wal").exists()


def test_an_interrupted_restore_leaves_the_database_unchanged(
    database: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    create_database_synchronously(database, 5)
    create_database_synchronously(copy, 3)

    def fail_with_full_disk(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(backup, "move_into_place", fail_with_full_disk)
    with pytest.raises(DatabaseUnwritable, match="the disk is full"):
        restore(copy, database, NOW)
    assert count_rows(database) == 5
    assert not [path for path in database.parent.iterdir() if path.name.startswith(".")]
    monkeypatch.undo()
    # The file that the first attempt kept isn't replaced, even with the same timestamp.
    kept_path = restore(copy, database, NOW)
    assert kept_path == database.with_name("reefs-20260304-050607-2.db")
    assert (
        count_rows(database),
        count_rows(kept_path),
        count_rows(database.with_name("reefs-20260304-050607.db")),
    ) == (3, 5, 5)


@pytest.mark.parametrize("is_restored_twice", [False, True])
def test_copies_work_without_hard_links(
    database: Path, copy: Path, monkeypatch: pytest.MonkeyPatch, is_restored_twice: bool
) -> None:
    create_database_synchronously(database, 5)
    create_database_synchronously(copy, 3)

    def refuse_link(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse_link)
    kept_path = restore(copy, database, NOW)
    assert kept_path is not None
    if is_restored_twice:
        restore(copy, database, NOW)
    assert (count_rows(database), count_rows(kept_path)) == (3, 5)
    assert len(list(database.parent.glob("reefs-*.db"))) == 1 + is_restored_twice


def make_special_file(path: Path, kind: str) -> None:
    """Create a folder, a pipe, or a link to itself or to a pipe."""
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "circle":
        path.symlink_to(path)
    else:
        os.mkfifo(path.with_name("pipe"))
        path.symlink_to(path.with_name("pipe"))


def describe_path(path: Path) -> tuple[int, ...]:
    """Return properties of a path that tests expect to stay the same."""
    found = path.lstat()
    return (found.st_ino, found.st_mode, found.st_size, found.st_mtime_ns)


@only_on_posix
@pytest.mark.parametrize("kind", ["folder", "pipe", "circle", "link to a pipe"])
def test_only_regular_files_are_replaced_or_read(database: Path, copy: Path, kind: str) -> None:
    create_database_synchronously(database, 3)
    make_special_file(copy, kind)
    before = describe_path(copy)
    for work in (
        lambda: back_up(database, copy),
        lambda: back_up(database, copy, force=True),
        lambda: back_up(copy, database.with_name("another.db")),
        lambda: restore(copy, database, NOW),
    ):
        with pytest.raises(NotAFile, match=r"copy\.db isn't a plain file"):
            work()
    with pytest.raises(NotAFile):
        restore(database, copy, NOW)
    assert describe_path(copy) == before
    assert count_rows(database) == 3
    assert [path.name for path in database.parent.glob("*.db")] == ["reefs.db"]


@only_on_posix
@pytest.mark.parametrize("target_exists", [False, True])
def test_a_copy_follows_a_symbolic_link(
    database: Path, copy: Path, tmp_path: Path, target_exists: bool
) -> None:
    create_database_synchronously(database, 3)
    far = tmp_path / "far" / "copy.db"
    far.parent.mkdir()
    if target_exists:
        far.write_text("a letter", "utf-8")
    copy.symlink_to(far)
    back_up(database, copy, force=target_exists)
    assert copy.readlink() == far
    assert count_rows(far) == 3
    assert [path.name for path in far.parent.iterdir()] == ["copy.db"]


@only_on_posix
def test_restoring_keeps_a_link_to_the_database(database: Path, copy: Path, tmp_path: Path) -> None:
    create_database_synchronously(database, 5)
    create_database_synchronously(copy, 3)
    link = tmp_path / "link.db"
    link.symlink_to(database)
    with pytest.raises(DatabaseFilePath):
        back_up(database, link, force=True)
    kept_path = restore(copy, link, NOW)
    assert kept_path == database.with_name("reefs-20260304-050607.db")
    assert (link.readlink(), count_rows(database), count_rows(kept_path)) == (database, 3, 5)


@only_on_posix
def test_an_impossible_file_name_is_refused(database: Path) -> None:
    create_database_synchronously(database, 3)
    long = database.with_name("x" * 300)
    works: tuple[Callable[[], object], ...] = (
        lambda: back_up(database, long),
        lambda: back_up(long, database),
        lambda: read_schema_version(long),
    )
    for work in works:
        with pytest.raises(UnreadableFile, match=r"Can't read .*too long"):
            work()


@pytest.mark.parametrize("folder", ["missing", "a file"])
def test_an_unwritable_folder_is_refused(database: Path, tmp_path: Path, folder: str) -> None:
    create_database_synchronously(database, 3)
    (tmp_path / "a file").write_text("", "utf-8")
    target = tmp_path / folder / "copy.db"
    with pytest.raises(CopyFailed) as caught:
        back_up(database, target)
    assert str(target) in str(caught.value)
    back_up(database, tmp_path / "copy.db")
    with pytest.raises(DatabaseUnwritable):
        restore(tmp_path / "copy.db", tmp_path / "a file" / "reefs.db", NOW)


FULL_DISK_SCRIPT = """
import resource, sys
from datetime import datetime
from pathlib import Path
from bot.errors.storage import StorageError
from bot.storage.engine.backup import back_up, restore

resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000))
source, other = map(Path, sys.argv[1:])
for work in (lambda: back_up(source, other, force=True), lambda: restore(source, other, datetime.now())):
    try:
        work()
    except StorageError as error:
        print(type(error).__name__, error)
"""
"""Script that backs up and restores while no file may exceed 20 kB."""


@only_on_posix
async def test_a_full_disk_is_reported(open_store: OpenStore, database: Path, copy: Path) -> None:
    store = await open_store(database)
    await start_match(store, 3)
    await asyncio.to_thread(copy.write_bytes, b"a good copy of before")
    result = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-c", FULL_DISK_SCRIPT, str(database), str(copy)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=HANG_TIMEOUT_SECONDS,
    )
    await store.close()
    assert result.returncode == 0, result.stderr
    first, second = result.stdout.splitlines()
    assert first.startswith(f"CopyFailed Can't write the copy {copy}: ")
    assert second.startswith(f"DatabaseUnwritable Can't write the database {copy}: ")
    assert await asyncio.to_thread(copy.read_bytes) == b"a good copy of before"
    assert {path.name for path in copy.parent.iterdir()} <= {"copy.db", "copy.db.lock"}


def test_every_refusal_is_a_storage_error() -> None:
    assert all(
        issubclass(kind, StorageError) for kind in (MissingFile, ExistingCopy, DatabaseFilePath, CopyFailed)
    )

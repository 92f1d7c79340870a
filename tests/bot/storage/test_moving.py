"""Moving a database between a file and a server copies every row unchanged, or leaves the target empty."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot.errors.storage import (
    CopiedDataMismatch,
    DatabaseInUse,
    DatabaseServerDown,
    ForeignDatabaseFile,
    SchemaTooNew,
    SchemaTooOld,
    StorageError,
    TargetDatabaseNotEmpty,
)
from bot.kit.server_url import ServerUrl
from bot.storage.engine import moving_file, moving_server
from bot.storage.engine.backup import MissingFile
from bot.storage.engine.database import Database
from bot.storage.engine.moving import move_rows
from bot.storage.engine.table_schemas import list_table_schemas
from tests.proof.load.stock import fill_database
from tests.support import postgres
from tests.support.patience import HANG_TIMEOUT_SECONDS
from tests.support.ports import find_free_port
from tests.support.stores import OpenStore

ROOT = Path(__file__).resolve().parents[3]
MAX_ROWS_PER_BATCH = 500
"""Number of rows moved per batch. It is small, so that tests need few rows."""


@pytest.fixture(autouse=True)
def use_small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    for side in (moving_file, moving_server):
        monkeypatch.setattr(side, "BATCH_SIZE", MAX_ROWS_PER_BATCH)


def ignore_progress(table: str, number: int, total: int) -> None:
    """Ignore a progress report."""


async def skip_check(source: Database, target: Database) -> None:
    """Accept a copy without comparing it to the original."""


@pytest.fixture
async def path(tmp_path: Path) -> Path:
    """A file with matches of each game, many preferences, and a match ID used by a deleted row."""
    path = tmp_path / "reefs.db"
    await fill_database(path, 4, ())
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("PRAGMA foreign_keys = ON")
        file.executemany(
            "INSERT INTO preferences VALUES (?, ?, ?)",
            [(n, key, f"{n} ü \U0001f980") for n in range(MAX_ROWS_PER_BATCH) for key in ("Ö", "a", "B")],
        )
        file.execute("INSERT INTO asked VALUES (1, 'x', 1, 5), (1, 'x', 1, 5)")
        file.execute("INSERT INTO results VALUES (1, 'g', 7, 9, 5, 3, 'won', 1, '', 2, 0)")
        file.execute(
            "INSERT INTO result_seats VALUES"
            " (1, 0, 4, 'Ö', NULL, 1, 0, 'g', 7, 5, 1, 1, 25.1, 8.3333333333333339, 2)"
        )
        file.execute("INSERT INTO feats VALUES (1, 0, 'points', 12)")
        file.execute("UPDATE sqlite_sequence SET seq = 99 WHERE name = 'matches'")
    return path


@pytest.fixture
def server() -> postgres.Server:
    return postgres.get_server()


def dump_rows(path: Path) -> dict[str, list[object]]:
    with closing(sqlite3.connect(path)) as file:
        order = {
            layout.name: ", ".join(f'"{name}"' for name in layout.columns) for layout in list_table_schemas()
        }
        found: dict[str, list[object]] = {
            name: file.execute(f"SELECT * FROM {name} ORDER BY {columns}").fetchall()
            for name, columns in order.items()
        }
        return found | {"numbers": file.execute("SELECT * FROM sqlite_sequence ORDER BY 1").fetchall()}


def read_table_names(server: postgres.Server, url: ServerUrl) -> str:
    return server.run_sql("SELECT tablename FROM pg_tables WHERE schemaname = 'public'", url.database)


def list_files(folder: Path, name_part: str) -> list[str]:
    return [path.name for path in folder.iterdir() if name_part in path.name]


async def test_moving_to_a_server_and_back_changes_nothing(
    path: Path, tmp_path: Path, server: postgres.Server
) -> None:
    url, back = server.create_empty_database(), tmp_path / "back.db"
    before, moved = dump_rows(path), await move_rows(path, url, ignore_progress, skip_check)
    assert (
        moved == sum(len(rows) for name, rows in before.items() if name != "numbers") > 3 * MAX_ROWS_PER_BATCH
    )
    assert await move_rows(url, back, ignore_progress, skip_check) == moved
    assert dump_rows(back) == before == dump_rows(path)
    assert back.stat().st_mode & 0o077 == 0


async def test_ids_of_deleted_rows_are_not_reused(path: Path, server: postgres.Server) -> None:
    url = server.create_empty_database()
    await move_rows(path, url, ignore_progress, skip_check)
    with closing(sqlite3.connect(path)) as file:
        (messages,) = file.execute("SELECT max(id) FROM messages").fetchone()
    assert server.run_sql("SELECT nextval(pg_get_serial_sequence('matches', 'id'))", url.database) == "100\n"
    found = server.run_sql("SELECT nextval(pg_get_serial_sequence('messages', 'id'))", url.database)
    assert int(found) == (messages or 0) + 1


async def test_a_target_with_rows_is_refused(path: Path, tmp_path: Path, server: postgres.Server) -> None:
    url, strange = server.create_empty_database(), server.create_empty_database()
    await move_rows(path, url, ignore_progress, skip_check)
    server.run_sql("CREATE TABLE mine (x int)", strange.database)
    for target in (url, strange):
        with pytest.raises(TargetDatabaseNotEmpty):
            await move_rows(path, target, ignore_progress, skip_check)
    assert read_table_names(server, strange) == "mine\n"
    there = tmp_path / "there.db"
    await fill_database(there, 1, ())
    before = there.read_bytes()
    with pytest.raises(TargetDatabaseNotEmpty):
        await move_rows(url, there, ignore_progress, skip_check)
    assert there.read_bytes() == before


async def test_a_schema_without_rows_counts_as_empty(path: Path, server: postgres.Server) -> None:
    url = await server.lend_database()
    assert await move_rows(path, url, ignore_progress, skip_check)
    server.take_back_databases()


async def test_a_connection_lost_during_the_move_leaves_the_target_empty(
    path: Path, tmp_path: Path, server: postgres.Server
) -> None:
    url = server.create_empty_database()

    def disconnect(table: str, number: int, total: int) -> None:
        if table == "preferences" and 0 < number < total:
            server.run_sql(
                f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{url.database}'"
            )

    with pytest.raises(StorageError):
        await move_rows(path, url, disconnect, skip_check)
    assert read_table_names(server, url) == ""
    assert await move_rows(path, url, ignore_progress, skip_check)
    with pytest.raises(StorageError):
        await move_rows(url, tmp_path / "back.db", disconnect, skip_check)
    assert list_files(tmp_path, "back") == ["back.db.lock"]


async def test_a_failed_comparison_leaves_the_target_empty(path: Path, server: postgres.Server) -> None:
    async def fail_check(source: Database, target: Database) -> None:
        assert await source.fetch_rows("SELECT count(*) FROM matches") == await target.fetch_rows(
            "SELECT count(*) FROM matches"
        )
        raise CopiedDataMismatch("it")

    url = server.create_empty_database()
    with pytest.raises(CopiedDataMismatch):
        await move_rows(path, url, ignore_progress, fail_check)
    assert read_table_names(server, url) == ""


async def test_a_row_that_changes_during_the_move_is_detected(path: Path, server: postgres.Server) -> None:
    url = await server.lend_database()
    server.run_sql(
        "CREATE FUNCTION worse() RETURNS trigger LANGUAGE plpgsql AS"
        " $$ BEGIN NEW.value := 'x'; RETURN NEW; END $$;"
        "CREATE TRIGGER worse BEFORE INSERT ON preferences FOR EACH ROW WHEN (NEW.user_id = 77)"
        " EXECUTE FUNCTION worse()",
        url.database,
    )
    with pytest.raises(CopiedDataMismatch) as caught:
        await move_rows(path, url, ignore_progress, skip_check)
    assert "preferences" in str(caught.value)
    assert server.run_sql("SELECT count(*) FROM preferences", url.database) == "0\n"


async def test_impossible_moves_are_refused_with_a_reason(
    path: Path, tmp_path: Path, server: postgres.Server
) -> None:
    url = server.create_empty_database()
    await move_rows(path, url, ignore_progress, skip_check)
    for version, error in ((3, SchemaTooOld), (999, SchemaTooNew)):
        server.run_sql(f"UPDATE schema_version SET version = {version}", url.database)
        server.run_sql("DROP TABLE IF EXISTS schema_migrations", url.database)
        with pytest.raises(error):
            await move_rows(url, tmp_path / "back.db", ignore_progress, skip_check)
    with pytest.raises(MissingFile):
        await move_rows(tmp_path / "none.db", server.create_empty_database(), ignore_progress, skip_check)
    (tmp_path / "empty.db").touch()
    with pytest.raises(ForeignDatabaseFile):
        await move_rows(tmp_path / "empty.db", server.create_empty_database(), ignore_progress, skip_check)
    away = ServerUrl(f"postgresql://reefs@127.0.0.1:{find_free_port()}/x")
    with pytest.raises(DatabaseServerDown):
        await move_rows(path, away, ignore_progress, skip_check)
    assert not (tmp_path / "none.db").exists() and not (tmp_path / "back.db").exists()


async def test_a_file_being_moved_cannot_be_opened(
    path: Path, open_store: OpenStore, server: postgres.Server
) -> None:
    async def open_source(source: Database, target: Database) -> None:
        with pytest.raises(DatabaseInUse):
            await open_store(path)

    await move_rows(path, server.create_empty_database(), ignore_progress, open_source)


def run_migrate(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    known = {
        name: value for name, value in os.environ.items() if not name.startswith(("DATABASE", "DISCORD"))
    }
    return subprocess.run(
        [sys.executable, "-m", "bot", "migrate", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        env={**known, **environment, "LC_ALL": "C"},
        timeout=HANG_TIMEOUT_SECONDS,
    )


async def test_the_command_reports_what_it_did(path: Path, tmp_path: Path, server: postgres.Server) -> None:
    url, back = server.create_empty_database(), tmp_path / "back.db"
    process = run_migrate("--to", url.text, DATABASE_PATH=str(path))
    assert (process.returncode, process.stderr) == (0, ""), process.stderr
    assert f"{path} is moved to {url}" in process.stdout
    assert "byte for byte the same: Australis, Coral Reef, Das Riff, Reef\n" in process.stdout
    # The address comes from the settings, and its password is never printed.
    secret = url.text.replace("reefs@", "reefs:s3cret@")
    process = run_migrate("--to", str(back), DATABASE_URL=secret)
    assert process.returncode == 0 and "s3cret" not in process.stdout + process.stderr, process.stderr
    assert dump_rows(back) == dump_rows(path)
    process = run_migrate("--from", str(path), "--to", "DATABASE_URL", DATABASE_URL=secret)
    assert (
        process.returncode == 2
        and "already holds tables" in process.stderr
        and "s3cret" not in process.stderr
    )


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ((), "required: --to"),
        pytest.param(("--to", "other.db"), "moves between a file and a server", marks=pytest.mark.nightly),
        (("--to", "postgresql://u:s3cret@127.0.0.1/x"), "--to DATABASE_URL"),
        pytest.param(
            ("--to", "postgresql://u@127.0.0.1:port/x"),
            "must be an address such as",
            marks=pytest.mark.nightly,
        ),
        pytest.param(("--to", "DATABASE_URL"), "DATABASE_URL isn't set", marks=pytest.mark.nightly),
    ],
)
def test_invalid_arguments_are_refused_in_one_line(
    arguments: tuple[str, ...], expected: str, tmp_path: Path
) -> None:
    process = run_migrate(*arguments, DATABASE_PATH=str(tmp_path / "reefs.db"))
    assert process.returncode == 2 and expected in process.stderr
    assert len(process.stderr.splitlines()) == 1 and "s3cret" not in process.stderr

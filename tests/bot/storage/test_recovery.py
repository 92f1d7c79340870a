"""Server backups and point-in-time recovery work with the commands of docs/hosting."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.storage.engine.backup import RESTORE_TIME_KEY, RESTORED_KEY
from bot.storage.settings import BOT_OWNER
from games.core.match import ACT_KIND, LoggedRow
from tests.support import postgres
from tests.support.patience import HANG_TIMEOUT_SECONDS
from tests.support.rows import add_row, make_row
from tests.support.stores import keep_store_open

ROOT = Path(__file__).resolve().parents[3]
HOSTING_FOLDER = ROOT / "docs" / "hosting"
COPIES_SECTION = (HOSTING_FOLDER / "postgresql.md").read_text("utf-8").partition("## Copies")[2]
RECOVERY_PAGE = (HOSTING_FOLDER / "recovery.md").read_text("utf-8")
BASH_BLOCK_PATTERN = re.compile(r"^```bash\n(.*?)^```", re.M | re.S)
COPY_SCRIPT, RESTORE_SCRIPT, MARK_RESTORED_SCRIPT = BASH_BLOCK_PATTERN.findall(COPIES_SECTION)
KEEP_LOG_SCRIPT, BASE_BACKUP_SCRIPT, RECOVER_SCRIPT = BASH_BLOCK_PATTERN.findall(RECOVERY_PAGE)
WAIT_TIMEOUT_SECONDS = HANG_TIMEOUT_SECONDS


@pytest.fixture
def server() -> Iterator[postgres.Server]:
    server = postgres.Server(postgres.require_programs(), settings=("fsync=off",))
    yield server
    server.remove()


def run_block(server: postgres.Server, block: str, **values: str) -> None:
    """Run a block of shell commands as the system user that runs the server."""
    environment = {
        **os.environ,
        **{"PATH": f"{server.programs}:{os.environ['PATH']}", "PGHOST": "127.0.0.1", "PGUSER": "reefs"},
        **{"PGPORT": str(server.port), "DATA": str(server.data), "KEPT": str(server.folder / "kept")},
        **values,
    }
    completed = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", block],
        cwd=server.folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=HANG_TIMEOUT_SECONDS,
        **server.as_user,
    )
    assert completed.returncode == 0, completed.stderr


@pytest.mark.slow
async def test_a_server_restored_from_a_copy_is_marked_as_restored(server: postgres.Server) -> None:
    url, other, copy = (
        server.create_empty_database(),
        server.create_empty_database(),
        str(server.folder / "copy"),
    )
    async with keep_store_open(url) as store:
        match = await add_row(store, make_row())
        await store.matches.append_rows(match, 0, [LoggedRow(ACT_KIND, 0, "a")], 100, is_over=False)
        run_block(server, COPY_SCRIPT, COPY=copy, DATABASE_URL=url.text)
        await store.matches.append_rows(match, 1, [LoggedRow(ACT_KIND, 1, "b")], 100, is_over=False)
    run_block(server, RESTORE_SCRIPT, COPY=copy, DATABASE_URL=other.text)
    for _ in range(2):
        run_block(server, MARK_RESTORED_SCRIPT, DATABASE_URL=other.text)
    async with keep_store_open(other) as store:
        assert [row.text for row in await store.matches.read_log(match)] == ["a"]
        assert await store.channels.get(BOT_OWNER, RESTORED_KEY) == "yes"
        assert abs(int(await store.channels.get(BOT_OWNER, RESTORE_TIME_KEY) or 0) - time.time()) < 1000
        # New IDs continue after the restored ones.
        assert await add_row(store, make_row("over", 100)) == match + 1


@pytest.mark.slow
async def test_a_server_is_restored_to_a_point_in_time(server: postgres.Server) -> None:
    url = server.create_empty_database()
    run_block(server, KEEP_LOG_SCRIPT)
    server.restart()
    async with keep_store_open(url) as store:
        match = await add_row(store, make_row())
        run_block(server, BASE_BACKUP_SCRIPT)
        await store.matches.append_rows(match, 0, [LoggedRow(ACT_KIND, 0, "a")], 100, is_over=False)
        await asyncio.sleep(0.1)
        moment = server.run_sql("SELECT now()").strip()
        await asyncio.sleep(0.1)
        await store.matches.append_rows(match, 1, [LoggedRow(ACT_KIND, 1, "b")], 100, is_over=False)
    # Make the server archive the rest of its write-ahead log.
    last = server.run_sql("SELECT pg_walfile_name(pg_switch_wal())").strip()
    deadline = time.monotonic() + WAIT_TIMEOUT_SECONDS
    while not (server.folder / "kept" / "log" / last).exists():
        assert time.monotonic() < deadline
        await asyncio.sleep(0.05)
    server.stop()
    run_block(server, RECOVER_SCRIPT, MOMENT=moment)
    server.start()
    while server.run_sql("SELECT pg_is_in_recovery()") == "t\n":
        assert time.monotonic() < deadline
        await asyncio.sleep(0.05)
    run_block(server, MARK_RESTORED_SCRIPT, DATABASE_URL=url.text)
    async with keep_store_open(url) as store:
        assert [row.text for row in await store.matches.read_log(match)] == ["a"]
        await store.matches.append_rows(match, 1, [LoggedRow(ACT_KIND, 1, "c")], 100, is_over=False)

"""The bot survives a database server that goes away, and exits if it can't use one at startup."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import asyncpg
import pytest

from bot.kit.server_url import ServerUrl
from tests.proof.faults.stage import Stage
from tests.support import postgres
from tests.support.patience import HANG_TIMEOUT_SECONDS
from tests.support.ports import find_free_port
from tests.support.standin.forking import ROOT
from tests.support.standin.harbour import Harbour, type_as_called_player
from tests.support.standin.health import wait_for_health
from tests.support.standin.process import TOKEN, BotProcess, StartFailed
from tests.support.standin.server import Standin
from tests.support.standin.world import World
from tests.support.stores import keep_store_open

AWAY_TEXT = "I can't use my database right now, so nothing has changed. Try again later."
DATABASE_PASSWORD = "a-pa55word-that-nobody-sees"
HEALTHY_RESPONSE = (200, {"ready": True, "role": "owner"})
MAX_TRIES = int(HANG_TIMEOUT_SECONDS / 0.05)
"""Maximum number of tries, 0.05 s apart, because discord.py reconnects slowly."""


async def count_rows(url: ServerUrl) -> int:
    async with keep_store_open(url) as store:
        return int((await store._database.fetch_rows("SELECT count(*) FROM log"))[0][0])


async def choose_first_move(stage: Stage) -> str:
    """Return the first move that autocomplete offers, asking again if it times out on a busy machine."""
    for _ in range(MAX_TRIES):
        tokens = await stage.find_called_player().list_suggestions(stage.channel, "move", "action")
        if tokens:
            return tokens[0]
    raise AssertionError("no choices")


def read_command_lines(pid: int) -> str:
    """Return the command lines of a process and its children. Every user of the computer can see them."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            stat, line = (path / "stat").read_text(), (path / "cmdline").read_bytes()
        except OSError:
            continue
        parent = int(stat.rpartition(")")[2].split()[1])
        if pid in (parent, int(path.name)):
            found.append(line.replace(b"\0", b" ").decode())
    assert found
    return "\n".join(found)


@pytest.mark.nightly
async def test_presses_are_refused_while_the_server_is_away_and_work_afterwards(tmp_path: Path) -> None:
    server = postgres.Server(postgres.require_programs(), settings=("fsync=off",))
    port = find_free_port()
    try:
        url = ServerUrl(server.create_empty_database().text.replace("reefs@", f"reefs:{DATABASE_PASSWORD}@"))
        world = World(1, ["Ann", "Ben"])
        async with Standin(world) as standin:
            environment = {"METRICS_PORT": str(port)}
            bot = BotProcess(
                standin, tmp_path, environment=environment, server=url, uses_new_interpreter=True
            )
            async with bot:
                await bot.start()
                stage = Harbour(standin, bot).get_stage()
                await stage.begin_match()
                assert AWAY_TEXT not in await type_as_called_player(stage, await choose_first_move(stage))
                before, token = await count_rows(url), await choose_first_move(stage)
                server.stop()
                assert AWAY_TEXT in await type_as_called_player(stage, token)
                await wait_for_health(port, (503, {"ready": False, "reason": "database"}), MAX_TRIES)
                # Discord forgets the session, so the bot logs in again while the database is away.
                await standin.gateway.end_sessions()
                for _ in range(MAX_TRIES):
                    if "messages not updated" in bot.log.read_text("utf-8"):
                        break
                    await asyncio.sleep(0.05)
                server.start()
                await wait_for_health(port, HEALTHY_RESPONSE, MAX_TRIES)
                assert await count_rows(url) == before
                assert AWAY_TEXT not in await type_as_called_player(stage, await choose_first_move(stage))
                assert await count_rows(url) == before + 1
                assert DATABASE_PASSWORD not in read_command_lines(bot.pid)
                assert await bot.stop() == 0
        text = bot.log.read_text("utf-8")
        assert "messages not updated" in text
        assert "Ignoring exception" not in text
        assert DATABASE_PASSWORD not in text and "Task exception was never retrieved" not in text
        assert not world.violations
    finally:
        server.remove()


def run_failing_start(folder: Path, url: str) -> subprocess.CompletedProcess[str]:
    """Start the bot with a database URL that makes it exit, and return the ended process."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "DISCORD_TOKEN": TOKEN,
        "DATABASE_URL": url,
        "LC_ALL": "C",
    }
    command = [sys.executable, "-m", "bot", "--discord"]
    return subprocess.run(
        command,
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=HANG_TIMEOUT_SECONDS,
        check=False,
    )


def test_a_server_that_is_down_at_startup_exits_with_one_line_and_a_retry_status(tmp_path: Path) -> None:
    url = f"postgresql://reefs:{DATABASE_PASSWORD}@127.0.0.1:{find_free_port()}/reefs"
    done = run_failing_start(tmp_path, url)
    assert done.returncode == 75
    (line,) = done.stderr.splitlines()
    assert "Can't reach the database" in line and "the connection was refused" in line
    assert DATABASE_PASSWORD not in line


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        ("address", "DATABASE_URL must be an address such as postgresql://"),
        pytest.param("database", "that database doesn't exist", marks=pytest.mark.slow),
        pytest.param("user", "that user may not log in there", marks=pytest.mark.slow),
        ("right", "may not read and write these tables: advised, asked, "),
        pytest.param("making", "its user needs another right", marks=pytest.mark.slow),
        pytest.param("newer", "has schema 999; this version of the bot knows up to ", marks=pytest.mark.slow),
    ],
)
async def test_a_permanent_database_fault_exits_with_one_line(
    tmp_path: Path, fault: str, expected: str
) -> None:
    server = postgres.get_server()
    server.run_sql(
        "DROP ROLE IF EXISTS poor; CREATE ROLE poor LOGIN; REVOKE CREATE ON SCHEMA public FROM PUBLIC"
    )
    match fault:
        case "address":
            url = f"mysql://reefs:{DATABASE_PASSWORD}@127.0.0.1/reefs"
        case "database":
            url = server.make_url("nothing").text
        case "user":
            url = server.make_url("postgres", "nobody_at_all").text
        case "right":
            url = server.make_url((await server.lend_database()).database, "poor").text
        case "making":
            url = server.make_url(server.create_empty_database().database, "poor").text
        case _:
            newer = server.create_empty_database()
            server.run_sql("CREATE TABLE schema_version AS SELECT 999 AS version", newer.database)
            url = newer.text
    done = await asyncio.to_thread(
        run_failing_start, tmp_path, url.replace("poor@", f"poor:{DATABASE_PASSWORD}@")
    )
    server.take_back_databases()
    assert done.returncode == 2 and not done.stdout
    (line,) = done.stderr.splitlines()
    assert expected in line and DATABASE_PASSWORD not in line


@pytest.mark.slow
async def test_a_server_that_is_too_busy_at_startup_exits_with_a_retry_status(tmp_path: Path) -> None:
    server = postgres.get_server()
    url = await server.lend_database()
    busy = await asyncpg.connect(url.text)
    try:
        async with Standin(World(1)) as standin, busy.transaction():
            await busy.execute("LOCK TABLE leases IN ACCESS EXCLUSIVE MODE")
            async with BotProcess(standin, tmp_path, server=url) as bot:
                with pytest.raises(StartFailed, match="there was no answer in time"):
                    await bot.start()
                assert await bot.wait_for_exit() == 75
    finally:
        await busy.close()
        server.take_back_databases()

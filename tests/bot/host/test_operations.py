"""The commands ``backup``, ``restore`` and ``health``."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.config import SETTING_NAMES, Config
from bot.host import logs, probe
from games.core.words import load_words
from tests.support.commands import ROOT, assert_refused, run_bot
from tests.support.patience import HANG_TIMEOUT_SECONDS
from tests.support.ports import find_free_port
from tests.support.stores import keep_store_open


def test_a_backup_can_be_restored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in SETTING_NAMES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setattr(logs, "set_up_logging", lambda *_, **__: None)

    def run_command(status: int, *arguments: str) -> str:
        assert main([*arguments, "--database", "reefs.db"]) == status
        captured = capsys.readouterr()
        assert (captured.err if status == 0 else captured.out) == ""
        return captured.out + captured.err

    assert run_command(1, "health") == "There's no file reefs.db.\n"
    assert run_command(2, "backup", "copy.db") == "There's no file reefs.db.\n"
    asyncio.run(create_database(tmp_path / "reefs-playground.db"))
    assert run_command(2, "backup", "copy.db").endswith("add --database reefs-playground.db.\n")
    asyncio.run(create_database(tmp_path / "reefs.db"))
    assert "reefs.db can be read, schema" in run_command(0, "health")
    assert "Copied reefs.db to copy.db: intact, schema" in run_command(0, "backup", "copy.db")
    assert "--force" in run_command(2, "backup", "copy.db")
    assert "Copied" in run_command(0, "backup", "copy.db", "--force")
    answer = run_command(0, "restore", "copy.db").splitlines()
    assert answer[0] == "Restored reefs.db from copy.db."
    (kept,) = tmp_path.glob("reefs-2*.db")
    assert answer[1] == f"The previous file is kept as {kept.name}."


async def create_database(path: Path) -> None:
    async with keep_store_open(path):
        pass


async def test_a_restore_while_the_bot_runs_is_refused(tmp_path: Path) -> None:
    async with keep_store_open(tmp_path / "reefs.db"):
        copied = await asyncio.to_thread(run_bot, tmp_path, "backup", "copy.db")
        result = await asyncio.to_thread(run_bot, tmp_path, "restore", "copy.db")
    assert (copied.returncode, copied.stderr) == (0, "")
    assert_refused(result, "Another process")


OWNER_ANSWER, STANDBY_ANSWER = b'{"ready": true, "role": "owner"}', b'{"ready": true, "role": "standby"}'


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'{"ready": true}', ""),
        (OWNER_ANSWER, ""),
        (STANDBY_ANSWER, ""),
        (b'{"ready": true, "role": ["owner"]}', "answers, but it isn't the bot"),
        (b'{"ready": false, "reason": "database"}', "The bot's database doesn't answer."),
        (b'{"ready": false, "reason": "fate"}', "answers, but it isn't the bot"),
        (b"[]", "answers, but it isn't the bot"),
        (b"<html>", "answers, but it isn't the bot"),
        (b"\xff", "answers, but it isn't the bot"),
    ],
)
async def test_the_health_command_reports_the_health_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes, message: str
) -> None:
    assert await check_health(tmp_path, content, None) == (1 if message else 0)
    assert message in capsys.readouterr().err


async def check_health(folder: Path, content: bytes, role: str | None) -> int:
    """Serve a health page with this content, and return the exit status of the health command."""

    async def serve_page(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.0 200 OK\r\n\r\n" + content)
        writer.close()

    server = await asyncio.start_server(serve_page, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    config = Config(None, folder / "reefs.db", "INFO", 8765, None, metrics_port=port, metrics_host="0.0.0.0")
    try:
        return await asyncio.to_thread(probe.run_probe, config, load_words("en"), role)
    finally:
        server.close()


@pytest.mark.parametrize(
    ("content", "role", "status", "message"),
    [
        (OWNER_ANSWER, "owner", 0, "and it hosts."),
        (OWNER_ANSWER, "standby", 1, "and it hosts."),
        (STANDBY_ANSWER, "standby", 0, "another process hosts."),
        (STANDBY_ANSWER, "owner", 1, "another process hosts."),
        (STANDBY_ANSWER, None, 0, "another process hosts."),
        (b'{"ready": true}', "standby", 1, "its database answers."),
        (b'{"ready": false, "reason": "database"}', "owner", 1, "doesn't answer."),
    ],
)
async def test_a_standby_reports_its_role_and_the_health_command_can_require_one(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    content: bytes,
    role: str | None,
    status: int,
    message: str,
) -> None:
    assert await check_health(tmp_path, content, role) == status
    output = capsys.readouterr()
    assert message in (output.err if status else output.out)


def test_a_role_can_be_required_only_by_the_health_command_and_with_a_metrics_port(tmp_path: Path) -> None:
    result = run_bot(tmp_path, "health", "--role", "owner")
    assert result.returncode == 1 and "Without METRICS_PORT" in result.stderr
    assert_refused(run_bot(tmp_path, "doctor", "--role", "owner"), "unrecognized arguments: --role owner")


def test_the_health_command_reports_a_stopped_bot_as_unhealthy(tmp_path: Path) -> None:
    result = run_bot(tmp_path, "health", METRICS_PORT=str(find_free_port()), HTTP_PROXY="http://127.0.0.1:9")
    assert (result.returncode, result.stdout) == (1, "")
    assert "The bot doesn't answer at http://127.0.0.1:" in result.stderr
    assert "refused" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_the_health_command_does_not_import_discord(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from bot import __main__\n"
        "from bot.host import probe\n"
        "import bot.storage.engine.backup\n"
        "assert not {'discord', 'aiohttp', 'PIL', 'prometheus_client'} & set(sys.modules)\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, timeout=HANG_TIMEOUT_SECONDS, check=False,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr

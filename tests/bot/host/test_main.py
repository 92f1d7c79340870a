"""``python -m bot`` reports each startup problem in one line and exits with status 2."""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import os
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot import __main__ as main_module
from bot.__main__ import main
from bot.app import ReefBot, create_bot
from bot.config import SETTING_NAMES, Config
from bot.errors.config import ConfigError, DiscordUnreachable
from bot.errors.reasons import find_reason
from bot.errors.storage import DatabaseUnwritable
from bot.host import disk, hosting, logs
from bot.host.garbage import NEVER_COLLECT
from bot.kit.server_url import ServerUrl
from bot.kit.shard_assignment import ShardAssignment
from bot.kit.version import VERSION
from bot.storage.engine.sqlite import SqliteDatabase
from bot.storage.schema import find_newest_version, list_migrations
from tests.support import postgres
from tests.support.commands import ROOT, assert_refused, make_environment, run_bot
from tests.support.patience import HANG_TIMEOUT_SECONDS
from tests.support.stores import keep_store_open

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.Gabcde.x-y_z"
HEAVY_PACKAGES = {"asyncpg", "babel", "caissify_pairings", "multiprocessing", "numpy", "simcord", "unittest"}
"""Packages that a bot on SQLite needs only after startup or not at all."""
GATEWAY_NOT_FOUND: type[Exception] = discord.GatewayNotFound
RunInProcess = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run_in_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> RunInProcess:
    """Return a function like ``run_bot`` that runs the command in this process.

    Starting a process would take a second. A command that fails this early needs no separate process.
    """

    def run_and_capture(*arguments: str, **values: str) -> subprocess.CompletedProcess[str]:
        for name in SETTING_NAMES:
            monkeypatch.delenv(name, raising=False)
        for name, value in {"LC_ALL": "C", "DATABASE_PATH": str(tmp_path / "reefs.db"), **values}.items():
            monkeypatch.setenv(name, value)
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(logs, "set_up_logging", lambda *_, **__: None)
        capsys.readouterr()
        try:
            status: Any = main(arguments)
        except SystemExit as ended:
            status = ended.code
        captured = capsys.readouterr()
        return subprocess.CompletedProcess(arguments, status, captured.out, captured.err)

    return run_and_capture


@pytest.mark.parametrize(
    ("arguments", "status"), [(("backup", "copy.db"), main_module.INTERRUPTED_STATUS), ((), 0)]
)
def test_only_an_interrupted_maintenance_command_fails(
    run_in_process: RunInProcess, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], status: int
) -> None:
    def raise_interrupt(*unused: object, **options: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setitem(main_module.COMMAND_BY_NAME, "backup", raise_interrupt)
    monkeypatch.setattr(main_module, "_run_playground", raise_interrupt)
    assert run_in_process(*arguments).returncode == status


def test_hosting_without_a_token_is_refused(tmp_path: Path) -> None:
    assert_refused(run_bot(tmp_path, "--discord"), "DISCORD_TOKEN")


def test_hosting_with_a_malformed_token_is_refused(run_in_process: RunInProcess, tmp_path: Path) -> None:
    """The bot refuses a malformed token before it creates a database or connects to Discord."""
    assert_refused(run_in_process("--discord", DISCORD_TOKEN="notatoken"), "doesn't look like a token")
    assert list(tmp_path.iterdir()) == []


def test_a_broken_env_file_is_refused(run_in_process: RunInProcess, tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("LOG_LEVEL=INFO\nsesame\n", "utf-8")
    result = run_in_process("--discord")
    assert_refused(result, "line 2")
    assert "sesame" not in result.stderr


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["dance"], "dance"),
        (["--port", "0"], "--port"),
        (["--port"], "--port"),
        (["--loud"], "--loud"),
        (["backup"], "required: FILE"),
        (["doctor", "reefs.db"], "unrecognized arguments: reefs.db"),
        (["doctor", "--role", "owner"], "unrecognized arguments: --role owner"),
        (["migrate"], "required: --to"),
        (["health", "--role", "captain"], "--role"),
    ],
)
def test_an_invalid_command_line_is_refused(
    run_in_process: RunInProcess, arguments: list[str], expected: str
) -> None:
    assert_refused(run_in_process(*arguments), expected)


def test_an_unwritable_database_is_refused(run_in_process: RunInProcess, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    path = str(tmp_path / "file" / "reefs.db")
    assert_refused(
        run_in_process("--discord", DISCORD_TOKEN=TOKEN, DATABASE_PATH=path), "Can't write the database"
    )


@pytest.mark.parametrize("by", ["setting", "option"])
def test_a_database_in_a_missing_folder_is_refused(
    run_in_process: RunInProcess, tmp_path: Path, by: str
) -> None:
    path = str(tmp_path / "mistyped" / "reefs.db")
    arguments, values = ([], {"DATABASE_PATH": path}) if by == "setting" else (["--database", path], {})
    result = run_in_process("--discord", *arguments, DISCORD_TOKEN=TOKEN, **values)
    assert_refused(result, "The folder of ")
    assert not (tmp_path / "mistyped").exists()


@pytest.mark.parametrize(
    ("line", "expected"), [("DISCORD_TOKN=a.b.c", "DISCORD_TOKEN?"), ("DISCORD_TOKEN=${TOKEN}", "${...}")]
)
def test_an_invalid_value_in_the_env_file_is_refused(
    run_in_process: RunInProcess, tmp_path: Path, line: str, expected: str
) -> None:
    (tmp_path / ".env").write_text(f"{line}\n", "utf-8")
    assert_refused(run_in_process("--discord"), expected)
    result = run_in_process("doctor")
    assert (result.returncode, result.stderr) == (2, "")
    assert expected in result.stdout


INVALID_LINES = ("LOG_LEVEL=loud", "THINK_SECONDS=99", "sesame", "SHARDS=0", "DISCORD_TOKN=a.b.c")
"""Lines of a settings file, each with a different mistake."""


def test_the_doctor_reports_every_invalid_setting(run_in_process: RunInProcess, tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("\n".join(INVALID_LINES), "utf-8")
    result = run_in_process("doctor", METRICS_PORT="0")
    assert result.returncode == 2, result.stderr
    faults = [line for line in result.stdout.splitlines() if line.startswith("FAULT")]
    told = ("LOG_LEVEL", "THINK_SECONDS", "line 3", "SHARDS", "DISCORD_TOKEN?", "METRICS_PORT")
    assert len(faults) == len(told)
    for name in told:
        assert any(name in line for line in faults), name
    assert "sesame" not in result.stdout
    # Checks that depend on no setting still run. The other checks are reported as skipped.
    assert "ok     Pictures" in result.stdout
    assert "LOOK   Discord: not checked" in result.stdout
    assert "LOOK   Database: not checked" in result.stdout
    assert "opens the playground" not in result.stdout
    # The doctor doesn't report the defaults of wrong settings as if they were used.
    assert "log level" not in result.stdout
    assert "no METRICS_PORT" not in result.stdout


def test_startup_reports_every_invalid_setting(run_in_process: RunInProcess) -> None:
    result = run_in_process("--discord", LOG_LEVEL="loud", THINK_WORKERS="none")
    assert (result.returncode, result.stdout) == (2, "")
    assert [line.split()[0] for line in result.stderr.splitlines()] == ["LOG_LEVEL", "THINK_WORKERS"]


@pytest.mark.parametrize("command", ["doctor", "health", "backup", "restore", "migrate", "think", "rate"])
def test_every_command_has_a_help_text(run_in_process: RunInProcess, command: str) -> None:
    result = run_in_process(command, "--help")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith(f"usage: python -m bot {command}")
    assert ("--database FILE" in result.stdout) is (command != "think")
    assert "--discord" not in result.stdout


@pytest.mark.parametrize("line", [["--database", "one.db", "rate"], ["rate", "--database", "one.db"]])
def test_the_database_is_named_before_the_command_or_after(
    run_in_process: RunInProcess, tmp_path: Path, line: list[str]
) -> None:
    assert_refused(run_in_process(*line), "There's no file one.db.")
    assert list(tmp_path.iterdir()) == []


def test_ratings_are_recomputed_only_in_a_database_of_the_bot(
    run_in_process: RunInProcess, tmp_path: Path
) -> None:
    (tmp_path / "reefs.db").touch()
    assert_refused(run_in_process("rate"), "isn't a database of the bot")
    assert (tmp_path / "reefs.db").stat().st_size == 0


def test_a_database_of_a_newer_schema_is_refused(run_in_process: RunInProcess, tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "reefs.db") as connection:
        connection.execute("PRAGMA user_version = 999")
    connection.close()
    assert_refused(run_in_process("--discord", DISCORD_TOKEN=TOKEN), "999")


@pytest.mark.parametrize(
    ("free_bytes", "reason"), [(0, "the disk is full"), (10**9, "the disk reports an error")]
)
async def test_a_full_disk_at_startup_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free_bytes: int, reason: str
) -> None:
    """SQLite reports only an input/output error if it can't enlarge its shared memory."""

    async def fail(*_: object) -> None:
        raise DatabaseUnwritable("reefs.db", find_reason(OSError(errno.EIO, "")))

    monkeypatch.setattr(SqliteDatabase, "open", fail)
    monkeypatch.setattr(disk, "find_free_bytes", lambda _: free_bytes)
    with pytest.raises(DatabaseUnwritable, match=reason):
        await hosting.open_store(tmp_path / "reefs.db")


async def test_a_second_process_is_refused(tmp_path: Path) -> None:
    async with keep_store_open(tmp_path / "reefs.db"):
        result = await asyncio.to_thread(run_bot, tmp_path, "--discord", DISCORD_TOKEN=TOKEN)
    assert_refused(result, "Another process")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")
def test_a_closed_pipe_ends_the_output_quietly(tmp_path: Path) -> None:
    """In ``doctor | head``, the pipe is closed before the doctor has printed everything."""
    read, written = os.pipe()
    os.close(read)
    try:
        result = subprocess.run(
            [sys.executable, "-m", "bot", "doctor"],
            cwd=tmp_path, env=make_environment(tmp_path), stdout=written, stderr=subprocess.PIPE,
            text=True, timeout=HANG_TIMEOUT_SECONDS, check=False,
        )  # fmt: skip
    finally:
        os.close(written)
    assert (result.returncode, result.stderr) == (141, "")


def test_a_busy_port_is_reported(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert_refused(run_bot(tmp_path, "--no-browser", "--port", port), port)


def test_a_missing_playground_extra_is_reported(tmp_path: Path) -> None:
    (tmp_path / "simcord.py").write_text("raise ModuleNotFoundError(name='simcord')", "utf-8")
    path = os.pathsep.join((str(tmp_path), str(ROOT)))
    assert_refused(run_bot(tmp_path, "--no-browser", PYTHONPATH=path), "[playground]")


class FakeResponse:
    """The parts of a Discord response that its exceptions read."""

    reason = "no"

    def __init__(self, status: int) -> None:
        self.status = status


def make_closed_error(code: int) -> discord.ConnectionClosed:
    socket: Any = SimpleNamespace(close_code=code)
    return discord.ConnectionClosed(socket, shard_id=0)


def make_refusal(status: int) -> discord.HTTPException:
    answer: Any = FakeResponse(status)
    return discord.HTTPException(answer, "x")


@pytest.mark.parametrize(
    ("error", "expected", "is_temporary"),
    [
        (discord.LoginFailure("no"), "doesn't accept the DISCORD_TOKEN", False),
        (
            aiohttp.ClientConnectionError("no way there"),
            "Can't reach Discord: something unexpected .no way there",
            True,
        ),
        (TimeoutError(), "Can't reach Discord: there was no answer in time", True),
        (GATEWAY_NOT_FOUND(), "Can't reach Discord: ", True),
        (make_refusal(500), "won't let the bot start: 500", True),
        (make_refusal(429), "won't let the bot start: 429", True),
        (make_refusal(403), "won't let the bot start: 403", False),
        (make_closed_error(4004), "doesn't accept the DISCORD_TOKEN", False),
        (make_closed_error(4010), "restart .close code 4010", True),
        (make_closed_error(4011), "restart .close code 4011", True),
        (make_closed_error(4012), "this version of the bot .close code 4012", False),
        (make_closed_error(4013), "this version of the bot .close code 4013", False),
        (discord.PrivilegedIntentsRequired(0), "this version of the bot .close code 4014", False),
    ],
)
async def test_a_refused_connection_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, expected: str, is_temporary: bool
) -> None:
    async def start(self: discord.Client, token: str, *, reconnect: bool = True) -> None:
        raise error

    monkeypatch.setattr(discord.Client, "start", start)
    config = Config("a.b.c", tmp_path / "reefs.db", "INFO", 8765, None)
    with pytest.raises(ConfigError, match=expected) as caught:
        await hosting.host_bot(config, "a.b.c", create_bot)
    assert isinstance(caught.value, DiscordUnreachable) is is_temporary
    # The database file is no longer locked.
    async with keep_store_open(config.database_path):
        pass


@pytest.mark.parametrize(
    ("status", "expected", "exit_status"),
    [(401, "Discord doesn't accept the DISCORD_TOKEN", 2), (500, "Discord won't let the bot start: 500", 75)],
)
def test_a_refused_login_is_reported_in_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    status: int,
    expected: str,
    exit_status: int,
) -> None:
    async def login(self: discord.http.HTTPClient, token: str) -> object:
        # For a 401 at login, discord.py raises this exception.
        raise discord.LoginFailure("Improper token") if status == 401 else make_refusal(status)

    monkeypatch.setattr(discord.http.HTTPClient, "static_login", login)
    monkeypatch.setattr(logs, "set_up_logging", lambda *_, **__: None)
    monkeypatch.chdir(tmp_path)
    for name, value in {
        "DISCORD_TOKEN": "MTIz.sesame.b",
        "DATABASE_PATH": str(tmp_path / "reefs.db"),
    }.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("LC_ALL", "C")
    assert main(["--discord"]) == exit_status
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert expected in captured.err
    assert "sesame" not in captured.err


async def test_a_signal_stops_the_host_cleanly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "bot")
    closed = asyncio.Event()
    real_close = ReefBot.close

    async def start(self: discord.Client, token: str, *, reconnect: bool = True) -> None:
        assert gc.get_threshold()[2] == NEVER_COLLECT, "no collection stops the loop for long"
        os.kill(os.getpid(), signal.SIGTERM)
        await closed.wait()

    async def close(self: ReefBot) -> None:
        await real_close(self)
        closed.set()

    monkeypatch.setattr(discord.Client, "start", start)
    monkeypatch.setattr(ReefBot, "close", close)
    config = Config("a.b.c", tmp_path / "reefs.db", "INFO", 8765, None)
    async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
        await hosting.host_bot(config, "a.b.c", create_bot)
    assert closed.is_set()
    assert [record.getMessage() for record in caplog.records].count("stopped") == 1
    assert caplog.records[-1].getMessage() == "stopped"


@pytest.mark.parametrize("shard_assignment", [ShardAssignment(), ShardAssignment(4, (0, 1))])
async def test_startup_logs_the_settings(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    shard_assignment: ShardAssignment,
) -> None:
    async def start(self: discord.Client, token: str, *, reconnect: bool = True) -> None:
        raise discord.LoginFailure("no")

    caplog.set_level(logging.INFO, "bot.host.hosting")
    monkeypatch.setattr(discord.Client, "start", start)
    server = postgres.get_server()
    place = None if shard_assignment.covers_all_shards else await server.lend_database()
    try:
        config = Config(
            *("a.b.c", tmp_path / "reefs.db", "INFO", 8765, None),
            think_worker_count=3,
            database_url=place and ServerUrl(place.text.replace("reefs@", "reefs:s3same@")),
            shard_assignment=shard_assignment,
        )
        with pytest.raises(ConfigError):
            await hosting.host_bot(config, "a.b.c", create_bot)
    finally:
        server.take_back_databases()
    (record,) = [record for record in caplog.records if record.getMessage() == "starting"]
    line = logs.LineFormatter().format(record)
    schema = find_newest_version(list_migrations())
    told = f" version={VERSION} database={config.database_location} schema={schema} shards="
    assert told in line
    assert line.endswith(
        "shards=auto shard_ids=all workers=3" if place is None else "shards=4 shard_ids=0,1 workers=3"
    )
    assert "s3same" not in line


async def test_a_signal_during_the_login_is_not_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = asyncio.Event()
    real_close = ReefBot.close

    async def start(self: discord.Client, token: str, *, reconnect: bool = True) -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        await closed.wait()
        raise RuntimeError("Session is closed")

    async def close(self: ReefBot) -> None:
        await real_close(self)
        closed.set()

    monkeypatch.setattr(discord.Client, "start", start)
    monkeypatch.setattr(ReefBot, "close", close)
    async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
        await hosting.host_bot(
            Config("a.b.c", tmp_path / "reefs.db", "INFO", 8765, None), "a.b.c", create_bot
        )


def test_the_bot_hosts_with_a_token_and_opens_the_playground_without_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[str] = []

    async def record_hosting(config: Config, token: str, create: object) -> None:
        begun.append(f"hosting {token}")

    def record_playground(config: Config, *, browser: bool) -> None:
        begun.append(f"playground {browser} {config.database_path.name} {config.playground_port}")

    monkeypatch.chdir(tmp_path)
    for name in SETTING_NAMES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(logs, "set_up_logging", lambda *_, **__: None)
    monkeypatch.setattr(hosting, "host_bot", record_hosting)
    monkeypatch.setattr(main_module, "_run_playground", record_playground)
    assert main([]) == 0
    assert main(["--no-browser", "--database", "one.db", "--port", "9000"]) == 0
    (tmp_path / ".env").write_text(f"DISCORD_TOKEN={TOKEN}\n", "utf-8")
    assert main([]) == 0
    assert main(["--discord"]) == 0
    assert begun == [
        "playground True reefs.db 8765",
        "playground False one.db 9000",
        f"hosting {TOKEN}",
        f"hosting {TOKEN}",
    ]


def test_startup_neither_imports_heavy_packages_nor_collects_garbage(tmp_path: Path) -> None:
    code = (
        "import asyncio, gc, sys\n"
        "from bot import __main__\n"
        "asyncio.run = lambda hosting: hosting.close()\n"
        "collected, begun = [], len(sys.modules)\n"
        "gc.callbacks.append(lambda phase, about: collected.append(len(sys.modules)))\n"
        "assert __main__.main(['--discord']) == 0\n"
        "ended = len(sys.modules)\n"
        "assert gc.isenabled() and ended > begun + 500\n"
        "assert not [number for number in collected if begun + 100 < number < ended], collected\n"
        f"heavy = {{name.partition('.')[0] for name in sys.modules}} & {HEAVY_PACKAGES!r}\n"
        "assert not heavy, heavy\n"
        "import bot.host.doctor\n"
        "assert 'simcord' not in sys.modules\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=make_environment(tmp_path, DISCORD_TOKEN=TOKEN),
        capture_output=True, text=True, timeout=HANG_TIMEOUT_SECONDS, check=False,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr

"""The doctor reports problems, changes nothing, and prints the invite link."""

from __future__ import annotations

import dataclasses
import os
import resource
import sqlite3
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import discord
import pytest
from PIL import features

from bot.app import create_bot
from bot.config import Config, find_application_id, load_config
from bot.errors.config import ConfigError
from bot.errors.storage import DatabaseUnwritable
from bot.host import doctor, findings
from bot.host.disk import try_writing
from bot.kit.server_url import ServerUrl
from bot.platform.emoji_upload import read_drawings
from bot.storage.engine.sqlite_schema import migrate_schema
from bot.storage.schema import list_migrations
from games.core.words import load_words
from games.drawing import glyphs, scripts
from tests.support.ports import find_free_port
from tests.support.stores import keep_store_open

W = load_words("en")


FAILING_TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.Gabcde.x-y_y"
"""A token for which the fake Discord answers every request with a server error."""
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.Gabcde.x-y_z"


def make_config(database: Path, application_id: int | None = None, token: str | None = TOKEN) -> Config:
    return Config(token, database, "INFO", 8765, application_id)


@pytest.fixture(autouse=True)
def discord_requests(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Serve a fake Discord that accepts only ``TOKEN``, and record the requests it gets."""
    seen: list[str] = []

    class DiscordHandler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            given = self.headers["Authorization"]
            seen.append(f"{self.path} {given}")
            status = {f"Bot {TOKEN}": 200, f"Bot {FAILING_TOKEN}": 503}.get(given, 401)
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(b'{"username": "Reefy"}')

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), DiscordHandler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        monkeypatch.setattr(discord.http.Route, "BASE", f"http://127.0.0.1:{server.server_port}")
        yield seen
        server.shutdown()
        thread.join()


@pytest.fixture
def dotenv(tmp_path: Path) -> Path:
    return tmp_path / ".env"


def fake_disk_and_shaping(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend that there is free disk space and that the text-shaping library is installed."""
    monkeypatch.setattr(doctor, "find_free_bytes", lambda _: 10**10)
    monkeypatch.setattr(doctor, "_check_shaping", lambda _: "there")


@pytest.fixture
def run_doctor(
    tmp_path: Path, dotenv: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str]]:
    """Return a function that runs the doctor without drawing, and returns its exit status and output."""
    monkeypatch.setattr(doctor, "_draw_start_position", lambda *_: (1, 1))
    fake_disk_and_shaping(monkeypatch)

    def run_and_capture(
        token: str | None = TOKEN, path: Path = tmp_path / "reefs.db", *, is_named: bool = False
    ) -> tuple[int, str]:
        chosen = make_config(path, find_application_id(token), token)
        status = doctor.run_checks(chosen, W, dotenv, create_bot, is_file_named=is_named)
        return status, capsys.readouterr().out

    return run_and_capture


def test_the_invite_link_requests_only_the_needed_permissions() -> None:
    query = parse_qs(urlsplit(doctor.make_invite_link(123)).query)
    assert query["client_id"] == ["123"]
    assert sorted(query["scope"][0].split()) == ["applications.commands", "bot"]
    asked = discord.Permissions(int(query["permissions"][0]))
    assert {name for name, granted in asked if granted} == {
        "read_messages",
        "send_messages",
        "send_messages_in_threads",
        "embed_links",
        "attach_files",
        "read_message_history",
        "create_public_threads",
    }


def test_a_fresh_setup_has_no_problems(
    tmp_path: Path, dotenv: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fake_disk_and_shaping(monkeypatch)
    path = tmp_path / "data" / "of" / "reefs.db"
    assert doctor.run_checks(make_config(path, 123), W, dotenv, create_bot) == 0
    output = capsys.readouterr().out
    assert "FAULT" not in output
    assert "LOOK" not in output
    assert doctor.make_invite_link(123) in output
    assert f"{path} will be created" in output
    assert list(tmp_path.iterdir()) == []
    assert f"{len(read_drawings())} drawings go up as emoji" in output


def test_disabled_emoji_are_reported(
    tmp_path: Path, dotenv: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chosen = dataclasses.replace(make_config(tmp_path / "reefs.db"), uses_own_emoji=False)
    doctor.run_checks(chosen, W, dotenv, create_bot)
    assert "APPLICATION_EMOJI is off" in capsys.readouterr().out


@pytest.mark.parametrize("token", ["abc", "a.b.c", "MTIz.a"])
def test_a_malformed_token_is_reported(run_doctor: Callable[..., tuple[int, str]], token: str) -> None:
    status, text = run_doctor(token)
    assert status == 2
    assert [line for line in text.splitlines() if line.startswith("FAULT")] == [
        line for line in text.splitlines() if "doesn't look like a token" in line
    ]
    assert token not in text.replace("a token", "")
    assert "Discord accepts" not in text
    assert "no DISCORD_TOKEN" not in text


def test_the_token_is_checked_with_discord(
    run_doctor: Callable[..., tuple[int, str]], discord_requests: list[str]
) -> None:
    status, text = run_doctor()
    assert (status, discord_requests) == (0, [f"/users/@me Bot {TOKEN}"])
    assert "ok     Discord: Discord accepts DISCORD_TOKEN; the bot is Reefy" in text
    status, text = run_doctor(f"{TOKEN}z")
    assert status == 2
    assert "FAULT  Discord: Discord doesn't accept the DISCORD_TOKEN." in text
    assert TOKEN not in text
    status, text = run_doctor(FAILING_TOKEN)
    assert status == 0
    assert "LOOK   Discord: Discord didn't say whether DISCORD_TOKEN is right: status 503" in text


def test_discord_is_not_asked_without_a_token(
    run_doctor: Callable[..., tuple[int, str]], discord_requests: list[str]
) -> None:
    run_doctor(None)
    run_doctor("abc")
    assert discord_requests == []


def test_an_unreachable_discord_is_only_a_warning(
    run_doctor: Callable[..., tuple[int, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discord.http.Route, "BASE", f"http://127.0.0.1:{find_free_port()}")
    status, text = run_doctor()
    assert status == 0
    assert "LOOK   Discord: can't ask Discord" in text and "the connection was refused" in text


@pytest.mark.parametrize("is_installed", [True, False])
def test_the_text_shaping_library_is_reported(monkeypatch: pytest.MonkeyPatch, is_installed: bool) -> None:
    monkeypatch.setattr(features, "check", lambda name: is_installed or name != "fribidi")
    monkeypatch.setattr(features, "version", lambda _: "1.0.8")
    found = doctor._check_shaping(W)
    assert found.startswith("FriBiDi 1.0.8 is there" if is_installed else "FriBiDi is missing")
    assert isinstance(found, findings.Caution) is not is_installed


def test_the_token_is_not_printed(run_doctor: Callable[..., tuple[int, str]]) -> None:
    status, text = run_doctor()
    assert status == 0
    assert TOKEN not in text
    assert "client_id=123456789012345678" in text


def test_without_a_token_the_playgrounds_database_is_checked(
    run_doctor: Callable[..., tuple[int, str]], tmp_path: Path
) -> None:
    _, text = run_doctor(None)
    assert f"The playground's database: {tmp_path / 'reefs-playground.db'} " in text
    assert "needs your bot's token" in text
    _, text = run_doctor()
    assert f" Database: {tmp_path / 'reefs.db'} " in text
    assert "playground.db" not in text


def test_a_named_database_is_checked_even_without_a_token(
    run_doctor: Callable[..., tuple[int, str]], tmp_path: Path
) -> None:
    """Hosts may test a copy of their database on a computer without a token."""
    copy = tmp_path / "copy.db"
    status, text = run_doctor(None, copy, is_named=True)
    assert (status, f"FAULT  Database: There's no file {copy}." in text) == (2, True)
    copy.write_text("a letter to somebody " * 100, "utf-8")
    status, text = run_doctor(None, copy, is_named=True)
    assert status == 2
    assert f"FAULT  Database: {copy} isn't a usable database" in text
    assert "playground.db" not in text
    copy.write_text("", "utf-8")
    status, text = run_doctor(None, copy, is_named=True)
    assert (status, f"FAULT  Database: {copy} isn't a database of the bot." in text) == (2, True)
    copy.unlink()
    with closing(sqlite3.connect(copy)) as connection:
        migrate_schema(connection, copy, list_migrations())
    status, text = run_doctor(None, copy, is_named=True)
    assert (status, f"ok     Database: {copy} is fine" in text) == (0, True)


def test_a_named_database_is_checked_with_a_token_too(
    run_doctor: Callable[..., tuple[int, str]], tmp_path: Path
) -> None:
    """A host may mistype the name of a copy, or a copy may be empty."""
    copy = tmp_path / "copy.db"
    status, text = run_doctor(path=copy, is_named=True)
    assert (status, f"LOOK   Database: {copy} will be created at the first start" in text) == (0, True)
    copy.touch()
    for is_named in (True, False):
        status, text = run_doctor(path=copy, is_named=is_named)
        assert (status, f"FAULT  Database: {copy} isn't a database of the bot." in text) == (2, True)


@pytest.mark.parametrize("version", [0, 5, 999])
def test_a_file_of_another_program_is_reported(
    run_doctor: Callable[..., tuple[int, str]], tmp_path: Path, version: int
) -> None:
    path = tmp_path / "reefs.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipes (name)")
        connection.execute(f"PRAGMA user_version = {version}")
    status, text = run_doctor()
    assert (status, f"FAULT  Database: {path} isn't a database of the bot." in text) == (2, True)


def test_a_playgrounds_database_can_be_named(
    run_doctor: Callable[..., tuple[int, str]], tmp_path: Path
) -> None:
    path = tmp_path / "reefs-playground.db"
    status, text = run_doctor(None, path, is_named=True)
    assert (status, f"{path} will be created" in text) == (0, True)


@pytest.mark.parametrize(
    ("line", "is_discord_checked", "is_database_checked"),
    [
        ("LOG_LVL=INFO", True, True),
        ("DATABASE_PTH=/data/reefs.db", True, False),
        ("sesame", True, False),
        ("SHARDS=0", True, True),
    ],
)
def test_a_wrong_line_prevents_only_the_checks_that_it_may_concern(
    tmp_path: Path,
    dotenv: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    line: str,
    is_discord_checked: bool,
    is_database_checked: bool,
) -> None:
    fake_disk_and_shaping(monkeypatch)
    dotenv.write_text(f"DISCORD_TOKEN={TOKEN}\nDATABASE_PATH={tmp_path / 'reefs.db'}\n{line}\n", "utf-8")
    faults: list[ConfigError] = []
    loaded = load_config({}, dotenv, faults.append)
    assert doctor.run_checks(loaded, W, dotenv, create_bot, faults) == 2
    output = capsys.readouterr().out
    assert ("Discord accepts DISCORD_TOKEN" in output) is is_discord_checked
    assert ("reefs.db will be created" in output) is is_database_checked
    assert ("Database: not checked until the settings are right" in output) is not is_database_checked


def test_a_missing_token_is_pointed_out(run_doctor: Callable[..., tuple[int, str]]) -> None:
    """A host may have forgotten to write the token into the file."""
    assert "LOOK   Settings: no DISCORD_TOKEN" in run_doctor(None)[1]


def test_the_env_file_is_reported(run_doctor: Callable[..., tuple[int, str]], dotenv: Path) -> None:
    assert f"there's no .env in {dotenv.parent}" in run_doctor()[1]
    dotenv.touch(0o600)
    status, text = run_doctor()
    assert (status, "LOOK" in text) == (0, False)
    assert f"and from .env in {dotenv.parent}" in text


@pytest.mark.skipif(os.name != "posix", reason="needs POSIX permissions")
@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620])
def test_an_env_file_readable_by_others_is_reported(
    run_doctor: Callable[..., tuple[int, str]], dotenv: Path, mode: int
) -> None:
    dotenv.touch()
    dotenv.chmod(mode)
    status, text = run_doctor()
    (line,) = [line for line in text.splitlines() if line.startswith("LOOK")]
    assert status == 0
    assert f"chmod 600 {dotenv}" in line


@pytest.mark.parametrize("kind", ["below a file", "not a file system", "another user's folder"])
def test_an_impossible_location_of_the_database_is_reported(
    run_doctor: Callable[..., tuple[int, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    (tmp_path / "kept").write_text("", "utf-8")
    path = tmp_path / "new" / "newer" / "reefs.db"
    if kind == "below a file":
        path = tmp_path / "kept" / "new" / "reefs.db"
    elif kind == "not a file system":
        path = Path("/proc/x/reefs.db")
        if not Path("/proc/self").exists():
            pytest.skip("there is no /proc")
    else:

        def refuse(**_: object) -> None:
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(tempfile, "TemporaryFile", refuse)
    status, text = run_doctor(path=path)
    assert status == 2
    assert f"FAULT  Database: Can't write the database {path}" in text
    assert "will be created" not in text
    assert [found.name for found in tmp_path.iterdir()] == ["kept"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anything")
def test_a_read_only_database_is_reported(run_doctor: Callable[..., tuple[int, str]], tmp_path: Path) -> None:
    sqlite3.connect(tmp_path / "reefs.db").close()
    (tmp_path / "reefs.db").chmod(0o400)
    assert run_doctor()[0] == 2


@pytest.mark.parametrize(
    ("port", "host", "lines", "caution_count"),
    [
        (None, "0.0.0.0", "no METRICS_PORT, so", 0),
        (9464, "127.0.0.1", "health and metrics at 127.0.0.1, port 9464", 0),
        (9464, "::1", "health and metrics at ::1, port 9464", 0),
        (9464, "0.0.0.0", "health and metrics at 0.0.0.0, port 9464", 1),
    ],
)
def test_the_address_of_the_metrics_page_is_reported(
    tmp_path: Path, dotenv: Path, port: int | None, host: str, lines: str, caution_count: int
) -> None:
    chosen = dataclasses.replace(make_config(tmp_path / "reefs.db"), metrics_port=port, metrics_host=host)
    found = list(doctor._check_settings(dotenv, chosen, W))
    assert any(lines in line for line in found)
    assert [isinstance(line, findings.Caution) for line in found].count(True) == caution_count


async def test_a_database_in_use_is_not_a_problem(tmp_path: Path) -> None:
    path = tmp_path / "reefs.db"
    async with keep_store_open(path):
        found = list(doctor._check_database(make_config(path), W))
    assert any("another process" in line for line in found)
    assert not any("another process" in line for line in doctor._check_database(make_config(path), W))


@pytest.mark.parametrize("kind", ["newer", "no database", "no folder"])
def test_an_unusable_database_is_reported(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "reefs.db"
    if kind == "newer":
        connection = sqlite3.connect(path)
        connection.execute("PRAGMA user_version = 999")
        connection.close()
    elif kind == "no database":
        path.write_text("a letter to somebody " * 100, "utf-8")
    else:
        path.write_text("", "utf-8")
        path = path / "reefs.db"
    with pytest.raises(findings.Fault, match=r"999|SQLite file|Can't write"):
        list(doctor._check_database(make_config(path), W))


@pytest.mark.parametrize(
    ("free", "status", "expected"),
    [
        (0, 2, "FAULT  Database: the disk is full"),
        (50_000_000, 0, "LOOK   Database: only 50 MB are free on its disk"),
        (5_000_000_000, 0, "ok     Database: 5000 MB are free on its disk"),
    ],
)
def test_the_free_space_is_reported(
    run_doctor: Callable[..., tuple[int, str]],
    monkeypatch: pytest.MonkeyPatch,
    free: int,
    status: int,
    expected: str,
) -> None:
    monkeypatch.setattr(doctor, "find_free_bytes", lambda _: free)
    found, text = run_doctor()
    assert (found, expected in text) == (status, True)


@pytest.mark.skipif(sys.platform != "linux", reason="needs a file size limit that Linux has")
def test_a_full_disk_is_a_problem(tmp_path: Path) -> None:
    """On a full disk an empty file can still be created, so the check has to write into a file."""
    old = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, old[1]))
    try:
        with pytest.raises(DatabaseUnwritable) as caught:
            try_writing(tmp_path / "reefs.db")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, old)
    assert "too large" in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_a_missing_sprite_is_a_problem(
    tmp_path: Path, dotenv: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail_to_draw(*_: object) -> tuple[int, int]:
        raise FileNotFoundError("fish.png")

    monkeypatch.setattr(doctor, "_draw_start_position", fail_to_draw)
    assert doctor.run_checks(make_config(tmp_path / "reefs.db"), W, dotenv, create_bot) == 2
    assert any(
        line.startswith("FAULT") and "fish.png" in line for line in capsys.readouterr().out.splitlines()
    )


def test_the_supported_scripts_of_names_are_reported(
    run_doctor: Callable[..., tuple[int, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scripts, "_find_installed_fonts", dict)
    for cached in (scripts._list_installed_fonts, glyphs.find_face, glyphs._find_drawable_character):
        cached.cache_clear()
    _, out = run_doctor()
    (drawn,) = [line for line in out.splitlines() if "names are drawn in" in line]
    (undrawn,) = [line for line in out.splitlines() if "user names stand in" in line]
    for script in ("Latin", "Arabic", "Devanagari", "Bengali", "Khmer", "Han", "kana", "hangul"):
        assert script in drawn
    assert "Gujarati" in undrawn and "fonts extra" in undrawn and "Gujarati" not in drawn
    monkeypatch.setattr(glyphs, "CAN_SHAPE_TEXT", False)
    for cached in (glyphs.find_face, glyphs._find_drawable_character):
        cached.cache_clear()
    _, out = run_doctor()
    (undrawn,) = [line for line in out.splitlines() if "user names stand in" in line]
    assert "Arabic" in undrawn and "Thai" in undrawn and "fonts extra" not in undrawn
    monkeypatch.undo()
    for cached in (scripts._list_installed_fonts, glyphs.find_face, glyphs._find_drawable_character):
        cached.cache_clear()


def test_a_missing_database_driver_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    for name in [name for name in sys.modules if name == "bot.computers.thinker_queue"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr("bot.storage.find_spec", lambda name: None)
    server = ServerUrl.parse("postgresql://reefs@localhost/reefs")
    wanted = dataclasses.replace(make_config(tmp_path / "reefs.db"), database_url=server)
    assert doctor.run_checks(wanted, W, tmp_path / ".env", create_bot) == 2
    faults = [line for line in capsys.readouterr().out.splitlines() if line.startswith("FAULT")]
    assert len(faults) == 1
    assert faults[0].startswith("FAULT  Database: The PostgreSQL driver isn't installed. Install it: ")

"""System errors and the texts of the command line are in the reader's language."""

from __future__ import annotations

import argparse
import ast
import errno
import inspect
import socket
import sqlite3
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest

from bot.__main__ import main
from bot.config import SETTING_NAMES
from bot.dotenv import read_dotenv
from bot.errors.config import ConfigError
from bot.errors.reasons import find_reason
from bot.errors.storage import DatabaseUnwritable, NotADatabase
from bot.host import arguments, logs
from bot.host.arguments import ARGPARSE_MESSAGES
from bot.storage.engine.backup import read_schema_version
from bot.storage.engine.filelock import FileLock
from games.core.words import Words, load_words
from tests.support.cases import join_cases
from tests.support.pseudo import PseudoWords, bracket_all_texts, find_untranslated_letters
from tools.marked import find_marked_texts

W = PseudoWords()


def make_lookup_error() -> aiohttp.ClientConnectorError:
    key: Any = SimpleNamespace(host="discord.com", port=443, ssl=True)
    return aiohttp.ClientConnectorError(key, socket.gaierror(2, "not known"))


def explain_error(error: Exception) -> str:
    return load_words().msg(find_reason(error))


@join_cases(
    [
        (FileNotFoundError(errno.ENOENT, "No such file or directory"), "there's no such file or folder"),
        (PermissionError(errno.EACCES, "x"), "this user isn't allowed to"),
        (PermissionError(errno.EPERM, "x"), "this user isn't allowed to"),
        (OSError(errno.ENOSPC, "x"), "the disk is full"),
        (OSError(errno.EROFS, "x"), "that disk is read-only"),
        (OSError(errno.EADDRINUSE, "x"), "another program already uses it"),
        (TimeoutError(), "there was no answer in time"),
        (OSError(errno.EXDEV, "Cross\ndevice"), f"something unexpected (error {errno.EXDEV}: Cross device)"),
        (socket.gaierror(2, "not known"), "there's no address for that name"),
        (make_lookup_error(), "there's no address for that name"),
        (OSError("all is lost"), "something unexpected (all is lost)"),
        (ImportError(), "something unexpected (ImportError)"),
        (sqlite3.OperationalError("no code"), "something unexpected (no code)"),
    ]
)
def test_a_system_error_is_explained_with_a_text_of_the_catalogue(error: Exception, text: str) -> None:
    assert explain_error(error) == text
    quoted = W.msg(find_reason(error))
    assert find_untranslated_letters(quoted) == ""


def test_an_error_of_sqlite_is_explained_with_a_text_of_the_catalogue(tmp_path: Path) -> None:
    def provoke_error(path: Path, *statements: str) -> str:
        with (
            pytest.raises(sqlite3.Error) as caught,
            closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as connection,
        ):
            for statement in statements:
                connection.execute(statement)
        return explain_error(caught.value)

    (tmp_path / "letter.db").write_text("dear somebody " * 500, "utf-8")
    assert provoke_error(tmp_path / "letter.db", "SELECT 1 FROM x") == "it isn't an SQLite file"
    assert provoke_error(tmp_path / "no" / "such.db", "SELECT 1") == "it can't be opened"
    full = tmp_path / "full.db"
    with closing(sqlite3.connect(full, isolation_level=None)) as connection:
        connection.execute("CREATE TABLE t (x)")
        connection.execute("BEGIN IMMEDIATE")
        assert provoke_error(full, "BEGIN IMMEDIATE") == "another program is using it now"
    blob = "INSERT INTO t VALUES (zeroblob(100000))"
    assert provoke_error(full, "PRAGMA max_page_count = 3", blob) == "the disk is full"
    assert provoke_error(full, "PRAGMA query_only = ON", blob) == "it's read-only"
    assert provoke_error(full, "SELECT 1 FROM shells") == "something unexpected (no such table: shells)"


def test_every_command_reports_the_same_reason(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    (tmp_path / "letter.db").write_text("dear somebody " * 500, "utf-8")
    for kind, work, text in (
        (DatabaseUnwritable, lambda: FileLock(tmp_path / "no" / "x.db"), ": there's no such file"),
        (
            NotADatabase,
            lambda: read_schema_version(tmp_path / "letter.db"),
            "database: it isn't an SQLite file",
        ),
        (ConfigError, lambda: read_dotenv(tmp_path), ": that is a folder"),
    ):
        with pytest.raises(kind, match=text) as caught:
            work()
        assert find_untranslated_letters(W.msg(caught.value.message), (str(tmp_path),)) == ""  # type: ignore[attr-defined]


COMMAND_LINES = (
    ["--help"],
    *([name, "--help"] for name in ("doctor", "health", "backup", "restore", "migrate", "think", "rate")),
    ["dance"],
    ["backup"],
    ["--port"],
    ["--discord=3"],
    ["--d"],
    ["backup", "a.db", "--loud"],
)
TYPED_WORDS = (
    *("python -m bot", "-h", "--help", "--force", "--discord", "--no-browser", "--port", "--database", "--d"),
    *("--version", "doctor", "health", "backup", "restore", "migrate", "--to", "--from", "think"),
    *("dance", "'3'", "--loud", "rate", "--role"),
)
"""Words that aren't translated, because people type them."""


UNTRANSLATED = {"expected at least one argument", "expected at most one argument", "%(heading)s:"}
"""Texts that argparse looks up but doesn't show in these tests, or that contain no words."""


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Run in an empty folder, without settings of the bot, and without logging."""
    monkeypatch.chdir(tmp_path)
    # The commands replace this function, so let pytest restore it after the test.
    monkeypatch.setattr(argparse, "_", load_words())
    for name in SETTING_NAMES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(logs, "set_up_logging", lambda *_, **__: None)


def run_command_line(line: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit) as caught:
        main(line)
    assert caught.value.code == (0 if line[-1] == "--help" else 2)
    captured = capsys.readouterr()
    return captured.out + captured.err


@pytest.mark.parametrize("line", COMMAND_LINES, ids=lambda line: " ".join(line))
def test_the_command_line_is_translated_completely(
    line: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    bracket_all_texts(monkeypatch)
    assert find_untranslated_letters(run_command_line(line, capsys), TYPED_WORDS) == ""


def test_all_texts_of_argparse_can_be_translated(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: set[str] = set()
    call = Words.__call__

    def record_call(w: Words, msgid: str, /, **values: object) -> str:
        asked.add(msgid)
        return call(w, msgid, **values)

    monkeypatch.setattr(Words, "__call__", record_call)
    for line in COMMAND_LINES:
        run_command_line(line, capsys)
    known = {texts[0] for _, _, texts in find_marked_texts(ast.parse(inspect.getsource(arguments)))}
    assert set(ARGPARSE_MESSAGES) <= asked
    assert asked - known <= UNTRANSLATED


@pytest.mark.parametrize("locale", ["en", "de", "nl"])
@pytest.mark.parametrize("line", COMMAND_LINES, ids=lambda line: " ".join(line))
def test_translations_keep_the_values_that_argparse_fills_in(
    locale: str, line: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", f"{locale}.UTF-8")
    text = run_command_line(line, capsys)
    named = {
        "dance": "'dance'",
        "--port": "--port",
        "--discord=3": "'3'",
        "--d": "--database",
        "think": "--help",
    }
    named["backup"] = "--loud" if "--loud" in line else "backup"
    assert named.get(line[0], "--database") in text

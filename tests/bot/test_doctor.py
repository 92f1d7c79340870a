"""The doctor tells what is wrong, changes nothing, and gives the link."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import discord
import pytest

from bot import doctor
from bot.config import Config
from bot.storage import Store
from games.core.words import words

W = words("en")


def config(database: Path, application_id: int | None = None) -> Config:
    return Config(None, database, "INFO", 8765, application_id)


def test_the_link_asks_for_what_is_needed_and_no_more() -> None:
    query = parse_qs(urlsplit(doctor.invite(123)).query)
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


def test_a_fresh_set_up_is_sound(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "data" / "reefs.db"
    assert doctor.run(config(path, 123), W) == 0
    told = capsys.readouterr().out
    assert "FAULT" not in told
    assert doctor.invite(123) in told
    assert not path.parent.exists()


async def test_a_database_in_use_is_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "reefs.db"
    store = await Store.open(path)
    try:
        found = list(doctor._database(config(path), W))
    finally:
        await store.close()
    assert any("another process" in line for line in found)
    assert not any("another process" in line for line in doctor._database(config(path), W))


@pytest.mark.parametrize("kind", ["newer", "no database", "no folder"])
def test_a_database_that_will_not_do(tmp_path: Path, kind: str) -> None:
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
    with pytest.raises(doctor.Fault, match=r"999|not a|cannot be written|no permission"):
        list(doctor._database(config(path), W))


def test_a_missing_sprite_is_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def drawn(*_: object) -> tuple[int, int]:
        raise FileNotFoundError("fish.png")

    monkeypatch.setattr(doctor, "_drawn", drawn)
    assert doctor.run(config(tmp_path / "reefs.db"), W) == 2
    assert any(
        line.startswith("FAULT") and "fish.png" in line for line in capsys.readouterr().out.splitlines()
    )

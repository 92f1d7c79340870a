"""What a host does from the command line beside starting the bot: copies and their return."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot import __main__ as main_module
from bot.__main__ import main
from bot.config import NAMES
from bot.storage import Store
from tests.bot.test_main import refused, run


def test_a_backup_and_its_return(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setattr(main_module.logs, "setup", lambda *_, **__: None)

    def said(status: int, *arguments: str) -> str:
        assert main([*arguments, "--database", "reefs.db"]) == status
        told = capsys.readouterr()
        assert (told.err if status == 0 else told.out) == ""
        return told.out + told.err

    assert said(2, "backup", "copy.db") == "There is no file reefs.db.\n"
    asyncio.run(made(tmp_path / "reefs.db"))
    assert "reefs.db is copied to copy.db: sound, schema" in said(0, "backup", "copy.db")
    assert "--force" in said(2, "backup", "copy.db")
    assert "is copied" in said(0, "backup", "copy.db", "--force")
    answer = said(0, "restore", "copy.db").splitlines()
    assert answer[0] == "reefs.db is what copy.db holds."
    (kept,) = tmp_path.glob("reefs-2*.db")
    assert answer[1] == f"The one before is kept as {kept.name}."


async def made(path: Path) -> None:
    await (await Store.open(path)).close()


async def test_a_restore_while_the_bot_is_running(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "reefs.db")
    try:
        copied = await asyncio.to_thread(run, tmp_path, "backup", "copy.db")
        result = await asyncio.to_thread(run, tmp_path, "restore", "copy.db")
    finally:
        await store.close()
    assert (copied.returncode, copied.stderr) == (0, "")
    refused(result, "Another process")

"""Runs the container drill without Docker, with a bot process instead of the container."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.storage.engine.backup import back_up, restore
from tests.proof.container import __main__ as container
from tests.support.standin.process import BotProcess
from tests.support.standin.server import Standin

PLAY_SECONDS = 1.0


class FakeContainer(container.Container):
    """A container whose commands act on a bot process on this machine."""

    def __init__(self, standin: Standin, folder: Path) -> None:
        super().__init__(standin, folder)
        self._volume = folder / "volume"
        self._volume.mkdir()
        self._bot = BotProcess(standin, self._volume, environment={"THINK_SECONDS": "0.1"})

    async def run_compose(self, *words: str, status: int = 0, stdin: bytes | None = None) -> str:
        match words:
            case ["up" | "start", *_]:
                await self._bot.start()
            case ["cp", source, target]:
                inside = self._volume / source.removeprefix("reefs:/data/")
                if inside.is_dir():
                    shutil.copytree(inside, target, dirs_exist_ok=True)
                else:
                    shutil.copy(inside, target)
            case ["exec", *_, "backup", copy, "--force"]:
                back_up(self._bot.database, self._volume / Path(copy).name, force=True)
            case ["run", *_, "restore", copy]:
                restore(self._volume / Path(copy).name, self._bot.database, datetime.now(UTC))
            case ["run", *_] if stdin is not None:
                (self._volume / "back.db").write_bytes(stdin)
            case ["run", "--rm", "reefs"]:
                return container.NO_TOKEN_TEXT
            case ["logs", *_]:
                return self._bot.log.read_text("utf-8")
            case ["down", *_]:
                await self._bot.kill()
        return ""

    async def stop_or_kill(self, *words: str) -> str:
        if words == ("kill",):
            await self._bot.kill()
            return "137"
        return str(await self._bot.stop())


@pytest.mark.nightly
async def test_the_drill_finds_no_problems_with_a_local_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def find_no_problems(container_: container.Container) -> list[str]:
        return []

    monkeypatch.setattr(container, "Container", FakeContainer)
    monkeypatch.setattr(container, "check_isolation", find_no_problems)
    assert await container.run_drill(PLAY_SECONDS, tmp_path) == []

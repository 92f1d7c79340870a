"""Two bots with the same token and separate databases are reported in the log."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from bot.platform import rivals
from bot.platform.rivals import MIN_PRESSES_FOR_WARNING, RivalPressCounter
from tests.support.standin.people import Member
from tests.support.standin.process import BotProcess
from tests.support.standin.server import Standin
from tests.support.standin.world import OWNER_ID, World

WARNING_TEXT = "another process answers presses with this token"


async def test_two_bots_with_two_databases_are_reported_once(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("one", "two")]
    for folder in folders:
        await asyncio.to_thread(folder.mkdir)
    async with (
        Standin(World(1)) as standin,
        BotProcess(standin, folders[0], environment={"SHARDS": "1"}, name="one") as one,
        BotProcess(standin, folders[1], environment={"SHARDS": "1"}, name="two") as two,
    ):
        await one.start()
        await two.start()
        anna = Member(standin, OWNER_ID)
        channel = next(iter(standin.world.channels))
        for _ in range(4 * MIN_PRESSES_FOR_WARNING):
            await anna.type_command(channel, "mine")
        for bot in (one, two):
            assert await bot.stop() == 0
        told = [bot.log.read_text("utf-8").count(WARNING_TEXT) for bot in (one, two)]
        assert sum(told) >= 1 and max(told) == 1


def test_rare_lost_answers_are_not_reported_as_a_rival(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    found = RivalPressCounter()
    for _ in range(10):
        found.count_press()
        now += rivals.COUNTING_WINDOW_SECONDS
    assert WARNING_TEXT not in caplog.text
    for _ in range(2 * MIN_PRESSES_FOR_WARNING):
        found.count_press()
    assert caplog.text.count(WARNING_TEXT) == 1

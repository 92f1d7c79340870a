"""In the playground, rate limits end in real time, and the page waits only briefly for long work."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.config import Config
from bot.host import playground
from bot.ui import replies
from bot.ui.action_limits import EXPENSIVE_LIMIT, ActionTooOften
from tests.support import harbour
from tests.support.playground import open_playground
from tests.support.reading import get_reply
from tests.support.stores import keep_store_open


async def test_a_rate_limit_ends_without_skipping_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, (limit,) = tmp_path / "reefs.db", EXPENSIVE_LIMIT.limits
    config = Config(None, path, "INFO", 8765, None)
    async with keep_store_open(path) as store, playground.PlaygroundBot(config, store) as bot:
        playground.make_world(bot)
        passed = 0.0
        monkeypatch.setattr(playground, "monotonic", lambda: passed)
        begun = int(bot.tables.now())
        for _ in range(limit.max_uses):
            with bot.action_limits.limit_posts(EXPENSIVE_LIMIT, 1):
                passed = 1.0
        with pytest.raises(ActionTooOften) as refused, bot.action_limits.limit_posts(EXPENSIVE_LIMIT, 1):
            pass
        assert f"<t:{begun + limit.window_seconds - 1}:R>" in str(refused.value)
        passed += limit.window_seconds
        with bot.action_limits.limit_posts(EXPENSIVE_LIMIT, 1):
            assert int(bot.tables.now()) == begun


async def test_a_press_does_not_wait_for_long_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ended = asyncio.Event()

    async def answer_and_keep_working(
        self: Any, interaction: Any, parts: list[str], values: list[str]
    ) -> None:
        await replies.show(interaction, "Here you are.")
        await ended.wait()

    monkeypatch.setattr(playground.PlaygroundBot, "show_hosting", answer_and_keep_working)
    async with open_playground(tmp_path / "reefs.db") as world:
        monkeypatch.setattr(harbour, "SETTLE_TIMEOUT_SECONDS", 0.5)
        monkeypatch.setattr(harbour, "SETTLE_TRIES", 1)
        answer = await world.people[0].click(world.channel.history()[0], label="Host it on Discord…")
        assert not ended.is_set() and get_reply(answer).content == "Here you are."
        ended.set()

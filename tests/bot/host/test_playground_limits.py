"""Rate limits of the playground end in real time, because its simulated time stands still."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.config import Config
from bot.host import playground
from bot.ui.action_limits import EXPENSIVE, TooOften
from tests.support.stores import keep_store_open


async def test_a_rate_limit_ends_without_skipping_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, (limit,) = tmp_path / "reefs.db", EXPENSIVE.limits
    config = Config(None, path, "INFO", 8765, None)
    async with keep_store_open(path) as store, playground.PlaygroundBot(config, store) as bot:
        playground.make_world(bot)
        passed = 0.0
        monkeypatch.setattr(playground, "monotonic", lambda: passed)
        begun = int(bot.tables.now())
        for _ in range(limit.times):
            with bot.action_limits.limit_posts(EXPENSIVE, 1):
                passed = 1.0
        with pytest.raises(TooOften) as refused, bot.action_limits.limit_posts(EXPENSIVE, 1):
            pass
        assert f"<t:{begun + limit.seconds - 1}:R>" in str(refused.value)
        passed += limit.seconds
        with bot.action_limits.limit_posts(EXPENSIVE, 1):
            assert int(bot.tables.now()) == begun

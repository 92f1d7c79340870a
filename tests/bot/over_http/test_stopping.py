"""A stop doesn't wait for a long rate limit."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.proof.faults.stage import Stage
from tests.support.standin.faults import Fault
from tests.support.standin.process import BotProcess
from tests.support.standin.server import Standin
from tests.support.standin.world import OWNER_ID, World

RATE_LIMIT_SECONDS = 300.0


@pytest.mark.slow
async def test_a_stop_does_not_wait_for_a_long_rate_limit(tmp_path: Path) -> None:
    async with Standin(World(1)) as standin, BotProcess(standin, tmp_path) as bot:
        await bot.start()
        stage = Stage(standin, next(iter(standin.world.channels)), OWNER_ID)
        await stage.begin_match()
        faults = [
            standin.faults.inject(
                Fault(stage.channel, call, "rate", seconds=RATE_LIMIT_SECONDS, max_failures=9)
            )
            for call in ("post", "edit")
        ]
        token = (await stage.find_called_player().list_suggestions(stage.channel, "move", "action"))[0]
        await stage.find_called_player().type_command(stage.channel, "move", wait=False, action=token)
        assert await stage.wait_until(lambda: any(fault.failure_count for fault in faults))
        assert await bot.stop() == 0
        log = bot.log.read_text("utf-8")
        assert "stopped waiting for a rate limit" in log
        assert "Traceback" not in log
        for fault in faults:
            standin.faults.remove(fault)
        await bot.start()
        assert await stage.wait_until(lambda: stage.shows_seq(1)), "the next start shows the move"
        assert await bot.stop() == 0

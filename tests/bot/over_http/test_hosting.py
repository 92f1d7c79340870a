"""The health page and the log of a process while its disk is full or its connection is lost."""

from __future__ import annotations

import asyncio
import resource
import sys
from pathlib import Path

import pytest

from tests.support.ports import find_free_port
from tests.support.standin.health import MAX_POLLS, read_health, wait_for_health
from tests.support.standin.process import TOKEN, BotProcess
from tests.support.standin.server import Standin
from tests.support.standin.world import World


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has prlimit")
async def test_a_full_disk_fails_the_readiness_check(tmp_path: Path) -> None:
    port = find_free_port()
    async with (
        Standin(World(1)) as standin,
        BotProcess(standin, tmp_path, environment={"METRICS_PORT": str(port)}) as bot,
    ):
        await bot.start()
        await wait_for_health(port, (200, {"ready": True}))
        old = resource.prlimit(bot.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
        assert await asyncio.to_thread(read_health, port) == (503, {"ready": False, "reason": "unwritable"})
        resource.prlimit(bot.pid, resource.RLIMIT_FSIZE, old)
        await wait_for_health(port, (200, {"ready": True}))


@pytest.mark.slow
async def test_the_health_page_reports_unanswered_and_permanently_closed_connections(tmp_path: Path) -> None:
    ready = (200, {"ready": True})
    port = find_free_port()
    async with Standin(World(1)) as standin:
        bot = BotProcess(standin, tmp_path, environment={"METRICS_PORT": str(port)})
        await bot.start()
        await wait_for_health(port, ready)
        standin.gateway.mute = True
        await standin.gateway.drop_connections()
        for _ in range(MAX_POLLS):
            if standin.gateway.has_unanswered_login:
                break
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.3)
        assert standin.gateway.has_unanswered_login
        assert await asyncio.to_thread(read_health, port) == (503, {"ready": False, "reason": "disconnected"})
        standin.gateway.mute = False
        await standin.gateway.drop_connections()
        await wait_for_health(port, ready)
        assert standin.gateway.resume_count == 1
        await standin.gateway.end_sessions()
        for _ in range(MAX_POLLS):
            if standin.gateway.identify_count == 2:
                break
            await asyncio.sleep(0.05)
        await wait_for_health(port, ready)

        await standin.gateway.drop_connections(4004)
        assert await bot.wait_for_exit() == 2
    lines = bot.log.read_text("utf-8").splitlines()
    assert not [line for line in lines if "Traceback" in line]
    assert "level=error" in lines[-2] and "code=4004" in lines[-2]
    assert (
        lines[-1]
        == "Discord doesn't accept the DISCORD_TOKEN. Reset it in the Developer Portal and copy it again."
    )
    assert TOKEN not in bot.log.read_text("utf-8")

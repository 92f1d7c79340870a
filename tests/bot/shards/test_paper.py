"""The commands of docs/hosting/scaling.md for an unnoticed update, typed while people play."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from tests.bot.shards.crew import HOSTS, find_tracebacks, open_crew, play_on, playing, wait_until
from tests.bot.shards.paper import Paper
from tests.support import postgres
from tests.support.ports import free_port
from tests.support.standin.process import TOKEN

UNITS = ("reefs@one", "reefs@two")


@pytest.mark.slow
@pytest.mark.timeout(900)
async def test_the_documented_update_goes_unnoticed(tmp_path: Path) -> None:
    ports = {"9464": free_port(), "9465": free_port()}
    async with open_crew(tmp_path, 3) as ship:
        paper = Paper(tmp_path / "computer", ship.standin.address, ports)

        async def hosted() -> bool:
            owners = (await asyncio.to_thread(postgres.server().ask, HOSTS, ship.url.database)).split()
            return len(owners) == 1

        try:
            shared = f"DISCORD_TOKEN={TOKEN}\nDATABASE_URL={ship.url.text}\nAPPLICATION_EMOJI=off\n"
            (paper.root / "etc/reefs.env").write_text(f"{shared}THINK_SECONDS=0.1\nTHINK_WORKERS=1\n")
            await paper.type(paper.find("systemctl enable --now reefs@one"))
            await wait_until(hosted)
            for port in ports.values():
                await paper.type(
                    f"until METRICS_PORT={port} .venv/bin/python -m bot health; do sleep 1; done"
                )
            before = [paper.pid(unit) for unit in UNITS]
            pairs = ship.pairs(Random(4))
            async with playing(pairs):
                await play_on(pairs, 20)
                printed = await paper.type(paper.find("rolled()"))
                await play_on(pairs, 20)
            assert not {*before} & {paper.pid(unit) for unit in UNITS}
            assert "and it stands by" in printed.splitlines()[-1]
            # The one that was restarted last is the standby.
            assert ship.hosts() == [paper.pid("reefs@two")]
            await ship.quiet()
            await paper.type("systemctl disable --now reefs@one reefs@two")
            assert await ship.find_problems(pairs) == []
            for unit in UNITS:
                assert find_tracebacks(paper.log(unit), paused=False) == []
        finally:
            paper.close()

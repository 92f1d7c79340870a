"""During an update with the commands of docs/hosting/scaling.md, people can keep playing."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from tests.bot.shards.cluster import (
    SELECT_HOSTS_SQL,
    find_tracebacks,
    open_cluster,
    play_in_background,
    wait_for_moves,
    wait_until,
)
from tests.bot.shards.paper import SimulatedComputer
from tests.support import postgres
from tests.support.ports import find_free_port
from tests.support.standin.process import TOKEN

UNIT_NAMES = ("reefs@one", "reefs@two")


@pytest.mark.nightly
@pytest.mark.timeout(900)
async def test_the_documented_update_does_not_interrupt_play(tmp_path: Path) -> None:
    ports = {"9464": find_free_port(), "9465": find_free_port()}
    async with open_cluster(tmp_path, 3) as cluster:
        computer = SimulatedComputer(tmp_path / "computer", cluster.standin.address, ports)

        async def is_hosted() -> bool:
            owners = (
                await asyncio.to_thread(postgres.get_server().run_sql, SELECT_HOSTS_SQL, cluster.url.database)
            ).split()
            return len(owners) == 1

        try:
            shared = f"DISCORD_TOKEN={TOKEN}\nDATABASE_URL={cluster.url.text}\nAPPLICATION_EMOJI=off\n"
            (computer.root / "etc/reefs.env").write_text(f"{shared}THINK_SECONDS=0.1\nTHINK_WORKERS=1\n")
            await computer.run(computer.find_block("systemctl enable --now reefs@one"))
            await wait_until(is_hosted)
            for port in ports.values():
                await computer.run(
                    f"until METRICS_PORT={port} .venv/bin/python -m bot health; do sleep 1; done"
                )
            before = [computer.read_pid(unit) for unit in UNIT_NAMES]
            pairs = cluster.make_pairs(Random(4))
            async with play_in_background(pairs):
                await wait_for_moves(pairs, 20)
                printed = await computer.run(computer.find_block("rolled()"))
                await wait_for_moves(pairs, 20)
            assert not {*before} & {computer.read_pid(unit) for unit in UNIT_NAMES}
            assert "and it stands by" in printed.splitlines()[-1]
            # The process that was restarted last is the standby.
            assert cluster.list_hosting_pids() == [computer.read_pid("reefs@two")]
            await cluster.wait_until_idle()
            await computer.run("systemctl disable --now reefs@one reefs@two")
            assert await cluster.find_problems(pairs) == []
            for unit in UNIT_NAMES:
                assert find_tracebacks(computer.read_log(unit), was_paused=False) == []
        finally:
            computer.close()

"""When processes start together, the shards of each rate-limit group log in one at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from tests.bot.shards.cluster import BotCluster, open_cluster, wait_until

MIN_SECONDS_APART = 1.5
"""Minimum seconds between two logins of a group, which usually are about five seconds apart."""


async def record_logins(cluster: BotCluster) -> Sequence[tuple[str, int, float]]:
    """Start two processes with two shards each; return the process, shard and time of each login."""
    await asyncio.gather(
        cluster.start("one", SHARDS="4", SHARD_IDS="0-1"), cluster.start("two", SHARDS="4", SHARD_IDS="2-3")
    )

    async def has_all_logins() -> bool:
        return len(cluster.standin.gateway.logins) >= 4

    await wait_until(has_all_logins)
    return cluster.standin.gateway.logins


@pytest.mark.parametrize(
    "groups",
    [pytest.param(1, marks=pytest.mark.slow), pytest.param(2, marks=pytest.mark.nightly)],
)
async def test_two_processes_share_discords_login_limit(tmp_path: Path, groups: int) -> None:
    async with open_cluster(tmp_path, 4, guild_count=4) as cluster:
        cluster.standin.world.max_concurrency = groups
        logins = await record_logins(cluster)
        assert sorted((who, shard) for who, shard, _ in logins) == [
            *(("one", shard) for shard in (0, 1)),
            *(("two", shard) for shard in (2, 3)),
        ]
        for group in range(groups):
            times = sorted(at for _, shard, at in logins if shard % groups == group)
            assert len(times) == 4 // groups
            assert all(later - sooner > MIN_SECONDS_APART for sooner, later in pairwise(times))

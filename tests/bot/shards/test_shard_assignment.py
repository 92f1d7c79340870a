"""The settings SHARDS and SHARD_IDS are read and checked. A process that can't join exits."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot import config
from bot.config import Config
from bot.errors.config import ConfigError
from bot.host import hosting
from bot.kit.shard_assignment import ALL_SHARDS, ShardAssignment
from bot.storage.leases import Leases
from bot.tables.share import find_shard
from tests.bot.shards.cluster import open_cluster
from tests.support import postgres
from tests.support.standin.process import StartFailed

MISSING_FILE = Path("there-is-none")


@pytest.mark.parametrize(
    ("values", "shard_assignment"),
    [
        ({}, ALL_SHARDS),
        ({"SHARDS": "AUTO"}, ALL_SHARDS),
        ({"SHARDS": "8"}, ShardAssignment(8)),
        ({"SHARDS": "8", "SHARD_IDS": "0-3"}, ShardAssignment(8, (0, 1, 2, 3))),
        ({"SHARDS": "8", "SHARD_IDS": "0, 2,5-7"}, ShardAssignment(8, (0, 2, 5, 6, 7))),
        ({"SHARDS": "2", "SHARD_IDS": "0-1"}, ShardAssignment(2, (0, 1))),
    ],
)
def test_the_settings_of_shards_are_read(values: dict[str, str], shard_assignment: ShardAssignment) -> None:
    assert config.load_config(values, MISSING_FILE).shard_assignment == shard_assignment


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"SHARDS": "0"}, "SHARDS must be auto or a number"),
        ({"SHARDS": "many"}, "SHARDS must be auto or a number"),
        ({"SHARD_IDS": "0"}, "SHARD_IDS needs SHARDS"),
        ({"SHARDS": "2", "SHARD_IDS": "0-2"}, "SHARD_IDS must name shards from 0 to 1"),
        ({"SHARDS": "4", "SHARD_IDS": "3-1"}, "SHARD_IDS must name shards"),
        ({"SHARDS": "4", "SHARD_IDS": "1,,2"}, "SHARD_IDS must name shards"),
    ],
)
def test_invalid_settings_of_shards_are_refused(values: dict[str, str], expected: str) -> None:
    with pytest.raises(ConfigError, match=expected):
        config.load_config(values, MISSING_FILE)


async def test_a_database_file_allows_only_one_process(tmp_path: Path) -> None:
    settings = Config(
        "a.b.c", tmp_path / "reefs.db", "INFO", 8765, None, shard_assignment=ShardAssignment(2, (0,))
    )

    def fail_to_create(*unused: object) -> hosting.HostableBot:
        raise AssertionError

    with pytest.raises(ConfigError, match="Only with DATABASE_URL"):
        await hosting.host_bot(settings, "a.b.c", fail_to_create)
    assert not (tmp_path / "reefs.db").exists()


async def test_a_process_that_cannot_join_exits_with_one_line(tmp_path: Path) -> None:
    async with open_cluster(tmp_path, 1) as cluster:
        other = Leases(cluster.url, term_seconds=600.0)
        await other.take((0,), 2, "other")
        with pytest.raises(StartFailed) as ended:
            await cluster.start("one", SHARDS="3")
        told = str(ended.value).splitlines()[-1]
        assert told.startswith("Others host with SHARDS=2, here it is 3. Stop all processes")
        await other.close()
        # Without the table of leases, two processes could host.
        postgres.get_server().run_sql("ALTER TABLE leases RENAME TO kept", cluster.url.database)
        try:
            with pytest.raises(StartFailed) as ended:
                await cluster.start("two")
            assert str(ended.value).endswith(
                "The database failed: one of the bot's tables is missing there\n"
            )
            assert "Traceback" not in str(ended.value)
        finally:
            postgres.get_server().run_sql("ALTER TABLE kept RENAME TO leases", cluster.url.database)


def test_servers_map_to_shards_as_on_discord() -> None:
    assert [find_shard(guild, 4) for guild in (None, 7, 5 << 22, (6 << 22) + 9)] == [0, 0, 1, 2]

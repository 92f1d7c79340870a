"""Two processes with one shard each serve their own servers. A person's data is found on both."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.bot.shards.cluster import BotCluster, open_cluster, play_in_background, wait_for_moves, wait_until
from tests.support.standin.people import Member
from tests.support.standin.process import BotProcess
from tests.support.standin.world import OWNER_ID


async def start_processes(cluster: BotCluster) -> tuple[BotProcess, BotProcess]:
    """Start a process for each of two shards."""
    one = await cluster.start("one", SHARDS="2", SHARD_IDS="0")
    two = await cluster.start("two", SHARDS="2", SHARD_IDS="1")
    await cluster.wait_until_hosting(one, two)
    return one, two


def count_log_lines(bot: BotProcess, message: str) -> int:
    return bot.log.read_text("utf-8").count(message)


@pytest.mark.slow
async def test_each_process_answers_its_own_servers_even_while_the_other_restarts(
    tmp_path: Path,
) -> None:
    async with open_cluster(tmp_path, 4, guild_count=2) as cluster:
        one, two = await start_processes(cluster)
        pairs = cluster.make_pairs(Random(4))
        async with play_in_background(pairs):
            await wait_for_moves(pairs, 40)
            successor = await cluster.start("three", SHARDS="2", SHARD_IDS="1")
            assert await two.stop() == 0
            await cluster.wait_until_hosting(one, successor)
            await wait_for_moves(pairs, 40)
        await cluster.wait_until_idle()
        assert await one.stop() == 0
        assert await successor.stop() == 0
        assert await cluster.find_problems(pairs) == []
        kinds = {
            bot.name: {n for n in range(1, 5) if count_log_lines(bot, f"table={n} seq=1 ")}
            for bot in (one, two)
        }
        assert kinds["one"] and kinds["two"] and not kinds["one"] & kinds["two"]


@pytest.mark.slow
async def test_a_person_can_see_and_erase_data_of_both_processes(tmp_path: Path) -> None:
    async with open_cluster(tmp_path, 2, guild_count=2) as cluster:
        await start_processes(cluster)
        here, there = cluster.get_stage(0), cluster.get_stage(1)
        # Anna has a seat at a table of each server.
        there.anna = Member(cluster.standin, OWNER_ID)
        await here.begin_match()
        await there.open_lobby()
        answer = (await here.anna.type_command(here.channel, "mine")).get_answer()
        assert answer is not None
        listed = answer.content
        assert all(f"/{channel}/" in listed for channel in (here.channel, there.channel))
        page = (await here.anna.type_command(here.channel, "me")).get_answer()
        assert page is not None
        panel = (await here.anna.press(page, "b:pm")).get_answer()
        assert panel is not None
        for verb in ("pe", "py"):
            identity = next(i for i in panel.list_buttons() if i.split(":")[1] == verb)
            interaction = await here.anna.press(panel, identity)
            panel = interaction.get_answer()
            assert panel is not None

        async def has_disappeared() -> bool:
            public = cluster.standin.world.list_public_messages(there.channel)
            return not any(message.list_buttons() for message in public) and not any(
                f"<@{OWNER_ID}>" in message.read_text() for message in public
            )

        # Anna's lobby on the other server has ended, and that server's process has updated the message.
        await wait_until(has_disappeared)

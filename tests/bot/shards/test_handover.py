"""When two processes serve a shard, one hosts, and the standby takes over however the first one exits."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import urllib.request
from pathlib import Path
from random import Random

import pytest

from bot.errors.storage import DatabaseFailed
from bot.host.logs import LineFormatter
from bot.storage.leases import Leases
from bot.storage.tenure import LeasesTaken
from games.core.words import Msg
from tests.bot.shards.cluster import (
    find_tracebacks,
    open_cluster,
    play_in_background,
    wait_for_moves,
    wait_until,
)
from tests.support import postgres
from tests.support.patience import HANG_TIMEOUT_SECONDS
from tests.support.ports import find_free_port
from tests.support.standin.health import wait_for_health
from tests.support.standin.people import wait_for_answer

LONG_TIMEOUT = pytest.mark.timeout(900)
"""A long test timeout for busy machines. Each wait within a test has its own time limit."""


def read_metrics(port: int) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=HANG_TIMEOUT_SECONDS) as page:
        return str(page.read(), "utf-8")


def has_queue(database: str) -> bool:
    """Return whether the queue of questions for thinkers exists."""
    return postgres.get_server().run_sql("SELECT to_regclass('thoughts')", database) == "thoughts\n"


async def test_a_standby_is_silent_and_answers_waiting_presses_when_it_takes_over(tmp_path: Path) -> None:
    async with open_cluster(tmp_path, 1) as cluster:
        other = Leases(cluster.url, term_seconds=600.0)
        first = await other.take((0,), 1, "other")
        assert isinstance(first, LeasesTaken)
        port = find_free_port()
        # Keep presses for longer than a slow takeover takes.
        keep = {"REEFS_KEEP_SECONDS": str(HANG_TIMEOUT_SECONDS)}
        bot = await cluster.start("one", METRICS_PORT=str(port), **keep)
        await wait_for_health(port, (200, {"ready": True, "role": "standby"}))
        asked = dict(cluster.standin.rest.request_counts_by_method)
        anna = cluster.get_stage(0).anna
        interaction = await anna.type_command(cluster.get_stage(0).channel, "games", wait=False)
        ours = await anna.type_command(cluster.get_stage(0).channel, "games", wait=False)
        # Give the standby time to answer by mistake.
        await asyncio.sleep(0.5)
        assert interaction.acknowledged_at is None and ours.acknowledged_at is None
        assert cluster.standin.rest.request_counts_by_method == asked
        await other.release(first.tenure, [interaction.id])
        await wait_for_answer(cluster.standin, ours)
        await cluster.wait_until_hosting(bot)
        await wait_for_health(port, (200, {"ready": True, "role": "owner"}))
        page = await asyncio.to_thread(read_metrics, port)
        for line in ('owner{shard="0"} 1.0', 'servers{shard="0"} 1.0', 'latency_seconds{shard="0"} '):
            assert f"reefs_shard_{line}" in page
        # Thinkers find the queue before the first question, because a process creates it when it begins to
        # host.
        await wait_until(lambda: asyncio.to_thread(has_queue, cluster.url.database))
        assert interaction.acknowledged_at is None
        await other.close()
        assert await bot.stop() == 0


def test_a_paused_process_may_log_tracebacks_of_lost_writes_only(
    caplog: pytest.LogCaptureFixture,
) -> None:
    try:
        raise DatabaseFailed(Msg("no answer"))
    except DatabaseFailed as error:
        for event in ("not stored id=%s", "stored, but not read id=%s", "stored as ever id=%s"):
            logging.getLogger("bot.ui.replies").error(event, 7, exc_info=error)
    text = "\n".join(map(LineFormatter().format, caplog.records))
    assert len(find_tracebacks(text, was_paused=False)) == 3
    assert [line for line in find_tracebacks(text, was_paused=True) if "stored as ever" not in line] == []


@pytest.mark.nightly
@LONG_TIMEOUT
async def test_a_rolling_restart_loses_and_repeats_nothing_and_answers_everything(tmp_path: Path) -> None:
    async with open_cluster(tmp_path, 6) as cluster:
        one = await cluster.start("one")
        await cluster.wait_until_hosting(one)
        pairs = cluster.make_pairs(Random(1))
        async with play_in_background(pairs):
            await wait_for_moves(pairs, 20)
            two = await cluster.start("two")
            await wait_for_moves(pairs, 20)
            await cluster.wait_until_hosting(one)
            assert await one.stop() == 0
            await cluster.wait_until_hosting(two)
            await wait_for_moves(pairs, 20)
            one = await cluster.start("one")
            await wait_for_moves(pairs, 20)
            assert await two.stop() == 0
            await wait_for_moves(pairs, 20)
        await cluster.wait_until_idle()
        assert await one.stop() == 0
        assert await cluster.find_problems(pairs) == []


@pytest.mark.slow
@LONG_TIMEOUT
async def test_a_standby_takes_over_from_a_killed_host(tmp_path: Path) -> None:
    async with open_cluster(tmp_path, 3) as cluster:
        one = await cluster.start("one")
        await cluster.wait_until_hosting(one)
        two = await cluster.start("two")
        pairs = cluster.make_pairs(Random(2))
        # Let people wait only briefly, because presses in progress at the kill are never answered, and later
        # ones not until the lease expires.
        cluster.shorten_waits()
        async with play_in_background(pairs):
            await wait_for_moves(pairs, 20)
            await one.kill()
            await cluster.wait_until_hosting(two)
            await wait_for_moves(pairs, 20)
        await cluster.wait_until_idle()
        assert await two.stop() == 0
        assert await cluster.find_problems(pairs, must_be_answered=False) == []


@pytest.mark.slow
@LONG_TIMEOUT
async def test_a_paused_host_neither_writes_nor_posts_afterwards(tmp_path: Path) -> None:
    async with open_cluster(tmp_path, 3) as cluster:
        one = await cluster.start("one")
        await cluster.wait_until_hosting(one)
        two = await cluster.start("two")
        pairs = cluster.make_pairs(Random(3))
        cluster.shorten_waits()
        async with play_in_background(pairs):
            await wait_for_moves(pairs, 20)
            os.kill(one.pid, signal.SIGSTOP)
            await cluster.wait_until_hosting(two)
            await wait_for_moves(pairs, 20)
            os.kill(one.pid, signal.SIGCONT)

            async def has_noticed() -> bool:
                return "another process hosts now" in one.log.read_text("utf-8")

            await wait_until(has_noticed)
            await wait_for_moves(pairs, 20)
            await cluster.wait_until_hosting(two)
            # The process that was paused is now the standby.
            assert await two.stop() == 0
            await cluster.wait_until_hosting(one)
            await wait_for_moves(pairs, 20)
        await cluster.wait_until_idle()
        assert await one.stop() == 0
        assert await cluster.find_problems(pairs, must_be_answered=False, was_paused=True) == []

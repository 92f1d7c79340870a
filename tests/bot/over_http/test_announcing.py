"""Announcements are retried after temporary failures, and answers report permanent ones."""

from __future__ import annotations

import resource
import sys
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.proof.faults.stage import GAME_KEY, Stage
from tests.support.at_table import press_at_standin_table
from tests.support.standin.faults import Fault
from tests.support.standin.harbour import Harbour, open_harbour, read_first_suggestion, type_as_called_player

RETRY_SECONDS = 0.5
REPOSTED_TEXT = "Posted again below."


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def harbour(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Harbour]:
    limits = {"REEFS_RETRY_SECONDS": str(RETRY_SECONDS)}
    async with open_harbour(tmp_path_factory.mktemp("announcing"), 7, environment=limits) as harbour:
        yield harbour


pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has prlimit")
async def test_a_board_that_could_not_be_recorded_is_fixed_automatically(harbour: Harbour) -> None:
    stage = harbour.get_stage()
    await stage.begin_match()
    token = await read_first_suggestion(stage)
    fault = harbour.standin.faults.inject(Fault(stage.channel, "post", "late", seconds=0.3))
    await type_as_called_player(stage, token)
    assert await stage.wait_until(lambda: fault.failure_count == 1)
    calls = harbour.standin.rest.request_counts_by_method
    looked = calls.get("GET", 0)
    old = resource.prlimit(harbour.bot.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
    try:
        # A retry first searches the channel for the board, whose ID couldn't be stored while the disk was
        # full.
        assert await stage.wait_until(lambda: calls.get("GET", 0) > looked)
    finally:
        resource.prlimit(harbour.bot.pid, resource.RLIMIT_FSIZE, old)
    assert await stage.wait_until(lambda: stage.shows_seq(1))


async def repost_table(stage: Stage) -> str:
    answer = (await press_at_standin_table(stage.anna, stage.channel, "show")).get_answer()
    assert answer is not None
    return answer.content


def list_live_messages(stage: Stage) -> list[int]:
    """Return the IDs of the public messages with buttons."""
    return [m.id for m in stage.standin.world.list_public_messages(stage.channel) if m.list_buttons()]


@pytest.mark.parametrize("status", [403, 404])
async def test_a_table_that_may_not_be_reposted_keeps_its_buttons(harbour: Harbour, status: int) -> None:
    stage = harbour.get_stage()
    await stage.begin_match()
    before = list_live_messages(stage)
    harbour.standin.faults.inject(Fault(stage.channel, "post", "status", status=status))
    assert "won't let me post" in await repost_table(stage)
    assert list_live_messages(stage) == before
    assert await repost_table(stage) == REPOSTED_TEXT
    assert await stage.wait_until(
        lambda: len(list_live_messages(stage)) == 1 and list_live_messages(stage) != before
    )


async def test_a_board_that_arrived_before_a_refused_retry_keeps_the_only_buttons(harbour: Harbour) -> None:
    """A proxy answers 502 although Discord has posted the board, and discord.py's own retry is refused."""
    stage = harbour.get_stage()
    await stage.begin_match()
    before = list_live_messages(stage)
    harbour.standin.faults.inject(Fault(stage.channel, "post", "lost"))
    harbour.standin.faults.inject(Fault(stage.channel, "post", "status", status=403))
    answer = await repost_table(stage)
    # It depends on timing whether another announcement finds the board before the answer is sent.
    assert answer == REPOSTED_TEXT or "won't let me post" in answer
    (arrived,) = set(list_live_messages(stage)) - set(before)
    await repost_table(stage)
    assert await stage.wait_until(lambda: len(list_live_messages(stage)) == 1)
    assert list_live_messages(stage) != before and max(list_live_messages(stage)) >= arrived


async def test_a_table_is_reposted_automatically_once_discord_answers(harbour: Harbour) -> None:
    stage = harbour.get_stage()
    await stage.begin_match()
    before = list_live_messages(stage)
    harbour.standin.faults.inject(Fault(stage.channel, "post", "refused", max_failures=2))
    assert "try again" in await repost_table(stage)
    assert list_live_messages(stage) == before
    assert await stage.wait_until(
        lambda: len(list_live_messages(stage)) == 1 and list_live_messages(stage) != before
    )


async def test_the_answer_says_that_a_table_cannot_be_posted(harbour: Harbour) -> None:
    stage = harbour.get_stage()
    harbour.standin.faults.inject(Fault(stage.channel, "post", "status", status=403))
    answer = (
        await stage.anna.type_command(stage.channel, "play", game=GAME_KEY, against="people", wait=True)
    ).get_answer()
    assert answer is not None
    assert "I can't post it yet" in answer.content and "won't let me post" in answer.content
    assert stage.standin.world.list_public_messages(stage.channel) == []


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has prlimit")
async def test_a_table_is_reposted_automatically_once_the_disk_has_space(harbour: Harbour) -> None:
    stage = harbour.get_stage()
    await stage.begin_match()
    before = list_live_messages(stage)
    old = resource.prlimit(harbour.bot.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
    try:
        text = await repost_table(stage)
    finally:
        resource.prlimit(harbour.bot.pid, resource.RLIMIT_FSIZE, old)
    assert "my database" in text and "try again" in text
    assert await stage.wait_until(
        lambda: len(list_live_messages(stage)) == 1 and list_live_messages(stage) != before
    )

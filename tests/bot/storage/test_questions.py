"""The queue of questions for remote thinkers, on a real PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
import pytest

from bot.host.thinking import SEARCH_INTERVAL_SECONDS
from bot.storage.engine.questions import HEARTBEAT_TIMEOUT_SECONDS, NEW_QUESTION_CHANNEL, QuestionQueue
from tests.support import postgres
from tests.support.patience import HANG_TIMEOUT_SECONDS


@pytest.fixture
def url() -> str:
    return postgres.get_server().create_empty_database().text


@asynccontextmanager
async def open_question_queue(url: str) -> AsyncIterator[tuple[QuestionQueue, asyncpg.Connection]]:
    connection = await asyncpg.connect(url)
    try:
        found = QuestionQueue(connection)
        await found.create_queue_if_missing()
        yield found, connection
    finally:
        await connection.close()


async def test_processes_may_prepare_the_queue_together(url: str) -> None:
    connections = [await asyncpg.connect(url) for _ in range(4)]
    await asyncio.gather(*(QuestionQueue(one).create_queue_if_missing() for one in connections))
    for one in connections:
        await one.close()


async def test_hints_come_before_moves_and_older_questions_before_newer(url: str) -> None:
    async with open_question_queue(url) as (queue, _):
        moves = [await queue.add_question("x", b"move", 0) for _ in range(2)]
        hints = [await queue.add_question("x", b"hint", 1) for _ in range(2)]
        order = [await queue.take_question() for _ in range(5)]
    assert [one and one.id for one in order] == [*hints, *moves, None]
    assert order[0] is not None
    assert (order[0].channel, order[0].data) == ("x", b"hint")


async def test_no_two_thinkers_take_the_same_question(url: str) -> None:
    async with open_question_queue(url) as (first, _), open_question_queue(url) as (second, _):
        asked = {await first.add_question("x", b"", 0) for _ in range(20)}
        results = await asyncio.gather(*(one.take_question() for _ in range(15) for one in (first, second)))
    found = [one.id for one in results if one is not None]
    assert sorted(found) == sorted(asked)


async def test_a_question_that_another_thinker_is_taking_is_skipped(url: str) -> None:
    async with open_question_queue(url) as (first, connection), open_question_queue(url) as (second, _):
        asked = [await first.add_question("x", b"", 0) for _ in range(2)]
        async with connection.transaction():
            mine = await first.take_question()
            async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
                other = await second.take_question()
    assert [mine and mine.id, other and other.id] == asked


async def test_the_question_of_a_lost_thinker_goes_to_another_thinker(url: str) -> None:
    async with open_question_queue(url) as (queue, connection):
        lost, kept = [await queue.add_question("x", b"", 0) for _ in range(2)]
        assert await queue.take_question() and await queue.take_question()
        await connection.execute("UPDATE thoughts SET taken = taken - interval '1 minute'")
        await queue.record_heartbeats([kept])
        found = await queue.take_question()
        assert found is not None and found.id == lost
        assert await queue.take_question() is None


async def test_an_answer_arrives_unless_the_question_was_withdrawn(url: str) -> None:
    heard: asyncio.Queue[tuple[str, str]] = asyncio.Queue()
    async with open_question_queue(url) as (queue, _), open_question_queue(url) as (thinker, connection):
        await queue.listen("x", lambda _connection, _pid, channel, text: heard.put_nowait((channel, text)))
        await queue.listen(
            NEW_QUESTION_CHANNEL, lambda _connection, _pid, channel, text: heard.put_nowait((channel, text))
        )
        first, second = [await queue.add_question("x", b"", 0) for _ in range(2)]
        await queue.delete_question(first)
        await thinker.send_answer(first, "late")
        await thinker.send_answer(second, "here")
        async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
            assert [await heard.get() for _ in range(3)] == [
                (NEW_QUESTION_CHANNEL, ""),
                (NEW_QUESTION_CHANNEL, ""),
                ("x", "here"),
            ]
        assert await connection.fetchval("SELECT count(*) FROM thoughts") == 0


async def test_old_questions_of_dead_hosts_are_deleted(url: str) -> None:
    async with open_question_queue(url) as (queue, connection):
        await queue.add_question("x", b"", 0)
        await connection.execute("UPDATE thoughts SET asked = asked - interval '1 hour'")
        recent = await queue.add_question("x", b"", 0)
        await queue.delete_old_questions()
        found = await queue.take_question()
        assert found is not None and found.id == recent
        assert await queue.take_question() is None


def test_a_thinker_is_lost_only_after_missing_several_reports() -> None:
    assert SEARCH_INTERVAL_SECONDS * 3 < HEARTBEAT_TIMEOUT_SECONDS

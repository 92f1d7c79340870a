"""A bot's process among others obeys the rules for sending requests, clearing its cache, and stopping."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import pytest_asyncio
from aiohttp import web

from bot.kit.shard_assignment import ALL_SHARDS, ShardAssignment
from bot.shards import gate, lease, process_group
from bot.shards.lease import ProcessRole
from bot.shards.process_group import NotHosting, ProcessGroup
from bot.storage import leases
from bot.storage.tenure import LeasesHeld, LeasesTaken
from bot.tables.service import make_tables
from games.registry import GAMES
from tests.support.leases import ScriptedLeases
from tests.support.patience import HANG_TIMEOUT_SECONDS
from tests.support.ports import find_free_port
from tests.support.stores import OpenStore, open_store

__all__ = ["open_store"]

WEBHOOK_PATH, CHANNEL_PATH = "/api/v10/webhooks/1/token/messages/@original", "/api/v10/channels/1/messages"


class FakeLeases(ScriptedLeases):
    """Simulated leases and database calls, whose results the test sets."""

    def __init__(self) -> None:
        super().__init__(term_seconds=60.0)
        self.shard_count: int | None = None
        self.application_id = 0
        self.notified: asyncio.Queue[str] = asyncio.Queue()

    def listen(self, on_notification: Callable[[str], None], on_connect: Callable[[], None]) -> None:
        """Accept listeners but never call them."""

    async def find_shard_count(self) -> int | None:
        return self.shard_count

    async def notify(self, text: str) -> None:
        """Record the notification."""
        self.notified.put_nowait(text)

    async def reserve_login(self, bucket: int, seconds: float) -> float:
        return 0.0

    async def claim_job(self, job: str, day: int) -> bool:
        return True

    async def close(self) -> None:
        """Do nothing, because no connection is open."""


class RecordingProcess:
    """A process that records the presses it passed on and how often it cleared its cache."""

    def __init__(self, process_group: ProcessGroup, leases: FakeLeases) -> None:
        self.process_group, self.leases = process_group, leases
        self.passed: list[int] = []
        self.parsers: dict[str, Any] = {
            "INTERACTION_CREATE": lambda data: self.passed.append(int(data["id"]))
        }
        process_group.gate.intercept_interactions(self.parsers)
        self.cache_clear_count = 0

    def press(self, number: int) -> None:
        self.parsers["INTERACTION_CREATE"]({"id": str(number)})

    async def become_host(self) -> None:
        """Take the lease."""
        self.leases.answer = LeasesTaken(1, frozenset())
        await self.process_group.begin(0, 1, 1)
        assert self.process_group.role is ProcessRole.OWNER


@pytest_asyncio.fixture
async def process(
    open_store: OpenStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[RecordingProcess]:
    """A process with fake leases that doesn't host yet."""
    store = await open_store(tmp_path / "reefs.db")
    tables = make_tables(store, GAMES)

    async def do_nothing() -> None:
        """Do nothing, in place of work that the test doesn't need."""

    interrupted = [3, 4]

    async def pop_interrupted_table_ids() -> list[int]:
        return [interrupted.pop(0) for _ in range(len(interrupted))]

    asked = FakeLeases()
    processes = ProcessGroup(
        asked,
        store,
        tables,
        ALL_SHARDS,
        on_hosting_began=do_nothing,
        on_check=do_nothing,
        pop_interrupted_table_ids=pop_interrupted_table_ids,
    )
    made = RecordingProcess(processes, asked)

    def count_clearing() -> None:
        made.cache_clear_count += 1

    monkeypatch.setattr(tables.core, "clear_cache", count_clearing)
    yield made
    await processes.close()


async def would_send(process_group: ProcessGroup, method: str, path: str) -> bool:
    """Return whether the process would send a request to Discord."""

    async def answer_request(request: web.Request) -> web.Response:
        return web.Response()

    app, port = web.Application(), find_free_port()
    app.add_routes([web.route("*", "/{path:.*}", answer_request)])
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", port).start()
    trace = process_group.forbid_writes(aiohttp.TraceConfig())
    try:
        async with (
            aiohttp.ClientSession(trace_configs=[trace]) as session,
            session.request(method, f"http://127.0.0.1:{port}{path}"),
        ):
            return True
    except NotHosting:
        return False
    finally:
        await runner.cleanup()


async def test_a_standby_posts_nothing_but_may_answer_presses(process: RecordingProcess) -> None:
    process.leases.answer = LeasesHeld(60.0)
    await process.process_group.begin(0, 1, 1)
    assert not await would_send(process.process_group, "POST", CHANNEL_PATH)
    assert not await would_send(process.process_group, "PATCH", CHANNEL_PATH)
    assert await would_send(process.process_group, "GET", CHANNEL_PATH)
    assert await would_send(process.process_group, "PATCH", WEBHOOK_PATH)


async def test_a_host_posts_and_a_former_host_only_answers(process: RecordingProcess) -> None:
    await process.become_host()
    assert await would_send(process.process_group, "POST", CHANNEL_PATH)
    await process.process_group.release_leases()
    assert not await would_send(process.process_group, "POST", CHANNEL_PATH)
    assert await would_send(process.process_group, "PATCH", WEBHOOK_PATH)


async def test_a_former_host_reports_the_tables_whose_messages_it_was_sending(
    process: RecordingProcess,
) -> None:
    await process.become_host()
    process.leases.renewed = None
    assert await process.process_group.prepare_to_leave()
    told = [json.loads(await process.leases.notified.get()) for _ in range(2)]
    assert [(one["table"], one["kind"]) for one in told] == [(3, "interrupted"), (4, "interrupted")]


async def test_a_host_repeats_its_reports_when_it_hosts_again(process: RecordingProcess) -> None:
    await process.become_host()
    process.leases.renewed = None
    assert await process.process_group.prepare_to_leave()
    reported = {json.loads(await process.leases.notified.get())["table"] for _ in range(2)}
    await process.become_host()
    async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
        repeated = {json.loads(await process.leases.notified.get())["table"] for _ in range(2)}
    assert repeated == reported, "the host that received them may have ended"


async def test_a_former_host_repeats_its_reports_to_the_next_host(
    process: RecordingProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process_group, "REPORT_REPEAT_TERMS", 0.0)
    await process.become_host()
    process.leases.answer, process.leases.renewed = LeasesHeld(60.0), None
    await process.process_group.prepare_to_leave()
    async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
        reported = [json.loads(await process.leases.notified.get())["table"] for _ in range(4)]
    assert reported == [3, 4, 3, 4], "the host that received them may have been killed"


async def test_changes_are_ignored_until_leases_were_asked_for(
    process: RecordingProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    handled: list[str] = []
    monkeypatch.setattr(process.process_group._relay, "receive_message", handled.append)
    process.process_group._receive_message("before")
    await process.become_host()
    process.process_group._receive_message("after")
    assert handled == ["after"]


async def test_a_new_host_clears_its_cache(process: RecordingProcess) -> None:
    await process.become_host()
    assert process.cache_clear_count == 1


async def test_a_stopping_host_without_a_standby_still_passes_presses(process: RecordingProcess) -> None:
    await process.become_host()
    process.leases.renewed = False
    assert not await process.process_group.prepare_to_leave()
    process.press(1)
    assert process.passed == [1]


async def test_a_stopping_host_leaves_presses_to_its_standby(process: RecordingProcess) -> None:
    await process.become_host()
    process.press(1)
    process.leases.renewed = True
    assert await process.process_group.prepare_to_leave()
    process.press(2)
    await process.process_group.release_leases()
    assert process.passed == [1]
    assert process.leases.released == [(1, [1])]


@pytest.mark.parametrize(("host_shard_count", "expected_shard_count"), [(None, 5), (3, 3)])
async def test_a_joining_process_uses_the_hosts_number_of_shards(
    process: RecordingProcess, host_shard_count: int | None, expected_shard_count: int
) -> None:
    process.leases.shard_count = host_shard_count
    assert await process.process_group.begin(8001, 5, 1) == (
        expected_shard_count,
        tuple(range(expected_shard_count)),
    )
    assert process.leases.application_id == 8001


def test_the_time_limits_are_consistent() -> None:
    ask = leases.SERVER_TIMEOUT_SECONDS + lease.LEASE_RETRY_SECONDS
    # Two renewals in a row may fail before a lease expires.
    assert leases.TERM_SECONDS / lease.RENEWALS_PER_TERM + 2 * ask <= leases.TERM_SECONDS
    # A standby takes over at most ten seconds after the hosting process was killed.
    assert leases.TERM_SECONDS + lease.LEASE_POLL_SECONDS <= 10.0
    # A press that the gate kept can still be answered within Discord's three seconds.
    assert gate.MAX_INTERACTION_AGE_SECONDS < 3.0
    assert gate.HANDLED_PRESS_MEMORY_SECONDS > leases.TERM_SECONDS
    assert ShardAssignment(None) == ALL_SHARDS

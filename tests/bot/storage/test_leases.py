"""On a real server, one process at a time holds a lease, and none writes after its lease has expired."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
import pytest_asyncio

from bot.errors.shards import HostedByOtherBot, HostingTakenOver, ShardCountMismatch
from bot.kit.server_url import ServerUrl
from bot.storage import leases as module
from bot.storage.engine import postgres_server
from bot.storage.engine.database import Transaction
from bot.storage.engine.postgres import PostgresDatabase
from bot.storage.engine.postgres_writer import MAX_LANES
from bot.storage.leases import UNKNOWN_APPLICATION_ID, Leases
from bot.storage.tenure import LEASES_RELEASED, LeasesHeld, LeasesTaken
from tests.support import postgres
from tests.support.patience import HANG_TIMEOUT_SECONDS

SHORT_TERM_SECONDS = 0.3
"""A lease term, in seconds, short enough to expire during a test."""
LONG_TERM_SECONDS = HANG_TIMEOUT_SECONDS
"""A lease term, in seconds, longer than any test."""
SHARD_IDS = (0, 1)


@pytest_asyncio.fixture
async def url() -> AsyncIterator[ServerUrl]:
    server = postgres.get_server()
    yield await server.lend_database()
    server.take_back_databases()


async def take_leases(leases: Leases, ids: tuple[int, ...] = SHARD_IDS, shard_count: int = 2) -> LeasesTaken:
    """Take leases, waiting until another process's leases have expired."""
    while True:
        found = await leases.take(ids, shard_count, "test")
        if isinstance(found, LeasesTaken):
            return found
        await asyncio.sleep(min(found.retry_seconds, 0.1))


async def wait_for_expiry(leases: Leases) -> None:
    """Wait until no process hosts."""
    for _ in range(1000):
        if await leases.find_shard_count() is None:
            return
        await asyncio.sleep(0.05)
    raise AssertionError


async def test_a_standby_hosts_once_the_host_releases_its_leases(url: ServerUrl) -> None:
    one, two = Leases(url, term_seconds=LONG_TERM_SECONDS), Leases(url, term_seconds=LONG_TERM_SECONDS)
    heard: asyncio.Queue[str] = asyncio.Queue()
    two.listen(heard.put_nowait, lambda: None)
    first = await take_leases(one)
    assert first.press_ids == frozenset()
    assert await one.renew(first.tenure, 2) is False
    assert isinstance(await two.take(SHARD_IDS, 2, "two"), LeasesHeld)
    assert await two.list_owners() == {"test": (2, [0, 1])}
    # Taking only one of the two leases is refused as well.
    assert isinstance(await two.take((1,), 2, "two"), LeasesHeld)
    assert await one.renew(first.tenure, 2) is True
    await one.release(first.tenure, [11, 12])
    async with asyncio.timeout(LONG_TERM_SECONDS):
        assert await heard.get() == LEASES_RELEASED
    second = await two.take(SHARD_IDS, 2, "two")
    assert isinstance(second, LeasesTaken)
    assert second.tenure > first.tenure
    assert second.press_ids == {11, 12}
    assert await one.renew(first.tenure, 2) is None
    # The first process doesn't get the same presses again, because the second process took them over.
    postgres.get_server().run_sql("UPDATE leases SET until = now()", url.database)
    assert (await take_leases(one)).press_ids == frozenset()
    await one.close()
    await two.close()


async def test_expired_leases_are_taken_over_and_the_former_host_notices(url: ServerUrl) -> None:
    one, two = Leases(url, term_seconds=SHORT_TERM_SECONDS), Leases(url, term_seconds=LONG_TERM_SECONDS)
    first = await take_leases(one)
    second = await take_leases(two)
    assert second.tenure > first.tenure
    assert await one.renew(first.tenure, 2) is None
    assert await two.renew(second.tenure, 2) is False
    await one.close()
    await two.close()


async def test_a_different_number_of_shards_is_refused_while_others_host(url: ServerUrl) -> None:
    one, two = Leases(url, term_seconds=SHORT_TERM_SECONDS), Leases(url, term_seconds=SHORT_TERM_SECONDS)
    await take_leases(one)
    with pytest.raises(ShardCountMismatch) as raised:
        await two.take((2,), 3, "two")
    assert raised.value.message.values == {"theirs": 2, "ours": 3}
    assert await two.find_shard_count() == 2
    await wait_for_expiry(two)
    assert isinstance(await two.take((2,), 3, "two"), LeasesTaken)
    await one.close()
    await two.close()


async def test_another_bot_is_refused_in_one_line(url: ServerUrl) -> None:
    one, two, three = (Leases(url, term_seconds=LONG_TERM_SECONDS) for _ in range(3))
    one.application_id, two.application_id = 8001, 8002
    first = await take_leases(one)
    with pytest.raises(HostedByOtherBot) as raised:
        await two.take(SHARD_IDS, 2, "two")
    assert str(raised.value) == (
        "Another bot (id 8001) hosts with this database, and this one is 8002. "
        "Each bot needs a database of its own: set another DATABASE_URL or the right token."
    )
    # The other bot is reported even if its number of shards differs too. The hosting process isn't asked to
    # hand over its leases.
    with pytest.raises(HostedByOtherBot):
        await two.take((2,), 3, "two")
    assert await one.renew(first.tenure, 2) is False
    # A process of the same bot becomes a standby, as does a process whose bot is unknown.
    three.application_id = 8001
    assert isinstance(await three.take(SHARD_IDS, 2, "three"), LeasesHeld)
    three.application_id = UNKNOWN_APPLICATION_ID
    assert isinstance(await three.take(SHARD_IDS, 2, "three"), LeasesHeld)
    await one.release(first.tenure, [])
    # Once no process hosts, another bot may take the leases.
    assert isinstance(await two.take(SHARD_IDS, 2, "two"), LeasesTaken)
    with pytest.raises(HostedByOtherBot):
        await one.take(SHARD_IDS, 2, "test")
    for leases in (one, two, three):
        await leases.close()


async def test_another_bot_waits_for_a_host_without_a_recorded_bot(url: ServerUrl) -> None:
    one, two = Leases(url, term_seconds=LONG_TERM_SECONDS), Leases(url, term_seconds=LONG_TERM_SECONDS)
    await take_leases(one)
    two.application_id = 8002
    assert isinstance(await two.take(SHARD_IDS, 2, "two"), LeasesHeld)
    await one.close()
    await two.close()


async def test_a_process_can_write_only_while_it_hosts(url: ServerUrl) -> None:
    database = await PostgresDatabase.open(url)
    leases = Leases(url, term_seconds=SHORT_TERM_SECONDS)
    try:
        await database.run("INSERT INTO chores VALUES ('before any', 1)")
        database.require_tenure(0, len(SHARD_IDS))
        with pytest.raises(HostingTakenOver):
            await database.run("INSERT INTO chores VALUES ('standby', 1)")
        tenure = await take_leases(leases)
        database.require_tenure(tenure.tenure, len(SHARD_IDS))
        await leases.renew(tenure.tenure, 2)
        await database.run("INSERT INTO chores VALUES ('owner', 1)")
        await wait_for_expiry(leases)
        for is_exclusive in (False, True):
            with pytest.raises(HostingTakenOver):
                await database.write(
                    lambda transaction: transaction.run("INSERT INTO chores VALUES ('late', 1)"),
                    is_exclusive=is_exclusive,
                )
        assert await database.fetch_rows("SELECT name FROM chores ORDER BY name") == [
            ("before any",),
            ("owner",),
        ]
    finally:
        await leases.close()
        await database.close()


async def test_a_write_requested_in_one_tenure_is_not_executed_in_the_next(url: ServerUrl) -> None:
    database = await PostgresDatabase.open(url)
    leases = Leases(url, term_seconds=LONG_TERM_SECONDS)
    begun, going = asyncio.Event(), asyncio.Event()

    async def wait_for_event(transaction: Transaction) -> None:
        begun.set()
        await going.wait()

    try:
        first = await take_leases(leases)
        database.require_tenure(first.tenure, 2)
        blocking = asyncio.create_task(database.write(wait_for_event, is_exclusive=True))
        await begun.wait()
        # The following writes wait for the exclusive write.
        sql = "INSERT INTO chores VALUES (?, 1)"
        late = [asyncio.create_task(database.run(sql, (f"late {n}",))) for n in range(5)]
        await asyncio.sleep(0)
        releasing = asyncio.create_task(leases.release(first.tenure, ()))
        await asyncio.sleep(0.2)
        # Releasing the leases waits for the exclusive write.
        assert not releasing.done()
        going.set()
        await blocking
        await releasing
        assert {type(error) for error in await asyncio.gather(*late, return_exceptions=True)} == {
            HostingTakenOver
        }
        second = await take_leases(leases)
        going.clear()
        database.require_tenure(second.tenure, 2)
        # While all lanes are busy, later writes queue up and then share transactions.
        busy = [asyncio.create_task(database.write(wait_for_event)) for _ in range(MAX_LANES)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        # Writes of the old and the new tenure end up in the same transaction.
        database.require_tenure(first.tenure, 2)
        late = [asyncio.create_task(database.run(sql, (f"later {n}",))) for n in range(4)]
        await asyncio.sleep(0)
        database.require_tenure(second.tenure, 2)
        new = [asyncio.create_task(database.run(sql, (f"new {n}",))) for n in range(5)]
        await asyncio.sleep(0)
        going.set()
        await asyncio.gather(*busy, *new)
        assert {type(error) for error in await asyncio.gather(*late, return_exceptions=True)} == {
            HostingTakenOver
        }
        found = await database.fetch_rows("SELECT name FROM chores ORDER BY name")
        assert found == [(f"new {n}",) for n in range(5)]
    finally:
        going.set()
        await leases.close()
        await database.close()


async def test_taking_over_ends_a_stuck_write(url: ServerUrl) -> None:
    database = await PostgresDatabase.open(url)
    one, two = Leases(url, term_seconds=SHORT_TERM_SECONDS), Leases(url, term_seconds=LONG_TERM_SECONDS)
    begun, going = asyncio.Event(), asyncio.Event()

    async def write_then_hang(transaction: Transaction) -> None:
        await transaction.run("INSERT INTO chores VALUES ('late', 1)")
        begun.set()
        await going.wait()

    try:
        first = await take_leases(one)
        database.require_tenure(first.tenure, 2)
        writing = asyncio.create_task(database.write(write_then_hang))
        await begun.wait()
        await take_leases(two)
        going.set()
        with pytest.raises(HostingTakenOver):
            await writing
        assert await database.fetch_rows("SELECT name FROM chores") == []
    finally:
        going.set()
        await one.close()
        await two.close()
        await database.close()


async def test_processes_log_in_one_after_the_other(url: ServerUrl) -> None:
    one, two = Leases(url), Leases(url)
    waits = [await leases.reserve_login(0, 5.0) for leases in (one, two, one)]
    assert waits[0] == pytest.approx(0.0, abs=0.01)
    # Each wait is shorter by the time that has passed since the previous call.
    assert waits[0] < waits[1] <= 5.0 < waits[2] <= 10.0
    assert await two.reserve_login(1, 5.0) == pytest.approx(0.0, abs=0.01)
    await one.close()
    await two.close()


async def test_daily_work_is_done_by_one_process(url: ServerUrl) -> None:
    one, two = Leases(url), Leases(url)
    claims = await asyncio.gather(one.claim_job("tidy", 7), two.claim_job("tidy", 7))
    assert sorted(claims) == [False, True]
    assert not await one.claim_job("tidy", 7)
    assert await two.claim_job("tidy", 8)
    await one.close()
    await two.close()


async def test_losing_one_shard_ends_the_tenure(url: ServerUrl) -> None:
    database = await PostgresDatabase.open(url)
    leases = Leases(url, term_seconds=LONG_TERM_SECONDS)
    try:
        tenure = await take_leases(leases)
        database.require_tenure(tenure.tenure, 2)
        await database.run("INSERT INTO chores VALUES ('whole', 1)")
        postgres.get_server().run_sql("UPDATE leases SET until = now() WHERE shard = 1", url.database)
        with pytest.raises(HostingTakenOver):
            await database.run("INSERT INTO chores VALUES ('half', 1)")
        postgres.get_server().run_sql("UPDATE leases SET fence = 99 WHERE shard = 1", url.database)
        assert await leases.renew(tenure.tenure, 2) is None
    finally:
        await leases.close()
        await database.close()


async def test_a_queued_write_fails_if_the_lease_expires_before_its_turn(
    url: ServerUrl,
) -> None:
    database = await PostgresDatabase.open(url)
    own = await PostgresDatabase.open(url)
    leases = Leases(url, term_seconds=1.0)
    begun, going = asyncio.Event(), asyncio.Event()

    async def wait_for_event(transaction: Transaction) -> None:
        begun.set()
        await going.wait()

    try:
        blocking = asyncio.create_task(own.write(wait_for_event, subject_id=7))
        await begun.wait()
        tenure = await take_leases(leases)
        database.require_tenure(tenure.tenure, 2)
        late = asyncio.create_task(
            database.write(
                lambda transaction: transaction.run("INSERT INTO chores VALUES ('late', 1)"), subject_id=7
            )
        )
        await wait_for_expiry(leases)
        going.set()
        await blocking
        with pytest.raises(HostingTakenOver):
            await late
    finally:
        going.set()
        await leases.close()
        await own.close()
        await database.close()


class InterruptedConnection:
    """A connection that calls a function between reading the leases and taking them."""

    def __init__(self, connection: Any, interrupt: Callable[[], Awaitable[object]]) -> None:
        self._connection, self._interrupt = connection, interrupt

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    async def execute(self, sql: str, *values: Any) -> Any:
        if sql == module._END_WRITES_SQL:
            await self._interrupt()
        return await self._connection.execute(sql, *values)


@pytest.mark.parametrize("other_shard_ids", [SHARD_IDS, (1,)], ids=["all", "one"])
async def test_the_first_process_to_take_the_leases_gets_them(
    url: ServerUrl, other_shard_ids: tuple[int, ...]
) -> None:
    one, two = Leases(url, term_seconds=LONG_TERM_SECONDS), Leases(url, term_seconds=LONG_TERM_SECONDS)
    await one.release((await take_leases(one)).tenure, ())

    async def interrupt() -> None:
        assert isinstance(await two.take(other_shard_ids, 2, "two"), LeasesTaken)

    own = await postgres_server.connect(url)
    try:
        assert isinstance(
            await one._try_to_take_leases(InterruptedConnection(own, interrupt), list(SHARD_IDS), 2, "one"),
            LeasesHeld,
        )
    finally:
        await postgres_server.close_connection(own)
    assert await two.list_owners() == {"two": (2, list(other_shard_ids))}
    await one.close()
    await two.close()

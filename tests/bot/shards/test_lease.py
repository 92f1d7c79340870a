"""A process's lease determines its role. The database's answers are simulated."""

from __future__ import annotations

import asyncio

from bot.errors.storage import DatabaseFailed
from bot.shards.lease import ProcessRole, ShardLease
from bot.storage.tenure import LeasesHeld, LeasesTaken
from tests.bot.shards.cluster import wait_until
from tests.support.leases import ScriptedLeases


class RecordingLease:
    """A lease that records its notifications in order."""

    def __init__(self, term: float = 60.0) -> None:
        self.leases = ScriptedLeases(term)
        self.notifications: list[object] = []
        self.lease = ShardLease(
            self.leases,
            "test",
            lambda tenure, held: self.notifications.append((tenure, held)),
            self.notifications.append,
            lambda: self.notifications.append("lost"),
        )

    async def wait_for_role(self, role: ProcessRole) -> None:
        async def has_role() -> bool:
            return self.lease.role is role

        await wait_until(has_role)


async def test_a_process_goes_from_standby_to_host_and_releases_its_lease() -> None:
    one = RecordingLease()
    await one.lease.begin((0, 1), 2)
    assert one.lease.role is ProcessRole.STANDBY
    assert one.notifications == [(0, 2)]
    one.leases.answer = LeasesTaken(7, frozenset({5}))
    await one.wait_for_role(ProcessRole.OWNER)
    assert one.notifications == [(0, 2), (7, 2), frozenset({5})]
    assert not await one.lease.is_standby_waiting()
    one.leases.renewed = True
    assert await one.lease.is_standby_waiting()
    await one.lease.release([1, 2])
    left: ProcessRole = one.lease.role
    assert left is ProcessRole.RELEASED
    assert one.leases.released == [(7, [1, 2])]
    assert one.notifications[-1] == (0, 2)


async def test_a_standby_wakes_when_the_host_releases_its_lease() -> None:
    one = RecordingLease()
    one.leases.answer = LeasesHeld(60.0)
    await one.lease.begin((0,), 1)
    take_count = one.leases.take_count
    one.leases.answer = LeasesTaken(1, frozenset())
    one.lease.wake()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert one.leases.take_count == take_count + 1
    await one.lease.stop()


async def test_a_lease_taken_by_another_process_is_lost() -> None:
    one = RecordingLease(term=0.2)
    one.leases.answer = LeasesTaken(1, frozenset())
    await one.lease.begin((0,), 1)
    one.leases.answer, one.leases.renewed = LeasesHeld(0.01), None
    await one.wait_for_role(ProcessRole.STANDBY)
    assert one.notifications[-2:] == [(0, 1), "lost"]
    await one.lease.stop()


async def test_without_the_database_an_expired_lease_is_in_doubt_until_it_returns() -> None:
    one = RecordingLease(term=0.4)
    one.leases.answer = LeasesTaken(1, frozenset())
    await one.lease.begin((0,), 1)
    assert one.lease.role is ProcessRole.OWNER
    one.leases.renewed = DatabaseFailed("away")
    await one.wait_for_role(ProcessRole.DOUBTFUL)
    assert one.lease.age_seconds > one.leases.term_seconds
    one.leases.renewed = False
    await one.wait_for_role(ProcessRole.OWNER)
    assert "lost" not in one.notifications
    await one.lease.stop()


async def test_a_lease_runs_from_the_time_of_its_request() -> None:
    """The time of the answer doesn't count, because the database may have granted the lease long before."""
    one = RecordingLease()
    one.leases.answer = LeasesTaken(1, frozenset())
    one.leases.delay_seconds = 0.2
    await one.lease.begin((0,), 1)
    assert one.lease.age_seconds >= 0.2
    assert not await one.lease.is_standby_waiting()
    assert one.lease.age_seconds >= 0.2
    await one.lease.stop()

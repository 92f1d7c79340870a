"""Leases on shards. Each shard has a row, which its hosting process renews.

Any process may take an expired lease.

A tenure is the period in which a process hosts its shards. Tenures are numbered. Every write first checks
that the tenure of its process is still valid, and locks the tenure until the write has ended
(``check_lease`` in the migration). The next hosting process waits for this lock, so that no earlier one
writes after it.

All times are those of the database server's clock.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from bot.errors.shards import HostedByOtherBot, ShardCountMismatch
from bot.errors.storage import StorageError
from bot.kit.server_url import ServerUrl
from bot.storage.engine.postgres_server import DRIVER_ERRORS, close_connection, connect, convert_error
from bot.storage.tenure import LEASES_RELEASED, LeasesHeld, LeasesTaken

TERM_SECONDS = 8.0
"""Seconds for which a lease is valid without being renewed."""
SERVER_TIMEOUT_SECONDS = 2.5
"""Seconds to wait for the server's answer. It must be short, because the lease expires in the meantime."""
NOTIFY_CHANNEL = "reefs_shards"
"""PostgreSQL channel for messages between processes."""
UNKNOWN_APPLICATION_ID = 0
"""Application ID of a process whose bot is not known yet."""

_LOCK_AGAINST_TAKERS_SQL = "SELECT pg_advisory_xact_lock(1, 0)"
_LIST_LEASES_SQL = """
SELECT shard, shards, fence, extract(epoch FROM until - clock_timestamp())::float8, application FROM leases
"""
_LIST_OWNERS_SQL = "SELECT owner, shards, shard FROM leases WHERE until > clock_timestamp() ORDER BY shard"
_RECORD_WAITING_PROCESS_SQL = (
    "UPDATE leases SET awaited = clock_timestamp() + $2 * interval '1 second' WHERE shard = ANY($1::bigint[])"
)
_END_WRITES_SQL = """
SELECT pg_terminate_backend(pid) FROM pg_locks
WHERE locktype = 'advisory' AND classid = 2 AND objid = $1::bigint::oid AND objsubid = 2 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
_LOCK_WRITES_SQL = "SELECT pg_advisory_xact_lock(2, $1)"
_FIND_NEXT_TENURE_SQL = "SELECT coalesce(max(fence), 0) + 1 FROM leases"
_LIST_PRESSES_SQL = "SELECT DISTINCT unnest(presses) FROM leases WHERE shard = ANY($1::bigint[])"
_TAKE_LEASES_SQL = """
INSERT INTO leases (shard, shards, fence, owner, until, application)
SELECT shard, $2, $3, $4, clock_timestamp() + $5 * interval '1 second', $6 FROM unnest($1::bigint[]) AS shard
ON CONFLICT (shard) DO UPDATE SET shards = excluded.shards, fence = excluded.fence, owner = excluded.owner,
    until = excluded.until, application = excluded.application, awaited = '-infinity', presses = '{}'
WHERE leases.until <= clock_timestamp()
RETURNING shard
"""
_RENEW_LEASES_SQL = """
UPDATE leases SET until = clock_timestamp() + $2 * interval '1 second' WHERE fence = $1
RETURNING awaited > clock_timestamp()
"""
_RELEASE_LEASES_SQL = "UPDATE leases SET until = clock_timestamp(), presses = $2::bigint[] WHERE fence = $1"
_RESERVE_LOGIN_SQL = """
INSERT INTO logins (bucket, free) VALUES ($1, clock_timestamp() + $2 * interval '1 second')
ON CONFLICT (bucket) DO UPDATE SET free = greatest(logins.free, clock_timestamp()) + $2 * interval '1 second'
RETURNING extract(epoch FROM free - clock_timestamp())::float8 - $2
"""
_CLAIM_JOB_SQL = """
INSERT INTO chores (name, day) VALUES ($1, $2)
ON CONFLICT (name) DO UPDATE SET day = excluded.day WHERE chores.day < excluded.day RETURNING 1
"""


class _Lease(NamedTuple):
    """A stored lease of a shard. It has expired if no seconds are left."""

    shard_id: int
    shard_count: int
    tenure: int
    seconds_left: float
    application_id: int


class Leases:
    """The leases of one process, over a dedicated connection."""

    def __init__(self, url: ServerUrl, *, term_seconds: float | None = None) -> None:
        """Create the leases without connecting to the server."""
        self.application_id = UNKNOWN_APPLICATION_ID
        self._url = url
        self._term_seconds = TERM_SECONDS if term_seconds is None else term_seconds
        self._connection: Any = None
        self._turn = asyncio.Lock()
        self._hear: Callable[[str], None] | None = None
        self._lost: Callable[[], None] = lambda: None

    @property
    def term_seconds(self) -> float:
        return self._term_seconds

    def listen(self, on_notification: Callable[[str], None], on_connect: Callable[[], None]) -> None:
        """Call ``on_notification`` with every notification that arrives after the next statement.

        :param on_connect: called after each connect, because notifications may have been missed before it.
        """
        self._hear, self._lost = on_notification, on_connect

    async def find_shard_count(self) -> int | None:
        """Return the number of shards that the hosting processes use; ``None`` if no process hosts."""
        leases = await self._run_request(_list_leases)
        return next((lease.shard_count for lease in leases if lease.seconds_left > 0), None)

    async def list_owners(self) -> dict[str, tuple[int, list[int]]]:
        """Return the number of the bot's shards and the hosted shard IDs, by name of the hosting process."""
        owners: dict[str, tuple[int, list[int]]] = {}
        for owner, shard_count, shard in await self._run_request(
            lambda connection: connection.fetch(_LIST_OWNERS_SQL)
        ):
            owners.setdefault(owner, (shard_count, []))[1].append(shard)
        return owners

    async def take(self, shard_ids: Sequence[int], shard_count: int, owner: str) -> LeasesTaken | LeasesHeld:
        """Take the leases of shards, unless another process holds any.

        :param shard_count: the number of the bot's shards.
        :param owner: the name of this process in the doctor's report.
        :raises HostedByOtherBot: the hosting processes belong to another bot.
        :raises ShardCountMismatch: the hosting processes use another number of shards.
        :raises StorageError: the server does not answer.
        """
        result: LeasesTaken | LeasesHeld = await self._run_request(
            lambda connection: self._try_to_take_leases(connection, list(shard_ids), shard_count, owner)
        )
        return result

    async def renew(self, tenure: int, shard_count: int) -> bool | None:
        """Extend a tenure. Return whether a standby waits to take over; ``None`` if the tenure has ended.

        :param shard_count: the number of shards leased in this tenure.
        """
        rows = await self._run_request(
            lambda connection: connection.fetch(_RENEW_LEASES_SQL, tenure, self._term_seconds)
        )
        return None if len(rows) < shard_count else any(row[0] for row in rows)

    async def release(self, tenure: int, press_ids: Sequence[int]) -> None:
        """End a tenure once its pending writes have ended.

        :param press_ids: IDs of recently handled presses, which the next hosting process must not handle
            again.
        """

        async def end_tenure(connection: Any) -> None:
            async with connection.transaction():
                await connection.execute(_LOCK_WRITES_SQL, tenure)
                await connection.execute(_RELEASE_LEASES_SQL, tenure, list(press_ids))
                await connection.execute("SELECT pg_notify($1, $2)", NOTIFY_CHANNEL, LEASES_RELEASED)

        await self._run_request(end_tenure)

    async def notify(self, text: str) -> None:
        """Send a notification to all processes, including this one."""
        await self._run_request(
            lambda connection: connection.execute("SELECT pg_notify($1, $2)", NOTIFY_CHANNEL, text)
        )

    async def reserve_login(self, bucket: int, seconds: float) -> float:
        """Reserve the next login slot for ``seconds``. Return the seconds until it begins.

        :param bucket: number of a group of shards, of which only one may log in at a time.
        """
        return float(
            await self._run_request(
                lambda connection: connection.fetchval(_RESERVE_LOGIN_SQL, bucket, seconds)
            )
        )

    async def claim_job(self, job: str, day: int) -> bool:
        """Claim a daily job. Return ``False`` if any process has already claimed the job for ``day``.

        :param day: number of the day since 1 January 1970.
        """
        return (
            await self._run_request(lambda connection: connection.fetchval(_CLAIM_JOB_SQL, job, day))
            is not None
        )

    async def close(self) -> None:
        """Close the connection."""
        self._hear = None
        connection, self._connection = self._connection, None
        if connection is not None:
            await close_connection(connection)

    async def _try_to_take_leases(
        self, connection: Any, shard_ids: list[int], shard_count: int, owner: str
    ) -> LeasesTaken | LeasesHeld:
        async with connection.transaction():
            await connection.execute(_LOCK_AGAINST_TAKERS_SQL)
            leases = await _list_leases(connection)
            live = [lease for lease in leases if lease.seconds_left > 0]
            own_ids = (UNKNOWN_APPLICATION_ID, self.application_id)
            theirs = next(
                (lease.application_id for lease in live if lease.application_id not in own_ids), None
            )
            if theirs is not None and self.application_id != UNKNOWN_APPLICATION_ID:
                raise HostedByOtherBot(theirs, self.application_id)
            other = next((lease.shard_count for lease in live if lease.shard_count != shard_count), None)
            if other is not None:
                raise ShardCountMismatch(other, shard_count)
            left = [lease.seconds_left for lease in live if lease.shard_id in shard_ids]
            if left:
                await connection.execute(_RECORD_WAITING_PROCESS_SQL, shard_ids, self._term_seconds)
                return LeasesHeld(max(left))
            before = sorted({lease.tenure for lease in leases if lease.shard_id in shard_ids})
        for tenure in before:
            # The previous hosting process may have stopped in the middle of a write. End this write, because
            # it would keep its lock forever and must not finish later.
            await connection.execute(_END_WRITES_SQL, tenure)
        with contextlib.suppress(LeasesTakenFirst):
            async with connection.transaction():
                await connection.execute(_LOCK_AGAINST_TAKERS_SQL)
                for tenure in before:
                    await connection.execute(_LOCK_WRITES_SQL, tenure)
                presses = await connection.fetch(_LIST_PRESSES_SQL, shard_ids)
                tenure = await connection.fetchval(_FIND_NEXT_TENURE_SQL)
                rows = await connection.fetch(
                    _TAKE_LEASES_SQL,
                    shard_ids,
                    shard_count,
                    tenure,
                    owner,
                    self._term_seconds,
                    self.application_id,
                )
                if len(rows) < len(shard_ids):
                    raise LeasesTakenFirst
                return LeasesTaken(tenure, frozenset(row[0] for row in presses))
        return LeasesHeld(self._term_seconds)

    async def _run_request(self, request: Callable[[Any], Any]) -> Any:
        """Run a request on the connection. Reconnect first if the connection was lost."""
        async with self._turn:
            try:
                async with asyncio.timeout(SERVER_TIMEOUT_SECONDS):
                    if self._connection is None or self._connection.is_closed():
                        self._connection = await self._open_connection()
                    return await request(self._connection)
            except StorageError:
                raise
            except DRIVER_ERRORS as error:
                connection, self._connection = self._connection, None
                if connection is not None:
                    connection.terminate()
                raise convert_error(error) from None

    async def _open_connection(self) -> Any:
        connection = await connect(self._url)
        if self._hear is not None:
            await connection.add_listener(NOTIFY_CHANNEL, self._on_notification)
            self._lost()
        return connection

    def _on_notification(self, connection: Any, process: int, channel: str, text: str) -> None:
        if self._hear is not None:
            self._hear(text)


class LeasesTakenFirst(Exception):
    """Another process took the leases first, or the previous hosting process has renewed them."""


async def _list_leases(connection: Any) -> list[_Lease]:
    return [_Lease(*row) for row in await connection.fetch(_LIST_LEASES_SQL)]

"""discord.py's client, extended for bots that run as several processes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import discord

from bot.kit.server_url import ServerUrl
from bot.kit.shard_assignment import ShardAssignment
from bot.shards.lease import ProcessRole
from bot.shards.process_group import ProcessGroup
from bot.storage import Store
from bot.tables.service import Tables


class ShardedClient(discord.AutoShardedClient):
    """A client that tracks which connections are logged in, and whether this process hosts."""

    process_group: ProcessGroup | None = None
    """Coordinates with other processes; ``None`` with a database file, which only one process can use."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._answered_shards: set[int] = set()

    @property
    def role(self) -> str | None:
        """This process's role among several; ``None`` when it runs alone."""
        return None if self.process_group is None else str(self.process_group.role)

    @property
    def hosting_by_shard(self) -> dict[int, bool]:
        return dict.fromkeys(self.shards, not self.is_standing_by)

    @property
    def latency_by_shard(self) -> dict[int, float]:
        """Seconds in which Discord answered the last heartbeat, by shard ID."""
        return dict(self.latencies)

    @property
    def server_count_by_shard(self) -> dict[int, int]:
        return Counter(guild.shard_id for guild in self.guilds)

    @property
    def lease_age_seconds(self) -> float | None:
        """Seconds since the lease was renewed; ``None`` without a lease."""
        return (
            None
            if self.process_group is None or self.is_standing_by
            else self.process_group.lease_age_seconds
        )

    @property
    def is_standing_by(self) -> bool:
        """Whether this process is one of several and doesn't host."""
        return self.process_group is not None and self.process_group.role is not ProcessRole.OWNER

    def create_process_group(
        self,
        server: ServerUrl,
        shard_assignment: ShardAssignment,
        store: Store,
        tables: Tables,
        *,
        on_hosting_began: Callable[[], Awaitable[None]],
        on_check: Callable[[], Awaitable[None]],
        pop_interrupted_table_ids: Callable[[], Awaitable[Sequence[int]]],
    ) -> None:
        """Create the :class:`ProcessGroup`, which coordinates with other processes through the database."""
        from bot.storage.leases import Leases

        processes = self.process_group = ProcessGroup(
            Leases(server),
            store,
            tables,
            shard_assignment,
            on_hosting_began=on_hosting_began,
            on_check=on_check,
            pop_interrupted_table_ids=pop_interrupted_table_ids,
        )
        processes.gate.intercept_interactions(self._connection.parsers)
        if self.http.http_trace is not None:
            processes.forbid_writes(self.http.http_trace)

    async def join_process_group(self, processes: ProcessGroup) -> None:
        """Join the other processes before connecting to Discord.

        :raises StorageError: the others run another bot or use another number of shards, or the database
            doesn't answer.
        """
        recommended_shard_count, _, limits = await self.http.get_bot_gateway()
        shards, ids = await processes.begin(
            self.application_id or 0, recommended_shard_count, limits["max_concurrency"]
        )
        self.shard_count, self.shard_ids = shards, list(ids)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for a shard's login slot."""
        if self.process_group is None:
            await super().before_identify_hook(shard_id, initial=initial)
        else:
            await self.process_group.wait_for_login_slot(shard_id or 0)

    @property
    def is_connected(self) -> bool:
        """Whether all connections to Discord are open and logged in, so that it delivers presses."""
        return all(
            shard_id in self._answered_shards and not shard.is_closed()
            for shard_id, shard in self.shards.items()
        )

    async def on_shard_connect(self, shard_id: int) -> None:
        """Record that the shard's connection is logged in."""
        self._answered_shards.add(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Record that the shard's connection is logged in again."""
        self._answered_shards.add(shard_id)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Record that the shard isn't logged in."""
        self._answered_shards.discard(shard_id)

"""discord.py's client as that of a process which has some shards and may be one of several."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

import discord

from bot.kit.server_url import ServerUrl
from bot.kit.sharing import Sharing
from bot.shards.lease import Role
from bot.shards.several import Several
from bot.storage import Store
from bot.tables.service import Tables


class Shards(discord.AutoShardedClient):
    """Knows of its connections whether Discord has answered on them, and whether it is to say anything."""

    several: Several | None = None
    """``None`` where the tables are in a file: this process is the only one."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._answered_shards: set[int] = set()

    @property
    def role(self) -> str | None:
        """What this process is among several; ``None`` where it is the only one."""
        return None if self.several is None else str(self.several.role)

    @property
    def hosted_shards(self) -> dict[int, bool]:
        """Whether this process hosts, for each of its shards."""
        return dict.fromkeys(self.shards, not self.standing_by)

    @property
    def shard_latencies(self) -> dict[int, float]:
        """How many seconds Discord took to answer the last heartbeat of each shard."""
        return dict(self.latencies)

    @property
    def shard_servers(self) -> dict[int, int]:
        """Of how many servers each shard tells."""
        return Counter(guild.shard_id for guild in self.guilds)

    @property
    def lease_age(self) -> float | None:
        """How many seconds ago the lease was renewed; ``None`` where there is none."""
        return None if self.several is None or self.standing_by else self.several.age

    @property
    def standing_by(self) -> bool:
        """Whether it is for another process to host."""
        return self.several is not None and self.several.role is not Role.OWNER

    def stand_beside(
        self,
        server: ServerUrl,
        sharing: Sharing,
        store: Store,
        tables: Tables,
        *,
        hosts: Callable[[], Awaitable[None]],
        look: Callable[[], Awaitable[None]],
    ) -> None:
        """Be one of several processes, whose tables are on a server; see :class:`Several`."""
        from bot.storage.leases import Leases

        several = self.several = Several(Leases(server), store, tables, sharing, hosts=hosts, look=look)
        several.gate.stand_before(self._connection.parsers)
        if self.http.http_trace is not None:
            several.silence(self.http.http_trace)

    async def enter(self, several: Several) -> None:
        """Become one of several processes, before anything is connected.

        :raises StorageError: others are another bot or share the servers out otherwise, or the database does
            not answer.
        """
        advised, _, limits = await self.http.get_bot_gateway()
        shards, ids = await several.begin(self.application_id or 0, advised, limits["max_concurrency"])
        self.shard_count, self.shard_ids = shards, list(ids)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for the turn to log in."""
        if self.several is None:
            await super().before_identify_hook(shard_id, initial=initial)
        else:
            await self.several.await_login(shard_id or 0)

    @property
    def connected(self) -> bool:
        """Whether Discord tells of presses: it has taken the login on each connection, and all are open."""
        return all(
            shard_id in self._answered_shards and not shard.is_closed()
            for shard_id, shard in self.shards.items()
        )

    async def on_shard_connect(self, shard_id: int) -> None:
        """Note that Discord has begun a session on the present connection."""
        self._answered_shards.add(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Note that Discord goes on with the session on the present connection."""
        self._answered_shards.add(shard_id)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Note that the next connection has to be answered anew."""
        self._answered_shards.discard(shard_id)

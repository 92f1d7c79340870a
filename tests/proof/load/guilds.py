"""Measure the bot's start and memory with many servers: ``python -m tests.proof.load.guilds``.

After a login, Discord sends the servers one by one. Each has the requested numbers of channels and roles. The
bot is the only member sent, because it doesn't request others.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.proof.load.processes import MeasuredProcess
from tests.support.arguments import make_integer_type
from tests.support.standin.server import Standin
from tests.support.standin.world import World

MAX_SERVERS_PER_SHARD = 2500
"""Maximum number of servers in a shard."""
FEW_SERVER_COUNT = 100
READY_TIMEOUT_SECONDS = 600.0
RUN_PAUSE_SECONDS = 3.0
ID_OFFSET = 1 << 20
"""Offset of the IDs of a server's channels and roles from the server's ID, so that they differ."""


class ManyServersWorld(World):
    def __init__(self, guild_count: int, channel_count: int, roles: int) -> None:
        super().__init__(guild_count=guild_count)
        like = super().make_guild_payload(self.guilds[0])
        channel, role = like["channels"][0], like["roles"][0]
        self._like = like
        self._channels = [channel | {"name": f"channel-{number}"} for number in range(channel_count)]
        self._roles = [*like["roles"], *(role | {"name": f"Role {n}"} for n in range(roles - 2))]

    def make_guild_payload(self, guild_id: int = 0) -> dict[str, Any]:
        """Return a server's payload, as sent with GUILD_CREATE."""
        if guild_id == self.guilds[0]:
            # Only the first server has the usual channels.
            return super().make_guild_payload(guild_id)
        own = guild_id + ID_OFFSET
        channels = [
            channel | {"id": str(own + number), "guild_id": str(guild_id)}
            for number, channel in enumerate(self._channels)
        ]
        ids = (guild_id, *(own + len(channels) + number for number in range(len(self._roles))))
        roles = [role | {"id": str(number)} for number, role in zip(ids, self._roles, strict=False)]
        return self._like | {
            "id": str(guild_id),
            "name": f"Server {guild_id}",
            "roles": roles,
            "channels": channels,
        }


async def start_bot(
    guild_count: int, channel_count: int, roles: int, folder: Path
) -> tuple[float, float, float]:
    """Start a bot that is in many servers.

    Return the seconds until it is ready, the CPU seconds used, and its memory in MiB.
    """
    shards = -(-guild_count // MAX_SERVERS_PER_SHARD)
    async with (
        Standin(ManyServersWorld(guild_count, channel_count, roles)) as standin,
        MeasuredProcess(standin, folder, environment={"SHARDS": str(shards)}, name=str(guild_count)) as bot,
    ):
        began = time.monotonic()
        await bot.start()
        wanted = f"ready guilds={guild_count}"
        while wanted not in bot.log.read_text("utf-8"):
            if time.monotonic() - began > READY_TIMEOUT_SECONDS:
                raise TimeoutError(bot.log.read_text("utf-8")[-2000:])
            await asyncio.sleep(0.1)
        seconds = time.monotonic() - began
        await asyncio.sleep(RUN_PAUSE_SECONDS)
        worked, memory = bot.measure_cpu_time(), bot.measure_memory()
        await bot.stop()
    return seconds, worked, memory


async def measure_guilds(arguments: argparse.Namespace) -> int:
    """Print the figures for each number of servers, and the costs per server; return 0."""
    found = {}
    with tempfile.TemporaryDirectory() as name:
        for guilds in (FEW_SERVER_COUNT, *arguments.guilds):
            how = (guilds, arguments.channels, arguments.roles, Path(name))
            seconds, worked, memory = found[guilds] = await start_bot(*how)
            print(
                f"{guilds} servers on {-(-guilds // MAX_SERVERS_PER_SHARD)} shards:"
                f" ready after {seconds:.1f} s, {worked:.1f} s of processor time, {memory:.0f} MiB",
                flush=True,
            )
    few, most = found[FEW_SERVER_COUNT], max(arguments.guilds)
    more = most - FEW_SERVER_COUNT
    print(
        f"a server of {arguments.channels} channels and {arguments.roles} roles:"
        f" {(found[most][2] - few[2]) * 1024 / more:.1f} KiB,"
        f" {(found[most][1] - few[1]) * 1000 / more:.2f} ms of processor time at the start"
    )
    return 0


def main() -> int:
    shape = argparse.ArgumentDefaultsHelpFormatter
    parser = argparse.ArgumentParser(
        prog="python -m tests.proof.load.guilds", description=__doc__, formatter_class=shape
    )
    parser.add_argument(
        "guilds",
        type=make_integer_type(FEW_SERVER_COUNT + 1),
        nargs="*",
        default=[2500, 10_000],
        help="numbers of servers to try",
    )
    parser.add_argument("--channels", type=make_integer_type(1), default=30, help="channels per server")
    parser.add_argument("--roles", type=make_integer_type(2), default=15, help="roles per server")
    return asyncio.run(measure_guilds(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())

"""The crash drill with several processes, each killed, paused and restarted at random while people play.

Pauses are longer than a lease, so another process has taken over when a paused process continues.
"""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

from bot.kit.server_url import ServerUrl
from tests.proof.drill.players import Pair
from tests.proof.drill.verify import check_boards, check_moves, find_errors, find_pending_work
from tests.support.postgres import Server
from tests.support.standin.process import BotProcess, StartFailed
from tests.support.standin.server import Standin
from tests.support.standin.world import World

SHARDS_PER_PROCESS = 2
TERM_SECONDS = 3.0
"""Duration of a lease in seconds. It is shorter than in production, so that a run has more takeovers."""
ENVIRONMENT = {
    "THINK_SECONDS": "0.1",
    "THINK_WORKERS": "1",
    "REEFS_TERM_SECONDS": str(TERM_SECONDS),
    "REEFS_LOGIN_SECONDS": "0.2",
}
MAX_STEP_DELAY_SECONDS = 4.0
"""Maximum seconds to wait before each kill or pause of a process."""
LAST_PLAY_SECONDS = 10.0
STEPS_PER_OUTAGE = 10
MAX_START_ATTEMPTS = 10
EXIT_TIMEOUT_SECONDS = 5.0
"""Seconds to wait for the exit of a process that failed to start. After that it counts as hanging."""
HOSTED_SHARD_COUNT_SQL = "SELECT count(*) FROM leases WHERE until > clock_timestamp()"
QuietWait = Callable[[Standin, Callable[[], Awaitable[list[str]]]], Awaitable[list[str]]]


@dataclass(slots=True)
class Fleet:
    """The bot processes: a hosting process and a standby for each group of shards."""

    standin: Standin
    server: Server
    url: ServerUrl
    bots: list[BotProcess]
    chance: Random

    async def start_all_processes(self) -> None:
        await asyncio.gather(*(start_process(bot) for bot in self.bots))

    async def kill_process(self) -> None:
        """Kill a random process, and start it again after a random time."""
        bot = self.chance.choice(self.bots)
        await bot.kill()
        await asyncio.sleep(self.chance.uniform(0.0, TERM_SECONDS))
        await start_process(bot)

    async def pause_process(self) -> None:
        """Pause a random process for longer than its lease, then let it continue."""
        bot = self.chance.choice(self.bots)
        os.kill(bot.pid, signal.SIGSTOP)
        await asyncio.sleep(TERM_SECONDS * self.chance.uniform(1.1, 2.0))
        os.kill(bot.pid, signal.SIGCONT)

    async def restart_database(self) -> None:
        await asyncio.to_thread(self.server.stop)
        await asyncio.sleep(self.chance.uniform(0.0, 2.0))
        self.server.start_without_waiting()
        await asyncio.to_thread(self.server.wait_until_ready)

    async def wait_until_hosted(self, shard_count: int) -> bool:
        """Wait until every shard is hosted, for a minute at most. Return whether every shard is."""
        for _ in range(600):
            if (
                await asyncio.to_thread(self.server.run_sql, HOSTED_SHARD_COUNT_SQL, self.url.database)
            ).strip() == str(shard_count):
                return True
            await asyncio.sleep(0.1)
        return False

    async def stop_all_processes(self) -> list[int]:
        return list(await asyncio.gather(*(bot.stop() for bot in self.bots)))


async def start_process(bot: BotProcess) -> None:
    """Start a process, retrying like a supervisor if it exits with "try again later".

    :raises StartFailed: it hangs, exits with another status, or fails at every attempt.
    """
    for left in reversed(range(MAX_START_ATTEMPTS)):
        try:
            await bot.start()
            return
        except StartFailed:
            try:
                status = await asyncio.wait_for(bot.wait_for_exit(), EXIT_TIMEOUT_SECONDS)
            except TimeoutError:
                status = None
            if status != os.EX_TEMPFAIL or not left:
                raise


async def drill_fleet(
    kill_count: int,
    pause_count: int,
    process_count: int,
    channel_count: int,
    seed: int,
    folder: Path,
    server: Server,
    make_pair: Callable[[Standin, int, int, int], Pair],
    wait_until_quiet: QuietWait,
) -> int:
    """Run the drill with ``process_count`` hosting processes and as many standbys; return the
    problem count.
    """
    chance = Random(seed)
    shards = process_count * SHARDS_PER_PROCESS
    world = World(channel_count, [f"Person {n + 1}" for n in range(2 * channel_count)], guild_count=shards)
    began = time.monotonic()
    url = server.create_empty_database()
    async with Standin(world) as standin, AsyncExitStack() as stack:
        bots = []
        for number in range(process_count):
            ids = f"{number * SHARDS_PER_PROCESS}-{(number + 1) * SHARDS_PER_PROCESS - 1}"
            environment = {**ENVIRONMENT, "SHARDS": str(shards), "SHARD_IDS": ids}
            for side in "ab":
                bot = BotProcess(standin, folder, environment=environment, server=url, name=f"{number}{side}")
                bots.append(await stack.enter_async_context(bot))
        fleet = Fleet(standin, server, url, bots, chance)
        standin.interactions.acknowledge_seconds = 3.0
        standin.interactions.answer_seconds = 10.0
        pairs = [make_pair(standin, place, channel, seed) for place, channel in enumerate(world.channels)]
        over = asyncio.Event()
        await fleet.start_all_processes()
        playing = [asyncio.create_task(pair.play_matches_until(over)) for pair in pairs]
        steps = [fleet.kill_process] * kill_count + [fleet.pause_process] * pause_count
        chance.shuffle(steps)
        for number, step in enumerate(steps, 1):
            await asyncio.sleep(chance.uniform(0.0, MAX_STEP_DELAY_SECONDS))
            await step()
            if number % STEPS_PER_OUTAGE == 0:
                await fleet.restart_database()
                sent = sum(len(entries) for pair in pairs for entries in pair.sent_moves_by_table.values())
                print(f"{number} kills and pauses, {sent} moves and presses sent", flush=True)
        problems = [] if await fleet.wait_until_hosted(shards) else ["not every shard is hosted"]
        standin.interactions.acknowledge_seconds = standin.interactions.answer_seconds = 60.0
        # Wait for presses made before every shard was hosted. They may still time out.
        await asyncio.sleep(LAST_PLAY_SECONDS)
        unanswered = sum(len(pair.unanswered_presses) for pair in pairs)
        for pair in pairs:
            pair.unanswered_presses.clear()
        await asyncio.sleep(LAST_PLAY_SECONDS)
        over.set()
        await asyncio.gather(*playing)
        look = partial(find_pending_work, url)
        problems += await wait_until_quiet(standin, look)
        problems += [
            f"exited with status {status}" for status in await fleet.stop_all_processes() if status != 0
        ]
        stored_moves = await check_moves(url, pairs)
        problems += stored_moves.problems + await check_boards(url, world)
        problems += [text for pair in pairs for text in pair.unanswered_presses]
        problems += [f"limit broken: {text}" for text in world.violations]
        problems += [text for bot in bots for text in find_errors(bot.log, with_outages=True)]
        if not stored_moves.acknowledged_move_count:
            problems.append("nothing was played, so this run shows nothing")
        print(
            f"processes {process_count} and as many standbys, kills {kill_count}, pauses {pause_count}, "
            f"channels {channel_count}, "
            f"moves acknowledged {stored_moves.acknowledged_move_count}, "
            f"rows stored {stored_moves.stored_move_count}, "
            f"takeovers {_count_log_occurrences(bots, 'event=hosts')}, leases lost to another "
            f"{_count_log_occurrences(bots, 'another process hosts now')}, "
            f"presses unanswered amid kills {unanswered}, "
            f"seconds {time.monotonic() - began:.0f}, problems {len(problems)}"
        )
    for problem in problems[:40]:
        print(f"PROBLEM {problem}")
    return len(problems)


def _count_log_occurrences(bots: Sequence[BotProcess], text: str) -> int:
    return sum(bot.log.read_text("utf-8", "replace").count(text) for bot in bots)

"""Compare the presses per second of one and two processes: ``python -m tests.proof.load.spread``.

The tables belong to servers in four shards, and are stored in one PostgreSQL database. First one process
hosts all four shards, then two processes host two each. In both runs, people press as fast as they are
answered.

The stand-in, the people and the database share the machine. On few cores, the cost of a press is therefore
more meaningful than the number of presses per second.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from bot.kit.server_url import ServerUrl
from tests.proof.drill.__main__ import wait_until_quiet
from tests.proof.drill.verify import check_boards, find_errors, find_pending_work
from tests.proof.load.__main__ import MAX_PRINTED_PROBLEMS, format_quantiles, print_progress, warm_up
from tests.proof.load.people import Crowd, find_quantile
from tests.proof.load.processes import MeasuredProcess
from tests.proof.load.stock import fill_database
from tests.support.arguments import POSTGRESQL, make_integer_type, parse_positive_number, run_server
from tests.support.standin.interactions import ACKNOWLEDGE_DEADLINE_SECONDS
from tests.support.standin.server import Standin
from tests.support.standin.world import OWNER_ID, World

SHARD_COUNT = 4
MAX_CHANNELS_PER_SERVER = 500
"""Maximum number of channels in a Discord server."""
ANSWER_TIMEOUT_SECONDS = 10.0
BOARDS_TIMEOUT_SECONDS = 3600.0
REPORT_INTERVAL_SECONDS = 30.0
WARM_UP_RATE = 20.0


@dataclass(frozen=True, slots=True)
class SpreadResult:
    process_count: int
    press_count: int
    press_rate: float
    """Presses per second."""
    press_cost: float
    """CPU seconds per press, summed over all hosting processes."""
    memory_mib: list[float]
    """Memory of each hosting process."""
    acknowledgement_seconds: list[float]
    problems: list[str]


class Spread:
    """Tables in four shards, and the processes that host the shards."""

    def __init__(self, standin: Standin, url: ServerUrl, folder: Path) -> None:
        self.standin = standin
        self.crowd = Crowd(standin, list(standin.world.channels), OWNER_ID, seed=7)
        self._url = url
        self._folder = folder

    async def wait_for_boards(self) -> float:
        """Wait until every table has a board. Return the waiting time in seconds."""
        began = last_report = time.monotonic()
        while missing := sum(
            self.crowd.find_board(channel) is None for channel in self.standin.world.channels
        ):
            now = time.monotonic()
            if now - began > BOARDS_TIMEOUT_SECONDS:
                raise TimeoutError(f"{missing} tables have no board")
            if now - last_report > REPORT_INTERVAL_SECONDS:
                last_report = now
                print_progress(f"{missing} tables have no board yet")
            await asyncio.sleep(0.5)
        return time.monotonic() - began

    async def measure_load(self, process_count: int, seconds: float, presser_count: int) -> SpreadResult:
        """Start processes that share the shards, and press as fast as possible; return the results."""
        each = SHARD_COUNT // process_count
        bots = [
            MeasuredProcess(
                self.standin,
                self._folder,
                environment={
                    "SHARDS": str(SHARD_COUNT),
                    "SHARD_IDS": f"{n * each}-{(n + 1) * each - 1}",
                },
                server=self._url,
                name=f"{n + 1} of {process_count}",
            )
            for n in range(process_count)
        ]
        for bot in bots:
            await bot.start()
        # Wait until all shards are ready. This takes time, because they log in five seconds apart.
        wanted = f"ready guilds={len(self.standin.world.guilds) // process_count}"
        while not all(wanted in bot.log.read_text("utf-8") for bot in bots):  # noqa: ASYNC110
            await asyncio.sleep(0.1)
        print(
            f"{process_count} processes: every table has a board after {await self.wait_for_boards():.0f} s",
            flush=True,
        )
        problems = await warm_up(self.crowd, WARM_UP_RATE)
        before = sum(bot.measure_cpu_time() for bot in bots)
        presses, rate = await self.crowd.press_fast(presser_count, seconds)
        cost = (sum(bot.measure_cpu_time() for bot in bots) - before) / presses
        tally = self.crowd.take_tally()
        memory = [bot.measure_memory() for bot in bots]
        problems += tally.find_problems(presses)
        problems += await wait_until_quiet(self.standin, lambda: find_pending_work(self._url))
        for bot in bots:
            if status := await bot.stop():
                problems.append(f"exited with status {status}")
            problems += find_errors(bot.log, with_outages=False)
        return SpreadResult(
            process_count, presses, rate, cost, memory, tally.acknowledgement_seconds, problems
        )


async def measure_spread(arguments: argparse.Namespace) -> int:
    """Measure the load on one process and on two, and print the results. Return 1 if a check fails."""
    guilds = SHARD_COUNT * -(-arguments.live // (SHARD_COUNT * MAX_CHANNELS_PER_SERVER))
    with run_server(POSTGRESQL) as server, tempfile.TemporaryDirectory() as name:
        assert server is not None
        url = server.create_empty_database()
        people = [f"Person {n + 1}" for n in range(2 * arguments.live)]
        async with Standin(World(arguments.live, people, guild_count=guilds)) as standin:
            standin.interactions.acknowledge_seconds = ACKNOWLEDGE_DEADLINE_SECONDS
            standin.interactions.answer_seconds = ANSWER_TIMEOUT_SECONDS
            print_progress(f"{arguments.live} tables in {guilds} servers are being created")
            await fill_database(url, 0, list(standin.world.channels), standin.world.find_guild)
            spread = Spread(standin, url, Path(name))
            runs = [await spread.measure_load(n, arguments.seconds, arguments.hands) for n in (1, 2)]
            found = await check_boards(url, standin.world)
            found += [f"limit broken: {text}" for text in standin.world.violations]
    for made in runs:
        print(
            f"{made.process_count} processes: {made.press_count} presses, {made.press_rate:.0f}/s, "
            f"acknowledged {format_quantiles(made.acknowledgement_seconds)}, "
            f"{1000 * made.press_cost:.1f} ms of processor time per press, "
            f"memory {' and '.join(f'{held:.0f}' for held in made.memory_mib)} MiB"
        )
        found += made.problems
        if (
            not made.acknowledgement_seconds
            or find_quantile(made.acknowledgement_seconds, 0.99) > ACKNOWLEDGE_DEADLINE_SECONDS
        ):
            found.append("one press in a hundred waits longer than Discord allows")
    one, two = runs
    print(
        f"{arguments.live} live tables over {SHARD_COUNT} shards: two processes do "
        f"{two.press_rate / one.press_rate:.2f} times as much as one, problems {len(found)}"
    )
    for text in found[:MAX_PRINTED_PROBLEMS]:
        print(f"FAILED {text}")
    return int(bool(found))


def main() -> int:
    """Run the command; return 1 if there are problems."""
    shape = argparse.ArgumentDefaultsHelpFormatter
    parser = argparse.ArgumentParser(
        prog="python -m tests.proof.load.spread", description=__doc__, formatter_class=shape
    )
    parser.add_argument(
        "--live", type=make_integer_type(SHARD_COUNT), default=10_000, help="number of tables in play"
    )
    parser.add_argument(
        "--seconds", type=parse_positive_number, default=60.0, help="length of the run in seconds"
    )
    parser.add_argument(
        "--hands", type=make_integer_type(1), default=32, help="number of people pressing concurrently"
    )
    return asyncio.run(measure_spread(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())

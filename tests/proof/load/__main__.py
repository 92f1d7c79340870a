"""Press at a fixed rate, then as fast as possible, with many tables: ``python -m tests.proof.load``."""

from __future__ import annotations

import argparse
import asyncio
import re
import statistics
import sys
import tempfile
import time
from pathlib import Path

import aiohttp

from tests.proof.load.people import Crowd, find_quantile
from tests.proof.load.processes import MeasuredProcess, wait_until_idle
from tests.proof.load.stock import fill_database
from tests.support.arguments import make_integer_type, parse_positive_number
from tests.support.ports import find_free_port
from tests.support.standin.interactions import ACKNOWLEDGE_DEADLINE_SECONDS
from tests.support.standin.server import Standin
from tests.support.standin.world import OWNER_ID, World

ANSWER_TIMEOUT_SECONDS = 10.0
"""Seconds after which an acknowledged press without an answer counts as failed."""
ANNOUNCE_TIMEOUT_SECONDS = 900.0
WARM_UP_SECONDS = 10.0
FAST_PRESSER_COUNT = 32
FEW_FINISHED_COUNT = 100
"""Number of finished tables of the bot that has few."""
LIVE_COUNT_FOR_GROWTH = 40
"""Number of live tables of each bot while the cost of finished tables is measured."""
RUN_PAIR_COUNT = 15
PRESSES_PER_RUN = 150
SETTLE_SECONDS = 1.0
"""Seconds to wait for the last edits of boards before measuring CPU time."""
PROGRESS_INTERVAL_SECONDS = 60.0
MAX_PRINTED_PROBLEMS = 10
MAX_GROWTH = 1.1
"""Maximum cost of a press with many finished tables, relative to few."""


class LoadedBot:
    """A bot with many tables, connected to the Discord stand-in."""

    def __init__(self, folder: Path, live_count: int, seed: int) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.world = World(live_count, [f"Person {n + 1}" for n in range(2 * live_count)])
        self.standin = Standin(self.world)
        self._port = find_free_port()
        self.standin.interactions.acknowledge_seconds = ACKNOWLEDGE_DEADLINE_SECONDS
        self.standin.interactions.answer_seconds = ANSWER_TIMEOUT_SECONDS
        self.process = MeasuredProcess(self.standin, folder, environment={"METRICS_PORT": str(self._port)})
        self.crowd = Crowd(self.standin, list(self.world.channels), OWNER_ID, seed)

    async def open_tables(self, finished_count: int) -> float:
        """Create the tables and start the bot; return the seconds until every table has a board."""
        await self.fill_database(finished_count)
        await self.standin.__aenter__()
        await self.process.start()
        begun = time.monotonic()
        while any(self.crowd.find_board(channel) is None for channel in self.world.channels):
            if time.monotonic() - begun > ANNOUNCE_TIMEOUT_SECONDS:
                raise TimeoutError("some tables have no board")
            await asyncio.sleep(0.2)
        seconds = time.monotonic() - begun
        # After its start, the bot stores missing results of finished tables, which isn't a cost of presses.
        await wait_until_idle(self.process.measure_cpu_time)
        return seconds

    async def fill_database(self, finished_count: int) -> None:
        await fill_database(self.process.database, finished_count, list(self.world.channels))

    async def stop_bot(self) -> list[str]:
        """Stop the bot; return a problem if its exit status isn't 0."""
        status = await self.process.stop()
        await self.standin.__aexit__()
        return [f"the bot exited with status {status}"] * (status != 0)

    async def read_lag(self) -> dict[float, float]:
        """Return the cumulative histogram of event loop lag from the bot's metrics."""
        async with aiohttp.ClientSession() as session:
            text = await (await session.get(f"http://127.0.0.1:{self._port}/metrics")).text()
        found = re.findall(r'reefs_loop_lag_seconds_bucket\{le="([^"]+)"\} ([\d.]+)', text)
        return {float(bound): float(count) for bound, count in found}

    def measure_database_size(self) -> float:
        """Return the size of the database in MiB."""
        return sum(p.stat().st_size for p in self.process.database.parent.glob("reefs.db*")) / (1 << 20)


def format_lag(before: dict[float, float], after: dict[float, float], quantile: float) -> str:
    """Format an upper bound of a loop-lag quantile, from two readings of the histogram.

    :param quantile: from 0 to 1.
    """
    total = after[float("inf")] - before[float("inf")]
    for bound in sorted(after):
        if after[bound] - before[bound] >= quantile * total:
            return f"{bound * 1000:g} ms"
    return "-"


def format_quantiles(seconds: list[float]) -> str:
    """Format the median and the 99th percentile in milliseconds."""
    if not seconds:
        return "never"
    return (
        f"p50 {1000 * find_quantile(seconds, 0.5):.1f} ms, p99 {1000 * find_quantile(seconds, 0.99):.1f} ms"
    )


async def report_progress(loaded_bot: LoadedBot) -> None:
    """Print progress to standard error once a minute."""
    while True:
        await asyncio.sleep(PROGRESS_INTERVAL_SECONDS)
        tally = loaded_bot.crowd.tally
        print_progress(
            f"{len(tally.answer_seconds)} presses, {format_quantiles(tally.acknowledgement_seconds)},"
            f" memory {loaded_bot.process.measure_memory():.0f} MiB"
        )


def print_progress(text: str) -> None:
    """Print to standard error, because standard output contains only the figures."""
    print(text, file=sys.stderr, flush=True)


async def run_load_test(arguments: argparse.Namespace, folder: Path) -> list[str]:
    """Run the main load test and print its figures; return the problems."""
    loaded_bot = LoadedBot(folder / "load", arguments.live, seed=1)
    print_progress(f"{arguments.live} live and {arguments.finished} finished tables are being created")
    announced = await loaded_bot.open_tables(arguments.finished)
    print(
        f"{arguments.live} live and {arguments.finished} finished tables; boards of all live ones after "
        f"{announced:.0f} s; memory {loaded_bot.process.measure_memory():.0f} MiB, "
        f"database {loaded_bot.measure_database_size():.0f} MiB",
        flush=True,
    )
    crowd = loaded_bot.crowd
    problems = await warm_up(crowd, arguments.rate)
    before, cpu = await loaded_bot.read_lag(), loaded_bot.process.measure_cpu_time()
    telling = asyncio.create_task(report_progress(loaded_bot))
    number = await crowd.press_at_rate(arguments.rate, arguments.seconds)
    telling.cancel()
    tally, after = crowd.take_tally(), await loaded_bot.read_lag()
    problems += tally.find_problems(number)
    print(
        f"{number} presses at {arguments.rate:g}/s for {arguments.seconds:g} s: acknowledged "
        f"{format_quantiles(tally.acknowledgement_seconds)}, "
        f"answered {format_quantiles(tally.answer_seconds)}, "
        f"loop lag p99 <= {format_lag(before, after, 0.99)}, failed {len(tally.failures)}, "
        f"{1000 * (loaded_bot.process.measure_cpu_time() - cpu) / number:.1f} ms of processor a press",
        flush=True,
    )
    hands = max(1, min(FAST_PRESSER_COUNT, arguments.live // 2))
    number, fastest = await crowd.press_fast(hands, min(arguments.seconds, 60.0))
    tally = crowd.take_tally()
    problems += tally.find_problems(number)
    print(
        f"as fast as possible with {hands} people: {fastest:.0f} presses/s, failed {len(tally.failures)}, "
        f"memory {loaded_bot.process.measure_memory():.0f} MiB, "
        f"database {loaded_bot.measure_database_size():.0f} MiB",
        flush=True,
    )
    return problems + await loaded_bot.stop_bot()


async def warm_up(crowd: Crowd, rate: float) -> list[str]:
    """Press for a few seconds before the measurement; return the problems."""
    number = await crowd.press_at_rate(rate, WARM_UP_SECONDS)
    return crowd.take_tally().find_problems(number)


async def measure_growth(arguments: argparse.Namespace, folder: Path) -> list[str]:
    """Print the cost of a press with many finished tables relative to few; return the problems.

    Short runs alternate between two bots. Each pair of runs gives a ratio, and the median of the ratios
    counts.
    """
    problems = []
    loaded_bots = [LoadedBot(folder / name, LIVE_COUNT_FOR_GROWTH, seed=2) for name in ("few", "many")]
    for loaded_bot, finished in zip(loaded_bots, (FEW_FINISHED_COUNT, arguments.finished), strict=True):
        print_progress(f"{finished} finished tables are being created")
        await loaded_bot.open_tables(finished)
        problems += await warm_up(loaded_bot.crowd, arguments.rate)
    ratios = []
    for pair in range(RUN_PAIR_COUNT):
        costs = []
        for loaded_bot in loaded_bots:
            before = loaded_bot.process.measure_cpu_time()
            number = await loaded_bot.crowd.press_at_rate(arguments.rate, PRESSES_PER_RUN / arguments.rate)
            problems += loaded_bot.crowd.take_tally().find_problems(number)
            await asyncio.sleep(SETTLE_SECONDS)
            costs.append((loaded_bot.process.measure_cpu_time() - before) / number)
        ratios.append(costs[1] / costs[0])
        print_progress(f"pair {pair + 1} of {RUN_PAIR_COUNT}: {ratios[-1]:.2f}")
    for loaded_bot in loaded_bots:
        problems += await loaded_bot.stop_bot()
    ratio = statistics.median(ratios)
    print(
        f"a press with {arguments.finished} finished tables costs {ratio:.2f} of one with "
        f"{FEW_FINISHED_COUNT} (median of {RUN_PAIR_COUNT} pairs, goal <= {MAX_GROWTH})"
    )
    return problems + check_growth(ratio)


def check_growth(ratio: float) -> list[str]:
    return [f"a press costs {ratio:.3f} of what it costs with few finished tables"] * (ratio > MAX_GROWTH)


async def run_both_parts(arguments: argparse.Namespace) -> int:
    """Run the load test, measure the growth, and print the problems. Return 1 if there are any."""
    with tempfile.TemporaryDirectory() as name:
        problems = await run_load_test(arguments, Path(name)) + await measure_growth(arguments, Path(name))
    for text in problems[:MAX_PRINTED_PROBLEMS]:
        print(f"FAILED {text}")
    return int(bool(problems))


def main() -> int:
    """Run the command; return 1 if there are problems."""
    shape = argparse.ArgumentDefaultsHelpFormatter
    parser = argparse.ArgumentParser(
        prog="python -m tests.proof.load", description=__doc__, formatter_class=shape
    )
    parser.add_argument(
        "--seconds", type=parse_positive_number, default=600.0, help="length of the main run in seconds"
    )
    parser.add_argument("--rate", type=parse_positive_number, default=50.0, help="presses per second")
    parser.add_argument("--live", type=make_integer_type(1), default=1000, help="number of tables in play")
    parser.add_argument(
        "--finished",
        type=make_integer_type(FEW_FINISHED_COUNT + 1),
        default=10_000,
        help=f"number of finished tables to compare with {FEW_FINISHED_COUNT}",
    )
    return asyncio.run(run_both_parts(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())

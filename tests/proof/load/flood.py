"""Measure how long others wait while one person floods the bot: ``python -m tests.proof.load.flood``.

The bot shares one core with busy processes, as on an overloaded machine. The stand-in and the people have the
other cores. Short runs with and without the flood alternate. Each pair of runs gives a ratio, and the median
of the ratios counts.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, cycle
from pathlib import Path
from random import Random

from bot.storage import Store
from games.core.match import LoggedRow, Match
from games.core.rng import derive_match_key
from games.registry import GAMES
from tests.proof.load.__main__ import LoadedBot, format_quantiles, print_progress, warm_up
from tests.proof.load.people import Crowd, Tally, find_quantile
from tests.proof.load.stock import SECRET, add_table, fill_database
from tests.support.arguments import make_integer_type, parse_positive_number
from tests.support.at_table import press_at_standin_table
from tests.support.standin.people import Member, Unanswered
from tests.support.standin.world import OWNER_ID

GAME_KEY = "das_riff"
LOG_ROW_COUNT = 315
"""Length, in rows, of the log that the flooding person requests."""
OTHER_TABLE_COUNT = 20
"""Number of tables of the other people."""
MAX_SLOWDOWN = 3.0
"""Maximum ratio between the others' 99th-percentile waiting times with and without the flood."""
EXPENSIVE_ACTIONS = ("log", "catchup")
RUN_PAUSE_SECONDS = 3.0
BUSY_PROGRAM = "while True: pass"


def play_long_match() -> tuple[tuple[int, ...], tuple[LoggedRow, ...]]:
    """Return the press IDs and log of a long match in progress."""
    for number in range(1, 1000):
        presses = (number * 10 + 1, number * 10 + 2, number * 10 + 3)
        match = Match.begin(GAMES[GAME_KEY], 2, {}, derive_match_key(SECRET, presses))
        chance = Random(number)
        while match.outcome is None and match.seq < LOG_ROW_COUNT:
            seat = match.to_act[0]
            match = match.act(seat, chance.choice(match.rules.list_candidates(match.state, seat)).token)
        if match.outcome is None:
            return presses, match.rows
    raise ValueError(f"no match has {LOG_ROW_COUNT} rows")


class CrowdedBot(LoadedBot):
    """A bot with many people's tables, and one table with a long log at which a person floods the bot."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, OTHER_TABLE_COUNT + 1, seed=3)
        *others, self.channel = self.world.channels
        self.crowd = Crowd(self.standin, others, OWNER_ID, 3)

    async def fill_database(self, finished_count: int) -> None:
        """Fill the database with the others' tables and the table with the long log."""
        *others, channel = self.world.channels
        await fill_database(self.process.database, finished_count, others)
        store = await Store.open(self.process.database)
        await add_table(
            store,
            channel,
            OWNER_ID + 2 * OTHER_TABLE_COUNT,
            GAMES[GAME_KEY],
            *play_long_match(),
            is_over=False,
        )
        await store.close()

    async def run_flood(self, rate: float, seconds: float) -> tuple[int, int]:
        """Press expensive buttons as one person. Return the number of presses, and of unanswered presses."""
        person = Member(self.standin, OWNER_ID + 2 * OTHER_TABLE_COUNT)
        begun, doing, number, failed = time.monotonic(), set[asyncio.Task[None]](), 0, 0
        actions = cycle(EXPENSIVE_ACTIONS)

        async def press_button() -> None:
            nonlocal failed
            try:
                await press_at_standin_table(person, self.channel, next(actions))
            except Unanswered:
                failed += 1

        while (now := time.monotonic() - begun) < seconds:
            while number < rate * now:
                task = asyncio.create_task(press_button())
                doing.add(task)
                task.add_done_callback(doing.discard)
                number += 1
            await asyncio.sleep(0.005)
        await asyncio.gather(*doing)
        return number, failed


@contextmanager
def slow_down_process(pid: int, busy_process_count: int) -> Iterator[None]:
    """Pin a process to one core with busy processes during a block, and this process to the other cores."""
    cores = os.sched_getaffinity(0)
    one = {min(cores)}
    burning = [subprocess.Popen([sys.executable, "-c", BUSY_PROGRAM]) for _ in range(busy_process_count)]
    try:
        for task in Path(f"/proc/{pid}/task").iterdir():
            os.sched_setaffinity(int(task.name), one)
        for burner in burning:
            os.sched_setaffinity(burner.pid, one)
        os.sched_setaffinity(0, (cores - one) or cores)
        yield
    finally:
        os.sched_setaffinity(0, cores)
        for burner in burning:
            burner.kill()
            burner.wait()


async def measure_flood(arguments: argparse.Namespace) -> int:
    """Measure the others' waiting times with and without the flood.

    Return 1 if the flood slows them down too much, or if one of their presses failed.
    """
    with tempfile.TemporaryDirectory() as name:
        loaded_bot = CrowdedBot(Path(name) / "crowded")
        await loaded_bot.open_tables(finished_count=10)
        with slow_down_process(loaded_bot.process.pid, arguments.burners):
            problems = await warm_up(loaded_bot.crowd, arguments.rate)
            waits: list[Tally] = []
            for pair in range(arguments.pairs):
                for flooded in (False, True):
                    pressing = asyncio.create_task(
                        loaded_bot.run_flood(arguments.flood, arguments.seconds) if flooded else _skip_flood()
                    )
                    number = await loaded_bot.crowd.press_at_rate(arguments.rate, arguments.seconds)
                    presses, unanswered = await pressing
                    tally = loaded_bot.crowd.take_tally()
                    problems += tally.find_problems(number)
                    waits.append(tally)
                    print_progress(
                        f"pair {pair + 1}: {presses} expensive presses, {unanswered} of them unanswered;"
                        f" others' presses acknowledged {format_quantiles(tally.acknowledgement_seconds)},"
                        f" answered {format_quantiles(tally.answer_seconds)}"
                    )
                    await asyncio.sleep(RUN_PAUSE_SECONDS)
        problems += await loaded_bot.stop_bot()
    acknowledged = compare_runs("acknowledged", [tally.acknowledgement_seconds for tally in waits])
    answered = compare_runs("answered", [tally.answer_seconds for tally in waits])
    for text in problems[:10]:
        print(f"FAILED {text}")
    return int(bool(problems) or max(acknowledged, answered) > MAX_SLOWDOWN)


def compare_runs(event: str, runs: Sequence[list[float]]) -> float:
    """Print the waiting times with and without the flood; return their ratio.

    :param event: the event that people waited for, such as ``answered``.
    :param runs: the waiting times of each run, alternately without and with the flood.
    """
    without, flooded = runs[::2], runs[1::2]
    ratio = statistics.median(
        find_quantile(one, 0.99) / find_quantile(other, 0.99)
        for one, other in zip(flooded, without, strict=True)
    )
    print(
        f"others {event} without: {format_quantiles([*chain(*without)])}; with one person flooding:"
        f" {format_quantiles([*chain(*flooded)])}; p99 {ratio:.2f} times as long"
        f" (median of {len(without)} pairs, goal <= {MAX_SLOWDOWN:g})"
    )
    return ratio


async def _skip_flood() -> tuple[int, int]:
    return 0, 0


def main() -> int:
    """Run the command; return 1 if the goal is missed or there are problems."""
    shape = argparse.ArgumentDefaultsHelpFormatter
    parser = argparse.ArgumentParser(
        prog="python -m tests.proof.load.flood", description=__doc__, formatter_class=shape
    )
    parser.add_argument(
        "--seconds", type=parse_positive_number, default=15.0, help="length of each run in seconds"
    )
    parser.add_argument("--pairs", type=make_integer_type(1), default=5, help="number of pairs of runs")
    parser.add_argument(
        "--rate", type=parse_positive_number, default=8.0, help="presses per second by everybody else"
    )
    parser.add_argument(
        "--flood", type=parse_positive_number, default=40.0, help="presses per second by one person"
    )
    parser.add_argument(
        "--burners", type=make_integer_type(0), default=2, help="processes that share the bot's core"
    )
    return asyncio.run(measure_flood(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())

"""``python -m tests.proof.load.flood``: how long others wait while one person floods the bot.

The bot shares one core with processes that never rest, as on a starved machine; the stand-in and the people
have the other cores. Short runs with and without that person alternate: each pair is compared on its own, and
the median counts.
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
from games.core.match import Match, Row
from games.core.rng import derive_match_key
from games.registry import GAMES
from tests.proof.load.__main__ import Host, format_quantiles, progress, warm_up
from tests.proof.load.people import Crowd, Tally, find_quantile
from tests.proof.load.stock import SECRET, add, fill
from tests.support.arguments import at_least, positive
from tests.support.at_table import type_at_table
from tests.support.standin.people import Member, Unanswered
from tests.support.standin.world import OWNER_ID

GAME = "das_riff"
ROWS = 315
"""Length of the requested log."""
LIVE = 20
"""Tables of the others."""
GOAL = 3.0
"""Maximum factor of the others' waiting time, at the 99th percentile."""
DEAR = ("log", "catchup")
CALM_SECONDS = 3.0
BURN = "while True: pass"


def long_match() -> tuple[tuple[int, ...], tuple[Row, ...]]:
    """Return the presses and the log of a long match that is not over."""
    for number in range(1, 1000):
        presses = (number * 10 + 1, number * 10 + 2, number * 10 + 3)
        match = Match.begin(GAMES[GAME], 2, {}, derive_match_key(SECRET, presses))
        chance = Random(number)
        while match.outcome is None and match.seq < ROWS:
            seat = match.to_act[0]
            match = match.act(seat, chance.choice(match.rules.candidates(match.state, seat)).token)
        if match.outcome is None:
            return presses, match.rows
    raise ValueError(f"no match has {ROWS} rows")


class Crowded(Host):
    """A bot with tables of many people, and one with a long log of a person who presses too much."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, LIVE + 1, seed=3)
        *others, self.channel = self.world.channels
        self.crowd = Crowd(self.standin, others, OWNER_ID, 3)

    async def stock(self, finished: int) -> None:
        """Create the file."""
        *others, channel = self.world.channels
        await fill(self.bot.database, finished, others)
        store = await Store.open(self.bot.database)
        await add(store, channel, OWNER_ID + 2 * LIVE, GAMES[GAME], *long_match(), over=False)
        await store.close()

    async def flood(self, rate: float, seconds: float) -> tuple[int, int]:
        """Press repeatedly as one person; return the number of presses and how many had no answer."""
        person = Member(self.standin, OWNER_ID + 2 * LIVE)
        begun, doing, number, failed = time.monotonic(), set[asyncio.Task[None]](), 0, 0
        commands = cycle(DEAR)

        async def press() -> None:
            nonlocal failed
            try:
                await type_at_table(person, self.channel, next(commands))
            except Unanswered:
                failed += 1

        while (now := time.monotonic() - begun) < seconds:
            while number < rate * now:
                task = asyncio.create_task(press())
                doing.add(task)
                task.add_done_callback(doing.discard)
                number += 1
            await asyncio.sleep(0.005)
        await asyncio.gather(*doing)
        return number, failed


@contextmanager
def slow_down(pid: int, burners: int) -> Iterator[None]:
    """Put a process and some that never rest on one core, and this one on the others."""
    cores = os.sched_getaffinity(0)
    one = {min(cores)}
    burning = [subprocess.Popen([sys.executable, "-c", BURN]) for _ in range(burners)]
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


async def run(arguments: argparse.Namespace) -> int:
    """Print how long the others wait with and without; return 1 if it is too long."""
    with tempfile.TemporaryDirectory() as name:
        host = Crowded(Path(name) / "crowded")
        await host.begin(finished=10)
        with slow_down(host.bot.pid, arguments.burners):
            problems = await warm_up(host.crowd, arguments.rate)
            waits: list[Tally] = []
            for pair in range(arguments.pairs):
                for flooded in (False, True):
                    pressing = asyncio.create_task(
                        host.flood(arguments.flood, arguments.seconds) if flooded else _nobody()
                    )
                    number = await host.crowd.at_rate(arguments.rate, arguments.seconds)
                    presses, unanswered = await pressing
                    tally = host.crowd.counted()
                    problems += tally.problems(number)
                    waits.append(tally)
                    progress(
                        f"pair {pair + 1}: {presses} expensive presses, {unanswered} of them unanswered;"
                        f" others' presses acknowledged {format_quantiles(tally.acknowledged)},"
                        f" answered {format_quantiles(tally.answered)}"
                    )
                    await asyncio.sleep(CALM_SECONDS)
        problems += await host.end()
    acknowledged = compare_runs("acknowledged", [tally.acknowledged for tally in waits])
    answered = compare_runs("answered", [tally.answered for tally in waits])
    for text in problems[:10]:
        print(f"FAILED {text}")
    return int(bool(problems) or max(acknowledged, answered) > GOAL)


def compare_runs(what: str, runs: Sequence[list[float]]) -> float:
    """Print the waiting times without and with the flood, in turns; return their ratio."""
    without, flooded = runs[::2], runs[1::2]
    ratio = statistics.median(
        find_quantile(one, 0.99) / find_quantile(other, 0.99)
        for one, other in zip(flooded, without, strict=True)
    )
    print(
        f"others {what} without: {format_quantiles([*chain(*without)])}; with one person flooding:"
        f" {format_quantiles([*chain(*flooded)])}; p99 {ratio:.2f} times as long"
        f" (median of {len(without)} pairs, goal <= {GOAL:g})"
    )
    return ratio


async def _nobody() -> tuple[int, int]:
    return 0, 0


def main() -> int:
    """Read the arguments and run."""
    shape = argparse.ArgumentDefaultsHelpFormatter
    parser = argparse.ArgumentParser(
        prog="python -m tests.proof.load.flood", description=__doc__, formatter_class=shape
    )
    parser.add_argument("--seconds", type=positive, default=15.0, help="length of each run in seconds")
    parser.add_argument("--pairs", type=at_least(1), default=5, help="number of pairs of runs")
    parser.add_argument("--rate", type=positive, default=8.0, help="presses per second by everybody else")
    parser.add_argument("--flood", type=positive, default=40.0, help="presses per second by one person")
    parser.add_argument("--burners", type=at_least(0), default=2, help="processes that share the bot's core")
    return asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())

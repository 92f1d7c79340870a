"""Simulate the whole bot, one run per seed: ``python -m tests.proof.sim --seeds N``.

The bot runs with every feature in one event loop with virtual time: the real table service, announcer, alarm,
driver, feed, discord.py, and SQLite in memory. Discord is the tests' stand-in, called without sockets. People
play matches of the toy game, or of the game named by ``--game``. They press buttons and type ``/move``,
``/hand``, ``/mine`` and ``/play``.

The seed determines the order of all events and the faults that occur: late, lost, doubled and refused
answers, failing reads and transactions, cancelled presses, kills, normal stops, and jumps of time. When the
faults stop, everything must settle within half an hour of virtual time. If nothing but stops happens, each
acknowledged press must be answered.

With ``--processes 2``, two bots share the database and take turns hosting, with the real lease code on a
simulated server. The bots are suspended for longer than a lease, often during a request, their clocks are
wrong by up to a minute, and the server is slow. A process that stops releases its lease. If nothing but
stops happens, as in an update, no press may stay unacknowledged.

Not simulated: PostgreSQL itself, several shards, resumed gateway sessions, discord.py's waits for rate limits
across requests, other commands, reviews, drawing, and real thinking.
"""

from __future__ import annotations

import argparse
import gc
import json
import subprocess
import sys
import time
import warnings
from collections import Counter
from dataclasses import asdict

from tests.proof.sim.orders import check_orders
from tests.proof.sim.plan import Plan, RunResult
from tests.proof.sim.process import GAMES_BY_KEY
from tests.proof.sim.run import prepare_process, run_plan
from tests.proof.sim.sabotage import (
    SAFEGUARD_REMOVERS_BY_NAME,
    SCENE_SEEDS,
    fail_each_call,
    run_without_safeguard,
)
from tests.proof.sim.shrinking import shrink_plan
from tests.support.arguments import make_integer_type

STOPS = (
    "stop",
    "stop during an announcement",
    "stop during a press",
    "crash during a stop",
    "nothing but stops",
)
"""Rare situations of processes that stop normally."""
COMMANDS = ("/move", "/hand", "/mine", "/play", "typed move stored")
"""Typed commands, and moves made by them."""
RARE_SITUATIONS = (
    "crash",
    "crash during an announcement",
    "crash during a transaction",
    "crash during a start",
    *STOPS,
    "stop during a start",
    "press cancelled",
    "press delivered twice",
    "pressed twice at once",
    "press not acknowledged",
    *COMMANDS,
    "move stored and its press cut off",
    "time jumped",
    "undo",
    "match ended",
    "match with a computer",
    "board deleted by somebody",
)
"""Rare situations, each of which must occur at least once in a long run."""
RARE_SITUATIONS_WITH_TWO_PROCESSES = (
    "crash",
    *STOPS,
    "standby stopped",
    "host suspended",
    "slow database",
    "takeover",
    "write refused for its lease",
    "request sent after a pause",
    "press cancelled",
    *COMMANDS,
    "move stored and its press cut off",
    "match ended",
)
"""Rare situations that must each occur at least once in a long run of two processes."""
LONG_RUN_SEED_COUNT = 10_000
"""Minimum number of seeds at which a situation that never occurred is a failure."""


def main() -> int:
    """Run the command; return 1 if anything failed."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.proof.sim",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--seeds", type=make_integer_type(1), default=1000, metavar="N", help="1000 if not given"
    )
    parser.add_argument(
        "--first", type=make_integer_type(0), default=0, metavar="S", help="the first seed; 0 if not given"
    )
    parser.add_argument("--seed", type=make_integer_type(0), metavar="S", help="replay one seed")
    parser.add_argument(
        "--processes", type=int, choices=(1, 2), default=1, help="how many share a database, with leases"
    )
    parser.add_argument("--game", choices=GAMES_BY_KEY, default="toy", help="what people play")
    parser.add_argument("--nth", action="store_true", help="fail each call of a few scenes once instead")
    parser.add_argument("--safeguards", action="store_true", help="switch each safeguard off instead")
    parser.add_argument(
        "--orders", action="store_true", help="compare presses at the same time with all their orders instead"
    )
    parser.add_argument(
        "--only", choices=SAFEGUARD_REMOVERS_BY_NAME, metavar="NAME", help="only this safeguard"
    )
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    arguments = parser.parse_args()
    # Ignore warnings about the coroutines of killed processes, which are never awaited.
    warnings.simplefilter("ignore", RuntimeWarning)
    prepare_process()
    if arguments.nth:
        return _fail_each_call()
    seeds = range(arguments.first, arguments.first + arguments.seeds)
    if arguments.safeguards:
        names = [arguments.only] if arguments.only else [*SAFEGUARD_REMOVERS_BY_NAME]
        return _remove_safeguards(seeds, names)
    if arguments.seed is not None:
        seeds = range(arguments.seed, arguments.seed + 1)
    if arguments.orders:
        return _check_orders(seeds)
    return _run_seeds(seeds, arguments.processes, arguments.game, as_json=arguments.json)


def _run_seeds(seeds: range, process_count: int, game: str, *, as_json: bool) -> int:
    """Run all seeds and print the figures; return 1 if any seed failed."""
    began, total, faults, rare_counts, failed = (
        time.process_time(),
        Counter[str](),
        Counter[str](),
        Counter[str](),
        [],
    )
    digest = 0
    for seed in seeds:
        found = run_plan(Plan.draw(seed, process_count, game))
        total.update(
            steps=found.step_count,
            requests=found.request_count,
            presses=found.press_count,
            rows=found.row_count,
        )
        faults += found.faults
        rare_counts += Counter(dict.fromkeys(+found.rare_counts, 1))
        if found.problems:
            failed.append(seed)
            _report_failure(seed, found)
        digest += found.digest
        # Collect garbage after each seed, because memory in recent use is freed faster.
        gc.collect()
    rare = RARE_SITUATIONS if process_count == 1 else RARE_SITUATIONS_WITH_TWO_PROCESSES
    missed = [name for name in rare if not rare_counts[name]] if len(seeds) >= LONG_RUN_SEED_COUNT else []
    figures = {
        "seeds": len(seeds),
        "failed": failed,
        **total,
        "digest": f"{digest:x}",
        "faults": dict(faults.most_common()),
        "sometimes": {name: rare_counts[name] for name in rare},
        "never reached": missed,
        "seconds": round(time.process_time() - began, 1),
    }
    if as_json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name}: {value}")
    return min(len(failed) + len(missed), 1)


def _report_failure(seed: int, result: RunResult) -> None:
    """Print a failed seed, and the smallest plan that still fails."""
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
    )
    print(f"seed {seed} failed at commit {commit.stdout.strip()}:", file=sys.stderr)
    for problem in result.problems[:5]:
        print(f"  {problem}", file=sys.stderr)
    small = shrink_plan(result)
    print(f"  smallest: {asdict(small.plan)}: {small.problems[0]}", file=sys.stderr, flush=True)


def _check_orders(seeds: range) -> int:
    """Check for each seed that some order explains its presses. Return 1 if a seed has no such order."""
    began, presses, tried, answers = time.process_time(), 0, 0, Counter[str]()
    failed = []
    for seed in seeds:
        found = check_orders(seed)
        presses, tried = presses + len(found.presses.presses), tried + found.tried_order_count
        answers.update(
            "refused" if answer.isidentifier() else "done" for answer in found.concurrent_outcome.answers
        )
        if found.order is None:
            failed.append(seed)
            print(f"seed {seed}: no order explains {found.describe()}", file=sys.stderr)
        gc.collect()
    seconds = round(time.process_time() - began, 1)
    print(f"seeds: {len(seeds)}\nfailed: {failed}\npresses: {presses} {dict(answers)}")
    print(f"orders tried: {tried}\nseconds: {seconds}")
    return min(len(failed), 1)


def _fail_each_call() -> int:
    """Repeat a few runs, each time failing one call or interrupting one step.

    Return 1 if a run has problems.
    """
    tried, failed = Counter[str](), 0
    for scene in SCENE_SEEDS:
        for what, number, found in fail_each_call(scene):
            tried[what] += 1
            if found.problems:
                failed += 1
                print(f"scene {scene}, {what} {number}: {found.problems[0]}", file=sys.stderr)
        gc.collect()
    for what, times in tried.items():
        print(f"{what}: {times}")
    print(f"failed: {failed}")
    return min(failed, 1)


def _remove_safeguards(seeds: range, names: list[str]) -> int:
    """Remove each safeguard in turn; return 1 if a removal wasn't noticed."""
    missed = 0
    for name in names:
        caught = run_without_safeguard(name, seeds)
        missed += caught.seed_count is None
        when = "not noticed" if caught.seed_count is None else f"after {caught.seed_count} seeds"
        print(f"{name}: {when} {caught.problem}")
        gc.collect()
    return min(missed, 1)

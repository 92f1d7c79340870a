"""``python -m tests.proof.sim --seeds N``: simulate the whole bot, each seed one history.

The bot runs with every feature in one event loop with virtual time: real table service, announcer, alarm,
driver, feed, discord.py and SQLite in memory. Discord is the stand-in of the tests, called without sockets.
People play matches of the toy game while the seed draws the order of everything, late, lost, doubled and
refused answers, failing reads and transactions, cancelled presses, kills, and jumps of time. Then the
faults stop, and everything must settle within half an hour of virtual time.

Not modelled: several processes and leases, PostgreSQL, the gateway's own resumes, discord.py's waits for
rate limits across requests, slash commands, reviews, drawing and real thoughts, and the four games' rules.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import subprocess
import sys
import time
import warnings
from collections import Counter
from dataclasses import asdict

from tests.proof.sim.run import Plan, Result, prepare, run, shrink
from tests.proof.sim.wrong import SAFEGUARDS, SCENES, fail_each, remove
from tests.support.arguments import at_least

SOMETIMES = (
    "crash",
    "crash during an announcement",
    "crash during a transaction",
    "crash during a start",
    "press cancelled",
    "press delivered twice",
    "pressed twice at once",
    "press not acknowledged",
    "move stored and its press cut off",
    "time jumped",
    "undo",
    "match ended",
    "match with a computer",
    "board deleted by somebody",
)
"""Rare branches, each of which a long run must reach."""
LONG = 10_000
"""Number of seeds from which a branch never reached is a failure."""
COLLECT_EVERY = 50


def main() -> int:
    """Read the arguments and run; return 1 if anything failed."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.proof.sim",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--seeds", type=at_least(1), default=1000, metavar="N", help="1000 if not given")
    parser.add_argument(
        "--first", type=at_least(0), default=0, metavar="S", help="the first seed; 0 if not given"
    )
    parser.add_argument("--seed", type=at_least(0), metavar="S", help="replay one seed")
    parser.add_argument("--nth", action="store_true", help="fail each call of a few scenes once instead")
    parser.add_argument("--safeguards", action="store_true", help="switch each safeguard off instead")
    parser.add_argument("--only", choices=SAFEGUARDS, metavar="NAME", help="only this safeguard")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    arguments = parser.parse_args()
    if os.environ.get("PYTHONHASHSEED") != "0":
        # Otherwise the order in sets of texts would differ between processes.
        os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], {**os.environ, "PYTHONHASHSEED": "0"})
    # What a killed process had begun is never awaited.
    warnings.simplefilter("ignore", RuntimeWarning)
    prepare()
    if arguments.nth:
        return _fail_each()
    if arguments.safeguards:
        names = [arguments.only] if arguments.only else [*SAFEGUARDS]
        return _remove_each(arguments.seeds, names)
    seeds = range(arguments.first, arguments.first + arguments.seeds)
    if arguments.seed is not None:
        seeds = range(arguments.seed, arguments.seed + 1)
    return _run_seeds(seeds, as_json=arguments.json)


def _run_seeds(seeds: range, *, as_json: bool) -> int:
    began, total, faults, sometimes, failed = (
        time.process_time(),
        Counter[str](),
        Counter[str](),
        Counter[str](),
        [],
    )
    for number, seed in enumerate(seeds, 1):
        found = run(Plan.draw(seed))
        total.update(steps=found.steps, requests=found.requests, presses=found.presses, rows=found.rows)
        faults += found.faults
        sometimes += Counter(dict.fromkeys(found.sometimes, 1))
        if found.problems:
            failed.append(seed)
            _report(seed, found)
        if number % COLLECT_EVERY == 0:
            gc.collect()
        if len(seeds) == 1 and not as_json:
            print(f"seed {seed}: {found.steps} steps, digest {found.digest:012x}")
    missed = [name for name in SOMETIMES if not sometimes[name]] if len(seeds) >= LONG else []
    figures = {
        "seeds": len(seeds),
        "failed": failed,
        **total,
        "faults": dict(faults.most_common()),
        "sometimes": {name: sometimes[name] for name in SOMETIMES},
        "never reached": missed,
        "seconds": round(time.process_time() - began, 1),
    }
    if as_json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name}: {value}")
    return min(len(failed) + len(missed), 1)


def _report(seed: int, found: Result) -> None:
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
    )
    print(f"seed {seed} failed at commit {commit.stdout.strip()}:", file=sys.stderr)
    for problem in found.problems[:5]:
        print(f"  {problem}", file=sys.stderr)
    small = shrink(found)
    print(f"  smallest: {asdict(small.plan)}: {small.problems[0]}", file=sys.stderr, flush=True)


def _fail_each() -> int:
    tried, failed = Counter[str](), 0
    for scene in SCENES:
        for what, number, found in fail_each(scene):
            tried[what] += 1
            if found.problems:
                failed += 1
                print(f"scene {scene}, {what} {number}: {found.problems[0]}", file=sys.stderr)
        gc.collect()
    for what, times in tried.items():
        print(f"{what}: {times}")
    print(f"failed: {failed}")
    return min(failed, 1)


def _remove_each(seeds: int, names: list[str]) -> int:
    missed = 0
    for name in names:
        caught = remove(name, seeds)
        missed += caught.seeds is None
        when = "not noticed" if caught.seeds is None else f"after {caught.seeds} seeds"
        print(f"{name}: {when} {caught.problem}")
        gc.collect()
    return min(missed, 1)


if __name__ == "__main__":
    sys.exit(main())

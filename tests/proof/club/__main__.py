"""Print figures of a club in virtual time: ``python -m tests.proof.club --people 200 --days 60 [--json]``.

The exit status is 1 if there was a fault, such as an unwanted notification, or a limit was exceeded.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.proof.club.club import open_club
from tests.proof.club.figures import MAX_MESSAGES_PER_SPAN, MAX_REQUESTS_PER_SECOND, measure_club
from tests.support.arguments import make_integer_type

MEMORY_FOLDER = Path("/dev/shm")
TEMPORARY_FOLDER = MEMORY_FOLDER if MEMORY_FOLDER.is_dir() else None
"""A folder in memory, if the system has one, because a club commits very often."""


async def simulate_club(
    person_count: int, day_count: int, seed: int, *, shows_progress: bool
) -> tuple[dict[str, Any], list[str]]:
    with tempfile.TemporaryDirectory(dir=TEMPORARY_FOLDER) as folder:
        async with open_club(person_count, Path(folder), seed) as club:
            for day in range(day_count):
                await club.run_day(day)
                if shows_progress:
                    done = club.tally
                    print(
                        f"day {day + 1}: {done.visit_count} visits, {done.action_count} moves",
                        file=sys.stderr,
                        flush=True,
                    )
            return measure_club(club, day_count), [*club.tally.faults, *club.world.violations]


def main() -> int:
    """Run the command; return 1 if there were faults."""
    parser = argparse.ArgumentParser(prog="python -m tests.proof.club", description=__doc__)
    parser.add_argument("--people", type=make_integer_type(2), default=200, metavar="N")
    parser.add_argument("--days", type=make_integer_type(1), default=60, metavar="N")
    parser.add_argument(
        "--seed",
        type=make_integer_type(0),
        default=1,
        metavar="N",
        help="seed of the people's habits and of chance",
    )
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    arguments = parser.parse_args()
    logging.disable(logging.WARNING)
    began = time.process_time()
    found, faults = asyncio.run(
        simulate_club(arguments.people, arguments.days, arguments.seed, shows_progress=True)
    )
    found["processor_seconds"] = round(time.process_time() - began)
    if arguments.json:
        print(json.dumps(found, indent=1))
    else:
        for name, figure in found.items():
            print(f"{name.replace('_', ' ')}: {figure}")
    for fault in faults[:20]:
        print(fault, file=sys.stderr)
    most = (found["requests_in_the_worst_second"], found["sends_in_a_channel_in_5_s_most"])
    return int(bool(faults) or most[0] > MAX_REQUESTS_PER_SECOND or most[1] > MAX_MESSAGES_PER_SPAN)


if __name__ == "__main__":
    sys.exit(main())

"""Fuzz each parser and the table service with N examples: ``python -m tests.proof.fuzz --examples N``."""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed

from tests.proof.fuzz.parsers import PARSERS_BY_NAME
from tests.proof.fuzz.run import SERVER_TABLE_TARGET, TABLE_TARGET, run_target
from tests.support.arguments import make_integer_type


def main() -> int:
    """Run the command; return 1 if anything failed."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.proof.fuzz",
        description=__doc__,
        epilog=f"Readers: {', '.join(PARSERS_BY_NAME)}.",
    )
    parser.add_argument(
        "--examples",
        type=make_integer_type(1),
        default=50_000,
        metavar="N",
        help="examples per target (default: 50000)",
    )
    parser.add_argument(
        "--processes",
        type=make_integer_type(1),
        default=2,
        metavar="N",
        help="number of processes (default: 2)",
    )
    parser.add_argument("--same", action="store_true", help="use the same examples in each run")
    parser.add_argument(
        "--only",
        action="append",
        metavar="NAME",
        choices=(TABLE_TARGET, SERVER_TABLE_TARGET, *PARSERS_BY_NAME),
        help=f"a reader, or “{TABLE_TARGET}”, which presses everything, or “{SERVER_TABLE_TARGET}”; "
        "may be repeated (default: all but the last)",
    )
    arguments = parser.parse_args()
    names = arguments.only or [TABLE_TARGET, *PARSERS_BY_NAME]
    total = failures = 0
    # Start with the table service, which takes as long as all parsers together.
    with ProcessPoolExecutor(arguments.processes) as pool:
        running = [
            pool.submit(run_target, name, arguments.examples, is_repeatable=arguments.same) for name in names
        ]
        for done in as_completed(running):
            name, examples, seconds, wrong, tally = done.result()
            total, failures = total + examples, failures + bool(wrong)
            print(f"{name}: {examples} examples, {int(bool(wrong))} failures, {seconds:.0f} s", flush=True)
            if tally:
                refused = sum(number for (_, result), number in tally.items() if result != "done")
                print(f"  presses one by one: {sum(tally.values())}, of these refused: {refused}")
            if wrong:
                print(wrong)
    print(f"total: {total} examples, {failures} failures")
    return min(failures, 1)


if __name__ == "__main__":
    sys.exit(main())

"""Measure everything and print it beside its goals."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator

from games.cli.pipe import piped
from tests.bench import durable, films, load, pictures, rules, strength, thinking, turns
from tests.bench.harness import Effort, Row

GROUPS: tuple[Callable[[Effort], Iterator[Row]], ...] = (
    pictures.rows,
    films.rows,
    turns.rows,
    load.rows,
    durable.rows,
    thinking.rows,
    rules.rows,
    strength.rows,
)

NAMED = {group.__module__.rpartition(".")[2]: group for group in GROUPS}


def main() -> int:
    """Run the groups asked for, or all; the exit status is 1 when a goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--json", action="store_true", help="one object a row")
    parser.add_argument("--quick", action="store_true", help="few rounds: figures to look at, not to quote")
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=f"these alone, of {', '.join(NAMED)}")
    chosen = parser.parse_args()
    if unknown := set(chosen.groups) - NAMED.keys():
        parser.error(f"no group {', '.join(sorted(unknown))}")
    began, missed = time.monotonic(), 0
    for group in [NAMED[name] for name in chosen.groups or NAMED]:
        for row in group(Effort(chosen.quick)):
            missed += not row.holds
            if chosen.json:
                print(json.dumps(row.as_json()), flush=True)
            else:
                print(written(row), flush=True)
    if not chosen.json:
        print(f"{missed} goals missed, {time.monotonic() - began:.0f} s")
    return 1 if missed else 0


def written(row: Row) -> str:
    """One line of the table."""
    sign = "≤" if row.bound == "at most" else "≥"
    return f"{'ok  ' if row.holds else 'MISS'} {row.value:9.4f} {sign} {row.goal:<6g} {row.name}"


if __name__ == "__main__":
    sys.exit(piped(main))

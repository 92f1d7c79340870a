"""Run the benchmarks and print each figure next to its goal."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator

from games.cli.pipe import run_ignoring_broken_pipe
from tests.proof.bench import (
    durable,
    load,
    pausing,
    pictures,
    replays,
    resuming,
    reviewing,
    rules,
    strength,
    thinking,
    turns,
)
from tests.proof.bench.harness import Effort, Figure
from tests.proof.bench.summary import format_line, summarize_figures

GROUPS: tuple[Callable[[Effort], Iterator[Figure]], ...] = (
    pictures.measure_figures,
    replays.measure_figures,
    turns.measure_figures,
    load.measure_figures,
    pausing.measure_figures,
    durable.measure_figures,
    thinking.measure_figures,
    reviewing.measure_figures,
    resuming.measure_figures,
    rules.measure_figures,
    strength.measure_figures,
)

GROUPS_BY_NAME = {group.__module__.rpartition(".")[2]: group for group in GROUPS}


def main() -> int:
    """Run the requested groups of benchmarks, by default all. Return 1 if a goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.proof.bench", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object per row")
    parser.add_argument("--quick", action="store_true", help="run few rounds; the figures are only rough")
    parser.add_argument(
        "groups", nargs="*", metavar="GROUP", help=f"run only these groups of {', '.join(GROUPS_BY_NAME)}"
    )
    parser.add_argument("--summary", action="store_true", help="end with the best and worst of each figure")
    chosen = parser.parse_args()
    if unknown := set(chosen.groups) - GROUPS_BY_NAME.keys():
        parser.error(f"no group {', '.join(sorted(unknown))}")
    began, rows = time.monotonic(), []
    for group in [GROUPS_BY_NAME[name] for name in chosen.groups or GROUPS_BY_NAME]:
        for row in group(Effort(chosen.quick)):
            rows.append(row)
            print(json.dumps(row.as_json()) if chosen.json else format_line(row), flush=True)
    missed = sum(not row.meets_goal for row in rows)
    if not chosen.json:
        for line in summarize_figures(rows) if chosen.summary else ():
            print(line)
        print(f"{missed} of {len(rows)} goals missed, {time.monotonic() - began:.0f} s")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(run_ignoring_broken_pipe(main))

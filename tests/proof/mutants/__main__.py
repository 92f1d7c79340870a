"""Make small wrong changes (mutants), and list those that no test notices: ``python -m tests.proof.mutants``.

Hand-written mutants guard secrecy, permissions and storage. Others are generated. Each mutant is made in a
copy of the project, and the tests that should notice it are run there. Without arguments, all hand-written
mutants are tried. The exit status is 1 if a hand-written mutant survives or can't be tried, and 2 if its
tests fail even without it.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.proof.mutants.generated import GeneratedMutant, find_changed_modules, find_modules
from tests.proof.mutants.generated import draw_mutants as draw_generated
from tests.proof.mutants.listing import Topics, choose_mutants, load_topics
from tests.proof.mutants.listing import draw_sample as draw_written
from tests.proof.mutants.trying import (
    MutantResult,
    check_tests,
    try_generated_mutants,
    try_hand_written_mutants,
)
from tests.proof.mutants.workshop import MutantStatus, ProjectCopy
from tests.support.arguments import make_integer_type

ROOT = Path(__file__).parents[3]
PREVIOUS_COMMIT = "HEAD~1"
"""Without ``--since``, a sample includes generated mutants of the modules changed since this commit."""


def main() -> int:
    """Read the arguments and try the chosen mutants."""
    parser = argparse.ArgumentParser(prog="python -m tests.proof.mutants", description=__doc__)
    parser.add_argument(
        "--sample",
        type=make_integer_type(1),
        metavar="N",
        help="try N at random: two thirds hand-written, one third generated over the changed modules",
    )
    parser.add_argument(
        "--since",
        metavar="COMMIT",
        help=f"generate over the modules changed since COMMIT ({PREVIOUS_COMMIT} with --sample)",
    )
    parser.add_argument(
        "--only",
        metavar="NAME",
        help="a topic, part of a mutant's name, or a module or folder to generate over",
    )
    parser.add_argument("--seed", metavar="S", help="seed of the sample (default: the current commit)")
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    parser.add_argument("--list", action="store_true", help="print the mutants and try none")
    parser.add_argument(
        "--processes",
        type=make_integer_type(1),
        default=os.cpu_count() or 1,
        metavar="N",
        help="number of processes (default: one per core)",
    )
    arguments = parser.parse_args()
    try:
        written, generated = select_mutants(arguments.only, arguments.since, arguments.sample, arguments.seed)
    except ValueError as error:
        parser.error(str(error))
    if arguments.list:
        for topic, group in written.items():
            for mutant in group:
                print(f"{topic}: {mutant.name}")
        print(*(mutant.name for mutant in generated), sep="\n", end="\n" if generated else "")
        return 0
    # On SIGTERM, end the tests and delete the copies.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        return try_mutants(written, generated, Path(folder), arguments.processes, as_json=arguments.json)


def select_mutants(
    only: str | None, since: str | None, sample: int | None, seed: str | None
) -> tuple[Topics, list[GeneratedMutant]]:
    """Return the hand-written and generated mutants to try.

    :raises ValueError: a name is unknown, or git doesn't know the commit.
    """
    seed = find_commit() if seed is None else seed
    if only is not None:
        written = choose_mutants(load_topics(), only)
        if written:
            return (written if sample is None else draw_written(written, sample, seed)), []
        modules = find_modules(ROOT, only)
        if not modules:
            raise ValueError(f"no topic, mutant or module is called {only!r}")
        if since is not None:
            changed = find_changed_modules(ROOT, since)
            modules = [module for module in modules if module in changed]
        return {}, draw_generated(ROOT, modules, sample, seed)
    if sample is None:
        if since is None:
            return load_topics(), []
        return {}, draw_generated(ROOT, find_changed_modules(ROOT, since), None, seed)
    number = sample // 3
    try:
        modules = find_changed_modules(ROOT, PREVIOUS_COMMIT if since is None else since)
    except ValueError:
        if since is not None:
            raise
        # A shallow clone doesn't contain the previous commit.
        modules = []
    return draw_written(load_topics(), sample - number, seed), draw_generated(ROOT, modules, number, seed)


def find_commit() -> str:
    """Return the hash of the current commit, or an empty string if there is none."""
    arguments = ["git", "-C", str(ROOT), "rev-parse", "HEAD"]
    try:
        answer = subprocess.run(arguments, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return answer.stdout.strip()


def try_mutants(
    written: Topics,
    generated: Sequence[GeneratedMutant],
    folder: Path,
    process_count: int,
    *,
    as_json: bool = False,
) -> int:
    """Try all mutants, print each result, and return the exit status."""
    began = time.monotonic()
    copies = [ProjectCopy(ROOT, folder / str(number)) for number in range(process_count)]
    for failed in check_tests(written, copies):
        print(failed, "Tests fail, or can't be run, without any change: nothing was tried.", sep="\n")
        return 2
    results = []
    for result in _try_all_mutants(written, generated, copies):
        results.append(result)
        if not as_json:
            print(describe_result(result), flush=True)
    if as_json:
        print(json.dumps([_make_json(result) for result in results], indent=2))
    else:
        print(summarize_results(results), f"{time.monotonic() - began:.0f} s", sep="\n")
    return int(any(result.fails_ci for result in results))


def _try_all_mutants(
    written: Topics, generated: Sequence[GeneratedMutant], copies: Sequence[ProjectCopy]
) -> Iterator[MutantResult]:
    yield from try_hand_written_mutants(ROOT, written, copies)
    yield from try_generated_mutants(ROOT, generated, copies)


def describe_result(result: MutantResult) -> str:
    """Return a result as a line of text, followed by the diff if the mutant survived."""
    tried = result.trial
    fate = tried.status.value.upper() if result.fails_ci else tried.status.value
    about = f"{fate}: {result.topic or 'generated'}: {result.name}"
    line = f"{about} ({tried.seconds:.1f} s) {tried.explanation}".rstrip()
    return f"{line}\n{tried.diff}" if tried.status is MutantStatus.SURVIVED else line


def summarize_results(results: Sequence[MutantResult]) -> str:
    """Return the numbers of hand-written and generated mutants by outcome, as text."""
    lines = []
    for kind, group in (
        ("hand-written", [result for result in results if result.topic]),
        ("generated", [result for result in results if not result.topic]),
    ):
        counts = [f"{sum(one.trial.status is fate for one in group)} {fate.value}" for fate in MutantStatus]
        lines.append(f"{len(group)} {kind}: {', '.join(counts)}")
    return "\n".join(lines)


def _make_json(result: MutantResult) -> dict[str, object]:
    return {
        "topic": result.topic or None,
        "name": result.name,
        "fate": result.trial.status.value,
        "by": result.trial.explanation,
        "seconds": round(result.trial.seconds, 1),
        "diff": result.trial.diff,
    }


if __name__ == "__main__":
    sys.exit(main())

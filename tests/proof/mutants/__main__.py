"""``python -m tests.proof.mutants``: try small wrong changes one at a time, and print which no test notices.

Each is made in a copy of the project, where the tests that are to notice it are run. The status is 1 where
one survives or could not be tried, 2 where tests fail without any.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from queue import SimpleQueue
from typing import TypeVar

from tests.proof.mutants.listing import chosen, drawn, listed
from tests.proof.mutants.mutant import Mutant
from tests.proof.mutants.workshop import Copy, Fate, Tried
from tests.support.arguments import at_least

ROOT = Path(__file__).parents[3]

GivenT = TypeVar("GivenT")
MadeT = TypeVar("MadeT")


def main() -> int:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(prog="python -m tests.proof.mutants", description=__doc__)
    parser.add_argument(
        "--sample", type=at_least(1), metavar="N", help="so many, drawn by the commit; all if not given"
    )
    parser.add_argument("--only", metavar="NAME", help="a topic, or a part of names")
    parser.add_argument("--list", action="store_true", help="print the mutants and try none")
    parser.add_argument(
        "--processes",
        type=at_least(1),
        default=os.cpu_count() or 1,
        metavar="N",
        help="that work at once; one for each core if not given",
    )
    arguments = parser.parse_args()
    mutants = listed()
    if arguments.only is not None:
        mutants = chosen(mutants, arguments.only)
        if not mutants:
            parser.error(f"no topic and no mutant is called {arguments.only!r}")
    if arguments.sample is not None:
        mutants = drawn(mutants, arguments.sample, commit())
    if arguments.list:
        for topic, group in mutants.items():
            for mutant in group:
                print(f"{topic}: {mutant.name}" + (f" (equal: {mutant.equal})" if mutant.equal else ""))
        return 0
    # Who ends this ends what it has started, and leaves nothing behind.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        return run(mutants, Path(folder), arguments.processes)


def commit() -> str:
    """Return the hash of the present commit; empty where there is none."""
    asked = ["git", "-C", str(ROOT), "rev-parse", "HEAD"]
    try:
        answer = subprocess.run(asked, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return answer.stdout.strip()


def run(mutants: Mapping[str, Sequence[Mutant]], folder: Path, processes: int) -> int:
    """Try all, and print what became of each and how many of each topic were noticed."""
    began = time.monotonic()
    copies = [Copy(ROOT, folder / str(number)) for number in range(processes)]
    if not sound(mutants, copies):
        return 2
    print(f"The tests pass without a mutant, {time.monotonic() - began:.0f} s.", flush=True)
    fates: dict[str, list[tuple[Mutant, Tried]]] = {topic: [] for topic in mutants}
    for topic, mutant, tried in tried_out(mutants, copies):
        fates[topic].append((mutant, tried))
        print(line(topic, mutant, tried), flush=True)
    print()
    print(*table(fates), sep="\n")
    print(f"{time.monotonic() - began:.0f} s")
    return int(any(not fine(mutant, tried) for group in fates.values() for mutant, tried in group))


def sound(mutants: Mapping[str, Sequence[Mutant]], copies: Sequence[Copy]) -> bool:
    """Run every test that is to notice something without a mutant; tell what fails."""
    tests = sorted({test for group in mutants.values() for mutant in group for test in mutant.tests.split()})
    parts = [tests[start :: len(copies)] for start in range(len(copies))]
    failed = [
        said for passed, said in at_once(copies, Copy.passes, [part for part in parts if part]) if not passed
    ]
    for said in failed:
        print(said)
    if failed:
        print("Tests fail, or cannot be run, without any mutant: nothing was tried.")
    return not failed


def tried_out(
    mutants: Mapping[str, Sequence[Mutant]], copies: Sequence[Copy]
) -> Iterator[tuple[str, Mutant, Tried]]:
    """Try all, several at once; yield each as it is done."""

    def one(copy: Copy, entry: tuple[str, Mutant]) -> tuple[str, Mutant, Tried]:
        return *entry, copy.try_out(entry[1])

    yield from at_once(copies, one, [(topic, mutant) for topic, group in mutants.items() for mutant in group])


def at_once(
    copies: Sequence[Copy], work: Callable[[Copy, GivenT], MadeT], given: Sequence[GivenT]
) -> Iterator[MadeT]:
    """Do work with each copy that is free, and yield what comes of it; who is interrupted ends it all."""
    free: SimpleQueue[Copy] = SimpleQueue()
    for copy in copies:
        free.put(copy)

    def one(item: GivenT) -> MadeT:
        copy = free.get()
        try:
            return work(copy, item)
        finally:
            free.put(copy)

    with ThreadPoolExecutor(len(copies)) as pool:
        running = [pool.submit(one, item) for item in given]
        try:
            for done in as_completed(running):
                yield done.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            for copy in copies:
                copy.stop()


def fine(mutant: Mutant, tried: Tried) -> bool:
    """Tell whether a mutant fared as it should: noticed, or not where nobody can notice it."""
    wanted = (Fate.SURVIVED,) if mutant.equal else (Fate.KILLED, Fate.HUNG)
    return tried.fate in wanted


def line(topic: str, mutant: Mutant, tried: Tried) -> str:
    """Return the line of one mutant."""
    fate = tried.fate.value
    if mutant.equal:
        fate = "equal" if fine(mutant, tried) else f"listed as equal, but {fate}"
    word = fate if fine(mutant, tried) else fate.upper()
    return f"{word}: {topic}: {mutant.name} ({tried.seconds:.1f} s) {tried.by}".rstrip()


def table(fates: Mapping[str, Sequence[tuple[Mutant, Tried]]]) -> Iterator[str]:
    """Yield how many of each topic fared how."""
    head = ("mutants", *(fate.value for fate in Fate), "equal")
    width = max(map(len, fates))
    yield f"{'topic':{width}}  " + "  ".join(head)
    sums = [0] * len(head)
    for topic, group in fates.items():
        equal = sum(bool(mutant.equal) and fine(mutant, tried) for mutant, tried in group)
        counts = [sum(tried.fate is fate for _, tried in group) for fate in Fate]
        counts[list(Fate).index(Fate.SURVIVED)] -= equal
        numbers = (len(group), *counts, equal)
        sums = [total + number for total, number in zip(sums, numbers, strict=True)]
        yield f"{topic:{width}}  " + _cells(numbers, head)
    yield f"{'all':{width}}  " + _cells(sums, head)


def _cells(numbers: Sequence[int], head: Sequence[str]) -> str:
    return "  ".join(f"{number:{len(name)}}" for number, name in zip(numbers, head, strict=True))


if __name__ == "__main__":
    sys.exit(main())

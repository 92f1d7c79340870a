"""Tries mutants concurrently, each in its own copy of the project."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import TypeVar

from tests.proof.mutants.generated import GeneratedMutant, find_tests
from tests.proof.mutants.listing import Topics
from tests.proof.mutants.mutant import BadMutant, Mutant
from tests.proof.mutants.workshop import (
    FAILED_STATUS,
    INTERRUPTED_STATUS,
    MAX_HANDWRITTEN_SECONDS,
    MutantStatus,
    ProjectCopy,
    Trial,
)

MAX_TEST_SECONDS = 120.0
"""Maximum seconds to spend on a module's tests without a change. Test files beyond that are skipped."""
MIN_TIMEOUT_SECONDS, TIMEOUT_FACTOR = 60.0, 3
"""A generated mutant's timeout is ``MIN_TIMEOUT_SECONDS`` plus ``TIMEOUT_FACTOR`` times its tests' time."""

ItemT = TypeVar("ItemT")
ResultT = TypeVar("ResultT")


@dataclass(frozen=True, slots=True)
class MutantResult:
    topic: str
    """Topic of a hand-written mutant. Empty for a generated mutant."""
    name: str
    trial: Trial

    @property
    def fails_ci(self) -> bool:
        """Whether this result should fail CI. Generated mutants never do."""
        return bool(self.topic) and self.trial.status not in (MutantStatus.KILLED, MutantStatus.HUNG)


def check_tests(mutants: Topics, copies: Sequence[ProjectCopy]) -> list[str]:
    """Run the tests of hand-written mutants without any change; return the outputs of failing runs."""
    tests = sorted({test for group in mutants.values() for mutant in group for test in mutant.tests.split()})
    parts = [tests[start :: len(copies)] for start in range(len(copies))]
    checked = run_on_free_copies(copies, ProjectCopy.run_tests, [part for part in parts if part])
    return [said for passed, said in checked if not passed]


def try_hand_written_mutants(
    root: Path, mutants: Topics, copies: Sequence[ProjectCopy]
) -> Iterator[MutantResult]:
    """Try hand-written mutants, yielding each result when it is ready."""

    def try_one(copy: ProjectCopy, entry: tuple[str, Mutant]) -> MutantResult:
        topic, mutant = entry
        file = mutant.find_file(root)
        try:
            source = (root / file).read_text("utf-8")
            changed = mutant.apply_to(source)
        except (OSError, BadMutant) as error:
            return MutantResult(topic, mutant.name, Trial(MutantStatus.BROKEN, str(error), 0.0))
        return MutantResult(
            topic,
            mutant.name,
            copy.try_out_mutant(file, changed, mutant.tests.split(), MAX_HANDWRITTEN_SECONDS),
        )

    yield from run_on_free_copies(
        copies, try_one, [(topic, mutant) for topic, group in mutants.items() for mutant in group]
    )


def try_generated_mutants(
    root: Path, mutants: Sequence[GeneratedMutant], copies: Sequence[ProjectCopy]
) -> Iterator[MutantResult]:
    """Try generated mutants, yielding the results. Test files that fail without a change are skipped."""
    tests = {module: find_tests(root, module) for module in {mutant.module for mutant in mutants}}
    files = sorted({file for group in tests.values() for file in group})
    # Measure each file in a separate process, because a hanging test takes down its whole process.
    measured = run_on_free_copies(copies, ProjectCopy.time_test_files, [[file] for file in files])
    seconds = {file: took for part in measured for file, took in part.items()}

    def try_one(copy: ProjectCopy, mutant: GeneratedMutant) -> MutantResult:
        chosen, spent = _select_within_limit(tests[mutant.module], seconds)
        if not chosen:
            return MutantResult(
                "", mutant.name, Trial(MutantStatus.BROKEN, "no test of it passes without a change", 0.0)
            )
        changed = mutant.apply_to((root / mutant.module).read_text("utf-8"))
        timeout = MIN_TIMEOUT_SECONDS + TIMEOUT_FACTOR * spent
        tried = copy.try_out_mutant(
            mutant.module, changed, chosen, timeout, (FAILED_STATUS, INTERRUPTED_STATUS)
        )
        return MutantResult("", mutant.name, tried)

    yield from run_on_free_copies(copies, try_one, mutants)


def _select_within_limit(files: Sequence[str], seconds: Mapping[str, float]) -> tuple[list[str], float]:
    """Return the passing test files that fit into the time limit, at least one, and their total seconds."""
    chosen: list[str] = []
    spent = 0.0
    for file in files:
        if file in seconds and (spent + seconds[file] <= MAX_TEST_SECONDS or not chosen):
            chosen.append(file)
            spent += seconds[file]
    return chosen, spent


def run_on_free_copies(
    copies: Sequence[ProjectCopy], work: Callable[[ProjectCopy, ItemT], ResultT], items: Sequence[ItemT]
) -> Iterator[ResultT]:
    """Call ``work`` for each item with a free copy, yielding the results. If interrupted, stop all tests."""
    free: SimpleQueue[ProjectCopy] = SimpleQueue()
    for copy in copies:
        free.put(copy)

    def run_one(item: ItemT) -> ResultT:
        copy = free.get()
        try:
            return work(copy, item)
        finally:
            free.put(copy)

    with ThreadPoolExecutor(len(copies)) as pool:
        running = [pool.submit(run_one, item) for item in items]
        try:
            for done in as_completed(running):
                yield done.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            for copy in copies:
                copy.stop()

"""Runs fuzz targets."""

from __future__ import annotations

import logging
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.proof.fuzz.memory import MemoryDatabase
from tests.proof.fuzz.parsers import PARSERS_BY_NAME
from tests.proof.fuzz.server import ServerDatabase
from tests.proof.fuzz.tables import OPERATION_COUNTS, TableMachine

TABLE_TARGET = "table service"
SERVER_TABLE_TARGET = "table service on PostgreSQL"
STEPS_PER_EXAMPLE = 20
SHORT_STEPS_PER_EXAMPLE = 10
"""Steps per example in the tests, kept low so that the tests are fast."""


MIN_EXAMPLE_SHARE = 0.2
"""Minimum share of the requested examples that must run. It is low, as some strategies have few values."""


class ExampleCount:
    def __init__(self) -> None:
        self.examples = 0


def make_settings(example_count: int, *, derandomize: bool, step_count: int = STEPS_PER_EXAMPLE) -> settings:
    """Return Hypothesis settings. ``derandomize`` uses the same examples in every run."""
    return settings(
        max_examples=example_count,
        deadline=None,
        database=None,
        derandomize=derandomize,
        stateful_step_count=step_count,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.explicit, Phase.generate, Phase.shrink),
        print_blob=False,
    )


def fuzz_parser(name: str, example_count: int, count: ExampleCount, *, derandomize: bool = True) -> None:
    """Fuzz a parser, raising the first failure."""
    parser = PARSERS_BY_NAME[name]()

    @make_settings(example_count, derandomize=derandomize)
    @given(parser.strategy)
    def check_value(value: object) -> None:
        count.examples += 1
        parser.check(value)

    check_value()


def fuzz_table_service(
    example_count: int,
    count: ExampleCount,
    *,
    derandomize: bool = True,
    step_count: int = STEPS_PER_EXAMPLE,
    uses_server: bool = False,
) -> None:
    """Fuzz the table service with a new database for each example, raising the first failure.

    :param uses_server: use PostgreSQL instead of the in-memory database.
    """

    class CountingMachine(TableMachine):
        def __init__(self) -> None:
            super().__init__()
            count.examples += 1

        def open_database(self) -> MemoryDatabase | ServerDatabase:
            return ServerDatabase(self.loop) if uses_server else MemoryDatabase()

    with silence_logging():
        chosen = make_settings(example_count, derandomize=derandomize, step_count=step_count)
        run_state_machine_as_test(CountingMachine, settings=chosen)


@contextmanager
def silence_logging() -> Iterator[None]:
    """Turn logging off during the block, because injected faults would fill the log."""
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)


TargetResult = tuple[str, int, float, str, dict[tuple[str, str], int]]


def run_target(name: str, example_count: int, *, is_repeatable: bool) -> TargetResult:
    """Run a target; return its name, example count, seconds, error text, and operation counts.

    :param is_repeatable: whether to use the same examples in every run.
    """
    count, began = ExampleCount(), time.monotonic()
    wrong = ""
    run: Callable[[], None] = (
        (
            lambda: fuzz_table_service(
                example_count, count, derandomize=is_repeatable, uses_server=name == SERVER_TABLE_TARGET
            )
        )
        if name in (TABLE_TARGET, SERVER_TABLE_TARGET)
        else (lambda: fuzz_parser(name, example_count, count, derandomize=is_repeatable))
    )
    try:
        run()
        if count.examples < MIN_EXAMPLE_SHARE * example_count:
            wrong = f"only {count.examples} examples were found"
    except Exception:
        wrong = traceback.format_exc()
    tally = dict(OPERATION_COUNTS) if name in (TABLE_TARGET, SERVER_TABLE_TARGET) else {}
    return name, count.examples, time.monotonic() - began, wrong, tally

"""Runs a machine or a parser for a number of examples, and counts them."""

from __future__ import annotations

import logging
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.proof.fuzz.memory import Memory
from tests.proof.fuzz.parsers import PARSERS
from tests.proof.fuzz.server import OnServer
from tests.proof.fuzz.tables import TALLY, TableMachine

MACHINE = "table service"
ON_SERVER = "table service on PostgreSQL"
STEPS = 20
SHORT = 10
"""Steps of an example when there are many examples."""


LEAST = 0.2
"""Minimum share of the requested examples; a strategy with few values has no more."""


class Count:
    """The number of examples that ran."""

    def __init__(self) -> None:
        self.examples = 0


def profile(examples: int, *, derandomize: bool, steps: int = STEPS) -> settings:
    """Return the settings: the same examples each time, or new ones."""
    return settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=derandomize,
        stateful_step_count=steps,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.explicit, Phase.generate, Phase.shrink),
        print_blob=False,
    )


def run_parser(name: str, examples: int, count: Count, *, derandomize: bool = True) -> None:
    """Run a parser on a number of texts; raise what it should not have raised."""
    parser = PARSERS[name]()

    @profile(examples, derandomize=derandomize)
    @given(parser.strategy)
    def read(value: object) -> None:
        count.examples += 1
        parser.check(value)

    read()


def run_machine(
    examples: int, count: Count, *, derandomize: bool = True, steps: int = STEPS, server: bool = False
) -> None:
    """Let people press at a number of databases; raise what should not have happened.

    :param server: the databases are on PostgreSQL.
    """

    class Counted(TableMachine):
        def __init__(self) -> None:
            super().__init__()
            count.examples += 1

        def remember(self) -> Memory | OnServer:
            return OnServer(self.loop) if server else Memory()

    with quiet():
        chosen = profile(examples, derandomize=derandomize, steps=steps)
        run_state_machine_as_test(Counted, settings=chosen)


@contextmanager
def quiet() -> Iterator[None]:
    """Suppress log lines about deliberate faults."""
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)


Found = tuple[str, int, float, str, dict[tuple[str, str], int]]


def fuzz(name: str, examples: int, *, same: bool) -> Found:
    """Run one target; return its name, the number of examples, the seconds, the error, and a tally.

    :param same: use the same examples as every such run.
    """
    count, began = Count(), time.monotonic()
    wrong = ""
    run: Callable[[], None] = (
        (lambda: run_machine(examples, count, derandomize=same, server=name == ON_SERVER))
        if name in (MACHINE, ON_SERVER)
        else (lambda: run_parser(name, examples, count, derandomize=same))
    )
    try:
        run()
        if count.examples < LEAST * examples:
            wrong = f"only {count.examples} examples were found"
    except Exception:
        wrong = traceback.format_exc()
    tally = dict(TALLY) if name in (MACHINE, ON_SERVER) else {}
    return name, count.examples, time.monotonic() - began, wrong, tally

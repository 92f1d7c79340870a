"""Running a machine or a parser for so many examples, counted."""

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
"""Steps of an example where many must be quick."""


LEAST = 0.2
"""The share of the examples asked for that must be found; a strategy with few values has no more."""


class Count:
    """How many examples ran."""

    def __init__(self) -> None:
        self.examples = 0


def profile(examples: int, *, derandomize: bool, steps: int = STEPS) -> settings:
    """Return the settings: the same examples each time, or others."""
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
    """Put so many texts before a parser; raises what it should not have done."""
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
    """Let people press at so many databases; raises what should not have happened.

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
    """Keep the log of what is broken on purpose to itself."""
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)


Found = tuple[str, int, float, str, dict[tuple[str, str], int]]


def fuzz(name: str, examples: int, *, same: bool) -> Found:
    """Run one of them; return its name, the examples that ran, the seconds, what went wrong, and a tally.

    :param same: the examples are those of every such run.
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

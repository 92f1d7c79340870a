"""Runs a few examples of each fuzz target. CI runs more, and ``python -m tests.proof.fuzz`` runs 50,000."""

from __future__ import annotations

import pytest

from tests.proof.fuzz.parsers import PARSERS
from tests.proof.fuzz.run import MIN_SHARE, SHORT_STEPS, ExampleCount, run_machine, run_parser
from tests.support import postgres

EXAMPLES = 40
SERVER_EXAMPLES = 8
"""Number of examples on PostgreSQL, which is slower."""


def test_presses_never_break_a_table() -> None:
    count = ExampleCount()
    run_machine(EXAMPLES, count, steps=SHORT_STEPS)
    assert count.examples >= EXAMPLES


@pytest.mark.nightly  # .ci/run tries more examples of this test
def test_presses_never_break_a_table_on_postgresql() -> None:
    postgres.require_programs()
    count = ExampleCount()
    run_machine(SERVER_EXAMPLES, count, steps=SHORT_STEPS, server=True)
    assert count.examples >= SERVER_EXAMPLES


@pytest.mark.parametrize("name", PARSERS)
def test_no_input_breaks_its_parser(name: str) -> None:
    count = ExampleCount()
    run_parser(name, EXAMPLES, count)
    assert count.examples >= MIN_SHARE * EXAMPLES, "too few different examples"

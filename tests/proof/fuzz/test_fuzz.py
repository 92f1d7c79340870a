"""Runs a few examples of each fuzz target. CI runs more, and ``python -m tests.proof.fuzz`` runs 50,000."""

from __future__ import annotations

import pytest

from tests.proof.fuzz.parsers import PARSERS_BY_NAME
from tests.proof.fuzz.run import (
    MIN_EXAMPLE_SHARE,
    SHORT_STEPS_PER_EXAMPLE,
    ExampleCount,
    fuzz_parser,
    fuzz_table_service,
)
from tests.support import postgres

EXAMPLE_COUNT = 16
SERVER_EXAMPLE_COUNT = 8
"""Number of examples on PostgreSQL, which is slower."""


def test_presses_never_break_a_table() -> None:
    count = ExampleCount()
    fuzz_table_service(EXAMPLE_COUNT, count, step_count=SHORT_STEPS_PER_EXAMPLE)
    assert count.examples >= EXAMPLE_COUNT


@pytest.mark.nightly  # .ci/run tries more examples of this test
def test_presses_never_break_a_table_on_postgresql() -> None:
    postgres.require_programs()
    count = ExampleCount()
    fuzz_table_service(SERVER_EXAMPLE_COUNT, count, step_count=SHORT_STEPS_PER_EXAMPLE, uses_server=True)
    assert count.examples >= SERVER_EXAMPLE_COUNT


@pytest.mark.parametrize("name", PARSERS_BY_NAME)
def test_no_input_breaks_its_parser(name: str) -> None:
    count = ExampleCount()
    fuzz_parser(name, EXAMPLE_COUNT, count)
    assert count.examples >= MIN_EXAMPLE_SHARE * EXAMPLE_COUNT, "too few different examples"

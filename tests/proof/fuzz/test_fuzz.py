"""A few examples of each fuzz target; CI runs 500 of each, and ``python -m tests.proof.fuzz`` 50,000."""

from __future__ import annotations

import pytest

from tests.proof.fuzz.parsers import PARSERS
from tests.proof.fuzz.run import LEAST, SHORT, Count, run_machine, run_parser
from tests.support import postgres

EXAMPLES = 40
FEW = 8
"""Number of examples on PostgreSQL, which is slower."""


def test_presses_never_break_a_table() -> None:
    count = Count()
    run_machine(EXAMPLES, count, steps=SHORT)
    assert count.examples >= EXAMPLES


def test_presses_never_break_a_table_on_postgresql() -> None:
    postgres.need_programs()
    count = Count()
    run_machine(FEW, count, steps=SHORT, server=True)
    assert count.examples >= FEW


@pytest.mark.parametrize("name", PARSERS)
def test_no_input_breaks_its_reader(name: str) -> None:
    count = Count()
    run_parser(name, EXAMPLES, count)
    assert count.examples >= LEAST * EXAMPLES, "too few different examples"

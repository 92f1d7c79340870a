"""A few examples of each target of ``python -m tests.proof.fuzz``; CI runs 500, by hand 50,000."""

from __future__ import annotations

import pytest

from tests.proof.fuzz.parsers import PARSERS
from tests.proof.fuzz.run import LEAST, SHORT, Count, run_machine, run_parser
from tests.support import postgres

EXAMPLES = 40
FEW = 8
"""Few examples, because a server takes longer."""


def test_nothing_pressed_at_a_table_breaks_it() -> None:
    count = Count()
    run_machine(EXAMPLES, count, steps=SHORT)
    assert count.examples >= EXAMPLES


def test_nothing_pressed_at_a_table_on_a_server_breaks_it() -> None:
    postgres.need_programs()
    count = Count()
    run_machine(FEW, count, steps=SHORT, server=True)
    assert count.examples >= FEW


@pytest.mark.parametrize("name", PARSERS)
def test_nothing_that_is_read_breaks_its_reader(name: str) -> None:
    count = Count()
    run_parser(name, EXAMPLES, count)
    assert count.examples >= LEAST * EXAMPLES, "too few different examples"

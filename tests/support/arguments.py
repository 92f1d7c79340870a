"""Command-line arguments shared by the commands under ``tests``.

Values with which a run would measure nothing are refused.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tests.support.postgres import NOT_INSTALLED_TEXT, Server, find_programs


def make_integer_type(minimum: int) -> Callable[[str], int]:
    """Return an argparse type for whole numbers from ``minimum`` upwards."""

    def parse_integer(text: str) -> int:
        if not text.isdecimal() or int(text) < minimum:
            raise argparse.ArgumentTypeError(f"must be a whole number of at least {minimum}, not {text!r}")
        return int(text)

    return parse_integer


SQLITE, POSTGRESQL = "sqlite", "postgresql"


def add_engine_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--engine", choices=(SQLITE, POSTGRESQL), default=SQLITE, help="database to use; sqlite if not given"
    )


@contextmanager
def run_server(engine: str) -> Iterator[Server | None]:
    """Run a PostgreSQL server for the duration of a block. On SQLite, yield None.

    :raises SystemExit: PostgreSQL is not installed.
    """
    if engine == SQLITE:
        yield None
        return
    programs = find_programs()
    if programs is None:
        raise SystemExit(NOT_INSTALLED_TEXT)
    # Without fsync, commits survive a crash of the server's processes, though not of the computer.
    server = Server(programs, settings=("fsync=off",))
    try:
        yield server
    finally:
        server.remove()


def parse_positive_number(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.0 < value < math.inf:
        raise argparse.ArgumentTypeError(f"must be a number above 0, not {text!r}")
    return value

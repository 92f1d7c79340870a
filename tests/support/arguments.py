"""Command-line arguments shared by the commands under ``tests``.

Values that would make a run measure nothing are rejected.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tests.support.postgres import MISSING, Server, find_programs


def parse_at_least(least: int) -> Callable[[str], int]:
    """Return an argparse type for whole numbers of at least ``least``."""

    def read(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise argparse.ArgumentTypeError(f"must be a whole number of at least {least}, not {text!r}")
        return int(text)

    return read


SQLITE, POSTGRESQL = "sqlite", "postgresql"


def add_engine(parser: argparse.ArgumentParser) -> None:
    """Add the ``--engine`` option for choosing the database."""
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
        raise SystemExit(MISSING)
    # Without fsync, commits survive a crash of the server's processes, though not of the computer.
    server = Server(programs, settings=("fsync=off",))
    try:
        yield server
    finally:
        server.remove()


def parse_positive(text: str) -> float:
    """Argparse type for finite numbers above 0."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.0 < value < math.inf:
        raise argparse.ArgumentTypeError(f"must be a number above 0, not {text!r}")
    return value

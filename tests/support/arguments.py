"""Arguments of the commands under ``tests``; values that would prove nothing are refused."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tests.support.postgres import MISSING, Server, find_programs


def at_least(least: int) -> Callable[[str], int]:
    """Return a parser of whole numbers of at least ``least``."""

    def read(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise argparse.ArgumentTypeError(f"a whole number from {least} on is wanted, not {text!r}")
        return int(text)

    return read


SQLITE, POSTGRESQL = "sqlite", "postgresql"


def add_engine(parser: argparse.ArgumentParser) -> None:
    """Add an option for the engine on which the bot keeps its tables."""
    parser.add_argument(
        "--engine", choices=(SQLITE, POSTGRESQL), default=SQLITE, help="of the database; sqlite if not given"
    )


@contextmanager
def started(engine: str) -> Iterator[Server | None]:
    """Run the server that an engine needs, for the duration of a block.

    :raises SystemExit: it is not installed.
    """
    if engine == SQLITE:
        yield None
        return
    programs = find_programs()
    if programs is None:
        raise SystemExit(MISSING)
    # Commits survive a crash of its processes, though not of the computer.
    server = Server(programs, settings=("fsync=off",))
    try:
        yield server
    finally:
        server.remove()


def positive(text: str) -> float:
    """Parse a positive number."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.0 < value < math.inf:
        raise argparse.ArgumentTypeError(f"a number above 0 is wanted, not {text!r}")
    return value

"""How far a long command is, on a terminal and nowhere else."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from tqdm import tqdm

PATIENT_SECONDS = 2.0
"""What is done sooner shows nothing."""


class Report(Protocol):
    """Shows how far something is."""

    def __call__(self, done: int, total: int, what: str = "") -> None:
        """Take how much is done, and of how much; and of what, where that changes."""


@contextmanager
def progress(what: str, unit: str = "") -> Iterator[Report]:
    """Show how far something is, once it has taken two seconds; nothing where nobody watches a terminal.

    The bar stands on standard error and is wiped away at the end: what a command prints is the same with it.

    :param what: what is being done, in the reader's language.
    :param unit: what is counted.
    """
    shown = sys.stderr.isatty()
    with tqdm(
        desc=what, unit=unit, delay=PATIENT_SECONDS, leave=False, disable=not shown, file=sys.stderr
    ) as bar:

        def report(done: int, total: int, what: str = "") -> None:
            if what:
                bar.set_description(what, refresh=False)
            if bar.total != total:
                bar.total = total
            bar.update(done - bar.n)

        yield report

"""Progress bars of long commands, shown on a terminal only."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from tqdm import tqdm

DELAY_SECONDS = 2.0
"""Seconds before a bar appears, so that quick work shows none."""


class ProgressReport(Protocol):
    """Reports progress."""

    def __call__(self, done: int, total: int, what: str = "") -> None:
        """Show that ``done`` of ``total`` is finished; ``what`` replaces the bar's label."""


@contextmanager
def progress(what: str, unit: str = "") -> Iterator[ProgressReport]:
    """Show a progress bar once the work has taken two seconds, if standard error is a terminal.

    The bar is erased at the end, so a command's output is the same with and without it.

    :param what: what is being done, in the reader's language.
    :param unit: the unit of the counts.
    """
    shown = sys.stderr.isatty()
    with tqdm(
        desc=what, unit=unit, delay=DELAY_SECONDS, leave=False, disable=not shown, file=sys.stderr
    ) as bar:

        def report(done: int, total: int, what: str = "") -> None:
            if what:
                bar.set_description(what, refresh=False)
            if bar.total != total:
                bar.total = total
            bar.update(done - bar.n)

        yield report
